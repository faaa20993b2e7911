//! The messages of a page and of the server, as JSON.

mod action;
mod explorer;
mod game;
mod offer;
mod view;

pub use action::{Action, EditorStep, ProofStep};
pub use explorer::{Explored, ExploredMove, IndexedMove, MoveCount};
pub use game::{ClockState, FileContent, GameEnd, GameFilter, GameSetup, GameSummary, IndexEntry, SavedGame, Seat};
pub use offer::{Features, GameOffer, LevelOffer, ProblemOffer};
use serde::{Deserialize, Serialize};
pub use view::{
    EditorView, GameHeader, PieceView, PlayState, PlayedTurn, ProblemView, ProofView, ReviewView, ReviewedPosition,
    SearchInfo, SentView, StudyView, View,
};

/// A message of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Lists the games that are offered.
    Games,
    /// Begins a game and leaves the one before.
    Begin {
        /// How it is begun.
        begin: GameSetup,
    },
    /// Lists stored games.
    Kept {
        /// The filter.
        find: GameFilter,
    },
    /// Goes on with a stored game and leaves the one before.
    Open {
        /// Its id.
        id: String,
    },
    /// Deletes a stored game.
    Delete {
        /// Its id.
        id: String,
    },
    /// Goes on with the game of a record and leaves the one before.
    Load {
        /// The record, in any format.
        file: FileContent,
    },
    /// Writes the game as a record.
    Export {
        /// The name of the format.
        format: String,
    },
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
    /// The games that can be begun.
    Games(Vec<GameOffer>),
    /// What has changed in the game.
    View(Box<View>),
    /// Why a message was refused.
    Refused(String),
    /// What the engine that is thinking has found.
    Thought(SearchInfo),
    /// The moves that stored games made in the position shown, those made most often first.
    Played(Vec<ExploredMove>),
    /// The stored games that match, the newest first.
    Kept(Vec<GameSummary>),
    /// The id under which the game is stored.
    KeptAs(String),
    /// The game as a record.
    File {
        /// A name for the file.
        name: String,
        /// The record.
        file: FileContent,
    },
}
