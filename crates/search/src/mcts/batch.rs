//! Positions that an evaluator receives together.

use super::{estimator::priors_by_heuristics, parameters::MonteCarloParameters};
use crate::Heuristics;

/// A position that a [`BatchEvaluator`] estimates.
#[derive(Clone, Debug)]
pub struct BatchLeaf<G: Heuristics> {
    /// The expected result of the side to move, from 0 (loss) to 1 (win); other numbers are clamped,
    /// and NaN counts as ½. It is ½ until the evaluator sets it.
    pub result: f32,
    game: G,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
}

impl<G: Heuristics> BatchLeaf<G> {
    /// A position with at least one move, and the priors of the game's heuristics.
    pub(super) fn new(game: G, moves: Vec<G::Move>, parameters: &MonteCarloParameters) -> BatchLeaf<G> {
        let mut priors = vec![0.0; moves.len()];
        priors_by_heuristics(&game, &moves, parameters, &mut priors);
        BatchLeaf { result: 0.5, game, moves, priors }
    }

    /// The position; the rules leave it open.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position, for evaluations that make moves; the evaluator restores it.
    pub fn game_mut(&mut self) -> &mut G {
        &mut self.game
    }

    /// The moves that are searched, in an order without meaning.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The prior of each move, that is, how likely it is to be the best. They need not sum to 1.
    ///
    /// Until the evaluator sets them, they are those of
    /// [`Estimator::priors`](crate::Estimator::priors).
    pub fn priors(&self) -> &[f32] {
        &self.priors
    }

    /// Sets the priors by a function of the position and the move: the softmax of what it returns. An
    /// evaluator without a policy does not call this.
    pub fn set_logits(&mut self, mut logit: impl FnMut(&G, G::Move) -> f32) {
        let logits = self.moves.iter().map(|&mv| logit(&self.game, mv));
        self.priors.clear();
        self.priors.extend(logits);
        let most = self.priors.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for prior in &mut self.priors {
            *prior = (*prior - most).exp();
        }
    }

    /// The result as the tree stores it.
    pub(super) fn clamped(&self) -> f32 {
        if self.result.is_nan() { 0.5 } else { self.result.clamp(0.0, 1.0) }
    }
}

/// Estimates the results, and optionally the priors, of several positions in one call, as networks do
/// most efficiently. See [`BatchSearcher`](crate::BatchSearcher).
pub trait BatchEvaluator<G: Heuristics> {
    /// The reason why an estimate failed.
    type Error: std::fmt::Debug + std::fmt::Display;

    /// Sets the result of each position, and its priors if the evaluator has a policy. There is at
    /// least one position.
    ///
    /// # Errors
    /// The error ends the search, which returns it.
    fn evaluate(&mut self, leaves: &mut [BatchLeaf<G>]) -> Result<(), Self::Error>;
}
