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

    /// Adds nodes that were visited below it.
    pub(crate) fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.all_nodes += nodes;
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
pub(crate) fn put_first<M: Copy + Eq>(root: &mut [RootMove<M>], mv: M) {
    if let Some(at) = root.iter().position(|root| root.mv == mv) {
        root[..=at].rotate_right(1);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Root moves 0, 1, 2 and so on with these scores.
    pub(crate) fn root(scores: &[i32]) -> Vec<RootMove<u8>> {
        let scored = |(i, &score): (usize, &i32)| {
            let mut root = RootMove::new(i as u8);
            root.note(Score::new(score), 5);
            root
        };
        scores.iter().enumerate().map(scored).collect()
    }

    pub(crate) fn order(root: &[RootMove<u8>]) -> Vec<u8> {
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
}
