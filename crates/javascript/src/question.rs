//! The questions of JavaScript.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A question about a game.
#[derive(Deserialize)]
pub(crate) struct Question {
    /// The name of a kit: `xiangqi` or `connect6`.
    pub(crate) game: String,
    /// The name of the rules; empty for the default rules.
    #[serde(default)]
    pub(crate) rules: String,
    /// The game so far: `[position] [moves turn turn …]`.
    #[serde(default)]
    pub(crate) line: String,
    /// The kind of the question.
    #[serde(flatten)]
    pub(crate) ask: Ask,
}

/// The kind of a question.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "camelCase")]
pub(crate) enum Ask {
    /// The state of the game.
    State,
    /// The legal moves.
    LegalMoves,
    /// Plays a turn, given in any notation.
    Play { turn: String },
    /// Takes back the last turn.
    Undo,
    /// Writes a sequence of turns from here.
    Write { turns: Vec<String>, notation: String },
    /// Counts the sequences of a number of moves.
    Perft { depth: u32 },
    /// The ruling on a repetition of xiangqi, by the rule book of the game or another one.
    Ruling { book: Option<String> },
    /// The values of the position and its moves in the endgame tables of xiangqi.
    Endgame,
    /// Whether the side to move of Connect6 wins by threats.
    Solve { turns: u32 },
    /// A picture.
    Svg(Picture),
    /// A search.
    Search(Search),
}

/// The options of a picture.
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

/// The limits of a search, and the options of the player.
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
