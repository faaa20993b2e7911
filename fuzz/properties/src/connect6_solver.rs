//! Stones on a small board, most of them the attacker's: every proof of the
//! solver holds against all turns of the defender.

use duiyi_connect6::solver::{Solution, Solver, SolverLimits};
use duiyi_connect6::{BLACK, Board, Point, Rules, WHITE};

/// The property, for any input.
pub fn run(stones: &[u8]) {
    for rules in [Rules::new(8, 7, 5, 2, 1), Rules::new(7, 9, 4, 1, 1)] {
        let rules = rules.expect("a game");
        let mut board = Board::new(rules);
        for (i, &stone) in stones.iter().take(24).enumerate() {
            let point = Point::from_index(usize::from(stone) % rules.cells());
            let color = if i % 3 == 0 { WHITE } else { BLACK };
            let before = board.clone();
            if board.set(point, color).is_ok() && board.winner().is_some() {
                board = before;
            }
        }
        board.set_turn(BLACK, rules.p()).expect("a turn");
        let limits = SolverLimits { turns: 4, nodes: 500, stop: None };
        let mut solver = Solver::new(rules, 1 << 12);
        if let Some(proof) = solver.proof(&board, &limits) {
            if let Err(error) = duiyi_proof::verify::<Board>(&proof.certificate(&board)) {
                panic!("{error}");
            }
            assert!(matches!(solver.solve(&board, &limits), Solution::Win { turns, .. } if turns == proof.turns()));
        }
    }
}
