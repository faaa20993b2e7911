//! What a solver found out.

use crate::Turn;

/// What a solver found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The side to move wins.
    Win {
        /// In so many of its turns, up to the one after which nothing helps any
        /// more: it completes a row or makes more threats than can be met.
        turns: u32,
        /// The first of them.
        turn: Turn,
    },
    /// No win by double threats within the turns allowed.
    NoWin,
    /// Stopped before it was known, or a game that the solver does not know.
    Unknown,
}

/// The result of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Won within the turns allowed.
    Win,
    /// Not won within them; with more it may be.
    Deeper,
    /// Not won by double threats at all.
    Never,
    /// The search was cut short.
    Stopped,
}
