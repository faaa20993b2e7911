//! Searching the sorted keys of a book.

use std::ops::Range;

/// The number of keys to keep in memory.
const FENCES: u64 = 256;
/// How often the position of a key is interpolated from the keys on both sides of it.
const GUESSES: usize = 2;
/// The distance from the last interpolation within which the key is searched first.
const NEAR: u64 = 16;

/// A sample of the keys of a sorted list, evenly spread.
///
/// Between two of them keys are nearly uniform, so the position of a key can be interpolated. Over
/// the whole list they are not: a canonical key is the least of the keys of all symmetric images,
/// so small keys are more frequent.
#[derive(Debug)]
pub(crate) struct Index {
    count: u64,
    fences: Vec<u64>,
}

impl Index {
    /// Reads the sampled keys of a list with `count` keys.
    pub(crate) fn new<E>(count: u64, key_at: impl Fn(u64) -> Result<u64, E>) -> Result<Index, E> {
        let fences = FENCES.min(count);
        let fences = (0..fences).map(|fence| key_at(place(fence, fences, count))).collect::<Result<_, E>>()?;
        Ok(Index { count, fences })
    }

    /// The index of the first key that is not below `key`. In an unsorted list, as in a damaged book, it is
    /// any index.
    pub(crate) fn lower_bound<E>(&self, key: u64, key_at: impl Fn(u64) -> Result<u64, E>) -> Result<u64, E> {
        let fence = self.fences.partition_point(|&fence| fence < key);
        let place = |fence: usize| place(fence as u64, self.fences.len() as u64, self.count);
        let Some(before) = fence.checked_sub(1) else { return Ok(0) };
        // A key below, a key not below (or the end), and their indices.
        let mut below = (place(before), self.fences[before]);
        let mut above = self.fences.get(fence).map_or((self.count, u64::MAX), |&key| (place(fence), key));
        let mut guess = below.0;
        for _ in 0..GUESSES {
            guess = between(below, above, key);
            if !(below.0 + 1..above.0).contains(&guess) {
                break;
            }
            let found = key_at(guess)?;
            if found < key { below = (guess, found) } else { above = (guess, found) }
        }
        let mut range = below.0 + 1..above.0;
        for probe in [guess.saturating_sub(NEAR), guess.saturating_add(NEAR)] {
            if range.contains(&probe) {
                narrow(&mut range, probe, key, &key_at)?;
            }
        }
        while !range.is_empty() {
            let middle = range.start + (range.end - range.start) / 2;
            narrow(&mut range, middle, key, &key_at)?;
        }
        Ok(range.start)
    }
}

/// The index of the sampled key number `fence` of `fences`.
fn place(fence: u64, fences: u64, count: u64) -> u64 {
    (u128::from(fence) * u128::from(count) / u128::from(fences.max(1))) as u64
}

/// The interpolated index of a key between two others, for evenly spread keys.
fn between(below: (u64, u64), above: (u64, u64), key: u64) -> u64 {
    let part = |from: u64, to: u64| u128::from(to.saturating_sub(from));
    let places = part(below.0, above.0) * part(below.1, key) / part(below.1, above.1).max(1);
    (u128::from(below.0) + places) as u64
}

/// Narrows the range of the first key that is not below `key` by reading one key.
fn narrow<E>(range: &mut Range<u64>, probe: u64, key: u64, key_at: &impl Fn(u64) -> Result<u64, E>) -> Result<(), E> {
    if key_at(probe)? < key {
        range.start = probe + 1
    } else {
        range.end = probe
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };
    use std::{cell::Cell, convert::Infallible};

    /// Searches each key, its neighbours and the ends; returns the mean number of keys read.
    fn reads(mut keys: Vec<u64>) -> f64 {
        keys.sort_unstable();
        let (reads, mut look_ups) = (Cell::new(0), 0);
        let read = |index: u64| {
            reads.set(reads.get() + 1);
            Ok::<_, Infallible>(keys[index as usize])
        };
        let Ok(index) = Index::new(keys.len() as u64, read);
        reads.set(0);
        let near = keys.iter().flat_map(|&key| [key.saturating_sub(1), key, key.saturating_add(1)]);
        for key in near.chain([0, u64::MAX]) {
            let expected = keys.partition_point(|&other| other < key) as u64;
            let Ok(found) = index.lower_bound(key, read);
            assert_eq!(found, expected, "{key} of {}", keys.len());
            look_ups += 1;
        }
        f64::from(reads.get()) / f64::from(look_ups)
    }

    #[test]
    fn every_key_is_found_at_its_index() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for count in [0, 1, 2, 3, 7, 255, 256, 257, 5_000] {
            // Evenly spread, all at one end, and all equal.
            for shift in [0, 20, 60] {
                for least in [0, !(u64::MAX >> shift)] {
                    reads((0..count).map(|_| least | random.next_u64() >> shift).collect());
                }
            }
            reads(vec![0; count]);
            reads(vec![u64::MAX; count]);
        }
    }

    /// Canonical keys of positions with some moves each, for games with few and many symmetries.
    #[test]
    fn few_keys_are_read() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        for symmetries in [1, 2, 8] {
            let mut canonical = || (0..symmetries).map(|_| random.next_u64()).min().unwrap();
            let keys = (0..200_000).flat_map(|n| vec![canonical(); 1 + n % 3]).collect();
            let reads = reads(keys);
            assert!(reads < 8.0, "{reads} with {symmetries} symmetries");
        }
    }

    #[test]
    fn the_search_terminates_on_unsorted_keys() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let keys: Vec<u64> = (0..3_000).map(|_| random.next_u64()).collect();
        let read = |index: u64| Ok::<_, Infallible>(keys[index as usize]);
        let Ok(index) = Index::new(3_000, read);
        for _ in 0..3_000 {
            let Ok(found) = index.lower_bound(random.next_u64(), read);
            assert!(found <= 3_000);
        }
    }
}
