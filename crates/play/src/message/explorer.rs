//! The opening explorer: the moves of a book and of stored games.

use serde::Serialize;

/// The moves of a book in the position shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Explored {
    /// The side to move, 0 or 1.
    pub to_move: usize,
    /// The name of the opening in English and in Chinese.
    pub name: Option<[String; 2]>,
    /// The moves of the book, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// All legal moves with their values by the endgame tables, the best first; `None` if no table contains the
    /// position.
    pub endgame: Option<Vec<EndgameMove>>,
}

/// A legal move and its value by an endgame table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndgameMove {
    /// The move in each of the game's notations, its own last.
    pub texts: Vec<String>,
    /// `won`, `drawn`, `drawn-unless-ruled` (a ruling on repetition may decide) or `lost`, for the mover.
    pub verdict: &'static str,
    /// The plies to the end of the game; `None` in a draw.
    pub plies: Option<u16>,
}

/// A move of a book or of stored games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExploredMove {
    /// The move in each of the game's notations, its own last.
    pub texts: Vec<String>,
    /// The number of games with the move.
    pub games: u64,
    /// The numbers of games that the mover won, drew and lost.
    pub results: [u32; 3],
    /// The proved result, `win` or `loss`, if there is one.
    pub proof: Option<&'static str>,
    /// The name of the opening after the move, in English and in Chinese.
    pub name: Option<[String; 2]>,
}

/// A move in the index: the same for all images of a position under symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedMove {
    /// The canonical key of the position.
    pub key: u64,
    /// The move, packed, in the canonical form of the position.
    pub mv: u32,
    /// The side that made it, 0 or 1.
    pub side: usize,
}

/// How often a move was made in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCount {
    /// The move in the form of [`IndexedMove::mv`].
    pub mv: u32,
    /// The number of games.
    pub games: u32,
    /// The numbers of games that the mover won, drew and lost.
    pub results: [u32; 3],
}
