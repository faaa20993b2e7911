//! The cost of the incremental evaluation of Connect6: one stone is placed, the
//! position is evaluated, the sixteen best points are listed, and the stone is removed;
//! for comparison, the same computed from the board, as the thesis
//! scans it (8.2). Also the cost of each of the engine's three evaluations.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi_connect6::evaluation::{AnyEvaluation, Evaluation, ScoredPoint, Tables, Valuation, Weights};
use duiyi_connect6::{Board, Rules, Side};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::{hint::black_box, sync::Arc};

/// Positions as in games: each stone is on one of the eight best points.
fn positions(rules: Rules, tables: &Arc<Tables>, stones: usize) -> Vec<Board> {
    (0..16)
        .map(|seed| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut board = Board::new(rules);
            let mut evaluation = Evaluation::new(&board, Arc::clone(tables));
            for _ in 0..stones {
                let mut buffer = [ScoredPoint::default(); 8];
                let best = evaluation.best_points(board.to_move(), &mut buffer);
                let point = best[random.next_u32() as usize % best.len()].point;
                evaluation.put(point, board.to_move());
                board.put(point);
            }
            board
        })
        .collect()
}

fn bench(criterion: &mut Criterion) {
    let rules = Rules::CONNECT6;
    let tables = Arc::new(Tables::new(rules, &Weights::of(rules)));
    let mut group = criterion.benchmark_group("connect6 stone node");
    for stones in [11, 31] {
        let boards = positions(rules, &tables, stones);
        let mut states: Vec<Evaluation> =
            boards.iter().map(|board| Evaluation::new(board, Arc::clone(&tables))).collect();
        group.throughput(Throughput::Elements(boards.len() as u64 * 16));
        let mut run = |name: &str, node: &mut dyn FnMut(&mut Evaluation, Side, usize)| {
            group.bench_function(format!("{name}, {stones} stones"), |bencher| {
                bencher.iter(|| {
                    for (board, state) in boards.iter().zip(&mut states) {
                        let mut buffer = [ScoredPoint::default(); 16];
                        let best = state.best_points(board.to_move(), &mut buffer).to_vec();
                        for (i, candidate) in best.iter().enumerate() {
                            state.put(candidate.point, board.to_move());
                            node(state, board.to_move(), i);
                            state.take();
                        }
                    }
                })
            });
        };
        run("put and take", &mut |_, _, _| {});
        run("with the value", &mut |state, color, _| {
            black_box(state.evaluate(!color, 2));
        });
        run("with value and candidates", &mut |state, color, _| {
            black_box(state.evaluate(!color, 2));
            black_box(state.best_points(!color, &mut [ScoredPoint::default(); 16]));
        });
        group.bench_function(format!("from scratch, {stones} stones"), |bencher| {
            bencher.iter(|| {
                for (board, state) in boards.iter().zip(&mut states) {
                    for _ in 0..16 {
                        state.reset(board);
                        black_box(state.evaluate(board.to_move(), 2));
                        black_box(state.best_points(board.to_move(), &mut [ScoredPoint::default(); 16]));
                    }
                }
            })
        });
    }
    group.finish();
    criterion.bench_function("connect6 tables", |bencher| {
        bencher.iter(|| Tables::new(rules, &Weights::of(rules)));
    });
}

/// A node with each evaluation: a stone placed, the value, the candidates, the stone removed.
fn evaluations(criterion: &mut Criterion) {
    let rules = Rules::CONNECT6;
    let boards = positions(rules, &Arc::new(Tables::new(rules, &Weights::of(rules))), 31);
    let mut group = criterion.benchmark_group("connect6 evaluations");
    group.throughput(Throughput::Elements(boards.len() as u64 * 16));
    for (name, valuation) in
        [("tuned", Valuation::usual(rules)), ("plain", Valuation::plain(rules)), ("pattern", Valuation::pattern(rules))]
    {
        let mut states: Vec<AnyEvaluation> =
            boards.iter().map(|board| AnyEvaluation::new(board, valuation.clone())).collect();
        let mut round = || -> i64 {
            let mut sum = 0;
            for (board, state) in boards.iter().zip(&mut states) {
                let mut buffer = [ScoredPoint::default(); 16];
                state.best_points(board.to_move(), &mut buffer);
                for candidate in buffer {
                    state.put(candidate.point, board.to_move());
                    sum += i64::from(state.evaluate(!board.to_move(), 2));
                    sum += i64::from(state.best_points(!board.to_move(), &mut [ScoredPoint::default(); 16])[15].score);
                    state.take();
                }
            }
            sum
        };
        let expected = round();
        group.bench_function(name, |bencher| bencher.iter(|| assert_eq!(black_box(round()), expected)));
    }
    group.finish();
}

criterion_group!(benches, bench, evaluations);
criterion_main!(benches);
