//! The cost of listing the legal moves, by kind, compared with only counting
//! them, and of testing one move compared with generating all.
//!
//! `cargo bench -p duiyi-benches --bench generation`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi_benches::middlegames;
use duiyi_xiangqi::{Move, MoveKind, MoveList, Position};

fn by_kind(criterion: &mut Criterion) {
    let positions: Vec<Position> = middlegames().into_iter().map(|(_, position)| position).collect();
    let mut group = criterion.benchmark_group("legal moves of 50 middlegames");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let all: usize = positions.iter().map(|position| position.count_legal() as usize).sum();
    let captures = positions
        .iter()
        .map(|position| position.legal_moves().iter().filter(|mv| position.occupied().contains(mv.to())).count())
        .sum::<usize>();
    let expected = [(MoveKind::All, all), (MoveKind::Captures, captures), (MoveKind::Quiets, all - captures)];
    for (kind, expected) in expected {
        group.bench_function(format!("list, {kind:?}"), |bencher| {
            let mut list = MoveList::new();
            bencher.iter(|| {
                let listed: usize = positions
                    .iter()
                    .map(|position| {
                        list.clear();
                        position.generate(kind, &mut list);
                        list.len()
                    })
                    .sum();
                assert_eq!(listed, expected);
            });
        });
    }
    group.bench_function("count", |bencher| {
        bencher.iter(|| {
            let counted: u32 = positions.iter().map(Position::count_legal).sum();
            assert_eq!(counted as usize, all);
        });
    });
    group.finish();
}

fn one_move(criterion: &mut Criterion) {
    // Every legal move of every position, tested in the next position of the list.
    let positions: Vec<Position> = middlegames().into_iter().map(|(_, position)| position).collect();
    let tried: Vec<(&Position, Move)> = positions
        .iter()
        .zip(positions.iter().cycle().skip(1))
        .flat_map(|(from, to)| from.legal_moves().into_iter().map(move |mv| (to, mv)))
        .collect();
    let legal = tried.iter().filter(|(position, mv)| position.legal_moves().contains(mv)).count();
    let mut group = criterion.benchmark_group("a move from elsewhere");
    group.throughput(Throughput::Elements(tried.len() as u64));
    group.bench_function("tested alone", |bencher| {
        bencher.iter(|| assert_eq!(tried.iter().filter(|(position, mv)| position.is_legal(*mv)).count(), legal));
    });
    group.bench_function("looked up in the list", |bencher| {
        bencher.iter(|| {
            let found = tried.iter().filter(|(position, mv)| position.legal_moves().contains(mv)).count();
            assert_eq!(found, legal);
        });
    });
    group.finish();
}

criterion_group!(benches, by_kind, one_move);
criterion_main!(benches);
