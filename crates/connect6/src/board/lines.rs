//! The lines of the board, each as two words of bits.
//!
//! Wins, threats and blocks lie along lines. So the board stores its stones by line: each line of
//! the four directions has one word with Black's stones and one with White's, bit 0 at the left end
//! (at the lower end of a vertical line). A shift and a mask then extract a pattern, a window of
//! six or a run.

use crate::{BLACK, Side, WHITE};

/// One of the four directions in which rows are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row, offsets from the left.
    Horizontal,
    /// Along a column, offsets from the bottom.
    Vertical,
    /// Rising to the right (/), offsets from the left.
    Rising,
    /// Falling to the right (\), offsets from the left.
    Falling,
}

impl Direction {
    /// The four directions of squares; hexagons have the first three ([`Rules::directions`](crate::Rules::directions)).
    pub const ALL: [Direction; 4] = [Direction::Horizontal, Direction::Vertical, Direction::Rising, Direction::Falling];

    /// 0 to 3, in the order of [`Direction::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The step to the next offset: columns to the right, rows up.
    #[inline]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        }
    }
}

/// A line of the board with its stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardLine {
    /// Black's stones, bit `offset` for the point at that offset.
    pub black: u64,
    /// White's stones.
    pub white: u64,
    /// The number of points of the line; no bit at or above it is set.
    pub len: u8,
}

impl BoardLine {
    /// The stones of a colour.
    #[inline]
    pub const fn stones(&self, color: Side) -> u64 {
        match color {
            BLACK => self.black,
            WHITE => self.white,
        }
    }

    /// The stones of both colours.
    #[inline]
    pub const fn occupied(&self) -> u64 {
        self.black | self.white
    }

    /// A bit for each point of the line.
    #[inline]
    pub const fn points(&self) -> u64 {
        (1 << self.len) - 1
    }

    /// The empty points.
    #[inline]
    pub const fn empty(&self) -> u64 {
        !self.occupied() & self.points()
    }

    #[inline]
    pub(crate) fn stones_mut(&mut self, color: Side) -> &mut u64 {
        match color {
            BLACK => &mut self.black,
            WHITE => &mut self.white,
        }
    }
}

/// The number of windows of `k` points that contain the point at `offset` and are full of the given
/// stones. The stone at `offset` itself counts as present.
#[inline]
pub(crate) fn full_windows(stones: u64, offset: u32, k: u32) -> u32 {
    // Two shifts, because one by the whole width of the word would overflow.
    let above = (stones >> offset >> 1).trailing_ones().min(k - 1);
    let below = (stones << (63 - offset) << 1).leading_ones().min(k - 1);
    (above + below + 2).saturating_sub(k)
}

/// The adjacent stones through the point at `offset`. The stone there counts as present.
#[inline]
pub(crate) fn run_through(stones: u64, offset: u32) -> u64 {
    let above = (stones >> offset >> 1).trailing_ones();
    let below = (stones << (63 - offset) << 1).leading_ones();
    // At most 59 bits, so that the shift does not overflow.
    ((1 << (above + below + 1)) - 1) << (offset - below)
}

/// The change of the number of rows of exactly `k` when a stone is put at `offset`: it may complete
/// one, or lengthen one or two.
#[inline(never)]
pub(super) fn exact_rows_gained(stones: u64, offset: u32, k: u32) -> i32 {
    let run = run_through(stones, offset);
    let (below, above) = (offset - run.trailing_zeros(), 63 - run.leading_zeros() - offset);
    i32::from(below + above + 1 == k) - i32::from(below == k) - i32::from(above == k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn full_windows_agree_with_a_walk(stones in any::<u64>(), more in any::<u64>(), offset in 0u32..59, k in 1u32..13) {
            let stones = (stones | more | 1 << offset) & ((1 << 59) - 1);
            let walk = (0..=59 - k)
                .filter(|&start| (start..start + k).contains(&offset))
                .filter(|&start| (start..start + k).all(|i| stones >> i & 1 == 1))
                .count() as u32;
            prop_assert_eq!(full_windows(stones, offset, k), walk);
        }

        #[test]
        fn exact_rows_agree_with_a_walk(stones in any::<u64>(), more in any::<u64>(), offset in 0u32..59, k in 1u32..9) {
            let without = (stones | more) & ((1 << 59) - 1) & !(1 << offset);
            let rows = |stones: u64| {
                let lengths = (0..60).scan(0, |length, i| {
                    let ended = if stones >> i & 1 == 0 { std::mem::take(length) } else { 0 };
                    *length += u32::from(stones >> i & 1 == 1);
                    Some(ended)
                });
                lengths.filter(|&length| length == k).count() as i32
            };
            prop_assert_eq!(exact_rows_gained(without, offset, k), rows(without | 1 << offset) - rows(without));
        }
    }

    #[test]
    fn an_empty_line_is_empty() {
        let line = BoardLine { len: 19, ..BoardLine::default() };
        assert_eq!(line.empty(), 0x7ffff);
    }
}
