//! The results of a solver.

use crate::Turn;
use thiserror::Error;

/// The result of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The side to move wins.
    Win {
        /// The number of its turns, up to the one after which the defender can't prevent the win:
        /// it completes a row or makes more threats than can be met.
        turns: u32,
        /// The first of these turns.
        turn: Turn,
    },
    /// There is no win by double threats within the turns allowed.
    NoWin,
    /// The search stopped before a result, or does not support the game.
    Unknown,
}

/// The search stopped before a result, or does not support the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the search stopped before a result, or does not support the game")]
pub struct Undecided;

/// The result of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeResult {
    /// Won within the turns allowed.
    Win,
    /// Not won within them; more turns may win.
    Deeper,
    /// No number of turns wins by double threats.
    Never,
    /// The search was stopped.
    Stopped,
}
