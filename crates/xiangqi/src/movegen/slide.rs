//! The points that rooks reach, as sets.

use crate::{
    Bitboard, Position, Square,
    movegen::lines::{FILE_REACH, RANK_REACH, file_set, rank_set},
};

/// The points that a rook on a square reaches, including its first blockers, and
/// those that it would reach without the first blockers.
#[inline(always)]
pub(crate) fn slide(position: &Position, square: Square) -> (Bitboard, Bitboard) {
    let (file, rank) = (square.file(), square.rank());
    let (rank_code, file_code) = (position.bit_rank(rank), position.bit_file(file));
    let on_rank = RANK_REACH[file as usize][rank_code as usize & 511].slide;
    let on_file = FILE_REACH[rank as usize][file_code as usize & 1023].slide;
    // Without the first blockers the slide extends to the second ones.
    let beyond_rank = RANK_REACH[file as usize][(rank_code & !on_rank) as usize & 511].slide & !on_rank;
    let beyond_file = FILE_REACH[rank as usize][(file_code & !on_file) as usize & 1023].slide & !on_file;
    let set = |rank_part, file_part| Bitboard(rank_set(rank, rank_part) | file_set(file, file_part));
    (set(on_rank, on_file), set(beyond_rank, beyond_file))
}

/// The points that a rook on a square reaches, including its first blockers.
#[inline(always)]
pub(crate) fn rook_slide(position: &Position, square: Square) -> Bitboard {
    let (file, rank) = (square.file(), square.rank());
    let on_rank = RANK_REACH[file as usize][position.bit_rank(rank) as usize & 511].slide;
    let on_file = FILE_REACH[rank as usize][position.bit_file(file) as usize & 1023].slide;
    Bitboard(rank_set(rank, on_rank) | file_set(file, on_file))
}
