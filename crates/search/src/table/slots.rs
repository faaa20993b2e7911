//! The memory of the table: slots that threads may read and write at once.

use crate::sync::atomic::{AtomicU64, Ordering};

/// What a slot holds for its key: two words, so that it is handed on in registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contents {
    /// A packed entry, never 0.
    pub(super) data: u64,
    /// The static evaluation, packed, and the mark of the principal variation: where the check
    /// word has them, the other bits 0.
    pub(super) top: u64,
}

/// The part of the key that a slot keeps. The bits above choose the slot: a table of 2¹⁷ groups
/// of slots or more loses nothing by leaving them out, and a smaller one has fewer positions to
/// mistake for each other.
const KEY_MASK: u64 = (1 << PRINCIPAL_SHIFT) - 1;

/// Where the mark of the principal variation stands in the check word, and the evaluation above
/// it, in place of the key's highest bits.
pub(super) const PRINCIPAL_SHIFT: u32 = 47;
pub(super) const EVALUATION_SHIFT: u32 = 48;

/// What the check word hides the key with. Data that differ in their highest 17 bits alone,
/// which stand below evaluation and mark, differ here in lower bits, too: so neither is read out
/// of two stores of one position by two threads.
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
