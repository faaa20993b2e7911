//! Material and placement: the value of a piece on a square, and by the distance in files
//! from the enemy king.
//!
//! The board is symmetric, so a kind has 50 values: ten ranks from its owner's home, five
//! files from the edge.

use super::{tapered::Tapered, terms};
use crate::{Piece, PieceKind, RED, Side, Square};

/// The feature of [`terms::PLACEMENT`] for a kind on a square from its owner's point of view.
#[inline]
pub(super) const fn placement_feature(kind: PieceKind, square: Square, color: Side) -> usize {
    let file = square.file() as usize;
    let aside = if file > 4 { 8 - file } else { file };
    terms::PLACEMENT + kind.index() * 50 + square.rank_from(color) as usize * 5 + aside
}

/// By the enemy king's file ([`king_file`]), [`Piece::index`] and square, from Red's point of view.
pub(super) type Table = [[[Tapered; Square::COUNT]; 14]; 3];

/// The number of a king's file in its palace, from 0 to 2.
#[inline]
pub(super) const fn king_file(king: Square) -> usize {
    let aside = (king.file() as usize).wrapping_sub(3);
    if aside > 2 { 2 } else { aside }
}

/// The features of a piece of a side by its distance in files from the enemy king: one of
/// [`terms::KING_FILES`], and one for a rook on the king's file.
#[inline]
pub(super) fn king_features(kind: PieceKind, square: Square, king: Square) -> [Option<usize>; 2] {
    let row = match kind {
        PieceKind::Rook => 0,
        PieceKind::Horse => 1,
        PieceKind::Cannon => 2,
        PieceKind::Pawn => 3,
        _ => return [None; 2],
    };
    let apart = square.file().abs_diff(king.file()) as usize;
    let before = (kind == PieceKind::Rook && apart == 0).then_some(terms::ROOK_KING_FILE);
    [Some(terms::KING_FILES + row * 6 + apart.min(5)), before]
}

/// Expands the terms of single pieces to both colours and the whole board.
pub(super) fn table(values: &[Tapered; terms::FEATURES]) -> Table {
    let mut table = [[[Tapered::same(0); Square::COUNT]; 14]; 3];
    for (file, table) in table.iter_mut().enumerate() {
        let king = Square::at(3 + file);
        for color in Side::BOTH {
            for kind in PieceKind::ALL {
                for square in Square::all() {
                    let mut own =
                        values[terms::MATERIAL + kind.index()] + values[placement_feature(kind, square, color)];
                    king_features(kind, square, king).into_iter().flatten().for_each(|feature| own += values[feature]);
                    let sign = if color == RED { 1 } else { -1 };
                    table[Piece::new(color, kind).index()][square.index()] = own.times(sign);
                }
            }
        }
    }
    table
}
