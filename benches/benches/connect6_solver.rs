//! How long does the solver take for the problems, and how many positions a
//! second does it look at? Beside them: what does it cost to find what must be
//! answered, and to see that there is no win.
//!
//! `cargo bench -p duiyi-benches --bench connect6_solver`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi_connect6::problems::{Problem, SUITE, read};
use duiyi_connect6::solver::{Limits, Solution, Solver};
use duiyi_connect6::threats::Threats;
use duiyi_connect6::{Color, Rules};
use std::hint::black_box;

fn suite() -> Vec<Problem> {
    read(Rules::CONNECT6, SUITE).expect("the suite can be read")
}

/// Every problem from an empty table, in its smallest number of turns.
fn problems(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("connect6 problems");
    group.sample_size(20);
    for problem in suite() {
        let mut solver = Solver::new(Rules::CONNECT6, 1 << 20);
        let mut solve = move |problem: &Problem| {
            solver.clear();
            let verdict = solver.solve(&problem.board, &Limits::default());
            assert!(matches!(verdict, Solution::Win { turns, .. } if turns == problem.turns));
            solver.nodes()
        };
        group.throughput(Throughput::Elements(solve(&problem)));
        group.bench_function(&problem.name, |bencher| bencher.iter(|| solve(&problem)));
    }
    group.finish();
}

/// The solver as a search would ask it at a leaf: few positions, no win there.
fn leaves(criterion: &mut Criterion) {
    let boards: Vec<_> = suite()
        .into_iter()
        .map(|mut problem| {
            let other = !problem.board.to_move();
            problem.board.set_turn(other, 2).expect("two stones");
            problem.board
        })
        .collect();
    let mut group = criterion.benchmark_group("connect6 solver");
    group.throughput(Throughput::Elements(boards.len() as u64));
    for nodes in [1, 64] {
        let mut solver = Solver::new(Rules::CONNECT6, 1 << 20);
        group.bench_function(format!("a leaf, at most {nodes} positions"), |bencher| {
            bencher.iter(|| {
                solver.clear();
                for board in &boards {
                    black_box(solver.solve(board, &Limits { nodes, ..Limits::default() }));
                }
            });
        });
    }
    let mut threats = Threats::new(Rules::CONNECT6);
    group.bench_function("what both sides threaten", |bencher| {
        bencher.iter(|| {
            for board in &boards {
                for color in Color::ALL {
                    threats.read(board, color);
                    black_box(threats.count());
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, problems, leaves);
criterion_main!(benches);
