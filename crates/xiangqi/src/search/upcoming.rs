//! Upcoming repetition: a move that would repeat a position of the path.
//!
//! The path is read backwards, keeping for each moved piece its first and its
//! last square. If at some point all of the opponent's pieces are back on their
//! first squares and exactly one of ours is not, then the move that brings it back
//! closes the cycle. Source: the idea is Stockfish's
//! (upcoming repetition by cuckoo hashing of key differences); this form needs
//! no table, since the path contains its moves.

use crate::{Move, Square};
use arrayvec::ArrayVec;

/// The pieces of one side that have moved and have not returned, as
/// (first square, last square). The number is limited, because many displaced pieces
/// rarely all return.
#[derive(Default)]
struct Displaced(ArrayVec<(Square, Square), 3>);

impl Displaced {
    /// Adds an earlier move; returns false if there are too many pieces.
    fn prepend(&mut self, mv: Move) -> bool {
        let Some(index) = self.0.iter().position(|&(start, _)| start == mv.to()) else {
            return self.0.try_push((mv.from(), mv.to())).is_ok();
        };
        self.0[index].0 = mv.from();
        if self.0[index].0 == self.0[index].1 {
            self.0.swap_remove(index);
        }
        true
    }
}

/// The moves of the side to move that close a cycle (upcoming repetition), given
/// the moves made so far, the last one first and none of them a capture. The caller must
/// check that they can be played.
///
/// ```
/// // Black's horse went out and returned, Red's cannon went out.
/// let moves = ["g7h9", "h2e2", "h9g7"].map(|mv| mv.parse().unwrap());
/// let closing: Vec<_> = duiyi_xiangqi::closing_moves(moves.into_iter()).collect();
/// assert_eq!(closing, ["e2h2".parse().unwrap()]);
/// ```
pub fn closing_moves(latest_first: impl Iterator<Item = Move>) -> impl Iterator<Item = Move> {
    let (mut ours, mut theirs) = (Displaced::default(), Displaced::default());
    latest_first
        .enumerate()
        .map_while(move |(back, mv)| {
            let theirs_turn = back % 2 == 0;
            let fits = if theirs_turn { theirs.prepend(mv) } else { ours.prepend(mv) };
            if !fits {
                return None;
            }
            let closed = theirs_turn && theirs.0.is_empty() && ours.0.len() == 1;
            Some(if closed { Move::new(ours.0[0].1, ours.0[0].0) } else { None })
        })
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closing(moves: &str) -> Vec<String> {
        let moves: Vec<Move> = moves.split_whitespace().map(|text| text.parse().unwrap()).collect();
        closing_moves(moves.into_iter().rev()).map(|mv| mv.to_string()).collect()
    }

    #[test]
    fn a_piece_that_went_and_can_come_back_closes_the_cycle() {
        assert_eq!(closing("h9g7 h2e2 g7h9"), ["e2h2"]);
        // With a detour of either side.
        assert_eq!(closing("a9a8 h2e2 a8a7 e2h5 a7a9"), ["h5h2"]);
        assert_eq!(closing("a9a8 a0a1 b9c7 a1a2 a8a9 b0c2 c7b9"), [""; 0]);
    }

    #[test]
    fn a_piece_elsewhere_leaves_the_cycle_open() {
        assert_eq!(closing("h9g7 h2e2 i9h9"), [""; 0]);
        assert_eq!(closing("h9g7 h2e2"), [""; 0]);
        assert_eq!(closing(""), [""; 0]);
    }
}
