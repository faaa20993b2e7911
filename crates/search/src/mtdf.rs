//! MTD(f) as the driver of the root: null-window searches only, each of which yields an upper or a
//! lower bound of the value, until the bounds meet.
//!
//! Every search starts again from the root; the table keeps the results of the earlier ones.
//! Source: A. Plaat and others, "Best-first fixed-depth minimax algorithms", 1996 (row C-F1 of
//! docs/sources.md).

use crate::{Bound, Evaluator, Heuristics, Score, Verdict, node::Window, search::Search};

/// The bounds of the value.
#[derive(Clone, Copy)]
struct Bounds {
    lower: Score,
    upper: Score,
}

impl Bounds {
    /// The score that the next search tests, after one that yielded the lower or the upper bound.
    /// Either result moves that bound or ends the search.
    fn next_question(self, last: Bound, tolerance: i32) -> Score {
        let step = |from: Score| if from.is_decisive() { 0 } else { tolerance };
        let question =
            if last == Bound::Lower { self.lower + 1 + step(self.lower) } else { self.upper - step(self.upper) };
        self.within(question)
    }

    /// The nearest score that is still open.
    fn within(self, question: Score) -> Score {
        question.max(self.lower + 1).min(self.upper)
    }

    /// Whether the value is known within the tolerance. The distance of a win or a loss is
    /// determined exactly.
    fn are_near(self, tolerance: i32) -> bool {
        let decisive = self.lower.is_decisive() || self.upper.is_decisive();
        self.upper.get() - self.lower.get() <= if decisive { 0 } else { tolerance }
    }
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The score of the root by null-window searches that begin at `first` and end when the bounds
    /// differ by at most `tolerance`: the lower bound, which the first root move is proved to
    /// reach.
    pub(crate) fn converge(&mut self, first: Score, depth: u32, tolerance: i32) -> Score {
        let nodes_before = self.statistics.nodes;
        let Window { alpha: lower, beta: upper } = Window::FULL;
        let mut bounds = Bounds { lower, upper };
        let mut question = bounds.within(first - tolerance / 2);
        loop {
            let window = Window::null(question - 1);
            let score = self.search_root(window, depth);
            if self.stopped {
                return score;
            }
            let bound = if window.fails_high(score) { Bound::Lower } else { Bound::Upper };
            let side = if bound == Bound::Lower { &mut bounds.lower } else { &mut bounds.upper };
            *side = score;
            // In an unstable search the lower bound may even exceed the upper one.
            if bounds.are_near(tolerance) {
                self.read_line();
                return bounds.lower;
            }
            let has_moved = score.get().abs_diff(first.get()) > self.parameters.aspiration_width.unsigned_abs();
            if has_moved && !self.goes_on_after_bound(score, bound, nodes_before) {
                self.stopped = true;
                return score;
            }
            question = bounds.next_question(bound, tolerance);
        }
    }

    /// Completes the line of the best move with moves of the table, since null windows yield no
    /// line.
    fn read_line(&mut self) {
        let best = &self.root.moves[self.root.line];
        if self.enhancements.table && best.pv.len() == 1 {
            self.follow_table(best.mv);
        }
    }

    /// Appends the table's line after a move that ends the line so far.
    fn follow_table(&mut self, mv: G::Move) {
        let undo = self.game.make(mv);
        let line = self.root.line;
        let ply = self.root.moves[line].pv.len();
        if ply < self.iteration as usize
            && self.game.verdict(ply) == Verdict::Open
            && let Some(entry) = self.table.probe(self.table_key())
            && let Some(next) = self.table_move(entry)
        {
            self.root.moves[line].pv.push(next);
            self.follow_table(next);
        }
        self.game.unmake(mv, undo);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(lower: i32, upper: i32) -> Bounds {
        Bounds { lower: Score::new(lower), upper: Score::new(upper) }
    }

    /// The next tested score, and the bounds after the expected result.
    fn asked(now: Bounds, last: Bound, tolerance: i32) -> (i32, Bounds) {
        let question = now.next_question(last, tolerance);
        let hoped = if last == Bound::Lower {
            Bounds { upper: question - 1, ..now }
        } else {
            Bounds { lower: question, ..now }
        };
        (question.get(), hoped)
    }

    #[test]
    fn the_expected_result_ends_the_search() {
        for tolerance in [0, 1, 10] {
            for (lower, upper) in [(-32_500, 0), (0, 32_500), (5, 40), (5, 16), (-31_999, 31_000), (31_990, 31_999)] {
                let now = bounds(lower, upper);
                assert!(!now.are_near(tolerance));
                for last in [Bound::Lower, Bound::Upper] {
                    let (question, hoped) = asked(now, last, tolerance);
                    assert!(question > lower && question <= upper, "{question} of {lower}..{upper}");
                    // The unknown bound is farther away than any tolerance.
                    let unknown = if last == Bound::Lower { lower == -32_500 } else { upper == 32_500 };
                    assert!(hoped.are_near(tolerance) || unknown, "{question} of {lower}..{upper} by {tolerance}");
                }
            }
        }
    }

    #[test]
    fn wins_and_losses_are_found_exactly() {
        assert!(bounds(5, 15).are_near(10) && !bounds(5, 16).are_near(10));
        assert!(!bounds(31_990, 31_991).are_near(10) && bounds(31_990, 31_990).are_near(10));
        assert!(bounds(7, 5).are_near(0), "an unstable search also ends");
    }
}
