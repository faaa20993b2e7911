//! The moves at the root, and what a search knows of each.

use crate::{MAX_PLY, Score};

/// A move at the root and what is known of it.
///
/// The nodes that a move has cost say how hard it was to refute: a clock that
/// sees most of them under one move need not think on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The nodes below it in the current iteration; of several threads, those of the one that
    /// took the move.
    pub nodes: u64,
    /// The nodes below it in the whole search.
    pub all_nodes: u64,
    /// Its score, if it has been the best of a line: of the last iteration in
    /// which it was (an exact score, for the side to move).
    pub score: Option<Score>,
    /// The depth of that iteration, in plies; 0 if there was none.
    pub depth: u32,
    /// The mean of its scores, each new one counting as much as all before.
    pub average: Option<Score>,
    /// The expected line, this move first.
    pub pv: Vec<M>,
}

impl<M> RootMove<M> {
    pub(crate) fn new(mv: M) -> RootMove<M>
    where
        M: Copy,
    {
        let mut pv = Vec::with_capacity(MAX_PLY);
        pv.push(mv);
        RootMove { mv, nodes: 0, all_nodes: 0, score: None, depth: 0, average: None, pv }
    }

    /// Notes the score of an iteration.
    pub(crate) fn note(&mut self, score: Score, depth: u32) {
        let mean = |old: Score| Score::new((old.get() + score.get()) / 2);
        self.average = Some(match self.average {
            Some(old) if !old.is_decisive() && !score.is_decisive() => mean(old),
            _ => score,
        });
        self.score = Some(score);
        self.depth = depth;
    }
}

/// Puts the lines in the order of their scores. Equals keep theirs.
pub(crate) fn order_lines<M>(lines: &mut [RootMove<M>]) {
    // An insertion sort: there are few lines, nearly in order, and it does not allocate.
    for end in 1..lines.len() {
        let mut at = end;
        while at > 0 && lines[at].score > lines[at - 1].score {
            lines.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Puts a move in front; the others keep their order.
fn put_first<M: Copy + Eq>(root: &mut [RootMove<M>], mv: M) {
    if let Some(at) = root.iter().position(|root| root.mv == mv) {
        root[..=at].rotate_right(1);
    }
}

/// Lines that a search may come back to.
#[derive(Debug)]
pub(crate) struct Kept<M> {
    /// The best line of the last whole iteration.
    last: Vec<M>,
    /// The shortest mate found by a whole iteration, and its line.
    mate: Option<Score>,
    mate_line: Vec<M>,
}

impl<M: Copy + Eq> Kept<M> {
    pub(crate) fn new() -> Kept<M> {
        Kept { last: Vec::with_capacity(MAX_PLY), mate: None, mate_line: Vec::with_capacity(MAX_PLY) }
    }

    pub(crate) fn clear(&mut self) {
        self.last.clear();
        self.mate = None;
        self.mate_line.clear();
    }

    /// An iteration is whole.
    pub(crate) fn note(&mut self, best: &RootMove<M>, score: Score) {
        self.last.clone_from(&best.pv);
        // Only a mate whose line goes to its end: others may be hearsay of the table.
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

    fn root(scores: &[i32]) -> Vec<RootMove<u8>> {
        let scored = |(i, &score): (usize, &i32)| {
            let mut root = RootMove::new(i as u8);
            root.note(Score::new(score), 5);
            root
        };
        scores.iter().enumerate().map(scored).collect()
    }

    fn order(root: &[RootMove<u8>]) -> Vec<u8> {
        root.iter().map(|root| root.mv).collect()
    }

    #[test]
    fn lines_are_ordered_and_equals_stay() {
        let mut lines = root(&[5, 9, 5, -3, 9]);
        order_lines(&mut lines);
        assert_eq!(order(&lines), [1, 4, 0, 2, 3]);
    }

    #[test]
    fn averages_follow_the_scores_and_forget_mates() {
        let mut mv = RootMove::new(0);
        for (score, average) in [(40, 40), (20, 30), (31_990, 31_990), (10, 10), (20, 15)] {
            mv.note(Score::new(score), 3);
            assert_eq!(mv.average, Some(Score::new(average)));
        }
    }

    #[test]
    fn a_loss_of_a_broken_iteration_is_undone() {
        let mut moves = root(&[10, 20, 30]);
        let mut kept = Kept::new();
        let lost = Score::mated_in(4);
        assert!(!kept.undo_loss(&mut moves, Score::new(10), lost), "there is nothing to go back to");
        moves[1].pv = vec![1, 7, 8];
        kept.note(&moves[1], Score::new(20));
        moves[1].pv = vec![1, 9];
        assert!(!kept.undo_loss(&mut moves, Score::new(20), Score::new(-500)), "that is no proven loss");
        assert!(kept.undo_loss(&mut moves, Score::new(20), lost));
        assert_eq!(order(&moves), [1, 0, 2]);
        assert_eq!(moves[0].pv, [1, 7, 8]);
        assert!(!kept.undo_loss(&mut moves, Score::mated_in(2), lost), "it holds out longer than before");
    }

    #[test]
    fn a_forgotten_mate_is_recalled() {
        let mut moves = root(&[10, 20, 30]);
        let mut kept = Kept::new();
        moves[2].pv = vec![2, 5];
        kept.note(&moves[2], Score::mate_in(3));
        assert_eq!(kept.recall_mate(&mut moves, Score::ZERO), None, "its line did not go to the end");
        moves[2].pv = vec![2, 5, 2];
        kept.note(&moves[2], Score::mate_in(3));
        moves[2].pv = vec![2];
        kept.note(&moves[0], Score::new(50));
        assert_eq!(kept.recall_mate(&mut moves, Score::mate_in(1)), None, "a shorter one is better");
        assert_eq!(kept.recall_mate(&mut moves, Score::new(50)), Some(Score::mate_in(3)));
        assert_eq!(order(&moves), [2, 0, 1]);
        assert_eq!(moves[0].pv, [2, 5, 2]);
        kept.clear();
        assert_eq!(kept.recall_mate(&mut moves, Score::ZERO), None);
    }
}
