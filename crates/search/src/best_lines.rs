//! The best lines of a search, so that a later iteration that is broken off, or that loses
//! sight of a mate, does not lose them.

use crate::{
    MAX_PLY, Score,
    root_move::{RootMove, put_first},
};

/// Lines that a search may come back to.
#[derive(Debug)]
pub(crate) struct BestLines<M> {
    /// The best line of the last whole iteration.
    last: Vec<M>,
    /// The shortest mate found by a whole iteration, and its line.
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

    /// An iteration is whole.
    pub(crate) fn note(&mut self, best: &RootMove<M>, score: Score) {
        self.last.clone_from(&best.pv);
        // Only a mate whose line goes to its end: the end of others is a score of the table.
        let to_its_end = score.mate_distance() == Some(best.pv.len() as i32);
        if to_its_end && self.mate.is_none_or(|mate| score > mate) {
            self.mate = Some(score);
            self.mate_line.clone_from(&best.pv);
        }
    }

    /// Undoes what an iteration that was broken off says, if it says that the
    /// game is lost: the moves that it did not come to may be better. Whether it did.
    pub(crate) fn undo_loss(&self, root: &mut [RootMove<M>], before: Score, now: Score) -> bool {
        let Some(&mv) = self.last.first() else { return false };
        let unproven = now < before && now < Score::ZERO && now.is_decisive();
        if unproven {
            put_first(root, mv);
            root[0].pv.clone_from(&self.last);
        }
        unproven
    }

    /// A mate that was found and has been lost sight of is played all the
    /// same, and so is one that is shorter than the last one.
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
    fn a_loss_of_a_broken_iteration_is_undone() {
        let mut moves = root(&[10, 20, 30]);
        let mut lines = BestLines::new();
        let lost = Score::mated_in(4);
        assert!(!lines.undo_loss(&mut moves, Score::new(10), lost), "there is nothing to go back to");
        moves[1].pv = vec![1, 7, 8];
        lines.note(&moves[1], Score::new(20));
        moves[1].pv = vec![1, 9];
        assert!(!lines.undo_loss(&mut moves, Score::new(20), Score::new(-500)), "that is no proven loss");
        assert!(lines.undo_loss(&mut moves, Score::new(20), lost));
        assert_eq!(order(&moves), [1, 0, 2]);
        assert_eq!(moves[0].pv, [1, 7, 8]);
        assert!(!lines.undo_loss(&mut moves, Score::mated_in(2), lost), "it holds out longer than before");
    }

    #[test]
    fn a_forgotten_mate_is_recalled() {
        let mut moves = root(&[10, 20, 30]);
        let mut lines = BestLines::new();
        moves[2].pv = vec![2, 5];
        lines.note(&moves[2], Score::mate_in(3));
        assert_eq!(lines.recall_mate(&mut moves, Score::ZERO), None, "its line did not go to the end");
        moves[2].pv = vec![2, 5, 2];
        lines.note(&moves[2], Score::mate_in(3));
        moves[2].pv = vec![2];
        lines.note(&moves[0], Score::new(50));
        assert_eq!(lines.recall_mate(&mut moves, Score::mate_in(1)), None, "a shorter one is better");
        assert_eq!(lines.recall_mate(&mut moves, Score::new(50)), Some(Score::mate_in(3)));
        assert_eq!(order(&moves), [2, 0, 1]);
        assert_eq!(moves[0].pv, [2, 5, 2]);
        lines.clear();
        assert_eq!(lines.recall_mate(&mut moves, Score::ZERO), None);
    }
}
