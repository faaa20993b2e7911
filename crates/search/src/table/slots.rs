//! The memory of the table: slots that threads may read and write at once.

use crate::sync::atomic::{AtomicU64, Ordering};

#[derive(Default)]
pub(super) struct Slot {
    pub(super) check: AtomicU64,
    pub(super) data: AtomicU64,
}

impl Slot {
    /// The data, if they belong to the key.
    #[inline]
    pub(super) fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data == key && data != 0).then_some(data)
    }

    #[inline]
    pub(super) fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn data(&self) -> u64 {
        self.data.load(Ordering::Relaxed)
    }

    /// Takes over what another slot holds.
    #[inline]
    pub(super) fn copy(&self, other: &Slot) {
        self.check.store(other.check.load(Ordering::Relaxed), Ordering::Relaxed);
        self.data.store(other.data(), Ordering::Relaxed);
    }
}

/// Four slots: 64 bytes, a line of the cache.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Line(pub(super) [Slot; 4]);
