//! What the search shows of its values: scores with their claims, and the rows of a report.

use crate::{
    Bound, Evaluator, Heuristics, IterationReport, Report, Score, ScoreClaim, Verdict, knowledge::Knowledge,
    search::Search,
};

/// A score as it is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) claim: ScoreClaim,
}

impl Shown {
    /// A score by the rules at the root.
    pub(crate) fn rules(score: Score) -> Shown {
        Shown { score, bound: Bound::Exact, claim: ScoreClaim::None }
    }

    /// A value that may claim a mate only with its whole line, and no ruling; `before` is the evaluation.
    pub(crate) fn unconfirmed(value: Score, bound: Bound, whole_line: bool, before: Score) -> Shown {
        let exact = bound == Bound::Exact;
        if value.is_mate() {
            if exact && whole_line {
                return Shown { score: value, bound, claim: ScoreClaim::Mate };
            }
            let side = if value > Score::ZERO { Bound::Lower } else { Bound::Upper };
            return Shown { score: value, bound: if exact { side } else { bound }, claim: ScoreClaim::None };
        }
        if value.rule_distance().is_none() {
            return Shown { score: value, bound, claim: ScoreClaim::None };
        }
        // The side with the rule on its side has at least the draw by repetition.
        let score = if value > Score::ZERO { before.max(Score::ZERO) } else { before.min(Score::ZERO) };
        Shown { score, bound, claim: ScoreClaim::RulingExpected }
    }
}

/// A row of a report: a line with its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The index of the line, from 0.
    pub(crate) line: usize,
    pub(crate) value: Score,
    pub(crate) bound: Bound,
    /// The depth of the iteration.
    pub(crate) depth: u32,
}

/// The nodes of an iteration, and whether it changed the best move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    pub(crate) nodes: u64,
    pub(crate) best_move_changed: bool,
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The score to show for the value of a line. An exact mate needs its whole line, otherwise it is a
    /// bound; a ruling needs a confirmation, otherwise the last evaluation is shown.
    pub(crate) fn shown(&mut self, line: usize, value: Score, bound: Bound) -> Shown {
        let exact = bound == Bound::Exact;
        let rules = value.rule_distance().is_some();
        if rules && exact && line == 0 && self.confirms_ruling(value) {
            return Shown { score: value, bound, claim: ScoreClaim::Ruling };
        }
        let whole_line = exact && value.is_mate() && self.complete_mate_line(line, value);
        if G::SELECTIVE && value.is_mate() && !whole_line {
            // Without all replies no line is a proof.
            return Shown { score: value, bound, claim: ScoreClaim::None };
        }
        let before = self.root.moves[line].ordinary.unwrap_or(self.root.ordinary);
        Shown::unconfirmed(value, bound, whole_line, before)
    }

    /// Reports a row to the observer.
    pub(crate) fn report(&mut self, row: Row, course: Course) -> IterationReport {
        let Shown { score, bound, claim } = self.shown(row.line, row.value, row.bound);
        let best = &self.root.moves[row.line];
        if row.line == 0 {
            self.root.reported = Some((best.mv, row.value));
        }
        let report = Report {
            depth: row.depth,
            selective_depth: self.selective_depth,
            line: row.line + 1,
            score,
            claim,
            bound,
            nodes: self.statistics.nodes,
            elapsed: self.started.elapsed(),
            table_permille: self.table.permille_full(),
            pv: &best.pv,
            // In a team another thread may have searched the best move's nodes.
            best_move_permille: (best.nodes * 1000 / course.nodes.max(1)).min(1000) as u32,
            best_move_changed: course.best_move_changed,
            best_move_changes: self.root.best_move_changes,
            previous_score: self.root.previous,
            root: self.root.moves,
        };
        // Between the rows of several lines a move could appear twice.
        if row.bound == Bound::Exact || self.root.lines == 1 {
            self.observer.progress(&report);
        }
        (&report).into()
    }

    /// Reports the rows once more if they have changed since the last report: after an interrupted iteration,
    /// or when an earlier mate was restored. The moves of the rows are all different, and the first one is the
    /// move that is played.
    pub(crate) fn report_end(&mut self, value: Score) {
        let rows = self.root.lines;
        if self.root.reported == Some((self.root.moves[0].mv, value)) && !(rows > 1 && self.stopped) {
            return;
        }
        let course = Course { nodes: self.statistics.nodes, best_move_changed: false };
        for line in 0..rows {
            let of_line = &self.root.moves[line];
            let Some(value) = (if line == 0 { Some(value) } else { of_line.score }) else { break };
            self.report(Row { line, value, bound: Bound::Exact, depth: of_line.depth }, course);
        }
    }

    /// The score after a search that was stopped before its first iteration was complete: that of the best move
    /// searched, or of the move after which the position looks better than that without a search.
    pub(crate) fn score_of_first_look(&mut self) -> Score {
        let searched = self.root.improved;
        let (mut best, mut at) = (searched.unwrap_or(-Score::INFINITE), None);
        for index in 0..self.root.moves.len() {
            let mv = self.root.moves[index].mv;
            let loses = self.game.is_noisy(mv) && !self.game.exchange_at_least(mv, Score::ZERO);
            let mut score = self.after_move(mv, |search, next| {
                let score = match search.game.verdict(1) {
                    Verdict::Exact(score, _) => score,
                    _ => search.evaluate(1),
                };
                next.score(score)
            });
            if loses && !score.is_decisive() {
                score = score.min(-Score::LIMIT + (score.get() + Score::LIMIT.get()) / 64);
            }
            if score > best {
                (best, at) = (score, Some(index));
            }
        }
        if let Some(at) = at {
            self.root.moves[..=at].rotate_right(1);
            let chosen = &mut self.root.moves[0];
            chosen.pv.clear();
            chosen.pv.push(chosen.mv);
        }
        let depth = if at.is_some() { 0 } else { self.iteration };
        (self.root.moves[0].score, self.root.moves[0].depth) = (Some(best), depth);
        best
    }
}
