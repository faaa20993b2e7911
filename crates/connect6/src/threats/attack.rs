//! Turns in the threat search.

/// No second stone.
pub(crate) const NONE: u16 = u16::MAX;

/// A turn of one or two stones.
pub(crate) type Stones = [u16; 2];

/// A turn that makes threats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attack {
    pub(crate) stones: Stones,
    /// How promising it looks.
    pub(crate) value: i32,
}

impl Attack {
    /// A sort key: the more promising first, then by the stones.
    #[inline]
    pub(crate) fn rank(&self) -> u64 {
        let [a, b] = self.stones;
        ((i64::from(i32::MAX) - i64::from(self.value)) as u64) << 32 | u64::from(a) << 16 | u64::from(b)
    }
}
