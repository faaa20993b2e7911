//! Correction history: what the search found out about positions with the
//! same structure is added to their evaluation.
//!
//! For each structure key a small table keeps the average error of the
//! evaluation, the difference between a searched score and the static one,
//! weighted by depth. Source: Caissa and Stockfish, 2024 (the idea).

use crate::{Bound, Depth, Heuristics, Parameters, Score, context::Context, node::Node, tally::Tally};

/// Slots a side and structure.
const SLOTS: usize = 1 << 14;
/// Errors are kept in fractions of a unit.
const GRAIN: i32 = 256;

/// The average errors of the evaluation.
#[derive(Debug)]
pub(crate) struct Corrections {
    errors: Vec<i32>,
}

impl Corrections {
    pub(crate) fn new(structures: usize) -> Corrections {
        Corrections { errors: vec![0; structures * 2 * SLOTS] }
    }

    pub(crate) fn clear(&mut self) {
        self.errors.fill(0);
    }

    /// What to add to the evaluation of a position, in its units.
    #[inline]
    pub(crate) fn correction<G: Heuristics>(&self, context: Context<'_, G>) -> i32 {
        if !context.enhancements.correction_history || G::STRUCTURES == 0 {
            return 0;
        }
        let side = context.side();
        let sum: i32 =
            (0..G::STRUCTURES).map(|structure| self.get(structure, side, context.game.structure(structure))).sum();
        sum / G::STRUCTURES as i32
    }

    /// Learns how the evaluation of a node erred, from what its moves have shown.
    #[inline]
    pub(crate) fn learn<G: Heuristics>(
        &mut self,
        context: Context<'_, G>,
        node: &Node<G::Move>,
        evaluation: Option<Score>,
        tally: &Tally<G::Move>,
        bound: Bound,
    ) {
        if tally.best.is_decisive() {
            return;
        }
        // A capture changes what the evaluation was about; a bound on the wrong side says nothing.
        let Some(evaluation) = evaluation else { return };
        let noisy = tally.best_move.is_some_and(|mv| context.game.is_noisy(mv));
        let tells = match bound {
            Bound::Lower => tally.best > evaluation,
            Bound::Upper => tally.best < evaluation,
            _ => true,
        };
        if noisy || !tells || node.excluded.is_some() {
            return;
        }
        let side = context.side();
        // The error of the evaluation as it stands, corrections included, is
        // what is still to be learnt; the average absorbs it.
        let error = tally.best.get() - evaluation.get() + self.correction(context);
        for structure in 0..G::STRUCTURES {
            let index = Corrections::index(structure, side, context.game.structure(structure));
            self.update(index, error, node.depth, context.parameters);
        }
    }

    #[inline]
    fn index(structure: usize, side: usize, key: u64) -> usize {
        (structure * 2 + side) * SLOTS + (key as usize & (SLOTS - 1))
    }

    /// The correction for one structure.
    #[inline]
    fn get(&self, structure: usize, side: usize, key: u64) -> i32 {
        self.errors[Corrections::index(structure, side, key)] / GRAIN
    }

    /// Moves an average toward an error of the evaluation.
    #[inline]
    fn update(&mut self, index: usize, error: i32, depth: Depth, parameters: &Parameters) {
        let Parameters { correction_limit: limit, correction_inertia: inertia, .. } = *parameters;
        let slot = &mut self.errors[index];
        let weight = (depth.whole() + 1).clamp(1, parameters.correction_weight.max(1));
        let target = error.clamp(-limit, limit) * GRAIN;
        *slot = (*slot * (inertia - weight) + target * weight) / inertia.max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_error_is_learnt_and_bounded() {
        let parameters = Parameters::default();
        let mut corrections = Corrections::new(2);
        for _ in 0..2_000 {
            corrections.update(Corrections::index(1, 0, 77), 40, Depth::plies(6), &parameters);
            corrections.update(Corrections::index(0, 1, 77), -5_000, Depth::plies(6), &parameters);
        }
        assert!((35..=40).contains(&corrections.get(1, 0, 77)));
        assert!((-64..=-58).contains(&corrections.get(0, 1, 77)));
        assert_eq!(corrections.get(1, 1, 77), 0);
    }
}
