//! A game as it is begun, stored, found, and written down.

use super::explorer::IndexedMove;
use duiyi_game::{Outcome, OutcomeKind, Side};
use serde::{Deserialize, Serialize};

/// Who plays a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Seat {
    /// A person at this board.
    #[default]
    Person,
    /// The engine, at a level of the game's player; the strongest without one.
    Engine {
        /// The level, within the range of the game.
        level: Option<u32>,
    },
}

/// How a game is begun.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameSetup {
    /// The name of the game.
    pub game: String,
    /// Its rule set; the usual one if it is empty.
    pub rules: String,
    /// `[position] [moves …]`; the start of the game if it is empty.
    pub position: String,
    /// Who plays, the first side first.
    pub seats: [Seat; 2],
    /// The time control, as `300+3`; none if it is empty.
    pub clock: String,
    /// The names of the persons; empty for those who have none.
    pub names: [String; 2],
    /// The event, for its record.
    pub event: String,
    /// The day on which it begins, for its record.
    pub date: String,
    /// One of the game's problems, instead of a position, for persons alone.
    pub problem: Option<usize>,
}

/// What clocks need to go on: the same time control, and this.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClockState {
    /// The turns in their order: the side, and the milliseconds it took.
    pub spent: Vec<(usize, u64)>,
    /// The milliseconds that the turn under way has taken.
    pub running: u64,
}

/// A game as it is stored: it goes on where it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct SavedGame {
    /// How it began, in which position, and who plays now.
    pub begin: GameSetup,
    /// The turns, in the game's own notation, with blanks between.
    pub turns: String,
    /// The clocks.
    pub clocks: ClockState,
    /// How it ended, if it did.
    pub ended: Option<GameEnd>,
    /// The side that offers a draw.
    pub draw_offer: Option<usize>,
}

/// A filter for stored games. An empty field matches every game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameFilter {
    /// The name of the game.
    pub game: String,
    /// A part of a player's name, or of an engine's: `engine 5`.
    pub player: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for games that go on.
    pub result: String,
    /// Begun on this day or later: `2026-11-23`.
    pub since: String,
    /// Begun on this day or earlier.
    pub until: String,
    /// The first turns in any of the game's notations, or a part of the position in which it began.
    pub opening: String,
    /// The number of newest games to leave out.
    pub skip: u32,
}

/// An entry in the list of stored games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameSummary {
    /// Its id.
    pub id: String,
    /// The name by which the game is offered.
    pub game: String,
    /// Who plays.
    pub players: [String; 2],
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Why it ended.
    pub reason: String,
    /// The day and time when it was begun, in UTC.
    pub begun: String,
    /// The number of turns.
    pub turns: u32,
    /// The first of them, in each of the game's notations.
    pub openings: Vec<String>,
}

/// What a stored game is found by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexEntry {
    /// Who plays: a name, `person`, `engine`, or `engine 5`.
    pub players: [String; 2],
    /// The number of turns.
    pub turns: usize,
    /// The first turns, in each of the game's notations.
    pub openings: Vec<String>,
    /// The name of the game and the size of its board.
    pub kind: String,
    /// The first moves, as the explorer finds them.
    pub moves: Vec<IndexedMove>,
}

/// The content of a file: a text, or bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FileContent {
    /// A text.
    Text(String),
    /// Bytes that are not UTF-8.
    Bytes(Vec<u8>),
}

impl From<Vec<u8>> for FileContent {
    fn from(bytes: Vec<u8>) -> FileContent {
        String::from_utf8(bytes).map_or_else(|error| FileContent::Bytes(error.into_bytes()), FileContent::Text)
    }
}

impl FileContent {
    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        match self {
            FileContent::Text(text) => text.as_bytes(),
            FileContent::Bytes(bytes) => bytes,
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    /// The side that won, 0 or 1; none in a draw.
    pub winner: Option<usize>,
    /// Why.
    pub reason: String,
}

impl From<Outcome> for GameEnd {
    fn from(outcome: Outcome) -> GameEnd {
        GameEnd { winner: outcome.winner.map(Side::index), reason: outcome.reason.into_owned() }
    }
}

impl From<GameEnd> for Outcome {
    fn from(ended: GameEnd) -> Outcome {
        let side = |index| if index == 0 { Side::First } else { Side::Second };
        Outcome { winner: ended.winner.map(side), kind: OutcomeKind::Players, reason: ended.reason.into() }
    }
}
