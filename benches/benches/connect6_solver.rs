//! The time of the solver for the problems, and its speed in positions per
//! second. For comparison: the conservative defence, and the cost of finding
//! the threats that must be answered, the distance of lines from threats, and the absence of
//! a win.
//!
//! `cargo bench -p duiyi-benches --bench connect6_solver`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi_connect6::problems::{Problem, SUITE, read};
use duiyi_connect6::solver::{Solution, Solver, SolverLimits};
use duiyi_connect6::threats::{Rows, Threats};
use duiyi_connect6::{Rules, Side};
use std::hint::black_box;

fn suite() -> Vec<Problem> {
    read(Rules::CONNECT6, SUITE).expect("the suite can be read")
}

/// Every problem with an empty table, with its smallest number of turns.
fn problems(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("connect6 problems");
    group.sample_size(20);
    for problem in suite() {
        let mut solver = Solver::new(Rules::CONNECT6, 1 << 20);
        let mut solve = move |problem: &Problem| {
            solver.clear();
            let solution = solver.solve(&problem.board, &SolverLimits::default());
            assert!(matches!(solution, Solution::Win { turns, .. } if turns == problem.turns));
            solver.nodes()
        };
        group.throughput(Throughput::Elements(solve(&problem)));
        group.bench_function(&problem.name, |bencher| bencher.iter(|| solve(&problem)));
    }
    group.finish();
}

/// The problems against the conservative defence, which plays all points that
/// meet a threat at once: the time until it finds a win or gives up.
fn conservatively(criterion: &mut Criterion) {
    let problems = suite();
    let mut solver = Solver::new(Rules::CONNECT6, 1 << 20);
    let mut solve = move |problems: &[Problem]| {
        let (mut won, mut nodes) = (0, 0);
        for problem in problems {
            solver.clear();
            won += usize::from(matches!(
                solver.solve_conservatively(&problem.board, &SolverLimits::default()),
                Solution::Win { .. }
            ));
            nodes += solver.nodes();
        }
        (won, nodes)
    };
    let (_, nodes) = solve(&problems);
    let mut group = criterion.benchmark_group("connect6 conservative defence");
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("all problems", |bencher| {
        bencher.iter(|| solve(&problems));
    });
    group.finish();
}

/// The solver as a search calls it at a leaf: few positions, no win.
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
                    black_box(solver.solve(board, &SolverLimits { nodes, ..SolverLimits::default() }));
                }
            });
        });
    }
    let mut threats = Threats::new(Rules::CONNECT6);
    group.bench_function("what both sides threaten", |bencher| {
        bencher.iter(|| {
            for board in &boards {
                for color in Side::BOTH {
                    threats.read(board, color);
                    black_box(threats.count());
                }
            }
        });
    });
    group.bench_function("live and dead rows of both sides", |bencher| {
        bencher.iter(|| {
            for board in &boards {
                for color in Side::BOTH {
                    black_box(Rows::of(board, color));
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, problems, conservatively, leaves);
criterion_main!(benches);
