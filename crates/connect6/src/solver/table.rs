//! The proof table: results for the positions searched.
//!
//! An entry contains the whole key, so a proof belongs to its position and not to the line of play
//! that led there. A program that stores its proof as a line and answers from it without a check
//! plays on an occupied point as soon as the opponent leaves the line (Cloudict does).

use super::solution::NodeResult;
use crate::threats::{NONE, Stones};
use alloc::{boxed::Box, vec, vec::Vec};

/// The results for a position with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProofEntry {
    key: u64,
    /// The turn that wins, or was best.
    pub(crate) stones: Stones,
    /// Won within this number of turns; 0 if not known.
    pub(crate) win: u8,
    /// Not won within this number of turns; [`EXHAUSTED`] if never by double threats.
    pub(crate) no_win: u8,
}

impl ProofEntry {
    /// Whether the attacker wins within a number of turns, if the entry determines it.
    #[inline]
    pub(crate) fn answer(&self, turns: u32) -> Option<NodeResult> {
        if self.win != 0 && u32::from(self.win) <= turns {
            return Some(NodeResult::Win);
        }
        match self.no_win {
            EXHAUSTED => Some(NodeResult::Never),
            no_win if u32::from(no_win) >= turns => Some(NodeResult::Deeper),
            _ => None,
        }
    }
}

/// No win in any number of turns.
pub(crate) const EXHAUSTED: u8 = u8::MAX;

const EMPTY: ProofEntry = ProofEntry { key: 0, stones: [NONE; 2], win: 0, no_win: 0 };

/// The number of entries of a bucket.
const BUCKET: usize = 4;

/// A bucket fits a cache line, so most look-ups miss the cache once, not twice.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Bucket([ProofEntry; BUCKET]);

/// The table.
#[derive(Clone, Debug)]
pub(crate) struct ProofTable {
    /// Empty until the first entry is stored: many players are created and never used.
    buckets: Box<[Bucket]>,
    /// The number of buckets once allocated, less 1.
    mask: usize,
    /// The buckets with entries, as long as there are fewer than [`MAX_LISTED`]: a game of small
    /// searches need not clear the whole table for the next one.
    filled: Vec<u32>,
}

/// The number of buckets cleared one by one; if more were filled, all are cleared.
const MAX_LISTED: usize = 1 << 12;

impl ProofTable {
    /// A table of about `bytes` bytes: a power of two of buckets, at least one.
    pub(crate) fn new(bytes: usize) -> ProofTable {
        let mask = (1 << (bytes / size_of::<Bucket>()).max(1).ilog2()) - 1;
        ProofTable { buckets: Box::default(), mask, filled: Vec::new() }
    }

    pub(crate) fn clear(&mut self) {
        if self.filled.len() == MAX_LISTED {
            self.buckets.fill(Bucket([EMPTY; BUCKET]));
        }
        for index in self.filled.drain(..) {
            self.buckets[index as usize] = Bucket([EMPTY; BUCKET]);
        }
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & self.mask
    }

    /// The entry of a position.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<ProofEntry> {
        let Bucket(entries) = self.buckets.get(self.index(key))?;
        entries.iter().find(|entry| entry.key == key && (entry.win | entry.no_win) != 0).copied()
    }

    /// Stores a win.
    pub(crate) fn win(&mut self, key: u64, turns: u32, stones: Stones) {
        let entry = self.place(key);
        if entry.win == 0 || turns < u32::from(entry.win) {
            entry.win = turns.min(u32::from(EXHAUSTED) - 1) as u8;
            entry.stones = stones;
        }
    }

    /// Stores that there is no win within `turns` turns.
    pub(crate) fn no_win(&mut self, key: u64, turns: u8) {
        let entry = self.place(key);
        entry.no_win = entry.no_win.max(turns);
    }

    #[cold]
    fn allocate(&mut self) {
        self.buckets = vec![Bucket([EMPTY; BUCKET]); self.mask + 1].into();
        self.filled.reserve_exact(MAX_LISTED);
    }

    /// The entry of the position, or the least valuable one of its bucket.
    fn place(&mut self, key: u64) -> &mut ProofEntry {
        if self.buckets.is_empty() {
            self.allocate();
        }
        let index = self.index(key);
        let Bucket(bucket) = &mut self.buckets[index];
        // The first entry is used first.
        if bucket[0].win | bucket[0].no_win == 0 && self.filled.len() < MAX_LISTED {
            self.filled.push(index as u32);
        }
        let known = bucket.iter().position(|entry| entry.key == key);
        let index = known.unwrap_or_else(|| {
            let worth = |entry: &ProofEntry| if entry.no_win == EXHAUSTED { 3 } else { entry.win.max(entry.no_win) };
            let least = (0..BUCKET).min_by_key(|&i| worth(&bucket[i])).expect("a bucket has entries");
            bucket[least] = ProofEntry { key, ..EMPTY };
            least
        });
        &mut bucket[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_entries_are_found_and_the_least_valuable_is_replaced() {
        let mut table = ProofTable::new(BUCKET * size_of::<ProofEntry>());
        assert_eq!((table.buckets.len(), size_of::<Bucket>()), (0, 64), "no memory before the first entry");
        assert_eq!(table.probe(0), None);
        for key in 1..=4 {
            table.no_win(key, key as u8 + 1);
        }
        assert_eq!(table.buckets.len(), 1);
        table.win(3, 7, [1, 2]);
        table.win(3, 9, [3, 4]);
        table.no_win(5, 2);
        assert_eq!(table.probe(1), None, "the least valuable entry");
        let three = table.probe(3).unwrap();
        assert_eq!((three.win, three.no_win, three.stones), (7, 4, [1, 2]));
        assert_eq!(table.probe(5).unwrap().no_win, 2);
        table.clear();
        assert_eq!(table.probe(3), None);
    }

    #[test]
    fn clearing_removes_all_entries() {
        let mut table = ProofTable::new(4 * MAX_LISTED * size_of::<Bucket>());
        for count in [1, 100, MAX_LISTED as u64, 3 * MAX_LISTED as u64] {
            // Keys of different buckets, two for each.
            let keys = || (1..=count).flat_map(|key| [key, key + (1 << 40)]);
            keys().for_each(|key| table.no_win(key, 5));
            assert!(keys().all(|key| table.probe(key).is_some()), "{count}");
            table.clear();
            assert!(keys().all(|key| table.probe(key).is_none()), "{count}");
            assert!(table.buckets.iter().all(|bucket| bucket.0 == [EMPTY; BUCKET]), "{count}");
        }
    }
}
