//! Aspiration: each iteration begins with a window around the last score.

use crate::{Bound, Evaluator, Heuristics, Score, TurningPoint, node::Window, search::Search};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Searches the root with a window around the last score, which is opened
    /// on the side where the score leaves it, twice as far each time.
    pub(crate) fn aspirate(&mut self, last: Score, depth: u32) -> Score {
        if !self.enhancements.aspiration || (depth as i32) < self.parameters.aspiration_from || last.is_decisive() {
            return self.search_root(Window::FULL, depth);
        }
        let nodes_before = self.statistics.nodes;
        let mut width = self.parameters.aspiration_width;
        let mut window = Window { alpha: last - width, beta: last + width };
        let mut shallower = 0;
        loop {
            let score = self.search_root(window, (depth - shallower).max(1));
            if self.stopped || (score > window.alpha && score < window.beta) {
                return score;
            }
            self.statistics.aspiration_failures += 1;
            width *= 2;
            let wide = score.is_decisive() || width > 1000;
            let bound = if score <= window.alpha {
                window.alpha = if wide { Window::FULL.alpha } else { score - width };
                shallower = 0;
                Bound::Upper
            } else {
                window.beta = if wide { Window::FULL.beta } else { score + width };
                if self.enhancements.fail_high_depth && !score.is_decisive() && shallower < 3 {
                    shallower += 1;
                }
                Bound::Lower
            };
            let nodes = self.statistics.nodes - nodes_before;
            let report = self.tell(self.line, score, bound, nodes, false);
            let point = if bound == Bound::Upper { TurningPoint::FailLow } else { TurningPoint::FailHigh };
            if self.line == 0 && !self.control.turning_point(point, &report) {
                self.stopped = true;
                return score;
            }
        }
    }
}
