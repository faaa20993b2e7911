//! What the protocol loop needs to know of a game.

use duiyi_clock::MoveContext;
use duiyi_search::{Evaluator, Game, Heuristics};

/// Why a text was not a position or a move, in the game's own words.
pub type Reason = Box<dyn std::error::Error + Send + Sync>;

/// A move of an [`EngineGame`].
pub type MoveOf<G> = <<G as EngineGame>::Position as Game>::Move;

/// A game that an engine can play: its positions, its evaluation, and its texts.
///
/// Implemented by a program on a type of its own, which puts the parts together.
pub trait EngineGame: Sized + 'static {
    /// A position with the path that led to it.
    type Position: Heuristics + Clone + Send + 'static;
    /// The evaluation that the search uses.
    type Evaluator: Evaluator<Self::Position> + Send + 'static;

    /// The name of the game, as the option `UCI_Variant` gives it.
    const NAME: &'static str;

    /// A fresh evaluator.
    fn evaluator() -> Self::Evaluator;

    /// The position in which a game begins.
    fn start() -> Self::Position;

    /// Reads a position (a FEN).
    ///
    /// # Errors
    /// What is wrong with the text or with the position.
    fn read_position(text: &str) -> Result<Self::Position, Reason>;

    /// Writes a position, so that [`EngineGame::read_position`] reads it back.
    fn write_position(position: &Self::Position) -> String;

    /// Draws a position for a person.
    fn draw(position: &Self::Position) -> String;

    /// Reads a move that is legal in a position.
    ///
    /// # Errors
    /// What is wrong with the text, or why the move is not legal.
    fn read_move(position: &Self::Position, text: &str) -> Result<MoveOf<Self>, Reason>;

    /// Writes a move, so that [`EngineGame::read_move`] reads it back.
    fn write_move(mv: MoveOf<Self>) -> String;

    /// Plays a legal move of the game.
    fn play(position: &mut Self::Position, mv: MoveOf<Self>);

    /// Counts the positions `depth` plies ahead.
    fn perft(position: &mut Self::Position, depth: u32) -> u64;

    /// What the clock may know of a position.
    ///
    /// Here [`known_repetition`](MoveContext::known_repetition) need only say
    /// what the rules do: that the opponent loses by the repetition unless he
    /// changes. Whether the answer is known, and whether a mate is, the engine
    /// finds in its own last searches.
    fn context(position: &Self::Position) -> MoveContext;

    /// The positions of the `bench` command.
    fn bench_positions() -> Vec<Self::Position>;
}
