//! The part of the evaluation that is updated incrementally.

use super::{
    material::Men,
    placement::{Table, king_file},
    tapered::{FULL_PHASE, PHASE, Tapered},
};
use crate::{Move, Piece, PieceKind, Position, Side};

/// The incremental part of the evaluation, from Red's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Running {
    /// Material, placement, and the files between the pieces and the enemy king.
    pub(super) placement: Tapered,
    pub(super) men: Men,
    pub(super) phase: i32,
}

impl Running {
    pub(super) fn of(table: &Table, position: &Position) -> Running {
        Running::after(table, position, None)
    }

    /// The sums of a position after a move.
    fn after(table: &Table, position: &Position, mv: Option<Move>) -> Running {
        let arrival = |square| match mv {
            Some(mv) if mv.from() == square => Some(mv.to()),
            Some(mv) if mv.to() == square => None,
            _ => Some(square),
        };
        let king_files = Side::BOTH.map(|color| {
            let king = position.king(color);
            king_file(arrival(king).unwrap_or(king))
        });
        let mut sum = Running::default();
        for (square, piece) in position.pieces() {
            let Some(square) = arrival(square) else { continue };
            sum.placement += table[king_files[piece.color.index() ^ 1]][piece.index()][square.index()];
            sum.men.add(piece);
            sum.phase += PHASE[piece.kind.index()];
        }
        sum
    }

    /// The sums after a move that is about to be made.
    #[inline]
    pub(super) fn moved(mut self, table: &Table, position: &Position, mv: Move) -> Running {
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = position.piece_at(from) else { return self };
        if mover.kind == PieceKind::King && from.file() != to.file() {
            return Running::after(table, position, Some(mv));
        }
        let of = |piece: Piece| &table[king_file(position.king(!piece.color))][piece.index()];
        let own = of(mover);
        self.placement -= own[from.index()];
        self.placement += own[to.index()];
        if let Some(captured) = position.piece_at(to) {
            self.placement -= of(captured)[to.index()];
            self.men.remove(captured);
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
