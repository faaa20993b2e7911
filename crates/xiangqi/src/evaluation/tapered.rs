//! Two values in one number: for the full board and for the bare board.
//!
//! Both are stored in one `i32`, the full board's in the upper half, so that adding
//! a term to both takes one addition. A negative lower half borrows from the upper half;
//! reading the upper half undoes this.

use std::{fmt, ops};

/// The phase with all strong pieces on the board: a rook counts two, a horse or a cannon one.
pub const FULL_PHASE: i32 = 16;

/// How much a kind of piece adds to the phase, by [`PieceKind::index`](crate::PieceKind::index).
pub(super) const PHASE: [i32; 7] = [0, 0, 0, 1, 2, 1, 0];

/// A value for the full board and one for the bare board, each within an `i16`.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Tapered(i32);

impl Tapered {
    /// A value that changes from `full` to `bare` as the strong pieces go.
    #[inline]
    pub const fn new(full: i32, bare: i32) -> Tapered {
        Tapered((full << 16) + bare)
    }

    /// A value that does not depend on the phase.
    #[inline]
    pub const fn same(value: i32) -> Tapered {
        Tapered::new(value, value)
    }

    /// The value with all strong pieces on the board.
    #[inline]
    pub const fn full(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }

    /// The value without strong pieces.
    #[inline]
    pub const fn bare(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value times a factor.
    #[inline]
    pub const fn times(self, factor: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(factor))
    }

    /// The value in a phase from 0 (no strong piece) to [`FULL_PHASE`].
    #[inline]
    pub const fn at(self, phase: i32) -> i32 {
        self.share(phase, FULL_PHASE)
    }

    /// The value with `part` of `whole` strong pieces on the board, rounded toward zero.
    #[inline]
    pub const fn share(self, part: i32, whole: i32) -> i32 {
        (self.full() * part + self.bare() * (whole - part)) / whole
    }
}

impl ops::AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl ops::SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        self.0 = self.0.wrapping_sub(other.0);
    }
}

impl ops::Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(mut self, other: Tapered) -> Tapered {
        self += other;
        self
    }
}

impl ops::Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(mut self, other: Tapered) -> Tapered {
        self -= other;
        self
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tapered({}, {})", self.full(), self.bare())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_are_independent() {
        for full in [-9_000, -1, 0, 1, 4_321] {
            for bare in [-8_765, -1, 0, 1, 9_999] {
                let value = Tapered::new(full, bare);
                assert_eq!((value.full(), value.bare()), (full, bare));
                assert_eq!((value + Tapered::new(-7, 5)) - Tapered::new(-7, 5), value);
                assert_eq!(value.times(-3), Tapered::new(-3 * full, -3 * bare));
                assert_eq!((value.at(FULL_PHASE), value.at(0)), (full, bare));
                assert_eq!(value.at(8), (full * 8 + bare * 8) / 16);
                assert_eq!((value.share(12, 12), value.share(0, 12)), (full, bare));
                assert_eq!(value.share(3, 12), (full * 3 + bare * 9) / 12);
            }
        }
    }
}
