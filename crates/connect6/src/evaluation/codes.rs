//! The shapes of a point as one number.

use crate::{Direction, Side};

/// The shapes that stones on a point would have: four shapes of four bits, Black's in the lower
/// half with the first direction lowest, White's in the upper half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Codes(u32);

impl Codes {
    /// The codes of an occupied point: values that are not shapes.
    pub(super) const OCCUPIED: Codes = Codes(u32::MAX);

    #[inline]
    pub(super) fn of(self, color: Side) -> u16 {
        (self.0 >> (16 * color.index())) as u16
    }

    /// The codes with other shapes in a direction, Black's and White's by their indices.
    #[inline]
    pub(super) fn with(self, direction: Direction, [black, white]: [u8; 2]) -> Codes {
        let shift = 4 * direction.index();
        let shapes = u32::from(black) | u32::from(white) << 16;
        Codes(self.0 & !(0x000f_000f << shift) | shapes << shift)
    }
}
