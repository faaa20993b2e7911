//! The cost of static exchange evaluation: testing whether a move
//! loses material, and computing the exact value.
//!
//! `cargo bench -p duiyi-benches --bench exchange`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi_benches::{middlegames, perft_positions};
use duiyi_xiangqi::{Move, MoveKind, MoveList, Position};

fn moves_of(positions: &[Position], kind: MoveKind) -> Vec<(Position, Move)> {
    let listed = |position: &Position| {
        let mut list = MoveList::new();
        position.generate(kind, &mut list);
        list
    };
    positions.iter().flat_map(|position| listed(position).into_iter().map(|mv| (*position, mv))).collect()
}

fn exchange(criterion: &mut Criterion) {
    let positions: Vec<Position> = middlegames()
        .into_iter()
        .map(|(_, position)| position)
        .chain(perft_positions().into_iter().map(|counted| counted.position))
        .collect();
    for kind in [MoveKind::Captures, MoveKind::Quiets] {
        let moves = moves_of(&positions, kind);
        let values: Vec<i32> = moves.iter().map(|(position, mv)| position.exchange(*mv)).collect();
        let expected = values.iter().filter(|&&value| value >= 0).count();
        let sum: i32 = values.iter().sum();
        let mut group = criterion.benchmark_group(format!("static exchange, {kind:?}"));
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function("does it lose material?", |bencher| {
            bencher.iter(|| {
                let keeping = moves.iter().filter(|(position, mv)| position.exchange_at_least(*mv, 0)).count();
                assert_eq!(keeping, expected);
            });
        });
        group.bench_function("its value", |bencher| {
            bencher.iter(|| assert_eq!(moves.iter().map(|(position, mv)| position.exchange(*mv)).sum::<i32>(), sum));
        });
        group.finish();
    }
}

criterion_group!(benches, exchange);
criterion_main!(benches);
