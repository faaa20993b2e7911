//! The numbers of moves in messages.

use crate::{Position, Side, side_name};
use std::fmt;

/// The number of a move in a game, as it is printed: "move 12 of Black (ply 24)".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveNumber {
    /// The plies played, including this one, from 1.
    pub ply: usize,
    /// The number in the game's notation.
    pub number: u16,
    /// The side that moves.
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
