//! Zobrist keys, which identify a position, for programs that have their own board.
//! The key of a [`Position`](crate::Position) is the exclusive or of the keys of its pieces, and of
//! [`BLACK_TO_MOVE_KEY`] if Black is to move. Source: row Z-C7 of docs/sources.md; the keys
//! are drawn when the crate is built, from a constant seed.
//!
//! ```
//! use duiyi_xiangqi::{Position, zobrist};
//!
//! let start = Position::start();
//! let key = start.pieces().fold(0, |key, (square, piece)| key ^ zobrist::piece_key(piece, square));
//! assert_eq!(start.key(), key);
//! let mut passed = start;
//! passed.pass();
//! assert_eq!(passed.key(), key ^ zobrist::BLACK_TO_MOVE_KEY);
//! ```

use super::{piece::Piece, square::Square};

include!(concat!(env!("OUT_DIR"), "/zobrist_keys.rs"));

/// The key of one piece on one square.
#[inline]
pub fn piece_key(piece: Piece, square: Square) -> u64 {
    PIECE_KEYS[piece.index()][square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };
    use std::collections::HashSet;

    #[test]
    fn keys_are_distinct() {
        let keys: HashSet<u64> = PIECE_KEYS.iter().flatten().copied().chain([BLACK_TO_MOVE_KEY, 0]).collect();
        assert_eq!(keys.len(), 14 * 90 + 2);
    }

    #[test]
    fn the_generator_is_the_published_one() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0x5a4d_424c);
        assert!(PIECE_KEYS.iter().flatten().all(|&key| key == rng.next_u64()));
        assert_eq!(BLACK_TO_MOVE_KEY, rng.next_u64());
    }
}
