//! The neighbours of a new stone on one line, and the part of the line that matters to them.

use crate::BoardLine;

/// The part of a line that matters to the neighbours of a point, within the reach of a row through
/// a neighbour, with the point in the middle.
#[derive(Clone, Copy)]
pub(super) struct Neighbourhood {
    /// The reach of a row through a point: `k` − 1.
    reach: u32,
    black: u64,
    white: u64,
    outside: u64,
}

impl Neighbourhood {
    #[inline]
    pub(super) fn new(line: BoardLine, offset: u32, reach: u32) -> Neighbourhood {
        let middle = 2 * reach;
        // Bits shifted out at either end are too far away to matter.
        let cut = |bits: u64| if offset >= middle { bits >> (offset - middle) } else { bits << (middle - offset) };
        Neighbourhood { reach, black: cut(line.black), white: cut(line.white), outside: !cut(line.points()) }
    }

    /// The bit of the point in the middle.
    #[inline]
    pub(super) fn middle(&self) -> u32 {
        2 * self.reach
    }

    /// The empty points whose shapes a stone in the middle may change, as bits with their distances
    /// from the middle.
    ///
    /// A row of one colour ends at a stone of the other. So for each colour the new stone matters
    /// up to the next stone of the other colour, whichever side put it: its owner has no row
    /// beyond, and for the opponent that stone was an obstacle already. Beyond a stone of each
    /// colour nothing changes.
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

    /// The surroundings of a bit: black stones, white stones, and the cells outside of the board,
    /// with the bit itself at `reach`.
    #[inline]
    pub(super) fn around(&self, at: u32) -> (u64, u64, u64) {
        let from = at - self.reach;
        (self.black >> from, self.white >> from, self.outside >> from)
    }
}
