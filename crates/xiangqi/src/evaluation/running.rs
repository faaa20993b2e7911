//! The part of the evaluation that is kept up to date move by move.

use super::{
    tapered::{FULL_PHASE, PHASE, Tapered},
    weights::Weights,
};
use crate::{Move, Piece, Square};

/// The part of the evaluation that follows the moves, from Red's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Running {
    pub(super) placement: Tapered,
    pub(super) phase: i32,
}

impl Running {
    pub(super) fn of(weights: &Weights, pieces: impl Iterator<Item = (Square, Piece)>) -> Running {
        let mut sum = Running::default();
        for (square, piece) in pieces {
            sum.placement += weights.placement[piece.index()][square.index()];
            sum.phase += PHASE[piece.kind.index()];
        }
        sum
    }

    /// After a move, given what moves and what it captures.
    #[inline]
    pub(super) fn moved(
        mut self,
        weights: &Weights,
        mover: Option<Piece>,
        captured: Option<Piece>,
        mv: Move,
    ) -> Running {
        let (from, to) = (mv.from(), mv.to());
        if let Some(piece) = mover {
            let table = &weights.placement[piece.index()];
            self.placement -= table[from.index()];
            self.placement += table[to.index()];
        }
        if let Some(captured) = captured {
            self.placement -= weights.placement[captured.index()][to.index()];
            self.phase -= PHASE[captured.kind.index()];
        }
        self
    }

    /// The phase of the game, from 0 to [`FULL_PHASE`].
    #[inline]
    pub(super) fn phase(self) -> i32 {
        self.phase.clamp(0, FULL_PHASE)
    }
}
