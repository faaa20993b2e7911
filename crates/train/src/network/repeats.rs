//! Detects repeated positions in bounded memory.

/// A table of keys of fixed size. A key replaces an older one in its slot, so that a repetition is missed if the slot
/// was overwritten in between; different keys are never taken for equal.
#[derive(Clone, Debug)]
pub(super) struct Repeats {
    slots: Vec<u64>,
}

impl Repeats {
    /// An empty table of at most this number of bytes, and at least one slot.
    pub(super) fn new(bytes: usize) -> Repeats {
        Repeats { slots: vec![0; (bytes / size_of::<u64>()).max(1)] }
    }

    /// Adds a key, and returns whether it was not there.
    pub(super) fn is_new(&mut self, key: u64) -> bool {
        // 0 marks an empty slot.
        let key = key.max(1);
        // The high half of a product selects a slot uniformly.
        let slot = (u128::from(key.wrapping_mul(0x9e37_79b9_7f4a_7c15)) * self.slots.len() as u128) >> 64;
        std::mem::replace(&mut self.slots[slot as usize], key) != key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_keys_are_detected_until_their_slot_is_overwritten() {
        let mut large = Repeats::new(8 * 1000);
        assert!([0, 5, u64::MAX, 7].into_iter().all(|key| large.is_new(key)));
        assert!([0, 5, u64::MAX, 7].into_iter().all(|key| !large.is_new(key)));
        // Keys spread over the slots: few of a hundred keys are overwritten.
        let mut large = Repeats::new(8 * 1000);
        let found = [0, 1].map(|_| (100..200).filter(|&key| !large.is_new(key)).count());
        assert!(found[0] == 0 && found[1] > 80, "{found:?}");
        let mut single = Repeats::new(1);
        assert_eq!([5, 5, 6, 5].map(|key| single.is_new(key)), [true, false, true, true]);
    }
}
