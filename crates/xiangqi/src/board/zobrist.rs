//! Keys that identify a position: Zobrist hashing. Source: ZMBL thesis,
//! section 3.3.1; the keys are drawn by `build.rs`.

use super::{piece::Piece, square::Square};

include!(concat!(env!("OUT_DIR"), "/zobrist_keys.rs"));

/// The key of one piece on one square.
#[inline]
pub(crate) fn piece_key(piece: Piece, square: Square) -> u64 {
    PIECE_KEYS[piece.index()][square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_distinct() {
        let keys: HashSet<u64> = PIECE_KEYS.iter().flatten().copied().chain([BLACK_TO_MOVE_KEY, 0]).collect();
        assert_eq!(keys.len(), 14 * 90 + 2);
    }
}
