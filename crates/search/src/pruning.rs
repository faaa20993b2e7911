//! Forward pruning: skips nodes and moves whose evaluation, exchange or history makes them unlikely
//! to matter.
//!
//! Only for games that allow it ([`Heuristics::PRUNABLE`]). Whole nodes: reverse futility, null
//! move, ProbCut. Single moves near the horizon: late move pruning, futility,
//! history and exchange pruning. Source: common practice of strong engines; the constants are ours.

use crate::{
    Evaluator, Heuristics, Score, Stage,
    knowledge::Knowledge,
    node::{Node, Window},
    search::Search,
    tally::Progress,
};

/// Whether a move is pruned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pruned {
    /// The move is searched.
    No,
    /// The move is pruned.
    Move,
    /// The move is pruned because its score is expected to be at most this, which is not above alpha. The
    /// node's upper bound must not be lower.
    UpTo(Score),
    /// The move and all later quiet moves are pruned.
    Quiets,
}

impl From<bool> for Pruned {
    #[inline(always)]
    fn from(pruned: bool) -> Pruned {
        if pruned { Pruned::Move } else { Pruned::No }
    }
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// A score that ends a node before its moves are tried. Not used on the principal variation,
    /// nor for a threatened side.
    pub(crate) fn prune_node(&mut self, node: &mut Node<G::Move>, window: Window) -> Option<Score> {
        let evaluation = node.evaluation?;
        let beta = window.beta;
        let p = self.parameters;
        let plies = node.depth.whole();
        if self.is_prunable()
            && self.enhancements.reverse_futility
            && plies <= p.reverse_futility_depth
            && !beta.is_decisive()
            && window.fails_high(evaluation - p.reverse_futility_margin * (plies - node.improving as i32).max(0))
        {
            let share = p.reverse_futility_share;
            return Some(Score::new((evaluation.get() * share + beta.get() * (64 - share)) / 64));
        }
        if let Some(score) = self.try_null_move(node, window) {
            return Some(score);
        }
        if self.is_prunable() && self.enhancements.probcut && !self.stopped {
            return self.try_probcut(node, beta);
        }
        None
    }

    /// Whether a move is pruned.
    #[inline]
    pub(crate) fn prune_move(&self, node: &Node<G::Move>, mv: G::Move, stage: Stage, progress: Progress) -> Pruned {
        let Progress { alpha, best, move_count } = progress;
        // At least one move that does not lose at once must have been searched.
        if !self.is_prunable() || move_count == 0 || node.threatened || best.is_decisive() && best < Score::ZERO {
            return Pruned::No;
        }
        let p = self.parameters;
        let e = &self.enhancements;
        let plies = node.depth.whole();
        if matches!(stage, Stage::GoodNoisy | Stage::BadNoisy) || self.game.is_noisy(mv) {
            let floor = Score::new(-p.exchange_noisy * plies);
            return Pruned::from(
                e.exchange_pruning
                    && stage == Stage::BadNoisy
                    && plies <= p.exchange_depth
                    && !self.game.exchange_at_least(mv, floor)
                    && !self.game.makes_threat(mv),
            );
        }
        if e.late_move_pruning && plies <= p.late_move_depth {
            let enough = (p.late_move_base + plies * plies) as u32;
            let enough = if node.improving { enough } else { enough / p.late_move_unimproved.max(1) as u32 + 1 };
            if move_count >= enough {
                return Pruned::Quiets;
            }
        }
        // The depth at which the move would be searched.
        let reduced = plies - self.state.reductions.get(node.depth, move_count) / 64;
        let lifted =
            node.evaluation.map(|evaluation| evaluation + p.futility_base + p.futility_margin * reduced.max(0));
        if let Some(lifted) = lifted
            && e.futility
            && reduced <= p.futility_depth
            && !alpha.is_decisive()
            && lifted <= alpha
            && !self.game.makes_threat(mv)
        {
            return Pruned::UpTo(lifted);
        }
        if e.history_pruning
            && plies <= p.history_depth
            && self.state.histories.score(self.context(), node, mv) < -p.history_margin * plies
        {
            return Pruned::Move;
        }
        Pruned::from(
            e.exchange_pruning
                && plies <= p.exchange_depth
                && !self.game.exchange_at_least(mv, Score::new(-p.exchange_quiet * plies * plies))
                && !self.game.makes_threat(mv),
        )
    }
}
