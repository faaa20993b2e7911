//! Problems to solve: positions that the side to move wins.

use super::proofs::Stopped;
use duiyi_game::Game;

/// A position in which the side to move reaches a goal within a number of its turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its name.
    pub name: String,
    /// The position, as the game writes it.
    pub position: String,
    /// The goal in English and in Chinese: `mate`.
    pub goal: [&'static str; 2],
    /// The turns of the side to move.
    pub turns: u32,
    /// The theme in English and in Chinese: `double cannons`.
    pub theme: [&'static str; 2],
    /// The difficulty, from 1 to 5.
    pub difficulty: u8,
}

/// The result of checking an answer to a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum CheckedAnswer<M> {
    /// It wins, and no reply helps.
    Solved,
    /// It wins in the remaining turns, if this reply is answered correctly.
    Wins {
        /// The reply that delays the win longest, as far as known.
        reply: Vec<M>,
    },
    /// It does not win in time.
    Fails {
        /// A reply that refutes it, if one is known.
        reply: Option<Vec<M>>,
    },
    /// The check found neither within its limits.
    Unknown,
}

impl<M> CheckedAnswer<M> {
    /// The same result with other moves; `None` if `convert` has none for the reply.
    pub fn try_map<N>(self, convert: &mut dyn FnMut(Vec<M>) -> Option<Vec<N>>) -> Option<CheckedAnswer<N>> {
        Some(match self {
            CheckedAnswer::Solved => CheckedAnswer::Solved,
            CheckedAnswer::Wins { reply } => CheckedAnswer::Wins { reply: convert(reply)? },
            CheckedAnswer::Fails { reply: Some(reply) } => CheckedAnswer::Fails { reply: Some(convert(reply)?) },
            CheckedAnswer::Fails { reply: None } => CheckedAnswer::Fails { reply: None },
            CheckedAnswer::Unknown => CheckedAnswer::Unknown,
        })
    }
}

/// Checks whether a turn reaches the goal of a problem, given the position after it, the remaining turns of
/// the side that made it, and a function that stops the check.
pub type CheckAnswer<G> = fn(&Problem, &G, u32, Stopped<'_>) -> CheckedAnswer<<G as Game>::Move>;

/// The problems of a game.
#[derive(Clone)]
pub struct Problems<G: Game> {
    /// All problems.
    pub list: Vec<Problem>,
    /// Checks an answer.
    pub check: CheckAnswer<G>,
}
