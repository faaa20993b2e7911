//! The defender's side, and wins with a single threat on the way.

// Figures, printed with --nocapture.
#![allow(clippy::print_stdout)]

use crate::common::{Known, game_positions, holds, name};
use duiyi_connect6::notation::Coordinates;
use duiyi_connect6::solver::{SingleThreats, Solution, Solver, SolverLimits, Then, Undecided};
use duiyi_connect6::{BLACK, Board, Point, Rules, Turn, WHITE};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;

/// A position with White to move and many black stones.
fn position(random: &mut Xoshiro256PlusPlus, rules: Rules) -> Board {
    let mut board = Board::new(rules);
    let cells = rules.cells() as u64;
    for i in 0..12 + random.next_u64() % 8 {
        let point = Point::from_index((random.next_u64() % cells) as usize);
        let color = if i % 5 < 3 { BLACK } else { WHITE };
        let before = board.clone();
        if board.set(point, color).is_ok() && board.winner().is_some() {
            board = before;
        }
    }
    board.set_turn(WHITE, 2).expect("two stones");
    board
}

fn all_turns(board: &Board) -> Vec<Turn> {
    let empties: Vec<Point> = board.empties().collect();
    let pairs = |(i, &a): (usize, &Point)| empties[i + 1..].iter().map(move |&b| Turn::pair(a, b)).collect::<Vec<_>>();
    empties.iter().enumerate().flat_map(pairs).collect()
}

/// The turns after which the other side has no win by double threats, tried one by one.
fn survivors(solver: &mut Solver, board: &Board, limits: &SolverLimits<'_>) -> BTreeSet<Turn> {
    all_turns(board)
        .into_iter()
        .filter(|turn| {
            let mut board = board.clone();
            board.play(turn.points()).expect("legal");
            !matches!(solver.solve(&board, limits), Solution::Win { .. })
        })
        .collect()
}

/// Checks `positions` random positions with a threat.
fn check_zones(rules: Rules, positions: usize) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut solver = Solver::new(rules, 1 << 22);
    let limits = SolverLimits { turns: 4, ..SolverLimits::default() };
    let (mut threatened, mut tried, mut all, mut deep, mut saved) = (0, 0, 0, 0, 0);
    while threatened < positions {
        let board = position(&mut random, rules);
        let Some(threat) = solver.threat(&board, &limits).expect("no limit of nodes") else {
            assert!(solver.defences(&board, &limits).expect("no limit of nodes").is_none());
            continue;
        };
        threatened += 1;
        deep += usize::from(threat.proof.turns() > 1);
        let expected = survivors(&mut solver, &board, &limits);
        for turn in &expected {
            assert!(
                turn.points().iter().any(|&point| threat.zone.contains(point)),
                "{turn:?} is outside the zone of {board:?}"
            );
        }
        let found = solver.defences(&board, &limits).expect("no limit of nodes").expect("there is a threat");
        assert!(found.complete && found.undecided.is_empty());
        assert_eq!(found.turns.len(), found.turns.iter().collect::<BTreeSet<_>>().len(), "a turn is listed twice");
        assert_eq!(found.turns.iter().copied().collect::<BTreeSet<_>>(), expected, "{board:?}");
        all += all_turns(&board).len() as u64;
        tried += found.tried;
        saved += usize::from(!expected.is_empty());
    }
    println!(
        "{threatened} threats ({deep} of more than one turn), {saved} with a defence, {tried} of {all} turns tried"
    );
    assert!(deep * 5 > positions && saved * 8 > positions, "{deep} {saved}");
    assert!(tried * 3 < all);
}

#[test]
fn zones_contain_every_defence() {
    check_zones(Rules::new(9, 9, 6, 2, 1).expect("a game"), 10);
    check_zones(Rules::HEXO.resized(9, 9).expect("a game"), 6);
}

#[test]
#[ignore = "40 positions, all turns tried in each: seconds in release mode, run by CI"]
fn zones_contain_every_defence_in_many_positions() {
    check_zones(Rules::new(9, 9, 6, 2, 1).expect("a game"), 40);
    check_zones(Rules::HEXO.resized(9, 9).expect("a game"), 40);
}

/// White must prevent a loss in three turns.
fn threatened() -> Board {
    let stones = |names: &str| -> Vec<Point> {
        names.split(' ').map(|name| Coordinates::Letters.read(Rules::CONNECT6, name).expect("a point")).collect()
    };
    let black = stones("G6 F7 H7 K8 M8 N12 G13 J13 I14");
    Board::from_stones(Rules::CONNECT6, &black, &stones("I7 L7 G8 G10 N10 N11 H13 M13"), WHITE).expect("a position")
}

/// A search that the limit of nodes stops proves nothing, neither after a turn nor after its first
/// stone.
#[test]
fn turns_that_the_limits_leave_undecided_are_not_defences() {
    let board = threatened();
    let mut undecided = 0;
    for nodes in [300, 3000] {
        let limits = SolverLimits { turns: 12, nodes, stop: None };
        let found = Solver::new(Rules::CONNECT6, 1 << 22).defences(&board, &limits).unwrap().expect("a threat");
        println!("{nodes} nodes: {} of {} hold, {} undecided", found.turns.len(), found.tried, found.undecided.len());
        undecided += found.undecided.len();
        assert_eq!(found.complete, found.undecided.is_empty());
        assert!(found.undecided.iter().all(|turn| !found.turns.contains(turn)));
        let mut solver = Solver::new(Rules::CONNECT6, 1 << 24);
        for turn in found.turns {
            let mut after = board.clone();
            after.play(turn.points()).expect("legal");
            let verdict = solver.solve(&after, &SolverLimits { turns: 12, nodes: 200_000, stop: None });
            assert!(!matches!(verdict, Solution::Win { .. }), "{turn:?}: {verdict:?}");
        }
    }
    assert!(undecided > 0);
}

#[test]
fn a_stopped_search_for_a_threat_is_undecided() {
    let board = threatened();
    let mut solver = Solver::new(Rules::CONNECT6, 1 << 20);
    let few = SolverLimits { nodes: 1, ..SolverLimits::default() };
    assert_eq!(solver.threat(&board, &few).map(|threat| threat.is_some()), Err(Undecided));
    assert_eq!(solver.defences(&board, &few).map(|found| found.is_some()), Err(Undecided));
    // The hook stops the search after the threat is known.
    solver.threat(&board, &SolverLimits::default()).unwrap().expect("a threat");
    let stopped = SolverLimits { stop: Some(&|| true), ..SolverLimits::default() };
    let found = solver.defences(&board, &stopped).unwrap().expect("the threat is in the table");
    assert!(!found.complete && found.turns.is_empty());
    // Rules without this search.
    let three = Board::new(Rules::new(19, 19, 6, 3, 1).expect("a game"));
    assert_eq!(solver.threat(&three, &SolverLimits::default()).map(|threat| threat.is_some()), Err(Undecided));
}

/// Finds wins that begin with single threats, in positions of games without a win by double
/// threats; each is checked against all turns of the defender.
fn single_threats(games: &[&str], proofs_up_to: usize) {
    let mut solver = Solver::new(Rules::CONNECT6, 1 << 22);
    let limits = SolverLimits { nodes: 20_000, ..SolverLimits::default() };
    let positions = game_positions();
    for game in games {
        let (_, board, known) = positions.iter().find(|position| position.0 == *game).expect("it is in the file");
        assert!(matches!(known, Known::NoneWithin(_)), "{game}: {known:?}");
        let proof = solver.solve_singly(board, SingleThreats::default(), &limits).expect(game);
        let turn = proof.turn.points().iter().map(|&point| name(point)).collect::<Vec<_>>().join("-");
        println!("{game}: {turn}, {} turns, a proof of {}, {} positions", proof.turns(), proof.size(), solver.nodes());
        assert!(!matches!(proof.then, Then::Row | Then::Unstoppable));
        if proof.size() <= proofs_up_to {
            holds(board, &proof);
        }
    }
}

#[test]
fn single_threats_win_where_double_ones_do_not() {
    single_threats(&["1641475 after 12 turns", "1641473 after 8 turns", "1168958 after 11 turns"], 0);
}

#[test]
#[ignore = "the proofs tried out against all turns: seconds in release mode, run by CI"]
fn proofs_with_single_threats_hold_against_all_turns() {
    single_threats(&["1168958 after 11 turns", "1641475 after 12 turns", "1641473 after 8 turns"], usize::MAX);
}

#[test]
fn a_spare_stone_is_tried_where_it_could_matter() {
    // A small board, so that the checker can try every reply to a single threat.
    let rules = Rules::new(10, 10, 5, 2, 1).expect("a game");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut solver = Solver::new(rules, 1 << 20);
    let how = SingleThreats { width: 6, double_nodes: 300, double_turns: 3, ..SingleThreats::default() };
    let limits = SolverLimits { nodes: 3000, ..SolverLimits::default() };
    let (mut won, mut spare) = (0, 0);
    for _ in 0..400 {
        let mut board = Board::new(rules);
        for i in 0..8 + random.next_u64() % 6 {
            let point = Point::from_index((random.next_u64() % 100) as usize);
            let color = if i % 2 == 0 { BLACK } else { WHITE };
            let _ = board.set(point, color);
        }
        board.set_turn(BLACK, 2).expect("two stones");
        if solver.solve(&board, &limits) != Solution::NoWin {
            continue;
        }
        if let Some(proof) = solver.solve_singly(&board, how, &limits) {
            won += 1;
            spare += usize::from(matches!(proof.then, Then::Most { .. }));
            if won <= 6 {
                holds(&board, &proof);
            }
        }
    }
    println!("{won} won, {spare} by a single threat first");
    assert!(spare >= 3, "{spare} of {won}");
}
