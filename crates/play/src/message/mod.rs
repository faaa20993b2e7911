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
    /// Lists the problems of a game.
    Problems {
        /// The name of the game.
        game: String,
    },
    /// Begins a game and leaves the previous one.
    Begin {
        /// The setup.
        begin: GameSetup,
    },
    /// Begins a game with a friend and leaves the previous one: the page plays one side, and who opens the invitation
    /// plays the other.
    Host {
        /// The setup; both seats are persons.
        begin: GameSetup,
        /// The side of the page, 0 or 1.
        side: usize,
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
        /// The name of the person, if the page takes a side of the game.
        #[serde(default)]
        name: String,
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
    /// Stores the game, and lists the links with which others enter it.
    Invite {
        /// The address of the page, to which the links lead.
        #[serde(default)]
        address: String,
    },
    /// Acts in the game.
    Ask {
        /// The action.
        ask: Action,
    },
}

/// The links with which others enter a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Invites {
    /// The link of a spectator.
    pub watch: String,
    /// The links of the players of each side, where there is a side to play.
    pub sides: [Option<String>; 2],
    /// Whether other machines reach the links.
    pub reachable: bool,
    /// The link of the first side to play, or else of a spectator, as a QR code.
    pub code: Option<LinkCode>,
}

/// A QR code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkCode {
    /// The number of modules on each side.
    pub size: usize,
    /// The dark modules as an SVG path, one unit each.
    pub path: String,
}

/// A message of the server.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The games offered.
    Games(Vec<GameOffer>),
    /// The problems of a game.
    Problems {
        /// The name of the game.
        game: String,
        /// Its problems.
        list: Vec<ProblemOffer>,
    },
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
    /// The links with which others enter the game. What follows `#room=` is a ticket, which is opened like the id of a
    /// stored game.
    Invites(Invites),
    /// Who is in the room of a friendly game.
    Present {
        /// Whether a page of each side's player is there.
        sides: [bool; 2],
        /// Whether each side waits for a player.
        open: [bool; 2],
        /// The number of spectators.
        spectators: usize,
    },
    /// A sought game begins, and the player has this side, 0 or 1.
    Seated(usize),
    /// The game as a record.
    File {
        /// The name of the format.
        format: String,
        /// A name for the file.
        name: String,
        /// The record.
        file: FileContent,
    },
}
