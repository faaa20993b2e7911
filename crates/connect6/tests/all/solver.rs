//! Compares the solver with positions of known results.

// Figures, printed with --nocapture.
#![allow(clippy::print_stdout)]

use crate::common::{Known, check, game, game_positions, holds, name, point, problems};
use duiyi_connect6::notation::Coordinates;
use duiyi_connect6::solver::{Proof, SingleThreats, Solution, Solver, SolverLimits, Then};
use duiyi_connect6::{BLACK, Board, Rules, Turn};
use duiyi_proof::{Accepted, Fault, ProofError};

/// The maximum number of nodes for any problem or position of a game: ten times that of the hardest
/// one.
const MAX_NODES: u64 = 200_000;

fn solver() -> Solver {
    Solver::new(Rules::CONNECT6, 1 << 24)
}

fn names(turn: &Turn) -> String {
    turn.points().iter().map(|&point| name(point)).collect::<Vec<_>>().join("-")
}

fn within(turns: u32) -> SolverLimits<'static> {
    SolverLimits { turns, ..SolverLimits::default() }
}

#[test]
fn every_problem_is_won_in_its_number_of_turns_and_the_proof_holds() {
    let mut solver = solver();
    for problem in problems() {
        solver.clear();
        let verdict = solver.solve(&problem.board, &SolverLimits { nodes: MAX_NODES, ..SolverLimits::default() });
        let nodes = solver.nodes();
        let Solution::Win { turns, turn } = verdict else { panic!("{}: {verdict:?}", problem.name) };
        println!("{:12} {turns} {} {nodes} nodes", problem.name, names(&turn));
        assert_eq!(turns, problem.turns, "{}", problem.name);
        assert_eq!(solver.solve(&problem.board, &within(turns - 1)), Solution::NoWin);
        let proof = solver.proof(&problem.board, &SolverLimits::default()).expect("won");
        assert_eq!(proof.turns(), turns);
        assert_eq!(proof.line().len() as u32, 2 * turns - 1);
    }
}

#[test]
fn every_proof_of_a_problem_holds_against_all_turns() {
    let mut solver = solver();
    for problem in problems().iter().filter(|problem| problem.turns <= 6) {
        let proof = solver.proof(&problem.board, &SolverLimits::default()).expect("won");
        holds(&problem.board, &proof);
    }
}

#[test]
fn the_conservative_defence_holds_in_the_problems_of_yen_and_yang() {
    // It must not find any of them: their wins depend on the defender's choice.
    let mut solver = solver();
    let (mut theirs, mut others) = (0, 0);
    for problem in problems() {
        let limits = SolverLimits { turns: problem.turns + 2, nodes: 20_000, stop: None };
        let verdict = solver.solve_conservatively(&problem.board, &limits);
        println!("{} {verdict:?} {}", problem.name, solver.nodes());
        if problem.name.starts_with("ITSS") {
            assert!(!matches!(verdict, Solution::Win { .. }), "{}", problem.name);
            theirs += 1;
        } else {
            others += u32::from(matches!(verdict, Solution::Win { .. }));
        }
    }
    // It finds other wins.
    assert!(others >= 1, "{others}");
    assert_eq!(theirs, 5);
}

#[test]
fn a_win_against_the_conservative_defence_is_a_win() {
    let mut solver = solver();
    let mut wins = 0;
    for (name, board, _) in game_positions().into_iter().step_by(5) {
        if let Solution::Win { turns, .. } =
            solver.solve_conservatively(&board, &SolverLimits { turns: 8, nodes: 1000, stop: None })
        {
            assert!(matches!(solver.solve(&board, &within(turns)), Solution::Win { .. }), "{name}");
            wins += 1;
        }
    }
    assert!(wins > 20, "{wins}");
}

/// Solves every `step`-th position of the games; returns the total number of nodes.
fn compare_games(step: usize) {
    let mut solver = solver();
    let (mut nodes, mut hardest, mut wins, mut none) = (0, 0, 0, 0);
    for (name, board, known) in game_positions().into_iter().step_by(step) {
        let turns = match known {
            Known::Win(turns) => turns + 1,
            Known::NoneWithin(turns) => turns,
            Known::Nothing => continue,
        };
        let verdict = solver.solve(&board, &SolverLimits { nodes: MAX_NODES, ..within(turns) });
        nodes += solver.nodes();
        hardest = hardest.max(solver.nodes());
        match (known, verdict) {
            (Known::Win(known), Solution::Win { turns, .. }) if turns == known => wins += 1,
            (Known::NoneWithin(_), Solution::NoWin) => none += 1,
            other => panic!("{name}: {other:?}"),
        }
    }
    println!("{wins} wins, {none} without, {nodes} nodes, {hardest} for the hardest");
    assert!(wins > 10 && none > 10);
}

#[test]
fn positions_of_games_have_the_known_verdict() {
    compare_games(4);
}

#[test]
#[ignore = "all 925 positions: one second in release mode, run by CI"]
fn all_positions_of_games_have_the_known_verdict() {
    compare_games(1);
}

#[test]
#[ignore = "the proofs of all positions tried out: seconds in release mode, run by CI"]
fn all_proofs_of_games_hold_against_all_turns() {
    let mut solver = solver();
    for (_, board, known) in game_positions() {
        if let Known::Win(turns) = known {
            let proof = solver.proof(&board, &within(turns)).expect("won");
            holds(&board, &proof);
        }
    }
}

#[test]
fn the_table_may_be_tiny() {
    let mut solver = Solver::new(Rules::CONNECT6, 0);
    for problem in problems().iter().filter(|problem| problem.turns <= 6) {
        let proof = solver.proof(&problem.board, &SolverLimits::default()).expect("won");
        assert_eq!(proof.turns(), problem.turns, "{}", problem.name);
    }
}

#[test]
fn limits_give_an_unknown_result() {
    let mut solver = solver();
    let hard = problems().into_iter().find(|problem| problem.name == "ITSS-5").expect("in the suite");
    assert_eq!(solver.solve(&hard.board, &SolverLimits { nodes: 1000, ..SolverLimits::default() }), Solution::Unknown);
    assert!(solver.nodes() <= 1000);
    solver.clear();
    let asked = std::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    assert_eq!(
        solver.solve(&hard.board, &SolverLimits { stop: Some(&stop), ..SolverLimits::default() }),
        Solution::Unknown
    );
    assert!(asked.get() >= 4);
    // The field is restored.
    assert!(matches!(solver.solve(&hard.board, &SolverLimits::default()), Solution::Win { turns: 9, .. }));
}

#[test]
fn a_proof_of_another_position_is_not_played() {
    // Cloudict stores the tree of a win it has found, and answers from it without checking the
    // board. In this game it plays Black, and answers the last turn with I13-O7, where a stone is.
    let line = "J10 J9-J11 I10-K10 H10-I11 L10-K11 N10-I9 K8-K9 K7-K12 I7-J8 H6-M11 N8-M9 O7-J12";
    let turns: Vec<&str> = line.split_whitespace().collect();
    let mut solver = solver();
    let mut wins = 0;
    for end in (2..=turns.len()).step_by(2) {
        let board = game(&turns[..end].join(" "));
        assert_eq!(board.to_move(), BLACK);
        if let Some(proof) = solver.proof(&board, &SolverLimits { nodes: 50_000, turns: 12, stop: None }) {
            wins += 1;
            assert!(proof.turn.points().iter().all(|&point| board.is_empty(point)), "{}", names(&proof.turn));
            holds(&board, &proof);
            let fresh = Solver::new(Rules::CONNECT6, 1 << 22).proof(&board, &within(12)).expect("it is a win");
            assert!(fresh.turns() <= proof.turns(), "the table of earlier positions may not shorten a win");
        }
    }
    assert!(wins >= 4, "{wins}");
    let last = game(line);
    assert!(!last.is_empty(point("O7")));
    assert!(matches!(solver.solve(&last, &within(12)), Solution::Win { .. }));
}

#[test]
fn the_checker_refuses_invalid_proofs() {
    let problem = problems().into_iter().find(|problem| problem.name == "ITSS-1").expect("in the suite");
    let proof = solver().proof(&problem.board, &SolverLimits::default()).expect("won");
    holds(&problem.board, &proof);
    let fault = |proof: &Proof| match check(&problem.board, proof) {
        Err(ProofError::Refused(refused)) => refused,
        other => panic!("{other:?}"),
    };
    // A reply without an answer.
    let mut incomplete = proof.clone();
    let Then::Replies(replies) = &mut incomplete.then else { panic!("five turns") };
    let (left_out, _) = replies.remove(0);
    let words = |turn: &Turn| Coordinates::Letters.write_turn(Rules::CONNECT6, turn).replace('-', " ");
    let refused = fault(&incomplete);
    assert_eq!(refused.moves.join(" "), words(&proof.turn));
    let Fault::MissingReply(missing) = &refused.fault else { panic!("{refused}") };
    let sorted = |words: &str| {
        let mut list: Vec<String> = words.split(' ').map(str::to_owned).collect();
        list.sort();
        list
    };
    assert_eq!(sorted(missing), sorted(&words(&left_out)));
    // A turn on occupied points, and one that is too short.
    let occupied = Turn::pair(point("J10"), point("A1"));
    let impossible = Proof { turn: occupied, then: Then::Unstoppable };
    assert!(matches!(fault(&impossible).fault, Fault::Illegal(_)));
    let short = Proof { turn: Turn::single(point("A1")), then: Then::Unstoppable };
    assert!(matches!(fault(&short).fault, Fault::NoMove | Fault::Illegal(_)));
    // A claimed row that does not exist, and threats that can be met.
    let bold = Proof { turn: proof.turn, then: Then::Row };
    assert!(matches!(fault(&bold).fault, Fault::NotOver(_)));
    let bold = Proof { turn: proof.turn, then: Then::Unstoppable };
    assert!(matches!(fault(&bold).fault, Fault::MissingReply(_)));
    // A row that the defender can complete.
    let stones = |names: &str| names.split_whitespace().map(point).collect::<Vec<_>>();
    let board = Board::from_stones(Rules::CONNECT6, &stones("A1 B1 C1 D1"), &stones("A5 B5 C5 D5"), BLACK);
    let board = board.expect("a position");
    let slow = Proof { turn: Turn::pair(point("A2"), point("B2")), then: Then::Unstoppable };
    let Err(ProofError::Refused(refused)) = check(&board, &slow) else { panic!("White completes a row") };
    assert!(matches!(refused.fault, Fault::CounterRow(_)), "{refused}");
    let row = solver().proof(&board, &SolverLimits::default()).expect("four in a row");
    assert_eq!((row.turns(), check(&board, &row)), (1, Ok(Accepted { plies: 2, leaves: 1 })));
}

#[test]
fn the_last_stone_of_a_turn_is_solved_too() {
    let mut solver = solver();
    for problem in problems().iter().filter(|problem| problem.turns <= 5) {
        let Solution::Win { turns, turn } = solver.solve(&problem.board, &SolverLimits::default()) else {
            panic!("won")
        };
        let mut board = problem.board.clone();
        board.put(turn.points()[0]);
        let limits = SolverLimits { nodes: 100_000, ..within(turns) };
        let Solution::Win { turns: rest, turn: last } = solver.solve(&board, &limits) else {
            panic!("{}", problem.name)
        };
        assert_eq!((rest, last.points().len()), (turns, 1), "{}", problem.name);
        let proof = solver.proof(&board, &limits).expect("won");
        holds(&board, &proof);
    }
}

#[test]
fn gomoku_is_won_by_consecutive_fours() {
    let rules = Rules::GOMOKU;
    let at = |names: &str| -> Vec<_> {
        names
            .split_whitespace()
            .map(|name| {
                let column = name.as_bytes()[0] - b'A';
                rules.point(column, name[1..].parse::<u8>().expect("a row") - 1).expect("on the board")
            })
            .collect()
    };
    let mut solver = Solver::new(rules, 1 << 20);
    // Two threes, closed by White on one side, cross at G7: a double four.
    let black = at("D7 E7 F7 G4 G5 G6");
    let white = at("C7 G3 A1 A2 A3 B9");
    let board = Board::from_stones(rules, &black, &white, BLACK).expect("a position");
    let Solution::Win { turns: 1, turn } = solver.solve(&board, &SolverLimits::default()) else {
        panic!("double four")
    };
    assert_eq!(turn.points(), at("G7"));
    // The same with a stone on the crossing point: no win.
    let white = at("C7 G3 G7 A2 A3 B9");
    let board = Board::from_stones(rules, &black, &white, BLACK).expect("a position");
    assert_eq!(solver.solve(&board, &SolverLimits::default()), Solution::NoWin);
    // First a four adds the stone that the double four lacks: G10 (White must reply on H10), then
    // G7, or in the reverse order.
    let black = at("D7 E7 F7 D10 E10 F10 G8 G9");
    let white = at("C7 C10 A1 A13 N2 O9 B4 M14");
    let board = Board::from_stones(rules, &black, &white, BLACK).expect("a position");
    let proof = solver.proof(&board, &SolverLimits::default()).expect("won");
    holds(&board, &proof);
    assert_eq!(proof.turns(), 2);
    assert!([at("G7"), at("G10")].iter().any(|first| proof.turn.points() == first), "{:?}", proof.turn);
    assert_eq!(solver.solve(&board, &within(1)), Solution::NoWin);
    // Without stones where the lines cross the fours do not win.
    let black = at("D7 E7 F7 D10 E10 F10 A15 O1");
    let board = Board::from_stones(rules, &black, &white, BLACK).expect("a position");
    assert_eq!(solver.solve(&board, &SolverLimits::default()), Solution::NoWin);
    // With three stones a turn the solver only finds completions.
    let rules = Rules::new(19, 19, 6, 3, 1).expect("a game");
    let mut board = Board::new(rules);
    let mut solver = Solver::new(rules, 0);
    assert_eq!(solver.solve(&board, &SolverLimits::default()), Solution::Unknown);
    for column in 3..6 {
        board.set(rules.point(column, 3).expect("on the board"), BLACK).expect("empty");
    }
    board.set_turn(BLACK, 3).expect("three stones");
    assert!(matches!(solver.solve(&board, &SolverLimits::default()), Solution::Win { turns: 1, .. }));
}

/// Random play that prefers rows and threats: it reaches positions with as many threats as real
/// games, without an engine.
fn self_play(rules: Rules, games: usize, seed: u64, mut visit: impl FnMut(&Board)) {
    use duiyi_connect6::threats::Threats;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut threats = Threats::new(rules);
    let (right, top) = (i32::from(rules.width()) - 1, i32::from(rules.height()) - 1);
    for _ in 0..games {
        let mut board = Board::new(rules);
        board.put(rules.centre());
        while !board.is_over() && board.stone_count() < 80 {
            if board.stones_left() == 2 {
                visit(&board);
            }
            // Usually near a stone, or on a meeting point if there is something to meet.
            threats.read(&board, !board.to_move());
            let points: Vec<_> = threats.points().collect();
            let point = if !points.is_empty() && random.next_u64() % 8 != 0 {
                points[(random.next_u64() % points.len() as u64) as usize]
            } else {
                let stones: Vec<_> = board.stones().collect();
                let own: Vec<_> = stones.iter().filter(|stone| stone.1 == board.to_move()).collect();
                let near =
                    if own.is_empty() { &stones[0] } else { own[(random.next_u64() % own.len() as u64) as usize] };
                let step = |random: &mut Xoshiro256PlusPlus| (random.next_u64() % 5) as i32 - 2;
                let (x, y) = (
                    i32::from(rules.column(near.0)) + step(&mut random),
                    i32::from(rules.row(near.0)) + step(&mut random),
                );
                match rules.point(x.clamp(0, right) as u8, y.clamp(0, top) as u8) {
                    Some(point) => point,
                    None => continue,
                }
            };
            if board.is_empty(point) {
                board.put(point);
            }
        }
    }
}

/// Checks every win claimed on `positions` positions of self-play.
fn check_self_play(rules: Rules, positions: usize, seed: u64) {
    let mut solver = Solver::new(rules, 1 << 24);
    let (mut seen, mut wins, mut deep) = (0, 0, 0);
    self_play(rules, positions / 8, seed, |board| {
        if seen >= positions {
            return;
        }
        seen += 1;
        if let Some(proof) = solver.proof(board, &SolverLimits { turns: 10, nodes: 2000, stop: None }) {
            wins += 1;
            deep += usize::from(proof.turns() > 2);
            holds(board, &proof);
        }
    });
    println!("{seen} positions, {wins} wins claimed, {deep} of more than two turns, all hold");
    assert_eq!(seen, positions);
    assert!(wins * 20 > positions && deep * 200 > positions, "{wins} {deep}");
}

#[test]
fn no_win_claimed_in_self_play_is_false() {
    check_self_play(Rules::CONNECT6, 300, 1);
    check_self_play(Rules::HEXO.resized(19, 19).unwrap(), 300, 1);
}

#[test]
#[ignore = "10,000 positions: half a minute in release mode, run by CI"]
fn no_win_claimed_on_ten_thousand_positions_of_self_play_is_false() {
    check_self_play(Rules::CONNECT6, 10_000, 2);
    check_self_play(Rules::HEXO.resized(25, 25).unwrap(), 10_000, 2);
}

/// A board of other rules makes the solver switch to them, for every query.
#[test]
fn the_solver_switches_to_the_rules_of_the_board() {
    let four = |rules: Rules| {
        let row: Vec<_> = (3..7).map(|column| rules.point(column, 4).unwrap()).collect();
        Board::from_stones(rules, &row, &[], BLACK).unwrap()
    };
    let limits = SolverLimits::default();
    let mut solver = solver();
    for rules in [Rules::GOMOKU, Rules::CONNECT6] {
        let board = four(rules);
        assert!(matches!(solver.solve(&board, &limits), Solution::Win { turns: 1, .. }), "{rules}");
        assert_eq!(solver.rules(), rules);
    }
    let gomoku = four(Rules::GOMOKU);
    assert!(solver.proof(&gomoku, &limits).is_some());
    let connect6 = four(Rules::CONNECT6);
    assert!(solver.solve_singly(&connect6, SingleThreats::default(), &limits).is_some());
    assert!(solver.threat(&gomoku, &limits).unwrap().is_none());
    assert!(solver.defences(&connect6, &limits).unwrap().is_none());
}
