//! The names of the sides and the points of the board.

use core::fmt;
use duiyi_game::Side;

/// The longest side of a board. A line fits into 64 bits, and the largest board known from other
/// programs (connectk's 59 × 59) is possible.
pub const MAX_SIDE: u8 = 59;

/// Black (黑), the first player (player 0 of the thesis, 4.2.2).
pub const BLACK: Side = Side::First;

/// White (白), player 1.
pub const WHITE: Side = Side::Second;

/// The name of a side: `Black` or `White`.
pub const fn side_name(side: Side) -> &'static str {
    match side {
        BLACK => "Black",
        WHITE => "White",
    }
}

/// A point of a board: row × width + column, the row counted from 0 at the
/// bottom, the column from 0 at the left.
///
/// A point does not contain its board; [`Rules`](crate::Rules) converts it to column and row and
/// back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The number of points of the largest board.
    pub const MOST: usize = MAX_SIDE as usize * MAX_SIDE as usize;

    /// The point with an index.
    ///
    /// # Panics
    ///
    /// In debug builds, if the index does not fit on the largest board.
    #[inline]
    pub const fn from_index(index: usize) -> Point {
        debug_assert!(index < Point::MOST);
        Point(index as u16)
    }

    /// The index of the point: row × width + column.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Point({})", self.0)
    }
}
