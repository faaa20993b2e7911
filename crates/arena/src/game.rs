//! What the arena asks of a game.
//!
//! The arena owns board, rules and clock and relies on no engine for any of them;
//! but it knows no game. A program implements [`Rules`] for a named
//! rule set and [`Board`] for one game in progress. Moves and positions cross
//! this border as text, in the notation of the game's protocols.

use duiyi_game::{Outcome, Side};

/// A move that a board does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Illegal(
    /// Why not, with what was read.
    pub String,
);

/// An opening that cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadOpening(
    /// Why not, with what was read.
    pub String,
);

/// One game in progress, under one rule set.
pub trait Board: Send {
    /// Whose move it is.
    fn side_to_move(&self) -> Side;

    /// Plays a move given as a protocol writes it.
    ///
    /// # Errors
    /// Why the move is not legal; the board is then unchanged.
    fn play(&mut self, mv: &str) -> Result<(), Illegal>;

    /// The end of the game, if the rules have ended it.
    fn outcome(&self) -> Option<Outcome>;

    /// The position to give to an engine whose protocol wants only the moves
    /// since the last irreversible one (UCCI), and how many of the moves played
    /// led there. By default the position that was set up and 0.
    fn since_irreversible(&self) -> Option<(String, usize)> {
        None
    }
}

/// A game with a rule set to judge it by.
pub trait Rules: Send + Sync {
    /// The game, in lower case: "xiangqi". Also its name as a UCI variant.
    fn game(&self) -> &str;

    /// The name of the rule set; recorded with every game.
    fn name(&self) -> &str;

    /// What the players are called: `["Red", "Black"]`.
    fn side_names(&self) -> [&str; 2];

    /// Sets up a position.
    ///
    /// # Errors
    /// What is wrong with the text of the position.
    fn start(&self, position: &str) -> Result<Box<dyn Board>, BadOpening>;

    /// The text of the position where a game starts whose opening names none.
    fn initial_position(&self) -> String;

    /// A move as the game's PGN writes it; given as a protocol writes it.
    fn record_move(&self, mv: &str) -> String {
        mv.to_owned()
    }

    /// PGN tags that this game's records need besides the usual ones, such as
    /// `("Game", "Chinese Chess")`.
    fn record_tags(&self) -> Vec<(&str, &str)> {
        Vec::new()
    }
}
