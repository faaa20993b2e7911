//! The solver against positions whose verdict is known.

mod common;

use common::{Known, game, game_positions, name, point, problems};
use duiyi_connect6::solver::checker::{Refutation, check};
use duiyi_connect6::solver::{Limits, Proof, SingleThreats, Solver, Then, Turn, Verdict};
use duiyi_connect6::{Board, Color, Outcome, Rules};
use std::time::{Duration, Instant};

fn solver() -> Solver {
    Solver::new(Rules::CONNECT6, 1 << 24)
}

fn names(turn: &Turn) -> String {
    turn.points().iter().map(|&point| name(point)).collect::<Vec<_>>().join("-")
}

fn within(turns: u32) -> Limits<'static> {
    Limits { turns, ..Limits::default() }
}

#[test]
fn every_problem_is_won_in_its_number_of_turns_and_the_proof_holds() {
    let mut solver = solver();
    for problem in problems() {
        solver.clear();
        let start = Instant::now();
        let verdict = solver.solve(&problem.board, &Limits::default());
        let (nodes, time) = (solver.nodes(), start.elapsed());
        let Verdict::Win { turns, turn } = verdict else { panic!("{}: {verdict:?}", problem.name) };
        println!("{:12} {turns} {} {nodes} nodes {time:?}", problem.name, names(&turn));
        assert_eq!(turns, problem.turns, "{}", problem.name);
        assert!(time < Duration::from_secs(10), "{} took {time:?}", problem.name);
        assert_eq!(solver.solve(&problem.board, &within(turns - 1)), Verdict::NoWin);
        let proof = solver.proof(&problem.board, &Limits::default()).expect("won");
        assert_eq!(proof.turns(), turns);
        assert_eq!(proof.line().len() as u32, 2 * turns - 1);
    }
}

#[test]
fn every_proof_of_a_problem_holds_against_all_turns() {
    let mut solver = solver();
    for problem in problems().iter().filter(|problem| problem.turns <= 6) {
        let proof = solver.proof(&problem.board, &Limits::default()).expect("won");
        assert_eq!(check(&problem.board, &proof), Ok(()), "{}", problem.name);
    }
}

#[test]
fn the_conservative_defence_holds_in_the_problems_of_yen_and_yang() {
    // It must find none of them: their wins need the defender's choice.
    let mut solver = solver();
    let mut others = 0;
    for problem in problems() {
        let verdict = solver.solve_conservatively(&problem.board, &Limits::default());
        if problem.name.starts_with("ITSS") {
            assert_eq!(verdict, Verdict::NoWin, "{}", problem.name);
        } else {
            others += u32::from(matches!(verdict, Verdict::Win { .. }));
        }
    }
    // And it is not blind.
    assert!(others >= 1, "{others}");
}

#[test]
fn a_win_against_the_conservative_defence_is_a_win() {
    let mut solver = solver();
    let mut wins = 0;
    for (name, board, _) in game_positions().into_iter().step_by(5) {
        if let Verdict::Win { turns, .. } = solver.solve_conservatively(&board, &within(10)) {
            assert!(matches!(solver.solve(&board, &within(turns)), Verdict::Win { .. }), "{name}");
            wins += 1;
        }
    }
    assert!(wins > 20, "{wins}");
}

/// Solves every `step`-th position of the games; the time and nodes of all.
fn compare_games(step: usize) {
    let mut solver = solver();
    let (mut nodes, mut slowest, mut wins, mut none) = (0, Duration::ZERO, 0, 0);
    let start = Instant::now();
    for (name, board, known) in game_positions().into_iter().step_by(step) {
        let turns = match known {
            Known::Win(turns) => turns + 1,
            Known::NoneWithin(turns) => turns,
            Known::Nothing => continue,
        };
        let begun = Instant::now();
        let verdict = solver.solve(&board, &within(turns));
        nodes += solver.nodes();
        slowest = slowest.max(begun.elapsed());
        match (known, verdict) {
            (Known::Win(known), Verdict::Win { turns, .. }) if turns == known => wins += 1,
            (Known::NoneWithin(_), Verdict::NoWin) => none += 1,
            other => panic!("{name}: {other:?}"),
        }
    }
    println!("{wins} wins, {none} without, {nodes} nodes in {:?}, slowest {slowest:?}", start.elapsed());
    assert!(slowest < Duration::from_secs(10));
    assert!(wins > 10 && none > 10);
}

#[test]
fn positions_of_games_have_the_known_verdict() {
    compare_games(4);
}

#[test]
#[ignore = "all 925 positions: some ten seconds"]
fn all_positions_of_games_have_the_known_verdict() {
    compare_games(1);
}

#[test]
#[ignore = "the proofs of all positions tried out: minutes"]
fn all_proofs_of_games_hold_against_all_turns() {
    let mut solver = solver();
    for (name, board, known) in game_positions() {
        if let Known::Win(turns) = known {
            let proof = solver.proof(&board, &within(turns)).expect("won");
            assert_eq!(check(&board, &proof), Ok(()), "{name}");
        }
    }
}

#[test]
fn the_table_may_be_tiny() {
    let mut solver = Solver::new(Rules::CONNECT6, 0);
    for problem in problems().iter().filter(|problem| problem.turns <= 6) {
        let proof = solver.proof(&problem.board, &Limits::default()).expect("won");
        assert_eq!(proof.turns(), problem.turns, "{}", problem.name);
    }
}

#[test]
fn a_limit_leaves_the_verdict_open() {
    let mut solver = solver();
    let hard = problems().into_iter().find(|problem| problem.name == "ITSS-5").expect("in the suite");
    assert_eq!(solver.solve(&hard.board, &Limits { nodes: 1000, ..Limits::default() }), Verdict::Unknown);
    assert!(solver.nodes() <= 1000);
    solver.clear();
    let asked = std::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    assert_eq!(solver.solve(&hard.board, &Limits { stop: Some(&stop), ..Limits::default() }), Verdict::Unknown);
    assert!(asked.get() >= 4);
    // And the field is as it was.
    assert!(matches!(solver.solve(&hard.board, &Limits::default()), Verdict::Win { turns: 9, .. }));
}

#[test]
fn a_proof_of_another_position_is_not_played() {
    // Cloudict, having found a win, answered from the tree it had found without
    // a look at the board: asked after O7-J12 it put a stone on O7.
    let line = "J10 I10-J11 H10-I11 N10-I9 K7-L12 H6-K13";
    let moves: Vec<&str> = line.split_whitespace().collect();
    let mut solver = solver();
    for end in 2..=moves.len() {
        let mut board = game(&moves[..end - 1].join(" "));
        let _ = solver.solve(&board, &Limits { nodes: 20_000, turns: 9, stop: None });
        for stone in moves[end - 1].split('-') {
            board.try_put(point(stone)).expect("legal");
        }
    }
    let board = game(&format!("{line} O7-J12"));
    for verdict in [
        solver.solve(&board, &Limits { nodes: 200_000, ..Limits::default() }),
        Solver::new(Rules::CONNECT6, 1 << 20).solve(&board, &Limits { nodes: 200_000, ..Limits::default() }),
    ] {
        if let Verdict::Win { turn, .. } = verdict {
            assert!(turn.points().iter().all(|&point| board.is_empty(point)), "{}", names(&turn));
        }
    }
}
