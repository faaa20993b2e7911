//! Work for an engine in another thread of the page, and its answer.

use super::{game::SavedGame, view::SearchInfo};
use duiyi_kit::page::{CheckedAnswer, ProofTree};
use serde::{Deserialize, Serialize};

/// Work for an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The game; its last position is the one to work on.
    pub saved: SavedGame,
    /// The number of that position in the tree of the session's game.
    pub node: u32,
    /// What to do.
    pub goal: Goal,
}

/// What an engine works for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// The turn of the engine to move.
    Turn,
    /// The check of an answer to a problem.
    Check,
    /// A proof for the position shown.
    Prove,
    /// The best lines in a position.
    Analyse {
        /// The number of the position in the tree of the game.
        node: u32,
        /// The number of lines.
        lines: usize,
    },
    /// The score of the position after a number of moves, for a review.
    Review {
        /// The number of moves.
        ply: usize,
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
    Answer(Answer<u32>),
}

/// The answer of an engine, with the moves of the game, or with their bits between threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer<M> {
    /// The decision about a turn or a position of a review, if there is one.
    Decision(Option<Decided<M>>),
    /// The result of a check.
    Checked(CheckedAnswer<M>),
    /// A proof, if there is one.
    Proof(Option<ProofTree<M>>),
    /// The analysis is finished; its lines were reported.
    Analysed,
    /// The work failed.
    Failed,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided<M> {
    /// The turn.
    pub turn: Vec<M>,
    /// The expected moves.
    pub line: Vec<M>,
    /// The score for the side to move.
    pub score: Option<i32>,
    /// The depth in plies.
    pub depth: u32,
}

impl<M> Answer<M> {
    /// The same answer with other moves; a failure if `convert` has none for a list of moves.
    pub(crate) fn map<N>(self, convert: &mut dyn FnMut(Vec<M>) -> Option<Vec<N>>) -> Answer<N> {
        let mapped = match self {
            Answer::Decision(None) => Some(Answer::Decision(None)),
            Answer::Decision(Some(Decided { turn, line, score, depth })) => (|| {
                let (turn, line) = (convert(turn)?, convert(line)?);
                Some(Answer::Decision(Some(Decided { turn, line, score, depth })))
            })(),
            Answer::Checked(checked) => checked.try_map(convert).map(Answer::Checked),
            Answer::Proof(None) => Some(Answer::Proof(None)),
            Answer::Proof(Some(tree)) => tree.try_map(convert).map(|tree| Answer::Proof(Some(tree))),
            Answer::Analysed => Some(Answer::Analysed),
            Answer::Failed => None,
        };
        mapped.unwrap_or(Answer::Failed)
    }
}
