//! The two colours and the points of the board.

use core::fmt;
use core::ops::Not;

/// The longest side of a board, so that a line fits into 64 bits and the
/// largest board in use elsewhere (connectk's 59 × 59) fits as well.
pub const MAX_SIDE: u8 = 59;

/// A player, and the colour of their stones. Black begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Black (黑), the first player.
    Black,
    /// White (白).
    White,
}

impl Color {
    /// Black, then White.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// 0 for Black, 1 for White (the thesis's player numbers, 4.1).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl From<Color> for duiyi_game::Side {
    #[inline]
    fn from(color: Color) -> duiyi_game::Side {
        match color {
            Color::Black => duiyi_game::Side::First,
            Color::White => duiyi_game::Side::Second,
        }
    }
}

impl From<duiyi_game::Side> for Color {
    #[inline]
    fn from(side: duiyi_game::Side) -> Color {
        match side {
            duiyi_game::Side::First => Color::Black,
            duiyi_game::Side::Second => Color::White,
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// A point of a board: row × width + column, the row counted from 0 at the
/// bottom, the column from 0 at the left.
///
/// A point alone does not know its board; [`Rules`](crate::Rules) turns it into
/// column and row and back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// How many points the largest board has.
    pub const MOST: usize = MAX_SIDE as usize * MAX_SIDE as usize;

    /// The point of an index.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_is_the_other_colour() {
        assert_eq!(!Color::Black, Color::White);
        assert_eq!(!Color::White, Color::Black);
        assert_eq!(Color::ALL.map(Color::index), [0, 1]);
    }
}
