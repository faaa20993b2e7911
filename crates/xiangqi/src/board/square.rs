//! The 90 points of the board.

use super::piece::{BLACK, RED};
use alloc::string::String;
use core::{fmt, str::FromStr};
use duiyi_game::Side;

/// A point of the board: `rank * 9 + file`, so a0 (Red's left rook) is 0 and
/// i9 is 89. Each has a constant.
///
/// ```
/// use duiyi_xiangqi::Square;
/// assert_eq!(Square::E0.to_string(), "e0");
/// assert_eq!(Square::A0.rotate(), Square::I9);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// The index that stands for "no square" in the tables and the piece list.
pub(crate) const OFF_BOARD: u8 = 90;

/// Text that is not the name of a point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a square: expected a file a-i and a rank 0-9, such as e0")]
pub struct ParseSquareError(pub String);

impl Square {
    /// The number of points, and the index that the tables give to "off the board".
    pub const COUNT: usize = 90;

    /// The point on `file` (0 = a … 8 = i) and `rank` (0 = Red's home … 9).
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < 9 && rank < 10 { Some(Square(rank * 9 + file)) } else { None }
    }

    /// The point with this index, if it is below 90.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::COUNT { Some(Square(index as u8)) } else { None }
    }

    /// For indices that come from the tables and from [`Square::index`].
    #[inline]
    pub(crate) const fn at(index: usize) -> Square {
        debug_assert!(index < Square::COUNT);
        Square(index as u8)
    }

    /// All points, a0 first, i9 last.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..Square::COUNT as u8).map(Square)
    }

    /// 0–89.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 (a) to 8 (i), from Red's left.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % 9
    }

    /// 0 (Red's home) to 9 (Black's home).
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / 9
    }

    /// The rank as its owner counts it: 0 is `color`'s home rank.
    #[inline]
    pub const fn rank_from(self, color: Side) -> u8 {
        match color {
            RED => self.rank(),
            BLACK => 9 - self.rank(),
        }
    }

    /// Files exchanged: a ↔ i.
    #[inline]
    pub const fn mirror(self) -> Square {
        Square(self.rank() * 9 + 8 - self.file())
    }

    /// The board turned by 180°: a0 ↔ i9.
    #[inline]
    pub const fn rotate(self) -> Square {
        Square(89 - self.0)
    }

    /// Whether the point lies in `color`'s palace (九宮).
    #[inline]
    pub const fn in_palace(self, color: Side) -> bool {
        let file = self.file();
        file >= 3 && file <= 5 && self.rank_from(color) <= 2
    }

    /// Whether the point is beyond the river for `color`.
    #[inline]
    pub const fn across_river(self, color: Side) -> bool {
        self.rank_from(color) >= 5
    }
}

/// A constant for each point, from a0 on.
macro_rules! name_points {
    ($($name:ident)*) => {
        enum Place { $($name),* }

        /// Every point under its name.
        impl Square {
            $(
                #[doc = concat!("The point ", stringify!($name), ".")]
                pub const $name: Square = Square(Place::$name as u8);
            )*
        }
    };
}

name_points! {
    A0 B0 C0 D0 E0 F0 G0 H0 I0
    A1 B1 C1 D1 E1 F1 G1 H1 I1
    A2 B2 C2 D2 E2 F2 G2 H2 I2
    A3 B3 C3 D3 E3 F3 G3 H3 I3
    A4 B4 C4 D4 E4 F4 G4 H4 I4
    A5 B5 C5 D5 E5 F5 G5 H5 I5
    A6 B6 C6 D6 E6 F6 G6 H6 I6
    A7 B7 C7 D7 E7 F7 G7 H7 I7
    A8 B8 C8 D8 E8 F8 G8 H8 I8
    A9 B9 C9 D9 E9 F9 G9 H9 I9
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let bytes = text.as_bytes();
        if let [file @ b'a'..=b'i', rank @ b'0'..=b'9'] = bytes {
            Ok(Square((rank - b'0') * 9 + file - b'a'))
        } else {
            Err(ParseSquareError(text.chars().take(16).collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_shows_the_beginning_of_a_long_text() {
        for (text, shown) in [("e10", "e10"), ("", ""), ("e0 and much more text", "e0 and much more")] {
            let error = text.parse::<Square>().unwrap_err();
            let expected = format!("'{shown}' is not a square: expected a file a-i and a rank 0-9, such as e0");
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn constants_are_the_points_of_their_names() {
        let constants = [Square::A0, Square::I0, Square::A1, Square::E5, Square::H7, Square::A9, Square::I9];
        let names = ["a0", "i0", "a1", "e5", "h7", "a9", "i9"];
        assert_eq!(constants.map(|square| square.to_string()), names);
    }

    #[test]
    fn names_round_trip_and_symmetries_are_involutions() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.mirror().mirror(), square);
            assert_eq!(square.rotate().rotate(), square);
            assert_eq!(square.mirror().rotate(), square.rotate().mirror());
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        }
        for bad in ["", "a", "j0", "a10", "A0", "é"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }
}
