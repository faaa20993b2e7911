//! How the moves of a game are counted in messages.

use crate::{Position, Side, side_name};
use std::fmt;

/// The number of a move in a game, as people count: "12 (Black)".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveNumber {
    /// Moves of both sides so far, this one included, from 1.
    pub ply: usize,
    /// The number in the score.
    pub number: u16,
    /// Whose move it is.
    pub side: Side,
}

impl MoveNumber {
    /// The number of the next move in a position, after `ply` moves.
    pub(crate) fn next(position: &Position, ply: usize) -> MoveNumber {
        MoveNumber { ply: ply + 1, number: position.fullmove(), side: position.side_to_move() }
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} of {} (ply {})", self.number, side_name(self.side), self.ply)
    }
}
