//! Functions for study: threats on the board, proofs, and the check of answers to problems.

use crate::{
    Board, Point, Rules, Side,
    problems::{self, SUITE},
    solver::{Proof, Solution, Solver, SolverLimits, Undecided},
    threats::Threats,
};
use duiyi_game::{Grid, Notation, Square, svg::Marks};
use duiyi_kit::page::{CheckedAnswer, Problem, Problems, ProofTree, Prover, Stopped};

/// The size of the solver's table, in bytes.
const TABLE: usize = 16 << 20;
/// The maximum number of nodes of a proof.
const NODES: u64 = 2_000_000;
/// The maximum number of nodes for the refutation of one reply.
const REPLY_NODES: u64 = 20_000;
/// The maximum number of replies compared to find the longest defence.
const REPLIES: usize = 40;

/// The points that each side could complete in its next turn: dots for the side to move, red for
/// the other side.
pub(super) fn threats(board: &Board) -> Marks {
    let mut threats = Threats::new(board.rules());
    let mut points = |color: Side| -> Vec<Square> {
        let mut points: Vec<Square> = if board.rules().is_free() {
            threats.read(board, color);
            threats.points().flat_map(|point| board.squares(point)).collect()
        } else {
            board.winning_points(color).flat_map(|point| board.squares(point)).collect()
        };
        points.sort_unstable();
        points.dedup();
        points
    };
    let (targets, threats) = (points(board.to_move()), points(!board.to_move()));
    Marks { targets, threats, ..Marks::default() }
}

/// A cross on each point that is forbidden for Black, while the game goes on.
pub(super) fn forbidden(board: &Board) -> Marks {
    if board.is_over() {
        return Marks::default();
    }
    let points = board.empties().filter(|&point| board.forbidden(point).is_some());
    let texts = points.flat_map(|point| board.squares(point)).map(|at| (at, "×".to_owned()));
    Marks { texts: texts.collect(), ..Marks::default() }
}

/// Proofs by double threats.
pub(super) const PROVER: Prover<Board> = Prover { prove, show };

fn prove(board: &Board, stopped: Stopped<'_>) -> Option<ProofTree<Point>> {
    let limits = SolverLimits { nodes: NODES, stop: Some(stopped), ..SolverLimits::default() };
    Solver::new(board.rules(), TABLE).proof(board, &limits).map(|proof| tree(&proof))
}

fn tree(proof: &Proof) -> ProofTree<Point> {
    let replies = proof.replies().map(|(reply, then)| (reply.points().to_vec(), tree(then)));
    ProofTree { turn: proof.turn.points().to_vec(), replies: replies.collect() }
}

/// The board after the stones of some turns in order, the first by the side to move; turns may be
/// incomplete.
fn show(board: &Board, turns: &[&[Point]]) -> Board {
    let (mut shown, mut color) = (board.clone(), board.to_move());
    for turn in turns {
        for &point in *turn {
            // A proof puts stones on empty points, and can't contain a second row.
            let _ = shown.set(point, color);
        }
        color = !color;
    }
    let _ = shown.set_turn(color, board.rules().p());
    shown
}

/// The problems included in the library.
pub(super) fn problems() -> Problems<Board> {
    // A test of the library reads the suite.
    let list = problems::read(Rules::CONNECT6, SUITE).unwrap_or_default().into_iter();
    let list = list.map(|problem| Problem {
        name: problem.name,
        position: problem.board.write_position(),
        goal: ["win by double threats", "连续双威胁取胜"],
        turns: problem.turns,
        theme: ["Double threats", "双威胁"],
        difficulty: problem.turns.clamp(1, 5) as u8,
    });
    Problems { list: list.collect(), check }
}

/// Whether the side that has moved wins by double threats within the remaining turns.
fn check(_: &Problem, board: &Board, left: u32, stopped: Stopped<'_>) -> CheckedAnswer<Point> {
    let attacker = !board.to_move();
    if let Some(outcome) = board.outcome() {
        let won = outcome.winner == Some(attacker);
        return if won { CheckedAnswer::Solved } else { CheckedAnswer::Fails { reply: None } };
    }
    let mut own = Threats::new(board.rules());
    own.read_within(board, board.to_move(), board.stones_left());
    if let Some(points) = own.completion() {
        return CheckedAnswer::Fails { reply: Some(points.collect()) };
    }
    let mut threats = Threats::new(board.rules());
    threats.read(board, attacker);
    if threats.count() > u32::from(board.stones_left()) {
        // More threats than can be met: the turns of a problem are counted up to here.
        return CheckedAnswer::Solved;
    }
    if left == 0 {
        return CheckedAnswer::Fails { reply: None };
    }
    let limits = SolverLimits { turns: left, nodes: REPLY_NODES, stop: Some(stopped) };
    let mut solver = Solver::new(board.rules(), TABLE);
    match solver.defences(board, &limits) {
        Ok(None) => CheckedAnswer::Fails { reply: None },
        Ok(Some(found)) if !found.turns.is_empty() => {
            CheckedAnswer::Fails { reply: found.turns.first().map(|turn| turn.points().to_vec()) }
        }
        Ok(Some(found)) if found.complete => {
            CheckedAnswer::Wins { reply: toughest(board, &threats, &mut solver, &limits) }
        }
        Ok(Some(_)) | Err(Undecided) => CheckedAnswer::Unknown,
    }
}

/// The reply after which the attacker needs the most turns.
fn toughest(board: &Board, threats: &Threats, solver: &mut Solver, limits: &SolverLimits<'_>) -> Vec<Point> {
    let mut replies = Vec::new();
    threats.for_each_answer(board, |turn| {
        replies.push(turn.to_vec());
        replies.len() < REPLIES
    });
    let turns = |reply: &Vec<Point>| {
        let after = show_reply(board, reply);
        match solver.solve(&after, limits) {
            Solution::Win { turns, .. } => turns,
            _ => u32::MAX,
        }
    };
    replies.into_iter().max_by_key(turns).unwrap_or_default()
}

fn show_reply(board: &Board, reply: &[Point]) -> Board {
    let mut after = board.clone();
    for &point in reply {
        after.put(point);
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::game_line;

    /// The defender is to move, and the search for the attacker's win is stopped before it ends.
    #[test]
    fn an_undecided_try_is_neither_right_nor_wrong() {
        let list = problems::read(Rules::CONNECT6, SUITE).unwrap();
        let hard = list.iter().max_by_key(|problem| problem.turns).unwrap();
        let mut board = hard.board.clone();
        board.set_turn(!board.to_move(), 2).unwrap();
        let problem = (super::problems().list).swap_remove(0);
        assert!(matches!(check(&problem, &board, hard.turns, &|| true), CheckedAnswer::Unknown));
        // Without a threat it fails.
        let board = game_line::read(Rules::CONNECT6, "J10").unwrap();
        assert!(matches!(check(&problem, &board, 2, &|| true), CheckedAnswer::Fails { reply: None }));
    }
}
