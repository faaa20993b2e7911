//! Material and placement: what a piece is worth on a square, kept up to date
//! move by move.
//!
//! The left half of the board is worth what the right half is, so a kind has 50
//! values: ten ranks from its owner's home, five files from the edge.

use super::{FULL_PHASE, PHASE, Tapered, terms, thesis, weights::Weights};
use crate::{Color, Move, Piece, PieceKind, Square};

/// Material before tuning: that of the thesis.
pub(super) use thesis::MATERIAL;

/// The feature of [`terms::PLACEMENT`] for a kind on a square as its owner sees it.
#[inline]
pub(super) const fn placement_feature(kind: PieceKind, square: Square, color: Color) -> usize {
    let file = square.file() as usize;
    let aside = if file > 4 { 8 - file } else { file };
    terms::PLACEMENT + kind.index() * 50 + square.rank_from(color) as usize * 5 + aside
}

/// Placement before tuning: that of the thesis.
pub(super) fn by_hand(feature: usize) -> Tapered {
    thesis::placement(PieceKind::ALL[feature / 50], feature % 5, feature / 5 % 10)
}

/// By [`Piece::index`] and square, from Red's point of view.
pub(super) type Table = [[Tapered; Square::COUNT]; 14];

/// Spreads material and placement out over both colours and the whole board.
pub(super) fn table(values: &[Tapered; terms::FEATURES]) -> Table {
    let mut table = [[Tapered::same(0); Square::COUNT]; 14];
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            for square in Square::all() {
                let own = values[terms::MATERIAL + kind.index()] + values[placement_feature(kind, square, color)];
                let sign = if color == Color::Red { 1 } else { -1 };
                table[Piece::new(color, kind).index()][square.index()] = own.times(sign);
            }
        }
    }
    table
}

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
