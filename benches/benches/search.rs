//! The time of the search to a fixed depth, with all enhancements and with
//! only those that preserve the minimax value. Throughput is measured in nodes.
//!
//! The search is deterministic: the bench asserts that from an empty table every run counts the same
//! nodes and finds the same score. `lab ablation` measures the effect of each
//! enhancement in nodes.
//!
//! `cargo bench -p duiyi-benches --bench search`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi_benches::perft_positions;
use duiyi_search::{Enhancements, Limits, SearchResult, Searcher, Table};
use duiyi_xiangqi::{Evaluation, Move, Position, Xiangqi};

/// One search with an empty table and empty histories.
fn search(
    searcher: &mut Searcher<Xiangqi, Evaluation>,
    table: &Table,
    position: Position,
    depth: u32,
) -> SearchResult<Move> {
    table.clear();
    searcher.new_game();
    searcher.search(&Xiangqi::new(position)).table(table).limits(Limits::depth(depth)).run()
}

fn to_depth(criterion: &mut Criterion) {
    let sets = [
        ("search to depth 7, everything on", 7, Enhancements::default()),
        ("search to depth 4, exact enhancements only", 4, Enhancements::exact()),
    ];
    // Small enough to be cleared quickly, large enough for these depths.
    let table = Table::new(8);
    for (name, depth, enhancements) in sets {
        let mut searcher = Searcher::new(Evaluation::new());
        searcher.enhancements = enhancements;
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for counted in perft_positions() {
            let first = search(&mut searcher, &table, counted.position, depth);
            assert_eq!(first.depth, depth);
            assert!(first.best.is_some_and(|best| counted.position.is_legal(best)));
            group.throughput(Throughput::Elements(first.statistics.nodes));
            group.bench_function(counted.name, |bencher| {
                bencher.iter(|| {
                    let again = search(&mut searcher, &table, counted.position, depth);
                    assert_eq!(
                        (again.statistics.nodes, again.score, again.best),
                        (first.statistics.nodes, first.score, first.best)
                    );
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, to_depth);
criterion_main!(benches);
