//! What a page asks and what it is told, as JSON.

mod action;
mod explorer;
mod game;
mod offer;
mod view;

pub use action::{Action, EditorStep, ProofStep};
pub use explorer::{Explored, ExploredMove, IndexedMove, MoveCount};
pub use game::{ClockState, FileContent, GameEnd, GameFilter, GameSetup, GameSummary, IndexEntry, SavedGame, Seat};
pub use offer::{Elo, Features, GameOffer, ProblemOffer};
use serde::{Deserialize, Serialize};
pub use view::{
    EditorView, GameHeader, PieceView, PlayState, PlayedTurn, ProblemView, ProofView, ReviewView, ReviewedPosition,
    SearchInfo, SentView, StudyView, View,
};

/// What a page sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Which games are there?
    Games,
    /// Begin a game; the one before is left.
    Begin {
        /// Which, and how.
        begin: GameSetup,
    },
    /// Which games are kept?
    Kept {
        /// Those that fit.
        find: GameFilter,
    },
    /// Go on with a kept game; the one before is left.
    Open {
        /// Its number.
        id: String,
    },
    /// Keep a game no longer.
    Delete {
        /// Its number.
        id: String,
    },
    /// Go on with the game of a record; the one before is left.
    Load {
        /// The record, in any format.
        file: FileContent,
    },
    /// Write the game as a record.
    Export {
        /// The name of the format.
        format: String,
    },
    /// Ask the session of the game.
    Ask {
        /// What.
        ask: Action,
    },
}

/// What a page is told.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The games that can be begun.
    Games(Vec<GameOffer>),
    /// The session as it is now.
    View(Box<View>),
    /// Why something was not done.
    Refused(String),
    /// What the engine that is thinking has found.
    Thought(SearchInfo),
    /// The moves that kept games made in the position shown, those made most often first.
    Played(Vec<ExploredMove>),
    /// The kept games that were asked for, the newest first.
    Kept(Vec<GameSummary>),
    /// The number under which the game is kept.
    KeptAs(String),
    /// The game as a record.
    File {
        /// A name for the file.
        name: String,
        /// The record.
        file: FileContent,
    },
}
