//! The evaluation of positions, as the search calls it.

use duiyi_game::{Game, Score};

/// A static evaluation, with optional state along the path.
pub trait Evaluator<G: Game> {
    /// Resets the state to a new position.
    fn reset(&mut self, _game: &G) {}

    /// Called before a move is made.
    fn push(&mut self, _game: &G, _mv: G::Move) {}

    /// Called after a move is taken back.
    fn pop(&mut self) {}

    /// The score for the side to move. It must be a function of the position: the search stores it
    /// under the [table key](crate::Heuristics::table_key), unless `stored_evaluation` is off. The
    /// search clamps it to the band of evaluations.
    fn evaluate(&mut self, game: &G) -> Score;
}

/// An evaluator without state: a function of the position.
///
/// ```
/// # use duiyi_search::{Evaluator, Game, Score, Stateless};
/// fn even<G: Game>() -> impl Evaluator<G> {
///     Stateless(|_: &G| Score::ZERO)
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stateless<F>(pub F);

impl<G: Game, F: FnMut(&G) -> Score> Evaluator<G> for Stateless<F> {
    fn evaluate(&mut self, game: &G) -> Score {
        (self.0)(game)
    }
}
