//! What JavaScript asks.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A question about a game.
#[derive(Deserialize)]
pub(crate) struct Question {
    /// The name of a kit: `xiangqi` or `connect6`.
    pub(crate) game: String,
    /// The name of the rules; empty for the usual ones.
    #[serde(default)]
    pub(crate) rules: String,
    /// The game so far: `[position] [moves turn turn …]`.
    #[serde(default)]
    pub(crate) line: String,
    /// What is asked of it.
    #[serde(flatten)]
    pub(crate) ask: Ask,
}

/// What is asked.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "camelCase")]
pub(crate) enum Ask {
    /// Where the game stands.
    State,
    /// The legal moves.
    LegalMoves,
    /// Plays a turn in whichever notation it is written.
    Play { turn: String },
    /// Takes the last turn back.
    Undo,
    /// Writes turns that follow one another from here.
    Write { turns: Vec<String>, notation: String },
    /// Counts the sequences of a number of moves.
    Perft { depth: u32 },
    /// The ruling on a repetition of xiangqi, by the book of the rules or by another.
    Ruling { book: Option<String> },
    /// Whether the side to move of Connect6 wins by threats.
    Solve { turns: u32 },
    /// A picture.
    Svg(Picture),
    /// A search.
    Search(Search),
}

/// How a picture is drawn.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Picture {
    pub(crate) size: u16,
    pub(crate) flipped: bool,
    pub(crate) letters: bool,
    pub(crate) numbered: bool,
    pub(crate) arrows: Vec<String>,
    pub(crate) after: Option<usize>,
}

impl Default for Picture {
    fn default() -> Picture {
        Picture { size: 48, flipped: false, letters: false, numbered: false, arrows: Vec::new(), after: None }
    }
}

/// When a search stops, and the player's options.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Search {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// In milliseconds.
    pub(crate) movetime: Option<u64>,
    /// In moves.
    pub(crate) mate: Option<u32>,
    pub(crate) options: BTreeMap<String, String>,
}
