//! The evaluation of positions, as the search calls it.

use duiyi_game::{Game, Score};

/// A static evaluation, with optional state along the path.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not evaluate `{G}`",
    note = "an evaluator is a function `Fn(&{G}) -> Score`, or implements `Evaluator`"
)]
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

/// Every function of the position is an evaluator without state.
///
/// ```
/// # use duiyi_search::{Evaluator, Score};
/// # use duiyi_game::nim::Nim;
/// fn even() -> impl Evaluator<Nim> {
///     |_: &Nim| Score::ZERO
/// }
/// ```
impl<G: Game, F: Fn(&G) -> Score> Evaluator<G> for F {
    fn evaluate(&mut self, game: &G) -> Score {
        self(game)
    }
}
