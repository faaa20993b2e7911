//! Rulings on lines of moves.

use super::{explanation::RulingReport, path::Path, rule_set::RuleSet};
use crate::{IllegalMove, Move, Position};

/// An error for a line of moves that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {} cannot be played: {source}", .index + 1)]
pub struct RulingError {
    /// The index of the move, from 0.
    pub index: usize,
    /// The reason.
    pub source: IllegalMove,
}

/// Judges the position at the end of a line of moves.
///
/// If it has occurred before, the ruling concerns the *span* of moves since then:
/// from the first of its last three occurrences, or of two if there are only
/// two. Otherwise the ruling is [`Ruling::Open`](super::Ruling::Open).
///
/// # Errors
/// If a move is not legal.
pub fn judge(rules: RuleSet, start: &Position, moves: &[Move]) -> Result<RulingReport, RulingError> {
    let mut path = Path::new(start, moves.len());
    let mut board = *start;
    for (index, &mv) in moves.iter().enumerate() {
        board.check_move(mv).map_err(|source| RulingError { index, source })?;
        let undo = board.make(mv);
        path.push(mv, &undo, &board);
    }
    Ok(path.report(rules, &board))
}
