//! Work for an engine in another thread of the page, and its answer.

use super::{game::SavedGame, view::SearchInfo};
use serde::{Deserialize, Serialize};

/// Work for an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The game; its last position is the one to work on.
    pub saved: SavedGame,
    /// The number of that position in the tree of the session's game.
    pub node: u32,
    /// What to do.
    pub goal: OrderGoal,
}

/// What an engine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderGoal {
    /// Decides the turn of the side to move.
    Turn,
    /// Checks the last turn of a problem.
    Check,
    /// Searches for a proof.
    Prove,
    /// Analyses the position.
    Analyse {
        /// The number of lines.
        lines: usize,
    },
    /// Scores the position for a review.
    Review {
        /// The time of the search.
        milliseconds: u64,
    },
}

/// What the thread of the engine sends.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderReport {
    /// A report of the search.
    Thought(SearchInfo),
    /// The answer; then the work is done.
    Answer(OrderAnswer),
}

/// The answer of an engine. Moves are packed as in tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderAnswer {
    /// The decision about a turn or a position of a review, if there is one.
    Decision(Option<PackedDecision>),
    /// The turn solves the problem.
    Solved,
    /// The turn wins if this reply is answered correctly.
    Wins(Vec<u32>),
    /// The turn does not win in time, for example because of a reply.
    Fails(Option<Vec<u32>>),
    /// The check found neither within its limits.
    Unknown,
    /// A proof, if there is one.
    Proof(Option<PackedProof>),
    /// The analysis is finished; its lines were reported.
    Analysed,
    /// The work failed.
    Failed,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedDecision {
    /// The turn.
    pub turn: Vec<u32>,
    /// The expected moves.
    pub line: Vec<u32>,
    /// The score for the side to move.
    pub score: Option<i32>,
    /// The depth in plies.
    pub depth: u32,
}

/// A proof: a turn of the winner, and the replies with their proofs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedProof {
    /// The turn.
    pub turn: Vec<u32>,
    /// The replies.
    pub replies: Vec<(Vec<u32>, PackedProof)>,
}
