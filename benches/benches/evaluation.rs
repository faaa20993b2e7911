//! The cost of an evaluation, and the saving by updating material and
//! placement incrementally (ZMBL thesis 2.2.1).
//!
//! `cargo bench -p duiyi-benches --bench evaluation`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi_benches::{endgames, middlegames, perft_positions};
use duiyi_search::{Evaluator, Game};
use duiyi_xiangqi::{Evaluation, MoveList, Position, Xiangqi};

fn sets() -> [(&'static str, Vec<Position>); 3] {
    [
        ("50 middlegames", middlegames().into_iter().map(|(_, position)| position).collect()),
        ("endgames", endgames()),
        ("perft positions", perft_positions().into_iter().map(|counted| counted.position).collect()),
    ]
}

/// One evaluation of each position, from scratch.
fn from_scratch(criterion: &mut Criterion) {
    let evaluation = Evaluation::new();
    let mut group = criterion.benchmark_group("evaluation of a position from scratch");
    for (name, positions) in sets() {
        // With the colours exchanged, the score must be the same.
        let expected: i32 = positions.iter().map(|position| evaluation.of(&position.color_swapped())).sum();
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let sum: i32 = positions.iter().map(|position| evaluation.of(position)).sum();
                assert_eq!(sum, expected);
            });
        });
    }
    group.finish();
}

/// The evaluation after every legal move, as at the leaves of a search.
fn after_each_move(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("make, evaluate, unmake");
    for (name, positions) in sets() {
        let mut games: Vec<(Xiangqi, Evaluation, MoveList)> = positions
            .iter()
            .map(|position| {
                let game = Xiangqi::new(*position);
                let mut evaluation = Evaluation::new();
                evaluation.reset(&game);
                (game, evaluation, position.legal_moves())
            })
            .collect();
        let moves =
            positions.iter().flat_map(|position| position.legal_moves().into_iter().map(move |mv| (position, mv)));
        let fresh = Evaluation::new();
        let expected: i32 =
            moves.clone().map(|(position, mv)| fresh.of(&position.play(mv).expect("the move is legal"))).sum();
        group.throughput(Throughput::Elements(moves.count() as u64));
        group.bench_function(format!("{name}, kept up to date"), |bencher| {
            bencher.iter(|| {
                let mut sum = 0;
                for (game, evaluation, moves) in &mut games {
                    for &mv in moves.iter() {
                        evaluation.push(game, mv);
                        let undo = game.make(mv);
                        sum += evaluation.evaluate(game).get();
                        game.unmake(mv, undo);
                        Evaluator::<Xiangqi>::pop(evaluation);
                    }
                }
                assert_eq!(sum, expected);
            });
        });
        group.bench_function(format!("{name}, from scratch"), |bencher| {
            bencher.iter(|| {
                let mut sum = 0;
                for (game, evaluation, moves) in &mut games {
                    for &mv in moves.iter() {
                        let undo = game.make(mv);
                        sum += evaluation.of(game.position());
                        game.unmake(mv, undo);
                    }
                }
                assert_eq!(sum, expected);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, from_scratch, after_each_move);
criterion_main!(benches);
