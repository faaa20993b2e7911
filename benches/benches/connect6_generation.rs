//! The cost of the thesis's three ways to generate moves (3.2.3): scanning the
//! board, a template round each stone, and a table made before the game. For comparison, the
//! list of the best points that the engine updates incrementally.
//!
//! `cargo bench -p duiyi-benches --bench connect6_generation`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi_benches::connect6_generation::{Generators, Points};
use duiyi_connect6::evaluation::{AnyEvaluation, ScoredPoint, Valuation};
use duiyi_connect6::{Board, Rules};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::hint::black_box;

/// Positions as in games: each stone is on one of the eight best points.
fn positions(rules: Rules, stones: usize) -> Vec<(Board, AnyEvaluation)> {
    let valuation = Valuation::usual(rules);
    let position = |seed| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut board = Board::new(rules);
        let mut evaluation = AnyEvaluation::new(&board, valuation.clone());
        for _ in 0..stones {
            let mut buffer = [ScoredPoint::default(); 8];
            let best = evaluation.best_points(board.to_move(), &mut buffer);
            let point = best[random.next_u32() as usize % best.len()].point;
            evaluation.put(point, board.to_move());
            board.put(point);
        }
        (board, evaluation)
    };
    (0..16).map(position).collect()
}

fn bench(criterion: &mut Criterion) {
    let rules = Rules::CONNECT6;
    // As far as a row through a stone extends.
    let generators = Generators::new(rules, 5);
    type Way = fn(&Generators, &Board) -> Points;
    let ways: [(&str, Way); 3] =
        [("scan", Generators::scan), ("template", Generators::template), ("preset table", Generators::preset)];
    for stones in [11, 31, 101] {
        let boards = positions(rules, stones);
        let expected: usize = boards.iter().map(|(board, _)| generators.scan(board).len()).sum();
        let mut group = criterion.benchmark_group(format!("points near {stones} stones"));
        group.throughput(Throughput::Elements(boards.len() as u64));
        for (name, way) in ways {
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    let found: usize = boards.iter().map(|(board, _)| way(&generators, black_box(board)).len()).sum();
                    assert_eq!(found, expected);
                });
            });
        }
        group.bench_function("the engine's 14 best points", |bencher| {
            bencher.iter(|| {
                let mut buffer = [ScoredPoint::default(); 14];
                let best = |(board, evaluation): &(Board, AnyEvaluation)| {
                    evaluation.best_points(board.to_move(), &mut buffer).len()
                };
                assert_eq!(black_box(&boards).iter().map(best).sum::<usize>(), 14 * boards.len());
            });
        });
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
