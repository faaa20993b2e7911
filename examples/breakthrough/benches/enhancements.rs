//! What each enhancement of the search is worth in Breakthrough: `cargo bench -p breakthrough`.

use breakthrough::{Breakthrough, kit};
use criterion::{Criterion, criterion_group, criterion_main};
use duiyi::engine::{Variation, nodes_of};

fn enhancements(criterion: &mut Criterion) {
    let depth = if std::env::args().any(|argument| argument == "--test") { 3 } else { 7 };
    let mut group = criterion.benchmark_group("breakthrough");
    for variation in Variation::of_default() {
        let mut player = kit().player();
        variation.set(&mut *player).expect("a player with switches");
        let start = [Breakthrough::default()];
        group.sample_size(10).bench_function(variation.name(), |b| b.iter(|| nodes_of(&mut *player, &start, depth)));
    }
}

criterion_group!(benches, enhancements);
criterion_main!(benches);
