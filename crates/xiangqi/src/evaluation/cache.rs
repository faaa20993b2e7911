//! What was computed before: the scores of positions, which iterations and transpositions
//! bring back, and what the pieces that are left say wherever they stand, which changes
//! with captures only.

use super::{
    material::{Material, Men},
    weights::Weights,
};

/// How many scores are kept: a power of two. They fit the second-level cache of a processor.
const SLOTS: usize = 1 << 15;

/// Scores by key; a later one replaces an earlier one of the same slot.
#[derive(Clone)]
pub(super) struct Cache {
    /// The upper 48 bits of a key and a score of 16. No position has the key 0 here: its slot is empty.
    slots: Box<[u64]>,
    /// The key that was expected last, and what its slot had.
    expected: (u64, u64),
}

impl Cache {
    pub(super) fn new() -> Cache {
        Cache { slots: vec![0; SLOTS].into_boxed_slice(), expected: (0, 0) }
    }

    /// Looks a position up that is about to be asked for, so that the memory is there then.
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

/// How many kinds of material are kept: a power of two. 16 KiB.
const MATERIALS: usize = 1 << 10;

/// Material met before, by the pieces that are left.
#[derive(Clone, Debug)]
pub(super) struct MaterialCache {
    slots: Box<[(Men, Material)]>,
}

impl MaterialCache {
    pub(super) fn new() -> MaterialCache {
        MaterialCache { slots: vec![Default::default(); MATERIALS].into_boxed_slice() }
    }

    /// What some pieces are worth together by the weights, always the same ones.
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
    fn scores_come_back_for_their_key_alone() {
        let mut cache = Cache::new();
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(cache.get(key), None);
        for score in [0, -1, 1, -12_345, 30_000] {
            cache.put(key, score);
            assert_eq!(cache.get(key), Some(score));
        }
        cache.expect(key);
        cache.put(key, 7);
        assert!(matches!(cache.get(key), Some(7 | 30_000)), "what was expected may be what there was");
        cache.expect(key ^ 1 << 40);
        cache.put(key, 30_000);
        assert_eq!(cache.get(key), Some(30_000));
        assert_eq!(cache.get(key ^ 1 << 40), None);
        assert_eq!(cache.get(key ^ 1), None);
        cache.put(key, 1 << 20);
        assert_eq!(cache.get(key), Some(30_000), "what does not fit is not kept");
    }
}
