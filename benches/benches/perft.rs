//! The speed of generating and counting legal moves: perft with the last ply
//! counted in bulk, one thread.
//!
//! `cargo bench -p duiyi-benches --bench perft`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi_benches::{Counted, perft_positions};
use duiyi_xiangqi::perft;

fn bulk(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft, last ply counted in bulk");
    group.sample_size(20);
    for Counted { name, mut position, depth, nodes } in perft_positions() {
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{name} to depth {depth}"), |bencher| {
            bencher.iter(|| assert_eq!(perft(&mut position, depth), nodes));
        });
    }
    group.finish();
}

criterion_group!(benches, bulk);
criterion_main!(benches);
