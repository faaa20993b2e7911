//! The static evaluation of a node.

use crate::{Depth, Evaluator, Heuristics, Score, node::Node, search::Search};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The static evaluation, inside its band.
    #[inline]
    pub(crate) fn evaluate(&mut self, ply: usize) -> Score {
        let bias = self.game.evaluation_bias(&self.state.frames[ply].insight);
        let score = self.evaluator.evaluate(self.game).get() + bias + self.correction();
        Score::new(score).clamped()
    }

    /// Evaluates a node, unless its side is threatened, and sees whether things improve.
    #[inline]
    pub(crate) fn assess(&mut self, node: &mut Node<G::Move>) {
        let e = &self.enhancements;
        let wanted = e.null_move
            || e.reverse_futility
            || e.razoring
            || e.futility
            || e.probcut
            || e.improving
            || e.correction_history
            || e.hindsight;
        if !wanted {
            return;
        }
        if node.threatened {
            self.state.frames[node.ply].evaluation = None;
            return;
        }
        let evaluation = self.evaluate(node.ply);
        self.state.frames[node.ply].evaluation = Some(evaluation);
        let two_before = node.ply.checked_sub(2).and_then(|ply| self.state.frames[ply].evaluation);
        node.improving = self.enhancements.improving && two_before.is_none_or(|before| evaluation > before);
        node.evaluation = Some(match node.known {
            // A searched score knows more, where its bound points the right way.
            Some(entry) if G::PRUNABLE => entry.refine(evaluation, node.ply),
            _ => evaluation,
        });
        self.reconsider_depth(node, evaluation);
    }

    /// Hindsight: a reduction that expected too little or too much is mended here.
    #[inline]
    fn reconsider_depth(&self, node: &mut Node<G::Move>, evaluation: Score) {
        if !self.enhancements.hindsight || !G::PRUNABLE || node.ply == 0 || node.excluded.is_some() {
            return;
        }
        let parent = self.state.frames[node.ply - 1];
        let Some(parent_evaluation) = parent.evaluation else { return };
        // Both evaluations for this side: what the last move has changed.
        let change = evaluation.get() + parent_evaluation.get();
        if parent.reduction >= 3 * 64 && change < 0 {
            // The reduced move was better than thought: look closer.
            node.depth += Depth::PLY;
        } else if parent.reduction >= 2 * 64 && change > 120 && node.depth >= Depth::plies(2) {
            node.depth = node.depth - Depth::PLY;
        }
    }
}
