//! The memory of the table: slots that threads can access concurrently.

use crate::sync::atomic::{AtomicU64, Ordering};

/// The contents of a slot: two words, so that they are passed in registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contents {
    /// A packed entry, never 0.
    pub(super) data: u64,
    /// The packed static evaluation and the mark of the principal variation, at their bits of the
    /// check word; the other bits are 0.
    pub(super) top: u64,
}

/// The bits of the key that a slot stores. The remaining high bits select the slot: in a table of
/// at least 2¹⁷ groups of slots nothing is lost by omitting them; in a smaller one more positions
/// are confused.
const KEY_MASK: u64 = (1 << PRINCIPAL_SHIFT) - 1;

/// The bit of the principal variation's mark in the check word; the evaluation is above it, in
/// place of the key's highest bits.
pub(super) const PRINCIPAL_SHIFT: u32 = 47;
pub(super) const EVALUATION_SHIFT: u32 = 48;

/// The mask that the key is XORed with in the check word. Data that differ only in their highest 17
/// bits, which are below evaluation and mark, differ here in lower bits, too: so two concurrent
/// stores of one position never mix.
#[inline]
fn veil(data: u64) -> u64 {
    data ^ data >> (64 - PRINCIPAL_SHIFT)
}

#[derive(Default)]
pub(super) struct Slot {
    pub(super) check: AtomicU64,
    pub(super) data: AtomicU64,
}

impl Slot {
    /// The contents, if they belong to the key.
    #[inline]
    pub(super) fn read(&self, key: u64) -> Option<Contents> {
        let data = self.data.load(Ordering::Relaxed);
        let open = self.check.load(Ordering::Relaxed) ^ veil(data);
        ((open ^ key) & KEY_MASK == 0 && data != 0).then_some(Contents { data, top: open & !KEY_MASK })
    }

    #[inline]
    pub(super) fn write(&self, key: u64, Contents { data, top }: Contents) {
        self.check.store(key & KEY_MASK ^ top ^ veil(data), Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn data(&self) -> u64 {
        self.data.load(Ordering::Relaxed)
    }

    /// Copies the contents of another slot.
    #[inline]
    pub(super) fn copy(&self, other: &Slot) {
        self.check.store(other.check.load(Ordering::Relaxed), Ordering::Relaxed);
        self.data.store(other.data(), Ordering::Relaxed);
    }
}

/// Four slots: 64 bytes, a cache line.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct CacheLine(pub(super) [Slot; 4]);
