//! The questions of JavaScript.

#[cfg(feature = "records")]
use duiyi_kit::page::RecordFault;
use serde::Deserialize;
#[cfg(feature = "records")]
use serde::Serialize;
#[cfg(feature = "engine")]
use std::collections::BTreeMap;

/// The description of a board.
#[derive(Deserialize)]
pub(crate) struct Start {
    /// The name of a kit: `xiangqi` or `connect6`.
    pub(crate) game: String,
    /// The name of the rules; empty for the default rules.
    #[serde(default)]
    pub(crate) rules: String,
    /// The game so far: `[position] [moves turn turn …]`.
    #[serde(default)]
    pub(crate) line: String,
}

/// A question about a board.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "camelCase")]
pub(crate) enum Ask {
    /// The ruling on a repetition of xiangqi, by the rule book of the game or another one.
    Ruling { book: Option<String> },
    /// The values of the position and its moves in the endgame tables of xiangqi.
    Endgame,
    /// Whether the side to move of Connect6 wins by threats.
    Solve { turns: u32 },
    /// A picture.
    Svg(Picture),
    /// The moves of the opening books.
    Book,
    /// Opens the attached record, by the rules of the board; the answer is the number of a reader.
    #[cfg(feature = "records")]
    ReadGames,
    /// Writes a game in a format.
    #[cfg(feature = "records")]
    WriteGame { format: String, game: GameText },
    /// The names of the formats that games are written in.
    #[cfg(feature = "records")]
    Formats,
    /// Uses the attached network in the searches of the game.
    #[cfg(feature = "engine")]
    Network,
    /// A search.
    #[cfg(feature = "engine")]
    Search(Box<Search>),
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
#[cfg(feature = "engine")]
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Search {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// In milliseconds.
    pub(crate) movetime: Option<u64>,
    /// In moves.
    pub(crate) mate: Option<u32>,
    pub(crate) infinite: bool,
    pub(crate) clock: Option<Clock>,
    pub(crate) options: BTreeMap<String, String>,
}

/// The clocks of both sides, in milliseconds.
#[cfg(feature = "engine")]
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Clock {
    pub(crate) left: u64,
    pub(crate) increment: u64,
    pub(crate) opponent_left: Option<u64>,
    pub(crate) opponent_increment: u64,
    /// The moves to the next time control.
    pub(crate) moves_to_go: Option<u32>,
    /// The length of a period of overtime.
    pub(crate) byoyomi: Option<u64>,
    /// The periods left, by default one.
    pub(crate) periods: Option<u32>,
}

/// A game with variations.
#[cfg(feature = "records")]
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameText {
    /// The name of the rules.
    pub(crate) rules: String,
    /// The start position.
    pub(crate) position: String,
    /// The names of the players.
    pub(crate) names: [String; 2],
    pub(crate) event: String,
    pub(crate) date: String,
    /// `1-0`, `0-1`, `1/2-1/2`; none if the game is not over.
    pub(crate) result: Option<String>,
    /// The reason of the result; empty if it is unknown.
    pub(crate) reason: String,
    /// The moves of the nodes, separated by spaces. The root is node 0 and has no move; every other node comes after
    /// its parent.
    pub(crate) moves: String,
    /// The nodes whose parent is not the node before them, and their parents.
    pub(crate) parents: Vec<(usize, usize)>,
    /// The comments of the nodes that have one.
    pub(crate) comments: Vec<(usize, String)>,
    /// The marks of the nodes that have any.
    pub(crate) marks: Vec<(usize, Vec<u8>)>,
    /// What was left out of a damaged record.
    #[serde(skip_deserializing)]
    pub(crate) faults: Vec<FaultText>,
}

/// What a reader left out of a record.
#[cfg(feature = "records")]
#[derive(Serialize)]
pub(crate) struct FaultText {
    /// From 1; none if it is unknown.
    pub(crate) line: Option<usize>,
    /// From 1; none if it is unknown.
    pub(crate) column: Option<usize>,
    /// The number of the move; none if the fault is not about a move.
    #[serde(rename = "moveNumber")]
    pub(crate) move_number: Option<usize>,
    /// What is wrong, with the place.
    pub(crate) message: String,
    /// The legal moves in the position.
    pub(crate) legal: Vec<String>,
}

#[cfg(feature = "records")]
impl From<RecordFault> for FaultText {
    fn from(fault: RecordFault) -> FaultText {
        let known = |number: usize| Some(number).filter(|&number| number > 0);
        let RecordFault { line, column, number, message, legal } = fault;
        FaultText { line: known(line), column: known(column), move_number: known(number), message, legal }
    }
}
