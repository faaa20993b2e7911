//! The cost of a probe and a store of the transposition table, in a table that
//! fits the cache and in one that does not.
//!
//! `cargo bench -p duiyi-benches --bench table`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi_search::{Bound, Depth, Entry, EntryEvaluation, Score, Table};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// The number of keys per round.
const KEYS: usize = 1 << 16;

fn keys(seed: u64) -> Vec<u64> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..KEYS).map(|_| rng.next_u64()).collect()
}

/// An entry determined by the key.
fn entry(key: u64) -> Entry {
    Entry {
        mv: (key & 0x3fff) as u32 + 1,
        score: Score::new((key >> 20 & 1023) as i32 - 512),
        depth: Depth::plies((key >> 32 & 15) as i32),
        bound: Bound::Exact,
        evaluation: EntryEvaluation::NONE,
        principal: false,
    }
}

fn probe_and_store(criterion: &mut Criterion) {
    let (known, unknown) = (keys(1), keys(2));
    for mebibytes in [4, 256] {
        let table = Table::new(mebibytes);
        for &key in &known {
            table.store(key, entry(key), true);
        }
        // In a small table some entries have replaced others.
        let kept = known.iter().filter(|&&key| table.probe(key) == Some(entry(key))).count();
        assert!(kept > KEYS * 9 / 10);
        let mut group = criterion.benchmark_group(format!("transposition table of {mebibytes} MiB"));
        group.throughput(Throughput::Elements(KEYS as u64));
        group.bench_function("probe of known keys", |bencher| {
            bencher.iter(|| assert_eq!(known.iter().filter(|&&key| table.probe(key).is_some()).count(), kept));
        });
        group.bench_function("probe of unknown keys", |bencher| {
            bencher.iter(|| assert_eq!(unknown.iter().filter(|&&key| table.probe(key).is_some()).count(), 0));
        });
        group.bench_function("store", |bencher| {
            bencher.iter(|| {
                for &key in &unknown {
                    table.store(key, entry(key), true);
                }
            });
            assert!(unknown.iter().filter(|&&key| table.probe(key) == Some(entry(key))).count() > KEYS * 9 / 10);
        });
        group.finish();
    }
}

criterion_group!(benches, probe_and_store);
criterion_main!(benches);
