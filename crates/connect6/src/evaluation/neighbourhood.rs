//! The neighbours of a new stone on one line, and what they see of it.

use crate::Line;

/// The part of a line that matters to the neighbours of a point: as far as a
/// row through such a neighbour goes, the point itself in the middle.
#[derive(Clone, Copy)]
pub(super) struct Neighbourhood {
    /// How far a row through a point goes: `k` − 1.
    reach: u32,
    black: u64,
    white: u64,
    outside: u64,
}

impl Neighbourhood {
    #[inline]
    pub(super) fn new(line: Line, offset: u32, reach: u32) -> Neighbourhood {
        let middle = 2 * reach;
        // What is shifted out at either end is too far away to matter.
        let cut = |bits: u64| if offset >= middle { bits >> (offset - middle) } else { bits << (middle - offset) };
        Neighbourhood { reach, black: cut(line.black), white: cut(line.white), outside: !cut(line.points()) }
    }

    /// The bit of the point in the middle.
    #[inline]
    pub(super) fn middle(&self) -> u32 {
        2 * self.reach
    }

    /// The empty points whose shapes a stone in the middle may change, by their
    /// bits and their distances from it.
    ///
    /// A row of one colour ends at a stone of the other, so to a colour a stone
    /// matters as far as the next one of the other colour, whose ever it is:
    /// its owner has no row beyond, and to the other one that stone was in the
    /// way already. Beyond a stone of each colour nothing changes.
    #[inline]
    pub(super) fn touched(&self) -> impl Iterator<Item = (u32, isize)> + use<> {
        let (middle, reach) = (self.middle(), self.reach);
        let after = |stones: u64| (stones >> middle >> 1).trailing_zeros();
        let before = |stones: u64| (stones << (63 - middle) << 1).leading_zeros();
        let up = after(self.black).max(after(self.white)).min(reach);
        let down = before(self.black).max(before(self.white)).min(reach);
        let span = (1 << (down + up + 1)) - 1;
        let mut rest = span << (middle - down) & !(1 << middle | self.black | self.white | self.outside);
        core::iter::from_fn(move || {
            (rest != 0).then(|| {
                let at = rest.trailing_zeros();
                rest &= rest - 1;
                (at, at as isize - middle as isize)
            })
        })
    }

    /// What is around a bit: black stones, white stones, and what is outside
    /// of the board, the bit itself at `reach`.
    #[inline]
    pub(super) fn around(&self, at: u32) -> (u64, u64, u64) {
        let from = at - self.reach;
        (self.black >> from, self.white >> from, self.outside >> from)
    }
}
