//! The solver against known positions.

mod common;

use common::{Known, game_positions, name, problems};
use duiyi_connect6::Rules;
use duiyi_connect6::solver::{Limits, Solver, Turn, Verdict};
use std::time::Instant;

fn names(turn: &Turn) -> String {
    turn.points().iter().map(|&point| name(point)).collect::<Vec<_>>().join("-")
}

#[test]
fn every_problem_is_won_in_its_number_of_turns() {
    let mut solver = Solver::new(Rules::CONNECT6, 1 << 26);
    for problem in problems() {
        solver.clear();
        let start = Instant::now();
        let verdict = solver.solve(&problem.board, &Limits::default());
        println!(
            "{:12} {} {:?} {} nodes {:?}",
            problem.name,
            problem.turns,
            match &verdict {
                Verdict::Win { turns, turn } => format!("{turns} {}", names(turn)),
                v => format!("{v:?}"),
            },
            solver.nodes(),
            start.elapsed()
        );
    }
}

#[test]
#[ignore]
fn games() {
    let mut solver = Solver::new(Rules::CONNECT6, 1 << 26);
    let (mut nodes, start) = (0, Instant::now());
    let mut worst = std::time::Duration::ZERO;
    for (name, board, known) in game_positions() {
        solver.clear();
        let turns = match known {
            Known::Win(n) => n + 2,
            Known::NoneWithin(n) => n,
            Known::Nothing => 4,
        };
        let t = Instant::now();
        let verdict = solver.solve(&board, &Limits { turns, ..Limits::default() });
        nodes += solver.nodes();
        worst = worst.max(t.elapsed());
        let ok = match (known, &verdict) {
            (Known::Win(n), Verdict::Win { turns, .. }) => n == *turns,
            (Known::NoneWithin(_), Verdict::NoWin) => true,
            (Known::Nothing, _) => true,
            _ => false,
        };
        if !ok || t.elapsed().as_millis() > 1000 {
            println!("{name} {known:?} {verdict:?} {} {:?}", solver.nodes(), t.elapsed());
        }
    }
    println!("{nodes} {:?} worst {worst:?}", start.elapsed());
}
