//! The functions of Connect6 and its family for training and tuning.

use super::{stones, sums::Pairs};
use crate::{
    Board, Rules, Side,
    solver::{Solution, Solver, SolverLimits},
    threats::Threats,
};
use duiyi_game::Reason;
use duiyi_kit::{
    Tuning,
    tuning::{Chooser, PositionFilter, Sum, WeightsOf},
};
use duiyi_train::texel::TexelSettings;

/// The tuning functions of the game.
pub(super) fn tuning() -> Tuning<Board> {
    Tuning {
        // Nothing can be learnt from a random opening.
        skip: 5,
        unit: Some(400.0),
        chooser: Some(|rules, choice| Ok(Box::new(Undecided::new(rules.rules(), choice)))),
        sum: Some(sum),
        check: Some(stones::broken_constraints),
        start: "plain",
        settings: TexelSettings { rate: 2.0, pull: 1e-7, epochs: 200, ..TexelSettings::default() },
        groups: vec![stones::group()],
        ..Tuning::default()
    }
}

fn sum(board: &Board, of: WeightsOf<'_>) -> Result<Box<dyn Sum<Board>>, Reason> {
    Ok(Box::new(Pairs::new(board.rules(), stones::weights(of)?)))
}

/// Selects positions that the search would evaluate: no side completes a row at once, and the side
/// to move has no threat to answer and no win by threats within the limits.
struct Undecided {
    rules: Rules,
    choice: PositionFilter,
    threats: Threats,
    solver: Solver,
}

impl Undecided {
    fn new(rules: Rules, choice: PositionFilter) -> Undecided {
        Undecided { rules, choice, threats: Threats::new(rules), solver: Solver::new(rules, 1 << 20) }
    }

    /// Whether a side can complete a row with this number of stones.
    fn completes(&mut self, board: &Board, color: Side, stones: u8) -> bool {
        self.threats.read_within(board, color, stones);
        self.threats.completion().is_some()
    }
}

impl Chooser<Board> for Undecided {
    fn new_game(&mut self) {
        self.solver.clear();
    }

    fn takes(&mut self, board: &Board) -> bool {
        let (to_move, left) = (board.to_move(), board.stones_left());
        if board.is_over() || self.completes(board, to_move, left) {
            return false;
        }
        if !self.choice.threatened && self.completes(board, !to_move, self.rules.p()) {
            return false;
        }
        let Some(nodes) = self.choice.solver.filter(|_| left == self.rules.p()) else { return true };
        let limits = SolverLimits { nodes, ..SolverLimits::default() };
        !matches!(self.solver.solve(board, &limits), Solution::Win { .. })
    }
}
