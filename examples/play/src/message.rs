//! What a page asks and what it is told, as JSON.

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
        /// The level, within the range that the game names.
        level: Option<u32>,
    },
}

/// A game to be begun.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Begin {
    /// The name of the game.
    pub game: String,
    /// Its rule set; the usual one if it is empty.
    pub rules: String,
    /// `[position] [moves …]`; the game's own beginning if it is empty.
    pub position: String,
    /// Who plays, the first side first.
    pub seats: [Seat; 2],
    /// The time control, as `300+3`; none if it is empty.
    pub clock: String,
}

/// What a page asks of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// A square was chosen: column from the left, row from the bottom.
    Square {
        /// Where.
        at: [u8; 2],
    },
    /// Nothing is chosen any more.
    Unchoose,
    /// A turn is written.
    Turn {
        /// As the game reads it.
        text: String,
    },
    /// The last turn of a person, and what followed, is taken back.
    TakeBack,
    /// A person gives up: the one to move, or the only one.
    Resign,
    /// The side to move offers a draw, or takes the offer of the other.
    Draw,
    /// The position after so many moves is shown, nothing changes.
    Show {
        /// How many; the newest without a number.
        #[serde(default)]
        ply: Option<usize>,
        /// Whether it is seen from the other side.
        #[serde(default)]
        flipped: bool,
        /// Whether pieces have letters.
        #[serde(default)]
        letters: bool,
    },
    /// Who plays from now on.
    Sit {
        /// The first side first.
        seats: [Seat; 2],
    },
}

/// What a page sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// Which games are there?
    Games,
    /// Begin a game; the one before is left.
    Begin {
        /// Which, and how.
        begin: Begin,
    },
    /// Ask the room of the game.
    Ask {
        /// What.
        ask: Ask,
    },
}

/// What a page is told.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToPage {
    /// The games that can be begun.
    Games(Vec<Offer>),
    /// The room as it is now.
    View(Box<View>),
    /// Why something was not done.
    Refused(String),
    /// What the engine that is thinking has found.
    Thought(Thought),
}

/// A game that is offered.
#[derive(Clone, Debug, Serialize)]
pub struct Offer {
    /// Its name, by which it is begun.
    pub name: String,
    /// What it is called in English and in Chinese.
    pub titles: [&'static str; 2],
    /// What its sides are called.
    pub sides: [&'static str; 2],
    /// Its rule sets, the usual one first.
    pub rules: Vec<&'static str>,
    /// The levels of its player, with their ratings where they are known; none if it has no levels.
    pub levels: Vec<(u32, Option<i32>)>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The side that won, 0 or 1; none in a draw.
    pub winner: Option<usize>,
    /// Why.
    pub reason: String,
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayedTurn {
    /// Who played it, 0 or 1.
    pub side: usize,
    /// How many moves of the game were made after it.
    pub ply: usize,
    /// The turn in each of the game's notations.
    pub texts: Vec<String>,
}

/// What the engine that is thinking has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Thought {
    /// The depth of the last iteration, in plies.
    pub depth: u32,
    /// What the position is worth for the first side.
    pub score: i32,
    /// The expected moves.
    pub line: String,
}

/// Everything that a page shows of a room.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// The name of the game.
    pub game: String,
    /// Its rule set.
    pub rules: String,
    /// What the sides are called.
    pub sides: [String; 2],
    /// Who plays.
    pub seats: [Seat; 2],
    /// The names of the notations in which turns are written.
    pub notations: Vec<String>,
    /// The turns.
    pub turns: Vec<PlayedTurn>,
    /// How many moves were made.
    pub ply: usize,
    /// Who is to move, 0 or 1.
    pub to_move: usize,
    /// Whether an engine is to move.
    pub thinking: bool,
    /// Who offers a draw.
    pub draw_offer: Option<usize>,
    /// Milliseconds left, and whether they run.
    pub clocks: Option<[u64; 2]>,
    /// How the game ended.
    pub ended: Option<Ended>,
    /// The board after `shown` moves.
    pub board: String,
    /// How many moves the shown position has behind it.
    pub shown: usize,
    /// The game as one text.
    pub text: String,
    /// What the last engine found.
    pub thought: Option<Thought>,
}
