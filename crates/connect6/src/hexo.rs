//! HeXO, infinite hexagonal tic-tac-toe, on its unbounded board.
//!
//! Cross begins with one stone, then each side puts two a turn; each lies within 8 cells of another stone, and six or
//! more in a row on one of the three axes win at once. A [`Hexo`] has any cells; a search has a [`Board`] of
//! [`Rules::HEXO`], on which [`Hexo::window`] puts the stones that matter.

use crate::{BLACK, Board, Point, Rules, Side, WHITE};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use duiyi_game::BySide;
use thiserror::Error;

/// A cell in axial coordinates.
///
/// ```
/// use duiyi_connect6::hexo::Cell;
///
/// assert_eq!(Cell { q: 3, r: -1 }.distance(Cell::ORIGIN), 3);
/// assert_eq!(Cell { q: 3, r: 1 }.distance(Cell::ORIGIN), 4);
/// assert_eq!(Cell { q: 3, r: -1 }.to_string(), "[3,-1]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// To the right.
    pub q: i32,
    /// To the upper right.
    pub r: i32,
}

/// The greatest absolute value of a coordinate, so that no sum overflows.
const FARTHEST: i32 = 1 << 28;

/// The axes, as steps.
const AXES: [(i32, i32); 3] = [(1, 0), (0, 1), (1, -1)];

impl Cell {
    /// The cell of the first stone.
    pub const ORIGIN: Cell = Cell { q: 0, r: 0 };

    /// The least number of steps from cell to neighbouring cell.
    pub const fn distance(self, other: Cell) -> u32 {
        let (q, r) = (self.q as i64 - other.q as i64, self.r as i64 - other.r as i64);
        let (longer, sum) = (if q.abs() > r.abs() { q.abs() } else { r.abs() }, (q + r).abs());
        (if longer > sum { longer } else { sum }) as u32
    }

    /// The cell a number of steps further on an axis.
    const fn step(self, (q, r): (i32, i32), steps: i32) -> Cell {
        Cell { q: self.q + q * steps, r: self.r + r * steps }
    }

    /// Columns and rows of a board whose rising direction is the axis of r.
    const fn on_board(self) -> (i32, i32) {
        (self.q + self.r, self.r)
    }

    const fn is_in_range(self) -> bool {
        self.q.unsigned_abs() <= FARTHEST as u32 && self.r.unsigned_abs() <= FARTHEST as u32
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{},{}]", self.q, self.r)
    }
}

/// Why a stone can't be put, or stones are not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HexoError {
    /// A coordinate is too large.
    #[error("{0} is too far from the origin: expected coordinates up to ±{FARTHEST}")]
    OutOfRange(Cell),
    /// The cell has a stone already.
    #[error("there is a stone on {0} already")]
    Occupied(Cell),
    /// The first stone does not lie at the origin.
    #[error("the first stone is on {0}; expected [0,0]")]
    NotOrigin(Cell),
    /// No stone lies near.
    #[error("no stone lies within {RADIUS} cells of {0}")]
    TooFar(Cell),
    /// The game is over.
    #[error("{} has six in a row: the game is over", name(*.0))]
    Over(Side),
    /// A turn has one or two stones left.
    #[error("{0} stones left in the turn; expected 1 or 2")]
    StonesLeft(u8),
}

/// The greatest distance of a stone from the nearest other one.
const RADIUS: u32 = match Rules::HEXO.radius() {
    Some(radius) => radius as u32,
    None => panic!("HeXO has a radius"),
};

/// The length of a winning row.
const ROW: i32 = Rules::HEXO.k() as i32;

/// The most centres of windows that are compared, of rows and of stones each.
const CENTRES: usize = 128;

/// The name of a side: Black is cross, White is circle.
pub fn name(side: Side) -> &'static str {
    match side {
        BLACK => "cross",
        WHITE => "circle",
    }
}

/// A game or a position on the unbounded board.
///
/// ```
/// use duiyi_connect6::hexo::{Cell, Hexo};
///
/// let mut game = Hexo::default();
/// game.put(Cell::ORIGIN)?;
/// game.put(Cell { q: 1, r: 0 })?;
/// assert!(game.put(Cell { q: 40, r: 0 }).is_err());
/// game.put(Cell { q: 9, r: 0 })?;
/// let window = game.window();
/// assert_eq!((window.board().stone_count(), window.board().stones_left()), (3, 2));
/// # Ok::<(), duiyi_connect6::hexo::HexoError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hexo {
    stones: BTreeMap<Cell, Side>,
    /// In the order in which they were put; those of a position come first.
    order: Vec<Cell>,
    to_move: Side,
    left: u8,
    winner: Option<Side>,
}

impl Default for Hexo {
    /// The empty board, cross to put the first stone.
    fn default() -> Hexo {
        Hexo { stones: BTreeMap::new(), order: Vec::new(), to_move: BLACK, left: Rules::HEXO.q(), winner: None }
    }
}

impl Hexo {
    /// A position of any stones, without the rules of distance.
    ///
    /// # Errors
    ///
    /// If a cell occurs twice or is too far away, or a turn can't have this number of stones left.
    pub fn position(
        stones: impl IntoIterator<Item = (Cell, Side)>,
        to_move: Side,
        left: u8,
    ) -> Result<Hexo, HexoError> {
        if !(1..=2).contains(&left) {
            return Err(HexoError::StonesLeft(left));
        }
        let mut position = Hexo { to_move, left, ..Hexo::default() };
        for (cell, side) in stones {
            position.check_cell(cell)?;
            position.add(cell, side);
        }
        Ok(position)
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The number of stones the side to move still has to put in its turn.
    pub fn stones_left(&self) -> u8 {
        self.left
    }

    /// The side with six in a row.
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// The stone on a cell.
    pub fn stone(&self, cell: Cell) -> Option<Side> {
        self.stones.get(&cell).copied()
    }

    /// The stones in the order in which they were put.
    pub fn stones(&self) -> impl Iterator<Item = (Cell, Side)> + '_ {
        self.order.iter().map(|&cell| (cell, self.stones[&cell]))
    }

    /// Whether the side to move may put a stone on a cell.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    pub fn check(&self, cell: Cell) -> Result<(), HexoError> {
        if let Some(winner) = self.winner {
            return Err(HexoError::Over(winner));
        }
        self.check_cell(cell)?;
        if self.order.is_empty() {
            return if cell == Cell::ORIGIN { Ok(()) } else { Err(HexoError::NotOrigin(cell)) };
        }
        let radius = RADIUS as i32;
        let columns = Cell { q: cell.q - radius, r: i32::MIN }..=Cell { q: cell.q + radius, r: i32::MAX };
        let is_near = self.stones.range(columns).any(|(stone, _)| stone.distance(cell) <= RADIUS);
        if is_near { Ok(()) } else { Err(HexoError::TooFar(cell)) }
    }

    /// Puts a stone of the side to move.
    ///
    /// # Errors
    ///
    /// As [`Hexo::check`]; the game is then unchanged.
    pub fn put(&mut self, cell: Cell) -> Result<(), HexoError> {
        self.check(cell)?;
        self.add(cell, self.to_move);
        self.left -= 1;
        if self.left == 0 {
            (self.to_move, self.left) = (!self.to_move, Rules::HEXO.p());
        }
        Ok(())
    }

    fn check_cell(&self, cell: Cell) -> Result<(), HexoError> {
        if !cell.is_in_range() {
            return Err(HexoError::OutOfRange(cell));
        }
        if self.stones.contains_key(&cell) { Err(HexoError::Occupied(cell)) } else { Ok(()) }
    }

    fn add(&mut self, cell: Cell, side: Side) {
        self.stones.insert(cell, side);
        self.order.push(cell);
        let run = |axis, sign: i32| {
            (1..ROW).take_while(|&steps| self.stone(cell.step(axis, sign * steps)) == Some(side)).count() as i32
        };
        if self.winner.is_none() && AXES.iter().any(|&axis| run(axis, 1) + run(axis, -1) + 1 >= ROW) {
            self.winner = Some(side);
        }
    }

    /// The board with the stones that matter most.
    ///
    /// If all stones fit, the middle of the board is the middle between those farthest apart. Otherwise the board has as
    /// many as possible of the windows of six that a side can fill in a turn, and then of the last stones; the others are
    /// not on it.
    pub fn window(&self) -> Window {
        let side = i32::from(Rules::HEXO.width());
        let places: Vec<(i32, i32)> = self.order.iter().map(|cell| cell.on_board()).collect();
        let middle = |of: &dyn Fn(&(i32, i32)) -> i32| {
            let low = places.iter().map(of).min().unwrap_or(0);
            let high = places.iter().map(of).max().unwrap_or(0);
            ((high - low) < side).then(|| (low + high).div_euclid(2))
        };
        let centre = match (middle(&|place| place.0), middle(&|place| place.1)) {
            (Some(column), Some(row)) => (column, row),
            _ => self.best_centre(&places),
        };
        let (column, row) = (centre.0 - side / 2, centre.1 - side / 2);
        let corner = Cell { q: column - row, r: row };
        let mut board = Board::new(Rules::HEXO);
        let mut left_out = 0;
        for (cell, color) in self.stones() {
            // A stone of a position with two winners is left out.
            let set = point_of(corner, cell).is_some_and(|point| board.set(point, color).is_ok());
            left_out += usize::from(!set);
        }
        let turn = board.set_turn(self.to_move, self.left);
        debug_assert!(turn.is_ok(), "one or two stones are left");
        Window { board, corner, left_out }
    }

    /// The centre of the window of most worth, among those around rows to complete and around the last stones.
    fn best_centre(&self, places: &[(i32, i32)]) -> (i32, i32) {
        let half = i32::from(Rules::HEXO.width()) / 2;
        let threats = self.threats();
        let value = |&(column, row): &(i32, i32)| {
            let holds = |place: (i32, i32)| (place.0 - column).abs() <= half && (place.1 - row).abs() <= half;
            let filled = threats.iter().filter(|ends| ends.iter().all(|end| holds(end.on_board()))).count();
            let last = places.iter().rev().take(8).filter(|&&place| holds(place)).count();
            let all = places.iter().filter(|&&place| holds(place)).count();
            (filled, last, all)
        };
        // A position of a request may have any number of stones.
        let rows = threats.iter().map(|ends| ends[0].on_board()).take(CENTRES);
        rows.chain(places.iter().rev().copied().take(CENTRES)).max_by_key(value).unwrap_or_default()
    }

    /// The ends of the windows of six that a side can fill in a turn.
    fn threats(&self) -> Vec<[Cell; 2]> {
        let mut threats = Vec::new();
        for (&cell, axis) in self.stones.keys().flat_map(|cell| AXES.map(move |axis| (cell, axis))) {
            for first in (0..ROW).map(|back| cell.step(axis, -back)) {
                let mut counts = BySide::<i32>::default();
                (0..ROW).filter_map(|steps| self.stone(first.step(axis, steps))).for_each(|side| counts[side] += 1);
                let open = Side::BOTH.into_iter().any(|side| counts[!side] == 0 && counts[side] + 2 >= ROW);
                if open {
                    threats.push([first, first.step(axis, ROW - 1)]);
                }
            }
        }
        threats.sort_unstable();
        threats.dedup();
        threats
    }
}

/// The point of a cell on a board whose lower left corner is another cell.
fn point_of(corner: Cell, cell: Cell) -> Option<Point> {
    let ((column, row), (left, bottom)) = (cell.on_board(), corner.on_board());
    Rules::HEXO.point(u8::try_from(column - left).ok()?, u8::try_from(row - bottom).ok()?)
}

/// A part of the unbounded board.
#[derive(Clone, Debug)]
pub struct Window {
    board: Board,
    /// The lower left corner.
    corner: Cell,
    left_out: usize,
}

impl Window {
    /// A window without stones, whose middle is a cell.
    pub fn around(middle: Cell) -> Window {
        let half = i32::from(Rules::HEXO.width()) / 2;
        let (column, row) = middle.on_board();
        let (column, row) = (column - half, row - half);
        Window { board: Board::new(Rules::HEXO), corner: Cell { q: column - row, r: row }, left_out: 0 }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of stones that are not on the board.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The cell of a point.
    pub fn cell(&self, point: Point) -> Cell {
        let (column, row) = (i32::from(Rules::HEXO.column(point)), i32::from(Rules::HEXO.row(point)));
        Cell { q: self.corner.q + column - row, r: self.corner.r + row }
    }

    /// The point of a cell, if it is on the board.
    pub fn point(&self, cell: Cell) -> Option<Point> {
        if cell.is_in_range() { point_of(self.corner, cell) } else { None }
    }
}
