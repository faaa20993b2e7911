//! The interface of a small game for the comparisons.

use duiyi_search::{Heuristics, Reach, Score, Verdict};

/// A small game for the search of another crate.
pub trait SmallGame: Heuristics<Move = u8, Undo = ()> + Copy + Default {
    /// The name in tables.
    const NAME: &'static str;
    /// An upper bound for the numbers of moves.
    const MOVES: u16;

    /// The moves as numbers, in the order in which they are generated.
    fn moves(&self) -> impl Iterator<Item = u8>;

    /// Whether the side that moved last has won.
    fn is_won(&self) -> bool;

    /// Whether no cell is free.
    fn is_full(&self) -> bool;

    /// The evaluation for the side to move, well inside an `i16`.
    fn evaluate(&self) -> Score;

    /// The verdict of the rules: the side that completed a line has won, and a full board is a draw.
    #[inline]
    fn ruling(&self, ply: usize) -> Verdict {
        if self.is_won() {
            Verdict::Exact(Score::mated_in(ply), Reach::Position)
        } else if self.is_full() {
            Verdict::Exact(Score::ZERO, Reach::Position)
        } else {
            Verdict::Open
        }
    }

    /// The position after some moves.
    fn after(moves: &[u8]) -> Self {
        let mut game = Self::default();
        for &mv in moves {
            game.make(mv);
        }
        game
    }
}

/// Whether there are four stones in a row in one of the directions.
#[inline]
pub(super) fn has_four(stones: u64, steps: [u32; 4]) -> bool {
    steps.iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}
