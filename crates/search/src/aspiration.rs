//! Aspiration windows: each iteration begins with a window around the last score. When the score
//! falls outside, the window is widened on that side, more each time.

use crate::{Bound, Evaluator, Heuristics, Score, node::Window, search::Search};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The score of the root, searched with a window around the last one.
    pub(crate) fn aspirate(&mut self, last: Score, depth: u32) -> Score {
        let p = self.parameters;
        if !self.enhancements.aspiration || (depth as i32) < p.aspiration_from || last.is_decisive() {
            return self.search_root(Window::FULL, depth);
        }
        let nodes_before = self.statistics.nodes;
        let mut width = p.aspiration_width;
        let mut window = Window { alpha: last - width, beta: last + width };
        loop {
            let score = self.search_root(window, depth);
            if self.stopped || window.contains(score) {
                return score;
            }
            self.statistics.aspiration_failures += 1;
            width = width.saturating_mul(p.aspiration_growth.max(2));
            let wide = score.is_decisive() || width > p.aspiration_limit;
            let bound = if window.fails_low(score) {
                window.alpha = if wide { Window::FULL.alpha } else { score - width };
                Bound::Upper
            } else {
                window.beta = if wide { Window::FULL.beta } else { score + width };
                Bound::Lower
            };
            if !self.goes_on_after_bound(score, bound, nodes_before) {
                self.stopped = true;
                return score;
            }
        }
    }
}
