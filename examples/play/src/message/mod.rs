//! What a page asks and what it is told, as JSON.

mod ask;
mod explored;
mod game;
mod offer;
mod view;

pub use ask::{Ask, ProofStep, SetUp};
pub use explored::{Counted, Explored, ExploredMove, Place};
pub use game::{Begin, Card, ClockState, Ended, File, Find, Kept, Saved, Seat};
pub use offer::{Elo, Offer, ProblemOffer};
use serde::{Deserialize, Serialize};
pub use view::{DraftView, Judged, PieceView, PlayedTurn, ProblemView, ProofView, ReviewView, Seen, Thought, View};

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
    /// Which games are kept?
    Kept {
        /// Those that fit.
        find: Find,
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
        file: File,
    },
    /// Write the game as a record.
    Export {
        /// The name of the format.
        format: String,
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
    /// The moves that kept games made in the position shown, those made most often first.
    Played(Vec<ExploredMove>),
    /// The kept games that were asked for, the newest first.
    Kept(Vec<Kept>),
    /// The number under which the game is kept.
    KeptAs(String),
    /// The game as a record.
    File {
        /// A name for the file.
        name: String,
        /// The record.
        file: File,
    },
}
