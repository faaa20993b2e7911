//! The board: lines of bits, one stone put or taken back at a time.
//!
//! A turn of Connect6 has two stones, but the board works with single stones: it stores the side to
//! move and the number of stones left in the turn. So a search can move by stones or by turns, a
//! threat search can put three stones of one colour, and gomoku and tic-tac-toe share the code.
//! Undoing uses a stack of stones, as in the thesis (4.2.2; row C-B1 of docs/sources.md).

use super::geometry::Geometry;
use super::lines::{exact_rows_gained, full_windows};
use super::{BLACK, BoardLine, Direction, Forbidden, Point, Rules, Symmetry, WHITE, side_name};
use alloc::sync::Arc;
use alloc::{boxed::Box, format, vec::Vec};
use core::{
    fmt,
    hash::{Hash, Hasher},
};
use duiyi_game::{BySide, Outcome, RowRule, Side};
use thiserror::Error;

/// Why a stone can't be put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalStone {
    /// The point is not on the board.
    #[error("point {} is not on a board of {} points", .0.index(), .1.cells())]
    OffBoard(Point, Rules),
    /// The point has a stone already.
    #[error("there is a {} stone on the point already", side_name(*.1))]
    Occupied(Point, Side),
    /// The game is over: this side has won, or it is a draw.
    #[error("the game is over: {}", match .0 { Some(side) => format!("{} has won", side_name(*side)), None => "a draw".into() })]
    GameOver(Option<Side>),
    /// The first stone does not lie in the centre, or another one too far from the stones.
    #[error("{}", match .0.radius() {
        Some(radius) if *.1 => format!("no stone lies within {radius} cells"),
        _ => "the first stone belongs in the centre".into(),
    })]
    TooFar(Rules, bool),
    /// The point is forbidden for Black by the rules of renju.
    #[error("forbidden for Black, {0}")]
    Forbidden(Forbidden),
}

/// Why stones do not form a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A point is not on the board.
    #[error("point {} is not on a board of {} points", .0.index(), .1.cells())]
    OffBoard(Point, Rules),
    /// The point has a stone already.
    #[error("there is a {} stone on the point already", side_name(*.1))]
    Occupied(Point, Side),
    /// Both sides would have a winning row.
    #[error("both sides have a winning row")]
    TwoWinners,
    /// The side to move would have more or fewer stones left than a turn allows.
    #[error("the stones left in the turn are {stones}: expected 1 to {most}")]
    StonesLeft {
        /// The number requested.
        stones: u8,
        /// The most that a turn allows.
        most: u8,
    },
}

/// One entry of the board's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    /// Where the stone went; `None` for turns passed.
    pub point: Option<Point>,
    /// The side that put it.
    pub color: Side,
    /// The number of stones that side had left in its turn, including this one.
    pub left: u8,
}

/// A position of a game of the family, with its history of stones, which can be taken back.
///
/// ```
/// use duiyi_connect6::{Board, WHITE, Rules};
///
/// let mut board = Board::new(Rules::CONNECT6);
/// board.put(Rules::CONNECT6.centre());
/// assert_eq!((board.to_move(), board.stones_left()), (WHITE, 2));
/// let key = board.key();
/// board.put(Rules::CONNECT6.point(8, 10).unwrap());
/// assert_eq!((board.to_move(), board.stones_left()), (WHITE, 1));
/// board.take();
/// assert_eq!(board.key(), key);
/// assert_eq!(board.outcome(), None);
/// ```
pub struct Board {
    rules: Rules,
    geometry: Arc<Geometry>,
    lines: Box<[BoardLine]>,
    to_move: Side,
    left: u8,
    stones: BySide<u16>,
    /// The number of windows of k points that are full of a colour; of rows of exactly k where
    /// only those win.
    complete: BySide<u16>,
    stones_key: u64,
    history: Vec<Put>,
}

impl Board {
    /// An empty board, Black to put the first stones.
    pub fn new(rules: Rules) -> Board {
        let geometry = Arc::new(Geometry::new(rules));
        let lines = geometry.lengths.iter().map(|&len| BoardLine { len, ..BoardLine::default() }).collect();
        Board {
            rules,
            geometry,
            lines,
            to_move: BLACK,
            left: rules.q(),
            stones: BySide::default(),
            complete: BySide::default(),
            stones_key: 0,
            history: Vec::with_capacity(Board::reserve(rules)),
        }
    }

    /// A board with the given stones, this side to begin a turn. They can't be taken back.
    ///
    /// Any number of stones of either colour is allowed; problems and platforms that set up
    /// positions seldom have the numbers of a real game.
    ///
    /// # Errors
    ///
    /// If a point is off the board or listed twice, or both sides have a winning row.
    pub fn from_stones(rules: Rules, black: &[Point], white: &[Point], to_move: Side) -> Result<Board, SetupError> {
        let mut board = Board::new(rules);
        for (points, color) in [(black, BLACK), (white, WHITE)] {
            for &point in points {
                board.set(point, color)?;
            }
        }
        board.set_turn(to_move, if board.stone_count() == 0 { rules.q() } else { rules.p() })?;
        Ok(board)
    }

    /// The capacity for a whole game and the passes of a search.
    fn reserve(rules: Rules) -> usize {
        rules.cells() + 256
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The number of stones the side to move still has to put in this turn, at least 1.
    #[inline]
    pub fn stones_left(&self) -> u8 {
        self.left
    }

    /// The colour of the stone on a point.
    #[inline]
    pub fn color_at(&self, point: Point) -> Option<Side> {
        let place = self.geometry.places[point.index()][0];
        let line = &self.lines[usize::from(place.line)];
        if line.black >> place.offset & 1 != 0 {
            Some(BLACK)
        } else if line.white >> place.offset & 1 != 0 {
            Some(WHITE)
        } else {
            None
        }
    }

    /// Whether a point has no stone.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        let place = self.geometry.places[point.index()][0];
        self.lines[usize::from(place.line)].occupied() >> place.offset & 1 == 0
    }

    /// The number of stones on the board.
    #[inline]
    pub fn stone_count(&self) -> usize {
        usize::from(self.stones[BLACK] + self.stones[WHITE])
    }

    /// The side with a winning row. If both have one, because stones were put after the end,
    /// it is Black.
    #[inline]
    pub fn winner(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.complete[side] > 0)
    }

    /// Whether there is no empty point left.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.stone_count() == self.rules.cells()
    }

    /// Whether the game is over: a row is made, the board is full, or every point is forbidden.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.winner().is_some() || self.is_drawn()
    }

    /// Whether there is no empty point left, or, in renju, none that Black may use.
    #[inline]
    pub(super) fn is_drawn(&self) -> bool {
        self.is_full() || self.is_stuck()
    }

    /// The result of the game, `None` while it is not over: "Black has 6 in a row", "the board is
    /// full", or "every empty point is forbidden for Black".
    pub fn outcome(&self) -> Option<Outcome> {
        match self.winner() {
            Some(side) => Some(Outcome::win(side, format!("{} has {} in a row", side_name(side), self.rules.k()))),
            None if self.is_full() => Some(Outcome::draw("the board is full")),
            None => self.is_stuck().then(|| Outcome::draw("every empty point is forbidden for Black")),
        }
    }

    /// The identity of the position: stones, side to move and stones left in the turn.
    #[inline]
    pub fn key(&self) -> u64 {
        self.stones_key ^ self.turn_key()
    }

    /// The key after a stone of the side to move on an empty point.
    ///
    /// # Panics
    ///
    /// If the point is not on the board.
    #[inline]
    pub fn key_after(&self, point: Point) -> u64 {
        let stones = self.stones_key ^ self.geometry.stone_keys[self.to_move][point.index()];
        let (to_move, left) =
            if self.left > 1 { (self.to_move, self.left - 1) } else { (!self.to_move, self.rules.p()) };
        stones ^ self.geometry.turn_keys[to_move][usize::from(left)]
    }

    /// The smallest key under the symmetries of the board, equal for all positions that are
    /// symmetric to each other. Each call computes it from all stones.
    pub fn canonical_key(&self) -> u64 {
        self.canonical_image().0
    }

    /// The canonical key, and a symmetry that maps this position to the one with that key.
    pub(super) fn canonical_image(&self) -> (u64, Symmetry) {
        let (key, symmetry) = self.geometry.canonical(self.rules, self.stones());
        (key ^ self.turn_key(), symmetry)
    }

    #[inline]
    fn turn_key(&self) -> u64 {
        self.geometry.turn_keys[self.to_move][usize::from(self.left)]
    }

    /// A line with its stones and length. Lines are numbered within their direction: rows from the
    /// bottom, columns from the left, rising lines from the top left corner, falling lines from the
    /// bottom left corner.
    ///
    /// # Panics
    ///
    /// If there is no such line; [`Board::line_count`] returns the number of lines.
    #[inline]
    pub fn line(&self, direction: Direction, index: usize) -> &BoardLine {
        debug_assert!(index < self.line_count(direction));
        &self.lines[usize::from(self.geometry.bases[direction.index()]) + index]
    }

    /// The tables of the board's size.
    pub(crate) fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The number of lines in a direction.
    #[inline]
    pub fn line_count(&self, direction: Direction) -> usize {
        let bases = &self.geometry.bases;
        usize::from(bases[direction.index() + 1] - bases[direction.index()])
    }

    /// The place of a point in a direction: the line, and the offset on it.
    ///
    /// # Panics
    ///
    /// In debug builds, if the [rules](Rules::directions) do not have the direction.
    #[inline]
    pub fn place(&self, direction: Direction, point: Point) -> (usize, u32) {
        debug_assert!(self.rules.directions().contains(&direction));
        let place = self.geometry.places[point.index()][direction.index()];
        (usize::from(place.line - self.geometry.bases[direction.index()]), u32::from(place.offset))
    }

    /// The line through a point in a direction, and the point's offset on it.
    ///
    /// # Panics
    ///
    /// In debug builds, if the [rules](Rules::directions) do not have the direction.
    #[inline]
    pub fn line_through(&self, direction: Direction, point: Point) -> (&BoardLine, u32) {
        debug_assert!(self.rules.directions().contains(&direction));
        let place = self.geometry.places[point.index()][direction.index()];
        (&self.lines[usize::from(place.line)], u32::from(place.offset))
    }

    /// The point at an offset of a line.
    ///
    /// # Panics
    ///
    /// If there is no such line; in debug builds also if the line is shorter.
    #[inline]
    pub fn point_on(&self, direction: Direction, line: usize, offset: u32) -> Point {
        self.geometry.point_on(direction, line, offset)
    }

    /// Puts a stone of the side to move on an empty point, and passes the turn on if it was the
    /// last of the turn. [`Board::check`] checks whether it is legal.
    ///
    /// # Panics
    ///
    /// If the point is not on the board; in debug builds if it is occupied.
    #[inline]
    pub fn put(&mut self, point: Point) {
        let color = self.to_move;
        self.add(point, color);
        self.history.push(Put { point: Some(point), color, left: self.left });
        self.left -= 1;
        if self.left == 0 {
            self.to_move = !color;
            self.left = self.rules.p();
        }
    }

    /// Takes back the last stone put, or the last pass. `None` if there is none; stones that were
    /// [set](Board::set) remain.
    #[inline]
    pub fn take(&mut self) -> Option<Put> {
        let put = self.history.pop()?;
        if let Some(point) = put.point {
            self.remove(point, put.color);
        }
        self.to_move = put.color;
        self.left = put.left;
        Some(put)
    }

    /// Passes the rest of the turn. The rules do not allow it; a search uses it to find what the
    /// other side threatens.
    #[inline]
    pub fn pass(&mut self) {
        self.history.push(Put { point: None, color: self.to_move, left: self.left });
        self.to_move = !self.to_move;
        self.left = self.rules.p();
    }

    /// Whether a stone of the side to move may be put on a point.
    ///
    /// # Errors
    ///
    /// If the game is over, the point off the board, occupied, too far from the stones or
    /// [forbidden](Board::forbidden).
    pub fn check(&self, point: Point) -> Result<(), IllegalStone> {
        if !self.rules.contains(point) {
            return Err(IllegalStone::OffBoard(point, self.rules));
        }
        if self.is_over() {
            return Err(IllegalStone::GameOver(self.winner()));
        }
        match self.color_at(point) {
            Some(color) => Err(IllegalStone::Occupied(point, color)),
            None if !self.is_near(point) => Err(IllegalStone::TooFar(self.rules, self.stone_count() > 0)),
            None if self.to_move == WHITE => Ok(()),
            None => self.forbidden(point).map_or(Ok(()), |reason| Err(IllegalStone::Forbidden(reason))),
        }
    }

    /// Whether a point lies within the radius of a stone, if the rules have one.
    #[inline]
    pub(super) fn is_near(&self, point: Point) -> bool {
        self.rules.radius().is_none() || self.is_near_stones(point)
    }

    fn is_near_stones(&self, point: Point) -> bool {
        match self.stone_count() {
            0 => point == self.rules.centre(),
            _ => self.rules.is_near(point, |row| self.lines[row].occupied()),
        }
    }

    /// Whether the side to move may put two stones on two empty points, in one order or the other.
    pub(crate) fn allows_pair(&self, one: Point, other: Point) -> bool {
        let Some(radius) = self.rules.radius() else { return self.allows(one) && self.allows(other) };
        let (first, second) = (self.allows(one), self.allows(other));
        first && second || (first || second) && self.rules.distance(one, other) <= radius
    }

    /// The points where the side to move may put a stone while the game is not over, row by row from the bottom.
    pub(crate) fn allowed(&self) -> impl Iterator<Item = Point> + '_ {
        let (rules, empty) = (self.rules, self.stone_count() == 0);
        let near = move |row: usize| match rules.radius() {
            None => u64::MAX,
            Some(_) if empty => 0,
            Some(_) => rules.near_cells(row, |row| self.lines[row].occupied()),
        };
        let first = (empty && rules.radius().is_some()).then(|| rules.centre());
        let points = self.points_by_row(move |row, line| line.empty() & near(row));
        first.into_iter().chain(points.filter(|&point| self.is_not_forbidden(point)))
    }

    /// Puts a stone of any colour, outside of the turns, to set up a position. The side to move and
    /// the history do not change.
    ///
    /// # Errors
    ///
    /// If the point is off the board or occupied, or both sides would have a winning row. The board
    /// is then unchanged. Where rows of exactly k win, [`Board::set_turn`] checks the rows.
    pub fn set(&mut self, point: Point, color: Side) -> Result<(), SetupError> {
        if !self.rules.contains(point) {
            return Err(SetupError::OffBoard(point, self.rules));
        }
        if let Some(stone) = self.color_at(point) {
            return Err(SetupError::Occupied(point, stone));
        }
        self.add(point, color);
        // A row of exactly k may still be lengthened.
        if self.rules.row_rule() == RowRule::Free && self.has_two_winners() {
            self.remove(point, color);
            return Err(SetupError::TwoWinners);
        }
        Ok(())
    }

    /// Sets the side to move and the number of stones left in its turn, and clears the history.
    ///
    /// # Errors
    ///
    /// If a turn can't have this number of stones left, or both sides have a winning row.
    pub fn set_turn(&mut self, to_move: Side, stones_left: u8) -> Result<(), SetupError> {
        let most = self.rules.p().max(self.rules.q());
        if stones_left == 0 || stones_left > most {
            return Err(SetupError::StonesLeft { stones: stones_left, most });
        }
        if self.rules.row_rule() != RowRule::Free && self.has_two_winners() {
            return Err(SetupError::TwoWinners);
        }
        self.to_move = to_move;
        self.left = stones_left;
        self.history.clear();
        Ok(())
    }

    fn has_two_winners(&self) -> bool {
        self.complete.iter().all(|&rows| rows > 0)
    }

    /// Every stone put (and every pass) since the position was set up, in order.
    #[inline]
    pub fn history(&self) -> &[Put] {
        &self.history
    }

    /// The stones of the last turn that has any, in order: those of the current turn, or if it has
    /// none yet, of the previous one. Empty at the start and after a pass.
    pub fn last_turn(&self) -> impl ExactSizeIterator<Item = Point> + '_ {
        let of_turn = match self.history.last() {
            Some(last) => {
                self.history.iter().rev().take_while(|put| put.color == last.color && put.point.is_some()).count()
            }
            None => 0,
        };
        self.history[self.history.len() - of_turn..].iter().map(|put| put.point.expect("passes were left out"))
    }

    /// The empty points, row by row from the bottom.
    pub fn empties(&self) -> impl Iterator<Item = Point> + '_ {
        self.points_by_row(|_, line| line.empty())
    }

    /// The points with a stone, row by row from the bottom.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Side)> + '_ {
        self.points_by_row(|_, line| line.occupied())
            .map(|point| (point, self.color_at(point).expect("a stone is there")))
    }

    fn points_by_row<'a>(&'a self, bits: impl Fn(usize, &BoardLine) -> u64 + 'a) -> impl Iterator<Item = Point> + 'a {
        let width = usize::from(self.rules.width());
        self.lines[..usize::from(self.rules.height())].iter().enumerate().flat_map(move |(row, line)| {
            let mut rest = bits(row, line);
            core::iter::from_fn(move || {
                let offset = rest.trailing_zeros();
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    Point::from_index(row * width + offset as usize)
                })
            })
        })
    }

    /// Puts a stone on the lines, without changing the turn.
    #[inline]
    fn add(&mut self, point: Point, color: Side) {
        debug_assert!(self.is_empty(point), "there is a stone on {point:?}");
        let k = u32::from(self.rules.k());
        let mut complete = 0;
        if self.rules.is_exact(color) {
            self.complete[color] = self.complete[color].wrapping_add_signed(self.exact_rows_through(point, color));
        }
        for place in self.geometry.places_of(point.index()) {
            let stones = self.lines[usize::from(place.line)].stones_mut(color);
            *stones |= 1 << place.offset;
            complete += full_windows(*stones, u32::from(place.offset), k);
        }
        if !self.rules.is_exact(color) {
            self.complete[color] += complete as u16;
        }
        self.stones[color] += 1;
        self.stones_key ^= self.geometry.stone_keys[color][point.index()];
    }

    /// Removes a stone from the lines.
    #[inline]
    fn remove(&mut self, point: Point, color: Side) {
        debug_assert_eq!(self.color_at(point), Some(color));
        let k = u32::from(self.rules.k());
        let mut complete = 0;
        for place in self.geometry.places_of(point.index()) {
            let stones = self.lines[usize::from(place.line)].stones_mut(color);
            complete += full_windows(*stones, u32::from(place.offset), k);
            *stones &= !(1 << place.offset);
        }
        if self.rules.is_exact(color) {
            self.complete[color] = self.complete[color].wrapping_add_signed(-self.exact_rows_through(point, color));
        } else {
            self.complete[color] -= complete as u16;
        }
        self.stones[color] -= 1;
        self.stones_key ^= self.geometry.stone_keys[color][point.index()];
    }

    /// The change of the number of rows of exactly k when a stone is put on an empty point.
    fn exact_rows_through(&self, point: Point, color: Side) -> i16 {
        let k = u32::from(self.rules.k());
        let gained = self.geometry.places_of(point.index()).iter().map(|place| {
            exact_rows_gained(self.lines[usize::from(place.line)].stones(color), u32::from(place.offset), k)
        });
        gained.sum::<i32>() as i16
    }

    /// Whether all incremental values agree with the stones: for tests and fuzzing.
    pub fn is_consistent(&self) -> bool {
        let mut fresh = Board::new(self.rules);
        for (point, color) in self.stones() {
            fresh.add(point, color);
        }
        fresh.lines == self.lines
            && fresh.stones == self.stones
            && fresh.complete == self.complete
            && fresh.stones_key == self.stones_key
            && self.left > 0
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        // A copy must not allocate where the original does not.
        let mut history = Vec::with_capacity(Board::reserve(self.rules).max(self.history.len()));
        history.extend_from_slice(&self.history);
        Board { geometry: Arc::clone(&self.geometry), lines: self.lines.clone(), history, ..*self }
    }
}

/// Boards are equal if their positions are equal; their histories are not compared.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.rules == other.rules
            && self.to_move == other.to_move
            && self.left == other.left
            && self.lines == other.lines
    }
}

impl Eq for Board {}

impl Hash for Board {
    /// Hashes the key, which depends on the same values as equality: rules, stones, side to move
    /// and stones left.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {{ {}, {} to move, {} left", self.rules, side_name(self.to_move), self.left)?;
        for color in Side::BOTH {
            let points = self.stones().filter(|&(_, stone)| stone == color);
            write!(f, ", {}:", side_name(color))?;
            for (point, _) in points {
                write!(f, " ({},{})", self.rules.column(point), self.rules.row(point))?;
            }
        }
        f.write_str(" }")
    }
}
