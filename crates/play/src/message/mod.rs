//! The messages between a page and the server, as JSON.

mod action;
mod explorer;
mod game;
mod offer;
mod order;
mod view;

pub use action::{Action, EditorStep, ProofStep};
pub use explorer::{EndgameMove, Explored, ExploredMove, IndexedMove, MoveCount};
pub use game::{
    ClockState, ContentsEntry, FileContent, GameEnd, GameFilter, GameSetup, GameSummary, IndexEntry, ProblemId,
    SavedGame, Seat,
};
pub use offer::{Features, GameOffer, LevelOffer, ProblemOffer};
pub use order::{Answer, Decided, Goal, Order, OrderReport};
use serde::{Deserialize, Serialize};
pub use view::{
    BandView, BoardLook, BoardMarks, DrawnBoard, EditorView, GameHeader, NodeView, PieceView, PlayState, PlayedTurn,
    ProblemView, ProofView, ReviewView, ReviewedPosition, SearchInfo, SentView, StudyView, View,
};

/// How the refusal begins that reports a game that cannot be stored.
pub const UNSTORED: &str = "the game is not stored";

/// A message of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Lists the games offered.
    Games,
    /// Begins a game and leaves the previous one.
    Begin {
        /// The setup.
        begin: GameSetup,
    },
    /// Waits for another player who seeks the same game; then the server seats the two and begins it.
    Seek {
        /// The setup, without seats; the first name is that of the player.
        begin: GameSetup,
    },
    /// Lists stored games.
    Kept {
        /// The filter.
        find: GameFilter,
    },
    /// Resumes a stored game and leaves the previous one.
    Open {
        /// Its id.
        id: String,
    },
    /// Deletes a stored game.
    Delete {
        /// Its id.
        id: String,
    },
    /// Resumes the game of a record and leaves the previous one. A file of several games without a number is
    /// answered with its contents.
    Load {
        /// The record, in any format.
        file: FileContent,
        /// The number of the game in the file, from 0.
        #[serde(default)]
        number: Option<usize>,
    },
    /// Exports the game as a record.
    Export {
        /// The name of the format.
        format: String,
    },
    /// Draws the position after the moves of a line; the game does not change.
    Preview {
        /// The number of the position before the line.
        at: u32,
        /// The turns of the line, in the game's own notation.
        line: Vec<String>,
    },
    /// Stores the game, and lists the tickets with which others enter it.
    Invite,
    /// Acts in the game.
    Ask {
        /// The action.
        ask: Action,
    },
}

/// A message of the server.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The games offered.
    Games(Vec<GameOffer>),
    /// The changes of the view.
    View(Box<View>),
    /// The reason for refusing a message.
    Refused(String),
    /// A report of the engine that is thinking.
    Thought(SearchInfo),
    /// The moves of stored games in the position shown, the most frequent first.
    Played(Vec<ExploredMove>),
    /// The stored games that match, the newest first.
    Kept(Vec<GameSummary>),
    /// What is wrong with the record just loaded, or with those of its file that cannot be read, and was left out; at
    /// least one text.
    Faults(Vec<String>),
    /// The games of a file.
    Contents(Vec<ContentsEntry>),
    /// The position after a line.
    Preview {
        /// The number of the position before the line.
        at: u32,
        /// The number of turns of the line.
        turns: usize,
        /// The board.
        #[serde(flatten)]
        drawn: DrawnBoard,
    },
    /// The id of the stored game.
    KeptAs(String),
    /// The tickets with which others enter the game: each is opened like the id of a stored game.
    Invites {
        /// The ticket of a spectator.
        watch: String,
        /// The tickets of the players of each side.
        sides: [String; 2],
    },
    /// A sought game begins, and the player has this side, 0 or 1.
    Seated(usize),
    /// The game as a record.
    File {
        /// A name for the file.
        name: String,
        /// The record.
        file: FileContent,
    },
}
