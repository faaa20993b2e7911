//! Caches: the scores of positions, which iterations and transpositions reach again, and
//! the terms that depend on the remaining pieces but not on their squares, which change
//! with captures only.

use super::{
    material::{Material, Men},
    weights::Weights,
};

/// The number of scores: a power of two. They fit the second-level cache of a processor.
const SLOTS: usize = 1 << 15;

/// Scores by key; a later one replaces an earlier one in the same slot.
#[derive(Clone)]
pub(super) struct Cache {
    /// The upper 48 bits of a key and a score of 16 bits. The key 0 marks an empty slot; no position has it.
    slots: Box<[u64]>,
    /// The key that was prefetched last, and the contents of its slot.
    expected: (u64, u64),
}

impl Cache {
    pub(super) fn new() -> Cache {
        Cache { slots: vec![0; SLOTS].into_boxed_slice(), expected: (0, 0) }
    }

    /// Prefetches the slot of a position that will be looked up soon.
    #[inline]
    pub(super) fn expect(&mut self, key: u64) {
        self.expected = (key, self.slots[key as usize % SLOTS]);
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<i32> {
        let (expected, slot) = self.expected;
        let slot = if expected == key { slot } else { self.slots[key as usize % SLOTS] };
        (slot != 0 && slot >> 16 == key >> 16).then_some(slot as i16 as i32)
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, score: i32) {
        if let Ok(score) = i16::try_from(score) {
            self.slots[key as usize % SLOTS] = key >> 16 << 16 | score as u16 as u64;
        }
    }
}

/// The number of material entries: a power of two. 16 KiB.
const MATERIALS: usize = 1 << 10;

/// The material terms, by the remaining pieces.
#[derive(Clone, Debug)]
pub(super) struct MaterialCache {
    slots: Box<[(Men, Material)]>,
}

impl MaterialCache {
    pub(super) fn new() -> MaterialCache {
        MaterialCache { slots: vec![Default::default(); MATERIALS].into_boxed_slice() }
    }

    /// The material terms of some pieces; the weights must be the same for every call.
    #[inline]
    pub(super) fn get(&mut self, weights: &Weights, men: Men) -> Material {
        let slot = men.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - MATERIALS.ilog2());
        let slot = &mut self.slots[slot as usize % MATERIALS];
        if slot.0 != men {
            *slot = (men, Material::of(weights, men));
        }
        slot.1
    }
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").field("slots", &self.slots.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_found_by_their_key_only() {
        let mut cache = Cache::new();
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(cache.get(key), None);
        for score in [0, -1, 1, -12_345, 30_000] {
            cache.put(key, score);
            assert_eq!(cache.get(key), Some(score));
        }
        cache.expect(key);
        cache.put(key, 7);
        assert!(matches!(cache.get(key), Some(7 | 30_000)), "the prefetched slot may be out of date");
        cache.expect(key ^ 1 << 40);
        cache.put(key, 30_000);
        assert_eq!(cache.get(key), Some(30_000));
        assert_eq!(cache.get(key ^ 1 << 40), None);
        assert_eq!(cache.get(key ^ 1), None);
        cache.put(key, 1 << 20);
        assert_eq!(cache.get(key), Some(30_000), "a score out of range is not stored");
    }
}
