//! The rules of the family Connect(m,n,k,p,q).
//!
//! On a board of m × n points two players put stones of their colour on empty points, Black first:
//! q stones in the first turn, p in each later one. The first player with k or more in a row, in
//! any of the four directions, wins; a full board without such a row is a draw. There are no
//! forbidden points, and a longer row counts (thesis 2.1 and 2.2; rows C-A1 and C-A2 of
//! docs/sources.md). With one stone a turn there are two more rules for rows ([`RowRule`]): only
//! rows of exactly k win, and renju.
//!
//! The cells are squares with four directions, or hexagons with three ([`Tiling`]). With a radius, a stone must lie
//! near the others, so that the board has no edge as long as it is large enough: HeXO ([`Rules::HEXO`]).

use super::lines::Direction;
use super::point::{BLACK, MAX_SIDE, Point};
use alloc::{format, string::String};
use core::fmt;
use core::str::FromStr;
use duiyi_game::{RowRule, Side};
use thiserror::Error;

/// The most stones in one turn, as in connectk.
pub const MAX_STONES_PER_TURN: u8 = 12;

/// The shape of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tiling {
    /// Squares: rows in four directions.
    Square,
    /// Hexagons: rows in three directions, [`Direction::Horizontal`], [`Direction::Vertical`] and
    /// [`Direction::Rising`]. The board is a rhombus.
    Hexagonal,
}

/// The rules of one game of the family.
///
/// ```
/// use duiyi_connect6::Rules;
///
/// assert_eq!(Rules::CONNECT6.to_string(), "connect6");
/// assert_eq!(Rules::new(15, 15, 5, 1, 1), Ok(Rules::GOMOKU));
/// assert_eq!("9,9,5,2,1".parse::<Rules>()?.to_string(), "Connect(9,9,5,2,1)");
/// assert!(Rules::new(2, 19, 6, 2, 1).is_err());
/// # Ok::<(), duiyi_connect6::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    width: u8,
    height: u8,
    k: u8,
    p: u8,
    q: u8,
    rows: RowRule,
    tiling: Tiling,
    /// 0 for none.
    radius: u8,
}

/// Why five numbers do not define a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// A side is too short or too long.
    #[error("a board of {width}×{height}: each side must have 3 to {MAX_SIDE} points")]
    Size {
        /// The columns requested.
        width: u8,
        /// The rows requested.
        height: u8,
    },
    /// A row of this length does not fit on the board, or has no stone.
    #[error("{k} in a row: must be from 1 to the longer side of the board, {longest}")]
    Row {
        /// The length requested.
        k: u8,
        /// The longer side.
        longest: u8,
    },
    /// A turn without stones or with too many.
    #[error("turns of {p} stones and {q} in the first: each must be from 1 to {MAX_STONES_PER_TURN}")]
    Stones {
        /// Stones a turn.
        p: u8,
        /// Stones in the first turn.
        q: u8,
    },
    /// A rule for rows that the game does not have.
    #[error("{}: {}", formula(.0), match .1 {
        RowRule::Renju => "renju is for five in a row and one stone a turn",
        _ => "rows of an exact length are for games of one stone a turn",
    })]
    Rows(Rules, RowRule),
    /// Renju on hexagons.
    #[error("{}: renju is for square cells", formula(.0))]
    Renju(Rules),
    /// Stones may lie too far from each other.
    #[error("a radius of {0} cells: must be at most {MAX_SIDE}")]
    Radius(u8),
    /// A text that does not name rules.
    #[error("unknown rules '{0}'; expected {names} or five numbers, Connect(m,n,k,p,q), and exact, renju, hexagonal or radius N after them", names = names())]
    Text(String),
}

impl Rules {
    /// Connect6 (六子棋) with its standard rules: 19 × 19, six in a row, two stones a turn, one in the
    /// first.
    pub const CONNECT6: Rules =
        Rules { width: 19, height: 19, k: 6, p: 2, q: 1, rows: RowRule::Free, tiling: Tiling::Square, radius: 0 };

    /// Free-style gomoku (自由五子棋) on 15 × 15: five or more, one stone a turn, no forbidden points.
    pub const GOMOKU: Rules =
        Rules { width: 15, height: 15, k: 5, p: 1, q: 1, rows: RowRule::Free, tiling: Tiling::Square, radius: 0 };

    /// Standard gomoku (标准五子棋) on 15 × 15: exactly five; six or more do not win.
    pub const STANDARD_GOMOKU: Rules = Rules { rows: RowRule::Exact, ..Rules::GOMOKU };

    /// Renju (连珠) on 15 × 15: Black needs exactly five and has [forbidden
    /// points](crate::Board::forbidden), White wins with five or more.
    ///
    /// In tournaments a stone on a forbidden point loses. Here it is illegal, as in most programs,
    /// and a game in which Black has no other point is a draw.
    pub const RENJU: Rules = Rules { rows: RowRule::Renju, ..Rules::GOMOKU };

    /// Tic-tac-toe (井字棋).
    pub const TIC_TAC_TOE: Rules =
        Rules { width: 3, height: 3, k: 3, p: 1, q: 1, rows: RowRule::Free, tiling: Tiling::Square, radius: 0 };

    /// HeXO, infinite hexagonal tic-tac-toe: six in a row on hexagons, two stones a turn, one in the first; each stone
    /// within 8 cells of another one, the first one in the centre.
    ///
    /// The real board has no edge. That of this one, the largest, is 29 cells from the centre; [`hexo`](crate::hexo) moves the
    /// board with the stones.
    pub const HEXO: Rules = Rules {
        width: MAX_SIDE,
        height: MAX_SIDE,
        k: 6,
        p: 2,
        q: 1,
        rows: RowRule::Free,
        tiling: Tiling::Hexagonal,
        radius: 8,
    };

    /// The game of `k` in a row on `width` × `height` points with `p` stones a turn, `q` in the
    /// first one.
    ///
    /// # Errors
    ///
    /// If a number is out of its range; the error names the number.
    pub const fn new(width: u8, height: u8, k: u8, p: u8, q: u8) -> Result<Rules, RulesError> {
        if width < 3 || width > MAX_SIDE || height < 3 || height > MAX_SIDE {
            return Err(RulesError::Size { width, height });
        }
        let longest = if width > height { width } else { height };
        if k == 0 || k > longest {
            return Err(RulesError::Row { k, longest });
        }
        if p == 0 || p > MAX_STONES_PER_TURN || q == 0 || q > MAX_STONES_PER_TURN {
            return Err(RulesError::Stones { p, q });
        }
        Ok(Rules { width, height, k, p, q, rows: RowRule::Free, tiling: Tiling::Square, radius: 0 })
    }

    /// The same game with another rule for rows.
    ///
    /// # Errors
    ///
    /// If the game does not have it: [`RowRule::Exact`] is for one stone a turn, [`RowRule::Renju`]
    /// for five in a row in addition.
    ///
    /// ```
    /// use duiyi_connect6::{RowRule, Rules};
    ///
    /// assert_eq!(Rules::GOMOKU.with_row_rule(RowRule::Renju), Ok(Rules::RENJU));
    /// assert!(Rules::CONNECT6.with_row_rule(RowRule::Renju).is_err());
    /// ```
    pub const fn with_row_rule(self, rule: RowRule) -> Result<Rules, RulesError> {
        let single = self.p == 1 && self.q == 1;
        match rule {
            RowRule::Exact if !single => Err(RulesError::Rows(self, rule)),
            RowRule::Renju if !single || self.k != 5 => Err(RulesError::Rows(self, rule)),
            RowRule::Renju if matches!(self.tiling, Tiling::Hexagonal) => Err(RulesError::Renju(self)),
            rows => Ok(Rules { rows, ..self }),
        }
    }

    /// The same game on cells of another shape.
    ///
    /// # Errors
    ///
    /// If the game is renju and the cells are hexagons.
    pub const fn with_tiling(self, tiling: Tiling) -> Result<Rules, RulesError> {
        match (self.rows, tiling) {
            (RowRule::Renju, Tiling::Hexagonal) => Err(RulesError::Renju(self)),
            _ => Ok(Rules { tiling, ..self }),
        }
    }

    /// The same game in which each stone must lie within `radius` cells of another one, and the first one in the
    /// centre; 0 for no such rule.
    ///
    /// # Errors
    ///
    /// If the radius is above [`MAX_SIDE`].
    pub const fn with_radius(self, radius: u8) -> Result<Rules, RulesError> {
        if radius > MAX_SIDE { Err(RulesError::Radius(radius)) } else { Ok(Rules { radius, ..self }) }
    }

    /// The same rules on a board of another size.
    ///
    /// # Errors
    ///
    /// If the board is too small or too large.
    pub fn resized(self, width: u8, height: u8) -> Result<Rules, RulesError> {
        let Rules { k, p, q, rows, tiling, radius, .. } = self;
        Rules::new(width, height, k, p, q)?.with_tiling(tiling)?.with_row_rule(rows)?.with_radius(radius)
    }

    /// The shape of the cells.
    #[inline]
    pub const fn tiling(self) -> Tiling {
        self.tiling
    }

    /// The greatest distance of a stone from the nearest other one; `None` if it may lie anywhere.
    #[inline]
    pub const fn radius(self) -> Option<u8> {
        if self.radius == 0 { None } else { Some(self.radius) }
    }

    /// The directions in which rows are built, the first of [`Direction::ALL`].
    #[inline]
    pub const fn directions(self) -> &'static [Direction] {
        match self.tiling {
            Tiling::Square => &Direction::ALL,
            Tiling::Hexagonal => Direction::ALL.first_chunk::<3>().expect("there are four"),
        }
    }

    /// The least number of steps from cell to neighbouring cell, diagonal ones of squares included.
    ///
    /// ```
    /// use duiyi_connect6::Rules;
    ///
    /// let point = |column, row| Rules::HEXO.point(column, row).unwrap();
    /// assert_eq!(Rules::HEXO.distance(point(10, 10), point(13, 12)), 3);
    /// assert_eq!(Rules::HEXO.distance(point(10, 12), point(13, 10)), 5);
    /// ```
    pub const fn distance(self, one: Point, other: Point) -> u8 {
        let across = self.column(one) as i16 - self.column(other) as i16;
        let along = self.row(one) as i16 - self.row(other) as i16;
        let between = match self.tiling {
            Tiling::Square => 0,
            Tiling::Hexagonal => (across - along).abs(),
        };
        let (across, along) = (across.abs(), along.abs());
        let longer = if across > along { across } else { along };
        (if longer > between { longer } else { between }) as u8
    }

    /// The cells within the radius of a point in another row, relative to the point's column: from and to.
    const fn reach(self, rows_up: i32) -> (i32, i32) {
        let radius = self.radius as i32;
        match self.tiling {
            Tiling::Hexagonal if rows_up >= 0 => (rows_up - radius, radius),
            Tiling::Hexagonal => (-radius, rows_up + radius),
            Tiling::Square => (-radius, radius),
        }
    }

    /// Whether a point lies within the radius of one of the stones, which are given by row, a bit for each column.
    #[inline]
    pub(crate) fn is_near(self, point: Point, stones: impl Fn(usize) -> u64) -> bool {
        let (column, row) = (i32::from(self.column(point)), i32::from(self.row(point)));
        let radius = i32::from(self.radius);
        let (low, high) = ((row - radius).max(0), (row + radius).min(i32::from(self.height) - 1));
        (low..=high).any(|other| {
            let (from, to) = self.reach(other - row);
            let (from, to) = ((column + from).max(0), (column + to).min(i32::from(MAX_SIDE)));
            stones(other as usize) & ((1u64 << to << 1) - (1 << from)) != 0
        })
    }

    /// The cells of a row within the radius of one of the stones, which are given by row.
    pub(crate) fn near_cells(self, row: usize, stones: impl Fn(usize) -> u64) -> u64 {
        let (row, radius) = (row as i32, i32::from(self.radius));
        let (low, high) = ((row - radius).max(0), (row + radius).min(i32::from(self.height) - 1));
        let near = (low..=high).fold(0, |near, other| {
            let (from, to) = self.reach(row - other);
            let stones = stones(other as usize);
            (from..=to).fold(near, |near, step| near | if step < 0 { stones >> -step } else { stones << step })
        });
        near & ((1 << self.width) - 1)
    }

    /// Which rows win, and which Black may not make.
    #[inline]
    pub const fn row_rule(self) -> RowRule {
        self.rows
    }

    /// Whether every row of k or more wins and no point is forbidden, so that windows of k points
    /// describe the game.
    #[inline]
    pub(crate) fn is_free(self) -> bool {
        self.rows == RowRule::Free
    }

    /// Whether longer rows of a side do not win.
    #[inline]
    pub(crate) fn is_exact(self, side: Side) -> bool {
        match self.rows {
            RowRule::Free => false,
            RowRule::Exact => true,
            RowRule::Renju => side == BLACK,
        }
    }

    /// The number of columns (m).
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows (n).
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The length of a winning row.
    #[inline]
    pub const fn k(self) -> u8 {
        self.k
    }

    /// Stones in a turn.
    #[inline]
    pub const fn p(self) -> u8 {
        self.p
    }

    /// Stones in the first turn.
    #[inline]
    pub const fn q(self) -> u8 {
        self.q
    }

    /// The number of points on the board.
    #[inline]
    pub const fn cells(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The point in a column (0 at the left) and a row (0 at the bottom), if it is on the board.
    #[inline]
    pub const fn point(self, column: u8, row: u8) -> Option<Point> {
        if column < self.width && row < self.height {
            Some(Point::from_index(row as usize * self.width as usize + column as usize))
        } else {
            None
        }
    }

    /// The column of a point, from 0 at the left.
    #[inline]
    pub const fn column(self, point: Point) -> u8 {
        (point.index() % self.width as usize) as u8
    }

    /// The row of a point, from 0 at the bottom.
    #[inline]
    pub const fn row(self, point: Point) -> u8 {
        (point.index() / self.width as usize) as u8
    }

    /// Whether a point lies on this board.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.index() < self.cells()
    }

    /// The point in the middle; on a side of even length, the one left of and below the middle.
    pub const fn centre(self) -> Point {
        Point::from_index((self.height as usize - 1) / 2 * self.width as usize + (self.width as usize - 1) / 2)
    }

    /// `Connect(m,n,k,p,q)`, also for a game that has a name, followed by what differs from the plain game:
    /// `Connect(15,15,5,1,1,renju)`, `Connect(59,59,6,2,1,hexagonal,radius 8)`.
    pub(crate) fn formula(self) -> String {
        let Rules { width, height, k, p, q, .. } = self;
        let mut text = format!("Connect({width},{height},{k},{p},{q}");
        if let Some((name, _)) = ROW_RULES.iter().find(|(_, rule)| *rule == self.rows) {
            text += &format!(",{name}");
        }
        if self.tiling == Tiling::Hexagonal {
            text += ",hexagonal";
        }
        if let Some(radius) = self.radius() {
            text += &format!(",radius {radius}");
        }
        text + ")"
    }

    /// All points, row by row from the bottom.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator + Clone {
        (0..self.cells()).map(Point::from_index)
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::CONNECT6
    }
}

/// The games that have names.
const NAMED: [(&str, Rules); 6] = [
    ("connect6", Rules::CONNECT6),
    ("gomoku", Rules::GOMOKU),
    ("gomoku-standard", Rules::STANDARD_GOMOKU),
    ("renju", Rules::RENJU),
    ("tictactoe", Rules::TIC_TAC_TOE),
    ("hexo", Rules::HEXO),
];

/// The names of the rules for rows that follow the five numbers.
const ROW_RULES: [(&str, RowRule); 2] = [("exact", RowRule::Exact), ("renju", RowRule::Renju)];

/// The formula, for messages.
fn formula(rules: &Rules) -> String {
    rules.formula()
}

/// The names of the games, for messages.
fn names() -> String {
    NAMED.map(|(name, _)| name).join(", ")
}

impl fmt::Display for Rules {
    /// The name, or the formula `Connect(m,n,k,p,q)` of a game without one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMED.iter().find(|(_, rules)| rules == self) {
            Some((name, _)) => f.write_str(name),
            None => f.write_str(&self.formula()),
        }
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads `connect6`, `gomoku`, `gomoku-standard`, `renju`, `tictactoe`, `hexo` and `Connect(m,n,k,p,q)`,
    /// with or without the word and the brackets, in upper or lower case. `exact` or `renju`, `hexagonal` and
    /// `radius N` may follow the numbers: `Connect(20,20,5,1,1,exact)`.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let bad = || RulesError::Text(duiyi_game::shortened(text));
        let lower = text.trim().to_ascii_lowercase();
        let name = if lower == "tic-tac-toe" { "tictactoe" } else { &lower };
        if let Some(&(_, rules)) = NAMED.iter().find(|named| named.0 == name) {
            return Ok(rules);
        }
        let numbers = match lower.strip_prefix("connect(") {
            Some(rest) => rest.strip_suffix(')').ok_or_else(bad)?,
            None => &lower,
        };
        let mut parts = numbers.split(',').map(str::trim);
        let mut number = || parts.next().and_then(|part| part.parse().ok()).ok_or_else(bad);
        let mut rules = Rules::new(number()?, number()?, number()?, number()?, number()?)?;
        for part in parts {
            let radius = || part.strip_prefix("radius ")?.trim().parse().ok().filter(|&radius| radius > 0);
            rules = if part == "hexagonal" {
                rules.with_tiling(Tiling::Hexagonal)?
            } else if let Some((_, rule)) = ROW_RULES.iter().find(|(name, _)| *name == part) {
                rules.with_row_rule(*rule)?
            } else {
                rules.with_radius(radius().ok_or_else(bad)?)?
            };
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_games_equal_those_of_new() {
        for (_, rules) in NAMED {
            let plain = Rules::new(rules.width, rules.height, rules.k, rules.p, rules.q).unwrap();
            let tiled = plain.with_radius(rules.radius).unwrap().with_tiling(rules.tiling).unwrap();
            assert_eq!(tiled.with_row_rule(rules.rows), Ok(rules));
            assert_eq!(rules.to_string().parse(), Ok(rules));
            assert_eq!(rules.formula().parse(), Ok(rules));
        }
    }

    #[test]
    fn errors_name_the_number_out_of_range() {
        assert_eq!(Rules::new(60, 19, 6, 2, 1), Err(RulesError::Size { width: 60, height: 19 }));
        assert_eq!(Rules::new(19, 2, 6, 2, 1), Err(RulesError::Size { width: 19, height: 2 }));
        assert_eq!(Rules::new(5, 7, 8, 2, 1), Err(RulesError::Row { k: 8, longest: 7 }));
        assert_eq!(Rules::new(5, 7, 0, 2, 1), Err(RulesError::Row { k: 0, longest: 7 }));
        assert_eq!(Rules::new(5, 7, 5, 0, 1), Err(RulesError::Stones { p: 0, q: 1 }));
        assert_eq!(Rules::new(5, 7, 5, 2, 13), Err(RulesError::Stones { p: 2, q: 13 }));
        assert!(Rules::new(59, 59, 12, 12, 12).is_ok());
        assert_eq!("Gomoku".parse(), Ok(Rules::GOMOKU));
        assert_eq!("Connect(15,15,5,1,1, Renju)".parse(), Ok(Rules::RENJU));
        assert_eq!("15,15,5,1,1,exact".parse(), Ok(Rules::STANDARD_GOMOKU));
        assert_eq!("15,15,5,1,1 exact".parse::<Rules>(), Err(RulesError::Text("15,15,5,1,1 exact".into())));
        let error = "Connect(19,19,6,2,1,exact)".parse::<Rules>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "Connect(19,19,6,2,1): rows of an exact length are for games of one stone a turn"
        );
        let error = "Connect(9,9,4,1,1,renju)".parse::<Rules>().unwrap_err();
        assert_eq!(error.to_string(), "Connect(9,9,4,1,1): renju is for five in a row and one stone a turn");
        assert_eq!(Rules::RENJU.resized(20, 19).unwrap().to_string(), "Connect(20,19,5,1,1,renju)");
        assert_eq!("9, 7,5,3,1".parse(), Rules::new(9, 7, 5, 3, 1));
        assert_eq!("chess".parse::<Rules>(), Err(RulesError::Text("chess".into())));
        assert_eq!("Connect(19,19,6)".parse::<Rules>(), Err(RulesError::Text("Connect(19,19,6)".into())));
    }

    #[test]
    fn points_count_from_the_bottom_left() {
        let rules = Rules::new(5, 4, 4, 2, 1).unwrap();
        assert_eq!(rules.points().len(), 20);
        for point in rules.points() {
            assert_eq!(rules.point(rules.column(point), rules.row(point)), Some(point));
        }
        assert_eq!(rules.point(1, 0).unwrap().index(), 1);
        assert_eq!(rules.point(0, 1).unwrap().index(), 5);
        assert_eq!(rules.point(5, 0), None);
        assert_eq!(rules.point(0, 4), None);
        assert_eq!(Rules::CONNECT6.centre(), Rules::CONNECT6.point(9, 9).unwrap());
    }
}
