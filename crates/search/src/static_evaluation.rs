//! The static evaluation of a node: what the evaluator says, the correction history
//! added, refined by what the table knows; whether it rises; and what it says of the
//! depth in hindsight.

use crate::{Depth, Entry, Evaluator, Heuristics, Score, node::Node, search::Search};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The static evaluation of a leaf, inside its band.
    #[inline]
    pub(crate) fn evaluate(&mut self, ply: usize) -> Score {
        let plain = self.evaluator.evaluate(self.game);
        self.correct(plain, ply)
    }

    /// What the evaluator says of the position, from the table where it has it.
    #[inline]
    pub(crate) fn plain_evaluation(&mut self, entry: Option<Entry>) -> Score {
        let stored =
            if self.enhancements.stored_evaluation { entry.and_then(|entry| entry.evaluation.get()) } else { None };
        match stored {
            Some(evaluation) => {
                self.statistics.stored_evaluations += 1;
                evaluation
            }
            None => self.evaluator.evaluate(self.game),
        }
    }

    /// An evaluation with what the game and the search have to add, inside its band.
    #[inline]
    pub(crate) fn correct(&self, plain: Score, ply: usize) -> Score {
        let bias = self.game.evaluation_bias(&self.insight(ply));
        let correction = self.state.corrections.correction(self.context(), &self.state.frames, ply);
        Score::new(plain.get() + bias + correction).clamped()
    }

    /// By how much the evaluation of a node was corrected, if reductions are to heed it.
    #[inline(always)]
    pub(crate) fn size_of_correction(&self, node: &Node<G::Move>) -> i32 {
        if !self.enhancements.correction_reductions {
            return 0;
        }
        let evaluations = self.state.frames[node.ply].evaluation.zip(node.plain_evaluation);
        evaluations.map_or(0, |(corrected, plain)| (corrected.get() - plain.get()).abs())
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
        let plain = self.plain_evaluation(node.entry);
        node.plain_evaluation = Some(plain);
        let evaluation = self.correct(plain, node.ply);
        self.state.frames[node.ply].evaluation = Some(evaluation);
        let two_before = node.ply.checked_sub(2).and_then(|ply| self.state.frames[ply].evaluation);
        node.improving = self.enhancements.improving && two_before.is_none_or(|before| evaluation > before);
        node.evaluation = Some(match node.entry {
            // A searched score knows more, where its bound points the right way.
            Some(entry) if G::PRUNABLE => entry.refine(evaluation, node.ply),
            _ => evaluation,
        });
        self.reconsider_depth(node, evaluation);
    }

    /// Hindsight: a reduction that expected too little or too much is corrected here.
    #[inline]
    fn reconsider_depth(&self, node: &mut Node<G::Move>, evaluation: Score) {
        if !self.enhancements.hindsight || !G::PRUNABLE || node.ply == 0 || node.excluded.is_some() {
            return;
        }
        let p = self.parameters;
        let parent = self.state.frames[node.ply - 1];
        let Some(parent_evaluation) = parent.evaluation else { return };
        // Both evaluations for this side: what the last move has changed.
        let change = evaluation.get() + parent_evaluation.get();
        if parent.reduction >= p.hindsight_deeper && change < 0 {
            // The reduced move was better than thought: look closer.
            node.depth += Depth::PLY;
        } else if parent.reduction >= p.hindsight_shallower
            && change > p.hindsight_margin
            && node.depth >= Depth::plies(p.hindsight_depth)
        {
            node.depth = node.depth - Depth::PLY;
        }
    }
}
