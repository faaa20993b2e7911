//! Remaining depth in units of 1/64 ply, so that extensions can be fractional. Source: ZMBL thesis,
//! section 3.8 ("Search(N*64)").

use std::ops::{Add, AddAssign, Sub};

/// A remaining depth in 1/64 ply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Depth(i32);

impl Depth {
    /// Depth zero.
    pub const ZERO: Depth = Depth(0);
    /// One ply.
    pub const PLY: Depth = Depth(64);

    /// A number of whole plies.
    #[inline]
    pub const fn plies(plies: i32) -> Depth {
        Depth(plies * 64)
    }

    /// A number of 1/64 plies.
    #[inline]
    pub const fn fraction(sixty_fourths: i32) -> Depth {
        Depth(sixty_fourths)
    }

    /// The depth in 1/64 ply.
    #[inline]
    pub const fn sixty_fourths(self) -> i32 {
        self.0
    }

    /// The depth in whole plies, rounded down.
    #[inline]
    pub const fn whole(self) -> i32 {
        self.0 >> 6
    }
}

impl Add for Depth {
    type Output = Depth;
    #[inline]
    fn add(self, other: Depth) -> Depth {
        Depth(self.0 + other.0)
    }
}

impl AddAssign for Depth {
    #[inline]
    fn add_assign(&mut self, other: Depth) {
        self.0 += other.0;
    }
}

impl Sub for Depth {
    type Output = Depth;
    #[inline]
    fn sub(self, other: Depth) -> Depth {
        Depth(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_plies_are_rounded_down() {
        assert_eq!(
            (Depth::fraction(127).whole(), Depth::fraction(128).whole(), Depth::fraction(-1).whole()),
            (1, 2, -1)
        );
    }
}
