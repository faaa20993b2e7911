use super::{
    entry::{GENERATIONS, generation_of, size_of_entry},
    slots::{Contents, Slot},
    *,
};
use crate::{Depth, Score, sync::atomic::Ordering};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::io::Cursor;

fn entry(mv: u32, depth: i32, bound: Bound) -> Entry {
    Entry {
        mv,
        score: Score::new(depth),
        depth: Depth::plies(depth),
        bound,
        evaluation: EntryEvaluation::NONE,
        principal: false,
    }
}

#[test]
fn entries_round_trip() {
    for score in [-32_000, -31_000, -1, 0, 1, 32_000] {
        for bound in [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact] {
            let entry = Entry {
                mv: 0xab_cdef,
                score: Score::new(score),
                depth: Depth::fraction(64 * 100 + 43),
                bound,
                evaluation: EntryEvaluation::NONE,
                principal: bound == Bound::Exact,
            };
            let entry =
                Entry { evaluation: EntryEvaluation::of((bound != Bound::None).then_some(entry.score)), ..entry };
            let contents = entry.pack(70_000).in_generation(GENERATIONS - 1);
            assert_eq!(Entry::unpack(contents), entry);
            assert_eq!((generation_of(contents.data), size_of_entry(contents.data)), (GENERATIONS - 1, 16));
        }
    }
    let deepest = Entry { depth: Depth::plies(500), ..entry(1, 0, Bound::Exact) };
    let contents = deepest.pack(u64::MAX).in_generation(5).in_generation(3);
    assert_eq!(Entry::unpack(contents).depth.whole(), 127);
    assert_eq!((generation_of(contents.data), size_of_entry(contents.data)), (3, 31));
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

/// The contents of a slot: key, entry, generation, size class.
type Stored = (u64, Entry, u64, u32);

/// The slots of one group, with the policies implemented in the simplest way.
struct Model {
    policy: TablePolicy,
    places: Vec<Option<Stored>>,
}

impl Model {
    fn new(policy: TablePolicy) -> Model {
        Model { policy, places: vec![None; 1 << policy.ways_log2()] }
    }

    fn store(&mut self, key: u64, new: Entry, generation: u64, nodes: u64) {
        let size = nodes.ilog2();
        if let Some(old) = self.places.iter_mut().flatten().find(|stored| stored.0 == key) {
            let mv = if new.mv == 0 { old.1.mv } else { new.mv };
            let shallower = new.depth + Depth::plies(3) < old.1.depth && new.bound != Bound::Exact;
            let stored = if shallower && old.2 == generation { (old.1, old.3) } else { (new, size) };
            *old = (key, Entry { mv, ..stored.0 }, generation, stored.1);
            return;
        }
        let new = (key, new, generation, size);
        let stays = |old: Option<Stored>, outweighs: fn(&Stored, &Stored) -> bool| {
            old.is_some_and(|old| old.2 == generation && outweighs(&old, &new))
        };
        let deeper: fn(&Stored, &Stored) -> bool = |old, new| old.1.depth > new.1.depth;
        match self.policy {
            TablePolicy::Always => self.places[0] = Some(new),
            TablePolicy::Depth => {
                if !stays(self.places[0], deeper) {
                    self.places[0] = Some(new);
                }
            }
            TablePolicy::TwoTier | TablePolicy::TwoTierBySize => {
                let bigger: fn(&Stored, &Stored) -> bool = |old, new| old.3 > new.3;
                let rule = if self.policy == TablePolicy::TwoTier { deeper } else { bigger };
                if stays(self.places[0], rule) {
                    self.places[1] = Some(new);
                } else {
                    self.places[1] = self.places[0].or(self.places[1]);
                    self.places[0] = Some(new);
                }
            }
            TablePolicy::Bucket => {
                // The first free slot, or the first of those with the least depth minus four plies
                // per search.
                let age = |of: u64| (generation + GENERATIONS - of) % GENERATIONS;
                let worth = |stored: &Stored| stored.1.depth.sixty_fourths() as i64 - 256 * age(stored.2) as i64;
                let place = self.places.iter_mut().min_by_key(|place| place.as_ref().map_or(i64::MIN, worth));
                *place.unwrap() = Some(new);
            }
        }
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        self.places.iter().flatten().find(|stored| stored.0 == key).map(|stored| stored.1)
    }
}

#[test]
fn random_stores_match_the_model_for_every_policy() {
    for policy in TablePolicy::ALL {
        // A search fills the table many times, or a few slots of it; then the generations wrap often.
        for (steps, search) in [(200_000, 20_000), (50_000, 200)] {
            compare_with_the_model(policy, steps, search);
        }
    }
}

/// Stores random entries, and begins a new search after a number of steps.
fn compare_with_the_model(policy: TablePolicy, steps: u32, search: u32) {
    // 64 groups, so that the top six bits of a key select the group.
    let table = Table::with_pages(64 << policy.ways_log2() >> 2, policy, true);
    let mut models: Vec<_> = (0..64).map(|_| Model::new(policy)).collect();
    let mut generation = 0;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for step in 0..steps {
        if step % search == search - 1 {
            table.new_generation();
            generation = (generation + 1) % GENERATIONS;
        }
        let random = rng.next_u64();
        let group = random % 64;
        // Six keys per group.
        let key = group << 58 | (random >> 6) % 6 + 1;
        let bound = [Bound::Upper, Bound::Lower, Bound::Exact][(random >> 16) as usize % 3];
        let new = entry((random >> 20) as u32 % 4, (random >> 32) as i32 & 15, bound);
        let nodes = 1 << (random >> 40 & 15);
        let model = &mut models[group as usize];
        model.store(key, new, generation, nodes);
        table.store_sized(key, new, true, nodes);
        for key in (group << 58 | 1)..=(group << 58 | 6) {
            assert_eq!(table.probe(key), model.probe(key), "{policy:?}, {search} steps a search, step {step}");
            // At most one slot has the key.
            let same = table.places(key).iter().filter(|slot| slot.read(key).is_some()).count();
            assert!(same <= 1, "{policy:?}, step {step}");
        }
    }
}

/// Each search since an entry was written counts as four plies, whatever its number.
#[test]
fn entries_age_with_each_search_also_when_generations_wrap() {
    for before in 0..2 * GENERATIONS {
        for searches in 0..4 {
            let table = Table::with_pages(1, TablePolicy::Bucket, true);
            (0..before).for_each(|_| table.new_generation());
            table.store(1, entry(1, 12, Bound::Exact), true);
            (0..searches).for_each(|_| table.new_generation());
            for key in 2..=5 {
                table.store(key, entry(1, 7, Bound::Exact), true);
            }
            let kept = table.probe(1).is_some();
            assert_eq!(kept, 12 - 4 * searches > 7, "{searches} searches after {before}");
        }
    }
}

#[test]
fn two_threads_never_read_a_torn_entry() {
    // Every part of an entry repeats the key, so that a mixture of two is detected.
    fn of(key: u64) -> Entry {
        let tag = (key >> 62 | (key & 63) << 2) as i32 + 1;
        let (score, depth) = (Score::new(-tag), Depth::fraction(tag));
        Entry {
            mv: tag as u32,
            score,
            depth,
            bound: Bound::Exact,
            evaluation: EntryEvaluation::of(Some(Score::new(3 * tag))),
            principal: tag % 3 == 0,
        }
    }
    // The highest bits select the group; the group must distinguish these keys.
    const KEYS: u64 = 0xc000_0000_0000_003f;
    const ROUNDS: u64 = if cfg!(miri) { 300 } else { 1_500_000 };
    for policy in TablePolicy::ALL {
        let table = Table::with_pages(4, policy, true);
        let found: u64 = std::thread::scope(|scope| {
            let threads = [1, 2].map(|seed| {
                let table = &table;
                scope.spawn(move || {
                    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                    let mut found = 0;
                    for _ in 0..ROUNDS {
                        let random = rng.next_u64();
                        let (stored, probed) = (random & KEYS, random.rotate_left(20) & KEYS);
                        table.store(stored, of(stored), true);
                        if let Some(entry) = table.probe(probed) {
                            assert_eq!(entry, of(probed), "{policy:?}");
                            found += 1;
                        }
                    }
                    found
                })
            });
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(found > ROUNDS / 50, "{policy:?}: {found} of {ROUNDS} found");
    }
}

/// Two positions are confused if they share the slot and the lowest 47 bits of their keys. With 2¹⁷
/// groups of slots the group determines the other 17 bits, so that nothing is lost by not storing
/// them; a table of half the size loses one bit.
#[test]
fn key_bits_that_are_not_stored_are_determined_by_the_slot() {
    for (log2, lost) in [(17, 0), (16, 1), (18, 0), (12, 5)] {
        let table = Table::with_entries(2 << log2, TablePolicy::TwoTier);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        for _ in 0..100 {
            let key = rng.next_u64();
            table.store(key, entry(1, 1, Bound::Exact), true);
            let mistaken: Vec<u32> = (0..64).filter(|bit| table.probe(key ^ 1 << bit).is_some()).collect();
            assert_eq!(mistaken, (47..47 + lost).collect::<Vec<u32>>(), "{log2}");
        }
    }
}

#[test]
fn an_entry_is_two_words() {
    assert_eq!(size_of::<Entry>(), 16);
}

#[test]
fn a_store_without_an_evaluation_keeps_the_stored_evaluation() {
    let table = Table::new(1);
    let evaluated = |evaluation: i32| Entry {
        evaluation: EntryEvaluation::of(Some(Score::new(evaluation))),
        ..entry(9, 3, Bound::Lower)
    };
    table.store(5, evaluated(-77), true);
    table.store(5, entry(8, 4, Bound::Exact), true);
    assert_eq!(
        table.probe(5),
        Some(Entry { evaluation: EntryEvaluation::of(Some(Score::new(-77))), ..entry(8, 4, Bound::Exact) })
    );
    table.store(5, Entry { depth: Depth::ZERO, ..evaluated(50) }, true);
    assert_eq!(
        table.probe(5),
        Some(Entry { evaluation: EntryEvaluation::of(Some(Score::new(50))), mv: 9, ..entry(8, 4, Bound::Exact) })
    );
}

/// If two threads store one position, a slot may contain words of two entries: their evaluations
/// are not mixed, whatever bits the entries differ in.
#[test]
fn mixed_words_of_two_entries_are_not_found() {
    let (key, one) = (0x1234_5678_9abc_def0, Contents { data: 0xffff_0000_1234_5678, top: 700 << 48 });
    for bit in 0..64 {
        let other = Contents { data: one.data ^ 1 << bit, top: 900 << 48 | 1 << 47 };
        let (slot, mixed) = (Slot::default(), Slot::default());
        slot.write(key, one);
        mixed.write(key, other);
        mixed.check.store(slot.check.load(Ordering::Relaxed), Ordering::Relaxed);
        assert_eq!(mixed.read(key), None, "bit {bit}");
    }
}

#[test]
fn fullness_counts_this_generation() {
    for policy in TablePolicy::ALL {
        let table = Table::with_policy(1, policy);
        assert_eq!(table.permille_full(), 0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..600_000 {
            table.store(rng.next_u64(), entry(1, 1, Bound::Exact), true);
        }
        assert!(table.permille_full() > 950, "{policy:?}: {}", table.permille_full());
        table.new_generation();
        assert_eq!(table.permille_full(), 0);
        table.clear();
        assert_eq!(table.permille_full(), 0);
    }
}

fn filled(policy: TablePolicy) -> (Table, Vec<u64>) {
    let table = Table::with_pages(50, policy, true);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    table.new_generation();
    let keys: Vec<_> = (0..150).map(|_| rng.next_u64()).collect();
    for &key in &keys {
        table.store_sized(key, entry(key as u32 & 0xffff | 1, (key >> 20) as i32 & 63, Bound::Lower), true, key >> 40);
    }
    (table, keys)
}

#[test]
fn saved_tables_round_trip() {
    for policy in TablePolicy::ALL {
        let (table, keys) = filled(policy);
        let mut bytes = vec![];
        table.save(&mut bytes, 77).unwrap();
        assert_eq!(bytes.len(), 40 + 50 * 64 + 8);
        let loaded = Table::load(&mut Cursor::new(&bytes), 77).unwrap();
        assert_eq!((loaded.policy(), loaded.permille_full()), (policy, table.permille_full()));
        let known = keys.iter().filter(|&&key| {
            assert_eq!(loaded.probe(key), table.probe(key));
            table.probe(key).is_some()
        });
        assert!(known.count() > 20);
        // Later stores have the same effect on both.
        loaded.store(5, entry(1, 99, Bound::Exact), true);
        assert_eq!(loaded.probe(5), Some(entry(1, 99, Bound::Exact)));
    }
}

#[test]
fn damaged_files_are_rejected() {
    let (table, _) = filled(TablePolicy::default());
    let mut bytes = vec![];
    table.save(&mut bytes, 77).unwrap();
    let load = |bytes: &[u8]| Table::load(&mut Cursor::new(bytes), 77).map(|_| ());
    load(&bytes).unwrap();
    for i in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[i] ^= 1 << (i % 8);
        assert!(load(&damaged).is_err(), "byte {i}");
    }
    use TableFileError::{Checksum, Identity, Magic, Policy, Short, Truncated, Version};
    for length in 0..bytes.len() {
        match load(&bytes[..length]) {
            Err(Short) => assert!(length < 40, "{length} bytes"),
            Err(Truncated { read, expected: 50 }) => assert_eq!(read, (length as u64 - 40) / 64, "{length} bytes"),
            other => panic!("{length} bytes: {:?}", other.err()),
        }
    }
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        load(&bytes).unwrap_err()
    };
    assert!(matches!(with(0, b'X'), Magic { .. }));
    assert!(matches!(with(8, 9), Version { found: 9 }));
    assert!(matches!(with(12, 200), Policy { found: 200 }));
    assert!(matches!(with(16, 1), Identity { found: 1, expected: 77 }));
    assert!(matches!(with(500, bytes[500] ^ 1), Checksum { .. }));
    assert!(matches!(load(&bytes[..40 + 64 * 3 + 5]), Err(Truncated { read: 3, expected: 50 })));
    // A wrong header does not allocate more memory than the data needs.
    assert!(matches!(with(27, 0xff), Truncated { read: 50, .. }));
}

#[test]
#[cfg_attr(miri, ignore = "works on files")]
fn files_are_written_atomically() {
    let folder = std::env::temp_dir().join(format!("duiyi-table-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("analysis.tt");
    let (table, keys) = filled(TablePolicy::Bucket);
    table.save_file(&path, 1).unwrap();
    table.save_file(&path, 2).unwrap();
    assert!(matches!(Table::load_file(&path, 1), Err(TableFileError::Identity { found: 2, expected: 1 })));
    let loaded = Table::load_file(&path, 2).unwrap();
    assert!(keys.iter().all(|&key| loaded.probe(key) == table.probe(key)));
    // No temporary file remains, and a failed write keeps the old file.
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    assert!(matches!(table.save_file(&folder.join("none/analysis.tt"), 1), Err(TableFileError::Io(_))));
    let letter = folder.join("letter.tt");
    std::fs::write(&letter, "a letter").unwrap();
    assert!(matches!(table.save_file(&letter, 1), Err(TableFileError::Io(_))));
    assert_eq!(std::fs::read(&letter).unwrap(), b"a letter");
    std::fs::remove_dir_all(&folder).unwrap();
}
