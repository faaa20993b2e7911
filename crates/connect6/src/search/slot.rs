//! An entry that several threads read and write without a lock.
//!
//! The key is stored as its exclusive or with every word of the value, as in the transposition
//! table of the search: a value that another thread has partly overwritten does not fit its key,
//! and reads as absent.
//! Source: R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel
//! search", 2002.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A key and a value of `WORDS` words. Key 0 with an all-zero value is an empty entry.
#[derive(Debug)]
pub(super) struct Slot<const WORDS: usize> {
    check: AtomicU64,
    words: [AtomicU64; WORDS],
}

impl<const WORDS: usize> Default for Slot<WORDS> {
    fn default() -> Slot<WORDS> {
        Slot { check: AtomicU64::new(0), words: std::array::from_fn(|_| AtomicU64::new(0)) }
    }
}

/// An array of `count` empty entries.
pub(super) fn slots<const WORDS: usize>(count: usize) -> Box<[Slot<WORDS>]> {
    std::iter::repeat_with(Slot::default).take(count).collect()
}

impl<const WORDS: usize> Slot<WORDS> {
    /// The value written with this key.
    #[inline]
    pub(super) fn read(&self, key: u64) -> Option<[u64; WORDS]> {
        let words: [u64; WORDS] = std::array::from_fn(|index| self.words[index].load(Relaxed));
        let check = self.check.load(Relaxed);
        (check != 0 && words.iter().fold(check, |rest, word| rest ^ word) == key).then_some(words)
    }

    /// Stores a value in place of the previous one.
    #[inline]
    pub(super) fn write(&self, key: u64, words: [u64; WORDS]) {
        self.check.store(words.iter().fold(key, |check, word| check ^ word), Relaxed);
        for (kept, word) in self.words.iter().zip(words) {
            kept.store(word, Relaxed);
        }
    }

    /// Clears the value.
    pub(super) fn clear(&self) {
        self.check.store(0, Relaxed);
        self.words.iter().for_each(|word| word.store(0, Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_with_their_key_only() {
        let slot = Slot::<2>::default();
        assert_eq!(slot.read(0), None);
        slot.write(7, [1, 2]);
        assert_eq!(slot.read(7), Some([1, 2]));
        assert_eq!(slot.read(8), None);
        slot.clear();
        assert_eq!(slot.read(7), None);
    }

    #[test]
    fn half_written_values_are_not_read() {
        let (old, new) = (Slot::<2>::default(), Slot::<2>::default());
        old.write(7, [1, 2]);
        new.write(7, [3, 8]);
        for torn in 1..7 {
            let mixed = Slot::<2>::default();
            let of = |part: usize| if torn >> part & 1 == 1 { &new } else { &old };
            mixed.check.store(of(0).check.load(Relaxed), Relaxed);
            for word in 0..2 {
                mixed.words[word].store(of(word + 1).words[word].load(Relaxed), Relaxed);
            }
            assert_eq!(mixed.read(7), None, "parts {torn:03b} are new");
        }
    }
}
