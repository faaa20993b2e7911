//! The table: probing and storing.

use super::{
    entry::{Entry, GENERATIONS, depth_of, generation_of, has_bound, has_move, is_exact, size_of_entry},
    memory,
    policy::TablePolicy,
    slots::{CacheLine, Contents, Slot},
};
use crate::{
    Depth,
    sync::atomic::{AtomicU64, Ordering},
};
use std::collections::TryReserveError;

/// A transposition table that threads can share.
///
/// ```
/// use duiyi_search::{Bound, Depth, Entry, EntryEvaluation, Score, Table};
/// let table = Table::new(1);
/// let entry = Entry { mv: 7, score: Score::new(25), depth: Depth::plies(4), bound: Bound::Exact, evaluation: EntryEvaluation::NONE, principal: false };
/// table.store(0x1234_5678_9abc_def0, entry, true);
/// assert_eq!(table.probe(0x1234_5678_9abc_def0), Some(entry));
/// assert_eq!(table.probe(1), None);
/// ```
pub struct Table {
    pub(super) lines: Vec<CacheLine>,
    pub(super) generation: AtomicU64,
    pub(super) policy: TablePolicy,
}

/// The memory for a table could not be allocated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {mebibytes} MiB: {reason}")]
pub struct TableSizeError {
    /// The requested size in MiB.
    mebibytes: usize,
    /// The error of the allocator.
    reason: TryReserveError,
}

const LINES_IN_MEBIBYTE: usize = (1 << 20) / size_of::<CacheLine>();

/// The number of lines in this number of MiB. If it overflows, no machine has that much memory.
fn lines_of(mebibytes: usize) -> usize {
    mebibytes.saturating_mul(LINES_IN_MEBIBYTE)
}

impl Table {
    /// A table of this size in MiB (1 MiB = 65,536 entries) with the default policy. Any size is
    /// allowed; the minimum is one line of four entries.
    ///
    /// # Panics
    /// If the memory cannot be allocated; [`Table::try_new`] returns an error instead.
    pub fn new(mebibytes: usize) -> Table {
        Table::with_policy(mebibytes, TablePolicy::default())
    }

    /// Like [`Table::new`], for a size chosen by a user.
    ///
    /// A system may promise memory that it does not have and terminate the program when it is used:
    /// compare large sizes with the free memory first.
    ///
    /// ```
    /// # use duiyi_search::Table;
    /// assert!(Table::try_new(1).is_ok());
    /// let error = Table::try_new(1 << 40).unwrap_err();
    /// assert!(error.to_string().starts_with("no memory for a table of 1099511627776 MiB"), "{error}");
    /// ```
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub fn try_new(mebibytes: usize) -> Result<Table, TableSizeError> {
        Table::try_with_pages(lines_of(mebibytes), TablePolicy::default(), true)
    }

    /// A table with the given policy.
    ///
    /// # Panics
    /// If the memory cannot be allocated.
    pub fn with_policy(mebibytes: usize, policy: TablePolicy) -> Table {
        Table::with_pages(lines_of(mebibytes), policy, true)
    }

    /// A table of this number of entries, rounded up to a multiple of four.
    ///
    /// # Panics
    /// If the memory cannot be allocated.
    pub fn with_entries(count: usize, policy: TablePolicy) -> Table {
        Table::with_pages(count.div_ceil(4), policy, true)
    }

    /// A table on pages of normal size, to measure the effect of large pages, which all other
    /// constructors request.
    ///
    /// # Panics
    /// If the memory cannot be allocated.
    pub fn with_small_pages(mebibytes: usize, policy: TablePolicy) -> Table {
        Table::with_pages(lines_of(mebibytes), policy, false)
    }

    pub(super) fn with_pages(count: usize, policy: TablePolicy, large: bool) -> Table {
        Table::try_with_pages(count, policy, large).unwrap_or_else(|error| panic!("{error}"))
    }

    fn try_with_pages(count: usize, policy: TablePolicy, large: bool) -> Result<Table, TableSizeError> {
        let lines = memory::lines(count.max(1), large)
            .map_err(|reason| TableSizeError { mebibytes: count / LINES_IN_MEBIBYTE, reason })?;
        Ok(Table { lines, generation: AtomicU64::new(0), policy })
    }

    /// The replacement policy.
    pub fn policy(&self) -> TablePolicy {
        self.policy
    }

    pub(super) fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.lines.iter().flat_map(|line| &line.0)
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for line in &self.lines {
            for slot in &line.0 {
                slot.data.store(0, Ordering::Relaxed);
                slot.check.store(0, Ordering::Relaxed);
            }
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Starts a new search: entries of earlier searches become replaceable.
    pub fn new_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// The size in MiB, rounded down.
    pub fn mebibytes(&self) -> usize {
        self.lines.len() * size_of::<CacheLine>() >> 20
    }

    /// The slots that a key may use. It multiplies instead of masking, so that any number of lines
    /// is possible.
    #[inline]
    pub(super) fn places(&self, key: u64) -> &[Slot] {
        let ways = self.policy.ways_log2();
        let groups = self.lines.len() << (2 - ways);
        let group = ((key as u128 * groups as u128) >> 64) as usize;
        let first = (group << ways) & 3;
        &self.lines[group >> (2 - ways)].0[first..first + (1 << ways)]
    }

    /// Prefetches the slots of a position that will be probed soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        let groups = self.lines.len() as u128;
        memory::prefetch(&self.lines[((key as u128 * groups) >> 64) as usize]);
    }

    /// The entry of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.places(key).iter().find_map(|slot| slot.read(key)).map(Entry::unpack)
    }

    /// Stores the result of a search; see [`Table::store_sized`].
    #[inline]
    pub fn store(&self, key: u64, entry: Entry, keep_move: bool) {
        self.store_sized(key, entry, keep_move, 1);
    }

    /// Stores the result of a search of `nodes` nodes.
    ///
    /// With `keep_move` an entry without a move inherits the move that the table has for the
    /// position: a search that failed low has no best move, but an earlier search may have found
    /// one (the fail-low correction, ZMBL thesis 3.7). An entry with neither move nor bound is not
    /// stored.
    #[inline(always)]
    pub fn store_sized(&self, key: u64, entry: Entry, keep_move: bool, nodes: u64) {
        self.store_packed(key, entry.pack(nodes), keep_move);
    }

    /// The same for an entry that is packed by the caller, so that all of it is in registers.
    fn store_packed(&self, key: u64, new: Contents, keep_move: bool) {
        let generation = self.generation.load(Ordering::Relaxed);
        let new = new.in_generation(generation);
        let places = self.places(key);
        for slot in places {
            if let Some(old) = slot.read(key) {
                slot.write(key, renewed(old, new, keep_move));
                return;
            }
        }
        if has_move(new.data) || has_bound(new.data) {
            self.replace(places, key, new);
        }
    }

    /// Stores an entry of a position that is not in the table.
    #[inline(always)]
    fn replace(&self, places: &[Slot], key: u64, new: Contents) {
        let first = &places[0];
        let old = first.data();
        let is_stale = old == 0 || generation_of(old) != generation_of(new.data);
        match self.policy {
            TablePolicy::Always => first.write(key, new),
            TablePolicy::Depth => {
                if is_stale || depth_of(new.data) >= depth_of(old) {
                    first.write(key, new);
                }
            }
            TablePolicy::TwoTier | TablePolicy::TwoTierBySize => {
                let outweighs = is_stale
                    || match self.policy {
                        TablePolicy::TwoTier => depth_of(new.data) >= depth_of(old),
                        _ => size_of_entry(new.data) >= size_of_entry(old),
                    };
                let second = &places[places.len() - 1];
                if outweighs {
                    if old != 0 {
                        second.copy(first);
                    }
                    first.write(key, new);
                } else {
                    second.write(key, new);
                }
            }
            TablePolicy::Bucket => {
                let (mut least, mut least_worth) = (first, i32::MAX);
                for slot in places {
                    let worth = worth(slot.data(), generation_of(new.data));
                    if worth < least_worth {
                        (least, least_worth) = (slot, worth);
                    }
                }
                least.write(key, new);
            }
        }
    }

    /// The share of slots filled by this search, in thousandths, from a sample of the first 1000
    /// slots.
    pub fn permille_full(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.lines[..self.lines.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|line| &line.0)
            .filter(|slot| slot.data() != 0 && generation_of(slot.data()) == generation)
            .count();
        (used * 250 / sample.len()) as u32
    }
}

/// The entry of a position after a new result: the newer result replaces the older, unless it comes
/// from a much shallower search of the same generation.
#[inline(always)]
fn renewed(old: Contents, new: Contents, keep_move: bool) -> Contents {
    let outweighs = is_exact(new.data)
        || depth_of(new.data) + Depth::plies(3) >= depth_of(old.data)
        || generation_of(old.data) != generation_of(new.data);
    if outweighs && has_bound(new.data) || !has_bound(old.data) {
        let keeps = keep_move && !has_move(new.data);
        (if keeps { new.with_move_of(old) } else { new }).with_facts_of(old)
    } else {
        let kept = if has_move(new.data) { old.with_move_of(new) } else { old };
        Contents { data: kept.data, top: new.with_facts_of(old).top }.in_generation(generation_of(new.data))
    }
}

/// The replacement value of an entry in a bucket; lowest for an empty slot.
#[inline]
fn worth(data: u64, generation: u64) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
    depth_of(data).sixty_fourths() - Depth::plies(4).sixty_fourths() * age as i32
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} MiB, {:?})", self.mebibytes(), self.policy)
    }
}
