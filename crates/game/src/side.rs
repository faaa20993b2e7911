//! The two sides.

use core::ops::Not;

/// A side of a game: who makes the first move of a whole game, and the other.
///
/// A position may leave either to move; a side keeps its name. What a game
/// calls its sides (Red and Black, Black and White) it says in
/// [`Notation::SIDES`](crate::Notation::SIDES).
///
/// ```
/// use duiyi_game::Side;
///
/// assert_eq!(!Side::First, Side::Second);
/// assert_eq!(Side::BOTH.map(Side::index), [0, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Side {
    /// Whoever makes the first move of a whole game.
    First,
    /// The other.
    Second,
}

impl Side {
    /// The sides in the order of [`Side::index`].
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 or 1, for arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}
