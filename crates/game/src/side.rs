//! The two sides.

use core::ops::{Index, IndexMut, Not};

/// A side of a game: the one that makes the first move of a game, and the other.
///
/// In a set-up position either side may be to move; a side keeps its name.
/// [`Notation::SIDES`](crate::Notation::SIDES) contains the names that a game uses (Red and Black,
/// Black and White).
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
    /// The side that makes the first move of a whole game.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both sides in the order of [`Side::index`].
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 or 1, for indexing arrays.
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

/// A value for each side, indexed by the side.
///
/// ```
/// use duiyi_game::{BySide, Side};
///
/// let mut stones = BySide::new(3, 2);
/// stones[Side::Second] += 1;
/// assert_eq!(stones[Side::First], stones[Side::Second]);
/// assert_eq!(stones.iter().sum::<i32>(), 6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T>([T; 2]);

impl<T> BySide<T> {
    /// The values of the first side and of the second.
    #[inline]
    pub const fn new(first: T, second: T) -> BySide<T> {
        BySide([first, second])
    }

    /// The two values, first side first.
    #[inline]
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline(always)]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}
