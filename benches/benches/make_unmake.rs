//! The cost of a move: made and taken back, played on a copy, and with the
//! path and the check test that the search needs.
//!
//! `cargo bench -p duiyi-benches --bench make_unmake`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi_benches::middlegames;
use duiyi_search::Game;
use duiyi_xiangqi::{MoveList, Position, Xiangqi};

/// Combines the keys after all moves, so that the compiler cannot omit anything.
fn keys_after(positions: &[(Position, MoveList)]) -> u64 {
    positions
        .iter()
        .flat_map(|(position, moves)| moves.iter().map(|&mv| position.play(mv).expect("the move is legal").key()))
        .fold(0, u64::wrapping_add)
}

fn moves(criterion: &mut Criterion) {
    let mut positions: Vec<(Position, MoveList)> =
        middlegames().into_iter().map(|(_, position)| (position, position.legal_moves())).collect();
    let mut games: Vec<(Xiangqi, MoveList)> =
        positions.iter().map(|(position, moves)| (Xiangqi::new(*position), moves.clone())).collect();
    let before = positions.clone();
    let expected = keys_after(&positions);

    let mut group = criterion.benchmark_group("every legal move of 50 middlegames");
    group.throughput(Throughput::Elements(positions.iter().map(|(_, moves)| moves.len() as u64).sum()));
    group.bench_function("make and unmake", |bencher| {
        bencher.iter(|| {
            let mut sum = 0_u64;
            for (position, moves) in &mut positions {
                for &mv in moves.iter() {
                    let undo = position.make(mv);
                    sum = sum.wrapping_add(position.key());
                    position.unmake(mv, undo);
                }
            }
            assert_eq!(sum, expected);
        });
    });
    assert_eq!(positions, before, "unmake restores the position");
    group.bench_function("make on a copy", |bencher| {
        bencher.iter(|| {
            let mut sum = 0_u64;
            for (position, moves) in &positions {
                for &mv in moves {
                    let mut after = *position;
                    after.make(mv);
                    sum = sum.wrapping_add(after.key());
                }
            }
            assert_eq!(sum, expected);
        });
    });
    group.bench_function("play, with the test whether it is legal", |bencher| {
        bencher.iter(|| assert_eq!(keys_after(&positions), expected));
    });
    group.bench_function("make and unmake in the search, path and check test included", |bencher| {
        bencher.iter(|| {
            let mut sum = 0_u64;
            for (game, moves) in &mut games {
                for &mv in moves.iter() {
                    let undo = game.make(mv);
                    sum = sum.wrapping_add(game.position().key());
                    game.unmake(mv, undo);
                }
            }
            assert_eq!(sum, expected);
        });
    });
    group.finish();
}

criterion_group!(benches, moves);
criterion_main!(benches);
