//! The static evaluation of a node: the evaluator's score with the correction history added,
//! refined by the table, and whether it is rising.

use crate::{Entry, Evaluator, Heuristics, Score, node::Node, search::Search};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The static evaluation of a leaf, clamped to its band.
    #[inline]
    pub(crate) fn evaluate(&mut self, ply: usize) -> Score {
        let plain = self.evaluator.evaluate(self.game);
        self.correct(plain, ply)
    }

    /// The evaluator's score of the position, from the table if stored there.
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

    /// An evaluation with the insight's bias and the correction, clamped to its band.
    #[inline]
    pub(crate) fn correct(&self, plain: Score, ply: usize) -> Score {
        let bias = self.game.evaluation_bias(&self.insight(ply));
        let correction = self.state.corrections.correction(self.context(), &self.state.frames, ply);
        Score::new(plain.get() + bias + correction).clamped()
    }

    /// Evaluates a node, unless its side is threatened, and determines whether the evaluation is
    /// rising.
    #[inline]
    pub(crate) fn assess(&mut self, node: &mut Node<G::Move>) {
        let e = &self.enhancements;
        let wanted =
            e.null_move || e.reverse_futility || e.futility || e.probcut || e.improving || e.correction_history;
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
            // A searched score is more accurate, if its bound points the right way.
            Some(entry) if self.is_prunable() => entry.refine(evaluation, node.ply),
            _ => evaluation,
        });
    }
}
