//! What a leaf of the tree is worth, and how promising its moves are.

use super::parameters::MonteCarloParameters;
use crate::{Evaluator, Heuristics, Score, knowledge::Knowledge};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A position that the tree ends at for now, as an [`Estimator`] is shown it.
pub struct Leaf<'a, G: Heuristics> {
    /// The position; to be given back as it was.
    pub game: &'a mut G,
    /// Plies from the root.
    pub ply: usize,
    /// What the game found out when it was asked for its verdict.
    pub insight: &'a G::Insight,
    /// The constants of the search.
    pub parameters: &'a MonteCarloParameters,
    /// Where chance comes from.
    pub random: &'a mut Xoshiro256PlusPlus,
}

/// Says what the game's rules do not: what a leaf is worth, and which moves look promising.
///
/// [`Playouts`](crate::Playouts) play to the end, [`Evaluated`] asks an [`Evaluator`]. A network
/// that gives values and priors is an estimator of its own.
pub trait Estimator<G: Heuristics> {
    /// Forgets everything and takes a position up as a new one.
    fn reset(&mut self, _game: &G) {}

    /// Called before a move of the tree is made.
    fn push(&mut self, _game: &G, _mv: G::Move) {}

    /// Called after a move of the tree was taken back.
    fn pop(&mut self) {}

    /// The expected result of the side to move, from 0 (lost) to 1 (won). The rules have left the
    /// position open.
    fn result(&mut self, leaf: Leaf<'_, G>) -> f32;

    /// How likely each move is the best one: to be written to `priors`, which has a place for
    /// each of them. They need not sum to 1. By default the softmax of what the game says,
    /// [`Heuristics::prior`] of quiet moves and, in the evaluator's units,
    /// [`Noisy::value`](crate::Noisy::value) of noisy ones that do not lose by exchange.
    fn priors(&mut self, game: &G, moves: &[G::Move], parameters: &MonteCarloParameters, priors: &mut [f32]) {
        priors_by_heuristics(game, moves, parameters, priors);
    }
}

/// The most by which a noisy move is preferred to a quiet one without a prior, as an exponent.
const NOISY_LIMIT: f32 = 2.5;

/// See [`Estimator::priors`].
fn priors_by_heuristics<G: Heuristics>(
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

/// An [`Evaluator`] as an estimator: the score of a leaf through a logistic
/// ([`MonteCarloParameters::result_of`]), priors by what the game says.
///
/// ```
/// # use duiyi_search::{Evaluated, Evaluator, Game, Score, Stateless};
/// fn even<G: Game>() -> Evaluated<impl Evaluator<G>> {
///     Evaluated(Stateless(|_: &G| Score::ZERO))
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
