//! What the arena asks of a game.
//!
//! The arena owns board, rules and clock, and an engine is never believed about
//! any of them; but it knows no game. A program implements [`Rules`] for a named
//! rule set and [`Board`] for one game in progress. Moves and positions cross
//! this border as text, in the notation of the game's protocols.

use std::fmt;

/// A player's seat: who moves first from the start of the game, and who second.
///
/// An opening may leave the second side to move; a side keeps its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Red, White, or Black: whoever makes the first move of a whole game. `w` in a FEN.
    First,
    /// The other. `b` in a FEN.
    Second,
}

impl Side {
    /// 0 or 1.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl std::ops::Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How a game ended by its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why, in a few words: "checkmate", "perpetual check by Red".
    pub reason: String,
}

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

    /// The current position as protocols and records write it (a FEN).
    fn position(&self) -> String;

    /// The position to give to an engine whose protocol wants only the moves
    /// since the last irreversible one (UCCI), and how many of the game's moves
    /// led there. By default the opening and 0.
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

    /// Sets up a game.
    ///
    /// # Errors
    /// What is wrong with the text of the opening.
    fn start(&self, opening: &str) -> Result<Box<dyn Board>, BadOpening>;

    /// The text of the opening where a game starts that names none.
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

/// The result of a game, written as records write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum GameResult {
    /// The first side won: 1-0.
    #[serde(rename = "1-0")]
    FirstWins,
    /// The second side won: 0-1.
    #[serde(rename = "0-1")]
    SecondWins,
    /// Nobody won: 1/2-1/2.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result with this winner.
    pub fn won_by(winner: Option<Side>) -> GameResult {
        match winner {
            Some(Side::First) => GameResult::FirstWins,
            Some(Side::Second) => GameResult::SecondWins,
            None => GameResult::Draw,
        }
    }

    /// Half points of a side: 0, 1 or 2.
    pub fn half_points(self, side: Side) -> usize {
        match (self, side) {
            (GameResult::Draw, _) => 1,
            (GameResult::FirstWins, Side::First) | (GameResult::SecondWins, Side::Second) => 2,
            _ => 0,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::FirstWins => "1-0",
            GameResult::SecondWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}
