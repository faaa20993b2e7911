//! Iterative deepening: depth 1, 2, 3 … until the control stops it or the maximum depth is reached.

use crate::{
    Bound, Evaluator, Heuristics, IterationReport, MAX_PLY, Report, Score, TurningPoint, root_move::order_lines,
    search::Search,
};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Iterative deepening: depth 1, 2, 3 … until the control stops it or the maximum depth is
    /// reached. Returns the score and the depth of the last completed iteration.
    pub(crate) fn deepen(&mut self) -> (Score, u32) {
        // Before the first iteration the best available score is the evaluation.
        let mut result = (self.evaluate(0), 0);
        let first = match self.control.last_depth() {
            Some(depth) if !self.enhancements.iterative_deepening => depth.max(1),
            _ => 1,
        };
        for depth in first..MAX_PLY as u32 - 1 {
            // The first iteration is always searched (if the nodes allow), so that even a search
            // stopped at once has examined its move.
            if depth > first && !self.control.begin_iteration(depth) {
                break;
            }
            if self.variation.skips(depth) && depth > first && self.control.last_depth() != Some(depth) {
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
            self.root.best_lines.note(&self.root.moves[0], score);
            let changed = self.root.moves[0].mv != best_before;
            let mut report = self.report(0, score, Bound::Exact, nodes, changed);
            for line in 1..self.root.lines {
                let worse = self.root.moves[line].score.unwrap_or(score);
                report.gap.get_or_insert(score.get().abs_diff(worse.get()));
                self.report(line, worse, Bound::Exact, nodes, changed);
            }
            result = (score, depth);
            self.root.previous = Some(score);
            report.is_shortest_mate = self.control.wants_shortest_mate() && self.is_shortest_mate(score);
            if !self.control.end_iteration(&report) {
                break;
            }
        }
        (self.root.best_lines.recall_mate(self.root.moves, result.0).unwrap_or(result.0), result.1)
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
        let Some(score) = self.root.improved else { return before };
        if self.root.best_lines.undo_loss(self.root.moves, before, score) {
            return before;
        }
        (self.root.moves[0].score, self.root.moves[0].depth) = (Some(score), self.iteration);
        score
    }

    /// Reports a bound of the current line to the observer, and asks the control at the turning
    /// point of the first line whether to continue. `nodes_before` is the node count before the
    /// line.
    pub(crate) fn goes_on_after_bound(&mut self, score: Score, bound: Bound, nodes_before: u64) -> bool {
        let nodes = self.statistics.nodes - nodes_before;
        let score = self.root.moves[self.root.line].lowered(score);
        let report = self.report(self.root.line, score, bound, nodes, false);
        let point = if bound == Bound::Upper { TurningPoint::FailLow } else { TurningPoint::FailHigh };
        self.root.line > 0 || self.control.turning_point(point, &report)
    }

    /// Reports a line to the observer; `nodes` is the node count of the iteration.
    pub(crate) fn report(
        &mut self,
        line: usize,
        score: Score,
        bound: Bound,
        nodes: u64,
        best_move_changed: bool,
    ) -> IterationReport {
        let best = &self.root.moves[line];
        let report = Report {
            depth: self.iteration,
            selective_depth: self.selective_depth,
            line: line + 1,
            score,
            bound,
            nodes: self.statistics.nodes,
            elapsed: self.started.elapsed(),
            table_permille: self.table.permille_full(),
            pv: &best.pv,
            // In a team another thread may have searched the best move's nodes.
            best_move_permille: (best.nodes * 1000 / nodes.max(1)).min(1000) as u32,
            best_move_changed,
            best_move_changes: self.root.best_move_changes,
            previous_score: self.root.previous,
            root: self.root.moves,
        };
        self.observer.progress(&report);
        (&report).into()
    }
}
