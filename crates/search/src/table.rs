//! The transposition table: what the search has learnt of positions that it
//! meets again.
//!
//! **Layout.** A bucket has two tiers, as in the ZMBL thesis (3.4.2; Breuker's
//! TwoDeep): the first keeps the deepest search, the second takes what the
//! first does not. A slot is two words, the data and the key XOR the data
//! (Hyatt and Mann), written and read by relaxed atomic operations: threads may
//! share the table without locks, and a slot half written by another thread
//! fails its check and is not found. There is no `unsafe` and no data race.
//!
//! **Contents.** Move, score, depth, bound, and the generation (search) that
//! wrote it. Decisive scores are stored relative to the node
//! ([`Score::from_node`]). A move read back may belong to another position with
//! the same key, so it is tested before it is made.

use crate::{Depth, Score};
use std::sync::atomic::{AtomicU64, Ordering};

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// Nothing: only the move is of use.
    None = 0,
    /// The true score is at most this (the search failed low).
    Upper = 1,
    /// The true score is at least this (the search failed high).
    Lower = 2,
    /// The score is exact.
    Exact = 3,
}

impl Bound {
    /// Whether a score with this bound settles a node with this window.
    #[inline]
    pub fn answers(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
            Bound::None => false,
        }
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The packed best move, 0 for none.
    pub mv: u32,
    /// The score, counted from the node.
    pub score: Score,
    /// The depth to which it was searched.
    pub depth: Depth,
    /// What the score says.
    pub bound: Bound,
}

impl Entry {
    /// The better judgement of a position: the stored score, where its bound
    /// lies on the right side of the evaluation, or else the evaluation.
    #[inline]
    pub(crate) fn refine(self, evaluation: Score, ply: usize) -> Score {
        let score = self.score.from_root(ply);
        let better = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score > evaluation,
            Bound::Upper => score < evaluation,
            Bound::None => false,
        };
        if better && !score.is_decisive() { score } else { evaluation }
    }
}

const MOVE_MASK: u64 = (1 << 24) - 1;
const GENERATIONS: u64 = 1 << 6;

impl Entry {
    fn pack(self, generation: u64) -> u64 {
        let depth = self.depth.sixty_fourths().clamp(0, u16::MAX as i32) as u64;
        self.mv as u64 & MOVE_MASK
            | (self.score.get() as i16 as u16 as u64) << 24
            | depth << 40
            | (self.bound as u64) << 56
            | generation << 58
    }

    fn unpack(data: u64) -> Entry {
        Entry {
            mv: (data & MOVE_MASK) as u32,
            score: Score::new((data >> 24) as u16 as i16 as i32),
            depth: Depth::fraction((data >> 40) as u16 as i32),
            bound: match data >> 56 & 3 {
                0 => Bound::None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        }
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// The data, if they belong to the key.
    #[inline]
    fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data == key && data != 0).then_some(data)
    }

    #[inline]
    fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

#[derive(Default)]
#[repr(align(32))]
struct Bucket {
    deep: Slot,
    recent: Slot,
}

/// A transposition table that threads can share.
///
/// ```
/// use duiyi_search::{Bound, Depth, Entry, Score, Table};
/// let table = Table::new(1);
/// let entry = Entry { mv: 7, score: Score::new(25), depth: Depth::plies(4), bound: Bound::Exact };
/// table.store(0x1234_5678_9abc_def0, entry, true);
/// assert_eq!(table.probe(0x1234_5678_9abc_def0), Some(entry));
/// assert_eq!(table.probe(1), None);
/// ```
pub struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU64,
}

impl Table {
    /// A table of so many MiB (1 MiB = 65,536 entries); any size, at least one bucket.
    pub fn new(mebibytes: usize) -> Table {
        let count = (mebibytes << 20) / size_of::<Bucket>();
        let buckets = (0..count.max(1)).map(|_| Bucket::default()).collect();
        Table { buckets, generation: AtomicU64::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for bucket in &self.buckets {
            for slot in [&bucket.deep, &bucket.recent] {
                slot.data.store(0, Ordering::Relaxed);
                slot.check.store(0, Ordering::Relaxed);
            }
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Starts a new search: what earlier ones stored loses its right to stay.
    pub fn new_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// The size in MiB, rounded down.
    pub fn mebibytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>() >> 20
    }

    /// Multiplies instead of masking, so that any number of buckets will do.
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (key as u128 * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = self.bucket(key);
        bucket.deep.read(key).or_else(|| bucket.recent.read(key)).map(Entry::unpack)
    }

    /// Stores what a search found.
    ///
    /// A new entry takes the first tier if it is at least as deep as the one
    /// there or that one is of an earlier search; the displaced one moves to
    /// the second tier. Otherwise the new one takes the second tier. A key is
    /// never in both.
    ///
    /// With `keep_move` an entry without a move inherits the move that the
    /// table has for the position: after a search that failed low no move is
    /// best, but an earlier search may have known one (the fail-low correction,
    /// ZMBL thesis 3.7).
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry, keep_move: bool) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        for slot in [&bucket.deep, &bucket.recent] {
            if let Some(old) = slot.read(key) {
                if entry.mv == 0 && keep_move {
                    entry.mv = (old & MOVE_MASK) as u32;
                }
                // The same position: the newer knowledge replaces the older,
                // unless it comes from a much shallower search of this same generation.
                let known = Entry::unpack(old);
                let outweighs = entry.bound == Bound::Exact
                    || entry.depth + Depth::plies(3) >= known.depth
                    || old >> 58 != generation;
                if outweighs && entry.bound != Bound::None || known.bound == Bound::None {
                    slot.write(key, entry.pack(generation));
                } else {
                    let mv = if entry.mv == 0 { known.mv } else { entry.mv };
                    slot.write(key, Entry { mv, ..known }.pack(generation));
                }
                return;
            }
        }
        let data = entry.pack(generation);
        if data == 0 {
            return;
        }
        let old = bucket.deep.data.load(Ordering::Relaxed);
        if old == 0 || old >> 58 != generation || entry.depth >= Entry::unpack(old).depth {
            if old != 0 {
                let check = bucket.deep.check.load(Ordering::Relaxed);
                bucket.recent.check.store(check, Ordering::Relaxed);
                bucket.recent.data.store(old, Ordering::Relaxed);
            }
            bucket.deep.write(key, data);
        } else {
            bucket.recent.write(key, data);
        }
    }

    /// How much of the table this search has filled, in thousandths: a sample
    /// of the first 500 buckets.
    pub fn permille_full(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(500)];
        let used = sample
            .iter()
            .flat_map(|bucket| [&bucket.deep, &bucket.recent])
            .filter(|slot| {
                let data = slot.data.load(Ordering::Relaxed);
                data != 0 && data >> 58 == generation
            })
            .count();
        (used * 500 / sample.len()) as u32
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} MiB)", self.mebibytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };

    fn entry(mv: u32, depth: i32, bound: Bound) -> Entry {
        Entry { mv, score: Score::new(depth), depth: Depth::plies(depth), bound }
    }

    #[test]
    fn entries_round_trip() {
        for score in [-32_000, -31_000, -1, 0, 1, 32_000] {
            for bound in [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact] {
                let entry =
                    Entry { mv: 0xab_cdef, score: Score::new(score), depth: Depth::fraction(64 * 100 + 43), bound };
                assert_eq!(Entry::unpack(entry.pack(63)), entry);
                assert_eq!(entry.pack(63) >> 58, 63);
            }
        }
    }

    #[test]
    fn the_fail_low_correction_keeps_the_old_move() {
        let table = Table::new(1);
        table.store(5, entry(9, 3, Bound::Exact), true);
        table.store(5, entry(0, 4, Bound::Upper), true);
        assert_eq!(table.probe(5), Some(entry(9, 4, Bound::Upper)));
        table.store(5, entry(0, 5, Bound::Upper), false);
        assert_eq!(table.probe(5), Some(entry(0, 5, Bound::Upper)));
    }

    #[test]
    fn a_move_without_a_bound_does_not_displace_the_bound() {
        let table = Table::new(1);
        table.store(5, entry(9, 3, Bound::Lower), true);
        table.store(5, entry(8, 0, Bound::None), true);
        assert_eq!(table.probe(5), Some(entry(8, 3, Bound::Lower)));
    }

    /// The two tiers, written as plainly as the text says.
    #[derive(Default, Clone)]
    struct Model {
        deep: Option<(u64, Entry, u64)>,
        recent: Option<(u64, Entry, u64)>,
    }

    impl Model {
        fn store(&mut self, key: u64, new: Entry, generation: u64) {
            for old in [&mut self.deep, &mut self.recent].into_iter().flatten() {
                if old.0 == key {
                    let mv = if new.mv == 0 { old.1.mv } else { new.mv };
                    let shallower = new.depth + Depth::plies(3) < old.1.depth && new.bound != Bound::Exact;
                    let kept = if shallower && old.2 == generation { old.1 } else { new };
                    *old = (key, Entry { mv, ..kept }, generation);
                    return;
                }
            }
            match self.deep {
                Some((_, old, of)) if of == generation && new.depth < old.depth => {
                    self.recent = Some((key, new, generation));
                }
                _ => {
                    if self.deep.is_some() {
                        self.recent = self.deep;
                    }
                    self.deep = Some((key, new, generation));
                }
            }
        }
    }

    #[test]
    fn a_million_random_stores_follow_the_model() {
        let table = Table { buckets: (0..64).map(|_| Bucket::default()).collect(), generation: AtomicU64::new(0) };
        let mut models = vec![Model::default(); 64];
        let mut generation = 0;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for step in 0..1_000_000u32 {
            if step % 50_000 == 49_999 {
                table.new_generation();
                generation += 1;
            }
            let random = rng.next_u64();
            // Six keys a bucket; the top bits choose the bucket.
            let key = (random % 64) << 58 | (random >> 6) % 6 + 1;
            let bound = [Bound::Upper, Bound::Lower, Bound::Exact][(random >> 16) as usize % 3];
            let new = entry((random >> 20) as u32 % 4, (random >> 32) as i32 & 15, bound);
            let model = &mut models[(key >> 58) as usize];
            model.store(key, new, generation);
            table.store(key, new, true);
            for key in (key >> 58 << 58 | 1)..=(key >> 58 << 58 | 6) {
                let expected = [model.deep, model.recent].into_iter().flatten().find(|kept| kept.0 == key);
                assert_eq!(table.probe(key), expected.map(|kept| kept.1), "step {step}");
            }
        }
    }

    #[test]
    fn threads_never_read_a_torn_entry() {
        // The move repeats bits of the key, so a mixture of two entries shows.
        let table = Table { buckets: (0..4).map(|_| Bucket::default()).collect(), generation: AtomicU64::new(0) };
        std::thread::scope(|scope| {
            for seed in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                    for _ in 0..200_000 {
                        let key = rng.next_u64() & 0xf000_0000_0000_000f;
                        let tag = (key >> 60 | (key & 15) << 4) as u32 + 1;
                        table.store(key, entry(tag, (tag % 13) as i32, Bound::Exact), true);
                        let key = rng.next_u64() & 0xf000_0000_0000_000f;
                        if let Some(found) = table.probe(key) {
                            let tag = (key >> 60 | (key & 15) << 4) as u32 + 1;
                            assert_eq!(found, entry(tag, (tag % 13) as i32, Bound::Exact));
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn fullness_counts_this_generation() {
        let table = Table::new(1);
        assert_eq!(table.permille_full(), 0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..600_000 {
            table.store(rng.next_u64(), entry(1, 1, Bound::Exact), true);
        }
        assert!(table.permille_full() > 950);
        table.new_generation();
        assert_eq!(table.permille_full(), 0);
        table.clear();
        assert_eq!(table.permille_full(), 0);
    }
}
