//! Material and placement: what a piece is worth on a square.
//!
//! The left half of the board is worth what the right half is, so a kind has 50
//! values: ten ranks from its owner's home, five files from the edge.

use super::{tapered::Tapered, terms};
use crate::{Color, Piece, PieceKind, Square};

/// The feature of [`terms::PLACEMENT`] for a kind on a square as its owner sees it.
#[inline]
pub(super) const fn placement_feature(kind: PieceKind, square: Square, color: Color) -> usize {
    let file = square.file() as usize;
    let aside = if file > 4 { 8 - file } else { file };
    terms::PLACEMENT + kind.index() * 50 + square.rank_from(color) as usize * 5 + aside
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
