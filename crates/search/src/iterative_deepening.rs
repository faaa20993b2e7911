//! Iterative deepening: depth 1, 2, 3 … until the control stops it or the maximum depth is reached.

use crate::{
    Bound, Evaluator, Heuristics, MAX_PLY, Score, TurningPoint,
    root_move::order_lines,
    search::Search,
    shown::{Course, Row},
};

/// The depth of the last iteration.
const DEEPEST: u32 = MAX_PLY as u32 - 2;

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Iterative deepening: depth 1, 2, 3 … until the control stops it or the maximum depth is
    /// reached. Returns the score and the depth of the last completed iteration.
    pub(crate) fn deepen(&mut self) -> (Score, u32) {
        // Before the first iteration the best available score is the evaluation.
        let mut result = (self.evaluate(0), 0);
        self.root.ordinary = result.0;
        let first = match self.control.purpose().last_depth {
            Some(depth) if !self.enhancements.iterative_deepening => depth.clamp(1, DEEPEST),
            _ => 1,
        };
        for depth in first..=DEEPEST {
            // The first iteration is always searched (if the nodes allow), so that even a search
            // stopped at once has examined its move.
            if depth > first && !self.control.begin_iteration(depth) {
                break;
            }
            if self.variation.skips(depth) && depth > first && self.control.purpose().last_depth != Some(depth) {
                continue;
            }
            let nodes_before = self.statistics.nodes;
            let best_before = self.root.moves[0].mv;
            for root in self.root.moves.iter_mut() {
                root.nodes = 0;
            }
            self.iteration = depth;
            for line in 0..self.root.lines {
                self.search_line(line, result.0, depth);
                if self.stopped {
                    break;
                }
            }
            let nodes = self.statistics.nodes - nodes_before;
            self.statistics.iteration_nodes[depth as usize - 1] = nodes;
            if self.stopped {
                result.0 = self.broken_off(result.0);
                break;
            }
            let score = self.root.moves[0].score.unwrap_or(result.0);
            let course = Course { nodes, best_move_changed: self.root.moves[0].mv != best_before };
            let row = |line, value| Row { line, value, bound: Bound::Exact, depth };
            let mut report = self.report(row(0, score), course);
            self.root.best_lines.note(&self.root.moves[0], score);
            for line in 1..self.root.lines {
                let worse = self.root.moves[line].score.unwrap_or(score);
                report.gap.get_or_insert(score.get().abs_diff(worse.get()));
                self.report(row(line, worse), course);
            }
            result = (score, depth);
            self.root.previous = Some(report.score);
            if !score.is_decisive() {
                self.root.ordinary = score;
            }
            report.is_shortest_mate = self.control.purpose().shortest && self.is_shortest_mate(score);
            if self.stopped || !self.control.end_iteration(&report) {
                break;
            }
        }
        let value = self.root.best_lines.recall_mate(self.root.moves, result.0).unwrap_or(result.0);
        self.report_end(value);
        (value, result.1)
    }

    /// Finds the best of the moves that are not in an earlier line, and sorts the line by its
    /// score.
    fn search_line(&mut self, line: usize, last: Score, depth: u32) {
        self.root.line = line;
        self.root.improved = None;
        let last = if line == 0 { last } else { self.root.moves[line].score.unwrap_or(last) };
        let score = self.drive(self.root.moves[line].raised(last), depth);
        if !self.stopped {
            let best = &mut self.root.moves[line];
            best.note(best.lowered(score), depth);
            order_lines(&mut self.root.moves[..=line]);
        }
    }

    /// The score after an interrupted iteration. If a move has beaten the previous best before the
    /// stop, it is at the front of its line's list and its score is known; but a loss counts only
    /// after all moves have been searched.
    fn broken_off(&mut self, before: Score) -> Score {
        if self.root.line > 0 {
            // The first line is complete.
            return self.root.moves[0].score.unwrap_or(before);
        }
        if self.root.reported.is_none() {
            return self.score_of_first_look();
        }
        let Some(score) = self.root.improved else { return before };
        if self.root.best_lines.undo_loss(self.root.moves, before, score) {
            return before;
        }
        (self.root.moves[0].score, self.root.moves[0].depth) = (Some(score), self.iteration);
        score
    }

    /// Reports a bound of the first line to the observer, and asks the control at this turning point whether
    /// to continue. The rows of several lines are reported together, when all their moves are known. `nodes_before`
    /// is the node count before the line.
    pub(crate) fn goes_on_after_bound(&mut self, score: Score, bound: Bound, nodes_before: u64) -> bool {
        if self.root.line > 0 {
            return true;
        }
        let nodes = self.statistics.nodes - nodes_before;
        let value = self.root.moves[self.root.line].lowered(score);
        let row = Row { line: self.root.line, value, bound, depth: self.iteration };
        let report = self.report(row, Course { nodes, best_move_changed: false });
        let point = if bound == Bound::Upper { TurningPoint::FailLow } else { TurningPoint::FailHigh };
        self.control.turning_point(point, &report)
    }
}
