//! What is known of a position: the moves of a book, and those of kept games.

use serde::Serialize;

/// What a book knows of the position shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Explored {
    /// Who is to move, 0 or 1.
    pub to_move: usize,
    /// What is being played, in English and in Chinese.
    pub name: Option<[String; 2]>,
    /// The moves of the book, those played most often first.
    pub moves: Vec<ExploredMove>,
}

/// A move that is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExploredMove {
    /// The move in each of the game's notations, its own last.
    pub texts: Vec<String>,
    /// In how many games it was made.
    pub games: u64,
    /// How many of those that are over were won, drawn and lost by who made it.
    pub results: [u32; 3],
    /// Whether it is proved to win or to lose: `win` or `loss`.
    pub proof: Option<&'static str>,
    /// What is being played after it, in English and in Chinese.
    pub name: Option<[String; 2]>,
}

/// Where a move of a game stands in books: the same for all images of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedMove {
    /// The canonical key of the position.
    pub key: u64,
    /// The move, packed, in the canonical form of the position.
    pub mv: u32,
    /// Who made it, 0 or 1.
    pub side: usize,
}

/// How often a move was made in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCount {
    /// The move as [`IndexedMove::mv`] has it.
    pub mv: u32,
    /// In how many games.
    pub games: u32,
    /// How many of those that are over were won, drawn and lost by who made it.
    pub results: [u32; 3],
}
