//! The moves at the root and their data.

use crate::{MAX_PLY, Score, ScoreClaim, node::Window};

/// A move at the root and its data.
///
/// The nodes below a move measure how hard it was to refute: a clock can stop early when most nodes
/// are below one move.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The nodes below it in the current iteration; with several threads, those of the thread that
    /// searched the move.
    pub nodes: u64,
    /// The nodes below it in the whole search.
    pub all_nodes: u64,
    /// Its score, if it has been the best of a line: the exact score for the side to move from the
    /// last iteration in which it was.
    pub score: Option<Score>,
    /// Its last score in the band of evaluations.
    pub(crate) ordinary: Option<Score>,
    /// The depth of that iteration in plies; 0 if there was none.
    pub depth: u32,
    /// The mean of its scores, in which each new score counts as much as all earlier ones together.
    pub average: Option<Score>,
    /// The expected line, beginning with this move.
    pub pv: Vec<M>,
    /// The random bonus added to its score when the best move is chosen.
    pub(crate) bonus: i32,
}

impl<M> RootMove<M> {
    pub(crate) fn new(mv: M) -> RootMove<M>
    where
        M: Copy,
    {
        let mut pv = Vec::with_capacity(MAX_PLY);
        pv.push(mv);
        RootMove { mv, nodes: 0, all_nodes: 0, score: None, ordinary: None, depth: 0, average: None, pv, bonus: 0 }
    }

    /// Adds the random bonus to a score. A win or a loss is unchanged.
    pub(crate) fn raised(&self, score: Score) -> Score {
        if score.is_decisive() { score } else { (score + self.bonus).clamped() }
    }

    /// The inverse: the score without the bonus that corresponds to `score`.
    pub(crate) fn lowered(&self, score: Score) -> Score {
        if score.is_decisive() { score } else { score - self.bonus }
    }

    /// Converts a window for scores with the bonus to one for scores without.
    pub(crate) fn window(&self, Window { alpha, beta }: Window) -> Window {
        let alpha = self.lowered(alpha);
        Window { alpha, beta: self.lowered(beta).max(alpha + 1) }
    }

    /// Adds nodes visited below the move.
    pub(crate) fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.all_nodes += nodes;
    }

    /// Whether the line is as long as the distance to the mate in a value.
    pub(crate) fn has_whole_line(&self, value: Score) -> bool {
        value.mate_distance().is_some_and(|plies| plies.unsigned_abs() as usize == self.pv.len())
    }

    /// The same move as it is shown: with an evaluation in place of a ruling that is not confirmed.
    pub(crate) fn shown(&self) -> RootMove<M>
    where
        M: Clone,
    {
        let mut shown = self.clone();
        if self.score.is_some_and(|score| score.rule_distance().is_some()) {
            shown.score = self.ordinary;
        }
        shown
    }

    /// What its score claims in a [`SearchResult`](crate::SearchResult): a mate, or nothing.
    pub fn claim(&self) -> ScoreClaim {
        let mates = self.score.is_some_and(|score| self.has_whole_line(score));
        if mates { ScoreClaim::Mate } else { ScoreClaim::None }
    }

    /// Records the score of an iteration.
    pub(crate) fn note(&mut self, score: Score, depth: u32) {
        let mean = |old: Score| Score::new((old.get() + score.get()) / 2);
        self.average = Some(match self.average {
            Some(old) if !old.is_decisive() && !score.is_decisive() => mean(old),
            _ => score,
        });
        self.score = Some(score);
        if !score.is_decisive() {
            self.ordinary = Some(score);
        }
        self.depth = depth;
    }
}

/// Sorts the lines by score including the bonus; the sort is stable.
pub(crate) fn order_lines<M>(lines: &mut [RootMove<M>]) {
    let ranked = |line: &RootMove<M>| line.score.map(|score| line.raised(score));
    // An insertion sort: the lines are few and nearly sorted, and it does not allocate.
    for end in 1..lines.len() {
        let mut at = end;
        while at > 0 && ranked(&lines[at]) > ranked(&lines[at - 1]) {
            lines.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Moves a root move to the front; the others keep their order.
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
    fn lines_are_sorted_stably_by_score() {
        let mut lines = root(&[5, 9, 5, -3, 9]);
        order_lines(&mut lines);
        assert_eq!(order(&lines), [1, 4, 0, 2, 3]);
    }

    /// For any bonus the order of scores is preserved, and `lowered` is the inverse of `raised`.
    #[test]
    fn a_random_bonus_preserves_score_bands_and_order() {
        let mut lucky = RootMove::new(0);
        lucky.bonus = 75;
        for (score, raised) in [(0, 75), (-30_000, -29_925), (29_990, 30_000), (30_900, 30_900), (-31_990, -31_990)] {
            assert_eq!(lucky.raised(Score::new(score)), Score::new(raised));
        }
        for end in [-31_995, -30_000, -20, 0, 29_980, 30_950] {
            let lowered = lucky.lowered(Score::new(end));
            for score in [-31_999, -30_000, -29_930, -95, -94, -75, -74, 29_904, 29_906, 30_000, 31_000] {
                let score = Score::new(score);
                assert_eq!(score > lowered, lucky.raised(score) > Score::new(end), "{score:?} and {end}");
            }
        }
        let mut lines = root(&[10, 20]);
        lines[0].bonus = 15;
        order_lines(&mut lines);
        assert_eq!(order(&lines), [0, 1]);
    }

    #[test]
    fn averages_follow_the_scores_and_ignore_mates() {
        let mut mv = RootMove::new(0);
        for (score, average) in [(40, 40), (20, 30), (31_990, 31_990), (10, 10), (20, 15)] {
            mv.note(Score::new(score), 3);
            assert_eq!(mv.average, Some(Score::new(average)));
        }
    }
}
