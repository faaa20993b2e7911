//! The best lines of a search, preserved when a later iteration is interrupted or fails to find a
//! mate again.

use crate::{
    MAX_PLY, Score,
    root_move::{RootMove, put_first},
};

/// Lines that the search can restore.
#[derive(Debug)]
pub(crate) struct BestLines<M> {
    /// The best line of the last completed iteration.
    last: Vec<M>,
    /// The shortest mate found by a completed iteration, and its line.
    mate: Option<Score>,
    mate_line: Vec<M>,
}

impl<M: Copy + Eq> BestLines<M> {
    pub(crate) fn new() -> BestLines<M> {
        BestLines { last: Vec::with_capacity(MAX_PLY), mate: None, mate_line: Vec::with_capacity(MAX_PLY) }
    }

    pub(crate) fn clear(&mut self) {
        self.last.clear();
        self.mate = None;
        self.mate_line.clear();
    }

    /// Records the result of a completed iteration.
    pub(crate) fn note(&mut self, best: &RootMove<M>, score: Score) {
        self.last.clone_from(&best.pv);
        // Only mates with a complete line: the end of a shorter line is a score from the table.
        let to_its_end = score.mate_distance() == Some(best.pv.len() as i32);
        if to_its_end && self.mate.is_none_or(|mate| score > mate) {
            self.mate = Some(score);
            self.mate_line.clone_from(&best.pv);
        }
    }

    /// Undoes the result of an interrupted iteration if it is a proven loss: the moves not yet
    /// searched may be better. Returns whether it did.
    pub(crate) fn undo_loss(&self, root: &mut [RootMove<M>], before: Score, now: Score) -> bool {
        let Some(&mv) = self.last.first() else { return false };
        let unproven = now < before && now < Score::ZERO && now.is_decisive();
        if unproven {
            put_first(root, mv);
            root[0].pv.clone_from(&self.last);
        }
        unproven
    }

    /// Restores a mate found earlier if the current score is not a mate, or a longer one.
    pub(crate) fn recall_mate(&self, root: &mut [RootMove<M>], now: Score) -> Option<Score> {
        let mate = self.mate.filter(|&mate| mate > now)?;
        put_first(root, *self.mate_line.first()?);
        root[0].pv.clone_from(&self.mate_line);
        root[0].score = Some(mate);
        Some(mate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root_move::tests::{order, root};

    #[test]
    fn a_loss_in_an_interrupted_iteration_is_undone() {
        let mut moves = root(&[10, 20, 30]);
        let mut lines = BestLines::new();
        let lost = Score::mated_in(4);
        assert!(!lines.undo_loss(&mut moves, Score::new(10), lost), "there is no earlier line");
        moves[1].pv = vec![1, 7, 8];
        lines.note(&moves[1], Score::new(20));
        moves[1].pv = vec![1, 9];
        assert!(!lines.undo_loss(&mut moves, Score::new(20), Score::new(-500)), "not a proven loss");
        assert!(lines.undo_loss(&mut moves, Score::new(20), lost));
        assert_eq!(order(&moves), [1, 0, 2]);
        assert_eq!(moves[0].pv, [1, 7, 8]);
        assert!(!lines.undo_loss(&mut moves, Score::mated_in(2), lost), "a longer resistance than before");
    }

    #[test]
    fn a_lost_mate_is_restored() {
        let mut moves = root(&[10, 20, 30]);
        let mut lines = BestLines::new();
        moves[2].pv = vec![2, 5];
        lines.note(&moves[2], Score::mate_in(3));
        assert_eq!(lines.recall_mate(&mut moves, Score::ZERO), None, "its line was incomplete");
        moves[2].pv = vec![2, 5, 2];
        lines.note(&moves[2], Score::mate_in(3));
        moves[2].pv = vec![2];
        lines.note(&moves[0], Score::new(50));
        assert_eq!(lines.recall_mate(&mut moves, Score::mate_in(1)), None, "a shorter mate is better");
        assert_eq!(lines.recall_mate(&mut moves, Score::new(50)), Some(Score::mate_in(3)));
        assert_eq!(order(&moves), [2, 0, 1]);
        assert_eq!(moves[0].pv, [2, 5, 2]);
        lines.clear();
        assert_eq!(lines.recall_mate(&mut moves, Score::ZERO), None);
    }
}
