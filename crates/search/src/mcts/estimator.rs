//! Estimates of a leaf's value and of the priors of its moves.

use super::parameters::MonteCarloParameters;
use crate::{Evaluator, Heuristics, Score, knowledge::Knowledge};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A leaf of the tree, as passed to an [`Estimator`].
#[derive(Debug)]
pub struct Leaf<'a, G: Heuristics> {
    /// The position; it must be restored.
    pub game: &'a mut G,
    /// Plies from the root.
    pub ply: usize,
    /// The insight that the game returned with its verdict.
    pub insight: &'a G::Insight,
    /// The constants of the search.
    pub parameters: &'a MonteCarloParameters,
    /// The random generator.
    pub random: &'a mut Xoshiro256PlusPlus,
}

/// Estimates what the rules leave open: the value of a leaf and the priors of its moves.
///
/// [`Playouts`](crate::Playouts) play to the end, [`Evaluated`] uses an [`Evaluator`]. A network
/// that returns values and priors implements this trait.
pub trait Estimator<G: Heuristics> {
    /// Resets the state to a new position.
    fn reset(&mut self, _game: &G) {}

    /// Called before a move of the tree is made.
    fn push(&mut self, _game: &G, _mv: G::Move) {}

    /// Called after a move of the tree is taken back.
    fn pop(&mut self) {}

    /// The expected result of the side to move, from 0 (loss) to 1 (win). The rules leave the
    /// position open.
    fn result(&mut self, leaf: Leaf<'_, G>) -> f32;

    /// Writes the prior of each move, that is, how likely it is to be the best, to `priors`, which
    /// has one element per move. They need not sum to 1. By default the softmax of the game's
    /// heuristics: [`Heuristics::prior`] for quiet moves and [`Noisy::value`](crate::Noisy::value),
    /// in the evaluator's units, for noisy moves that lose no exchange.
    fn priors(&mut self, game: &G, moves: &[G::Move], parameters: &MonteCarloParameters, priors: &mut [f32]) {
        priors_by_heuristics(game, moves, parameters, priors);
    }
}

/// The maximum preference, as an exponent, of a noisy move over a quiet one without a prior.
const NOISY_LIMIT: f32 = 2.5;

/// See [`Estimator::priors`].
pub(super) fn priors_by_heuristics<G: Heuristics>(
    game: &G,
    moves: &[G::Move],
    parameters: &MonteCarloParameters,
    priors: &mut [f32],
) {
    let exponent = |mv: G::Move| {
        if !game.is_noisy(mv) {
            return game.prior(mv) as f32 / parameters.prior_unit as f32;
        }
        if game.exchange_at_least(mv, Score::ZERO) {
            (1.0 + game.noisy_value(mv) as f32 / (2 * parameters.tenfold_odds) as f32).min(NOISY_LIMIT)
        } else {
            -1.0
        }
    };
    let mut most = f32::NEG_INFINITY;
    for (prior, &mv) in priors.iter_mut().zip(moves) {
        *prior = exponent(mv);
        most = most.max(*prior);
    }
    for prior in priors.iter_mut() {
        *prior = (*prior - most).exp();
    }
}

/// An [`Evaluator`] as an estimator: the score of a leaf is mapped to a result by a logistic
/// function ([`MonteCarloParameters::result_of`]); priors come from the game's heuristics.
///
/// ```
/// # use duiyi_search::{Evaluated, Evaluator, Game, Score};
/// fn even<G: Game>() -> Evaluated<impl Evaluator<G>> {
///     Evaluated(|_: &G| Score::ZERO)
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Evaluated<E>(pub E);

impl<G: Heuristics, E: Evaluator<G>> Estimator<G> for Evaluated<E> {
    fn reset(&mut self, game: &G) {
        self.0.reset(game);
    }

    #[inline]
    fn push(&mut self, game: &G, mv: G::Move) {
        self.0.push(game, mv);
    }

    #[inline]
    fn pop(&mut self) {
        self.0.pop();
    }

    #[inline]
    fn result(&mut self, leaf: Leaf<'_, G>) -> f32 {
        let score = self.0.evaluate(leaf.game) + leaf.game.evaluation_bias(leaf.insight);
        leaf.parameters.result_of(score.clamped().get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::drawn::{Drawn, Letter};

    #[test]
    fn priors_are_the_softmax_of_the_heuristics() {
        let parameters = MonteCarloParameters::default();
        let (unit, odds) = (parameters.prior_unit, parameters.tenfold_odds);
        // Exponents: quiet 0 and 2, noisy 1 + 2/2 and at most 2.5, a lost exchange -1.
        let game = Drawn::new("abCDE")
            .kind('b', |quiet| quiet.prior = 2 * unit)
            .kind('C', |noisy| noisy.gain = 2 * odds)
            .kind('D', |noisy| noisy.gain = 8 * odds)
            .kind('E', |noisy| (noisy.gain, noisy.exchange) = (8 * odds, -1));
        let mut priors = [f32::NAN; 5];
        priors_by_heuristics(&game, &"abCDE".chars().map(Letter).collect::<Vec<_>>(), &parameters, &mut priors);
        for (prior, exponent) in priors.iter().zip([0.0, 2.0, 2.0, 2.5, -1.0]) {
            let expected = f32::exp(exponent - 2.5);
            assert!((prior - expected).abs() < 1e-6, "{priors:?}");
        }
    }
}
