//! The shapes of a point in one number.

use crate::{Direction, Side};

/// The shapes that stones on a point would have: four shapes of four bits for
/// Black in the lower half, the first direction lowest, White's above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Codes(u32);

impl Codes {
    /// Those of a point with a stone: shapes that there are not.
    pub(super) const OCCUPIED: Codes = Codes(u32::MAX);

    #[inline]
    pub(super) fn of(self, color: Side) -> u16 {
        (self.0 >> (16 * color.index())) as u16
    }

    /// With other shapes in a direction, Black's and White's by their indices.
    #[inline]
    pub(super) fn with(self, direction: Direction, [black, white]: [u8; 2]) -> Codes {
        let shift = 4 * direction.index();
        let shapes = u32::from(black) | u32::from(white) << 16;
        Codes(self.0 & !(0x000f_000f << shift) | shapes << shift)
    }
}
