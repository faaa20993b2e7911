//! The record of the iterations of one move, for all adaptive rules.

use std::time::Duration;

use crate::strategy::{SearchProgress, Stage};

/// Scores beyond this are mates or nearly so; their differences have no meaning.
const SCORE_BOUND: i32 = 2_000;

/// The record of a search's iterations, kept by strategies and reset for every move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Progress {
    /// Complete iterations.
    pub(crate) iterations: u32,
    /// Best move of the last one.
    pub(crate) best: u32,
    /// Complete iterations in a row, the last included, that agreed on the best move, less one.
    pub(crate) stable: u32,
    /// Changes of the best move in the whole search.
    pub(crate) changes: u32,
    /// The number of changes, each halved with every later iteration.
    pub(crate) recent_changes: f64,
    /// Depth at which the best move last changed.
    pub(crate) changed_at: u32,
    /// Score of the last iteration, bounded.
    pub(crate) score: i32,
    /// Score of the one before, bounded.
    pub(crate) last_score: i32,
    /// Scores of the last four iterations, newest first.
    pub(crate) history: [i32; 4],
    /// Whether a root move has failed low since the last complete iteration.
    pub(crate) failing_low: bool,
    /// Whether one ever has in this search.
    pub(crate) failed_low: bool,
    /// When the last iteration ended.
    pub(crate) ended: Duration,
    /// How long the last iteration took.
    pub(crate) took: Duration,
    /// Smoothed ratio of the time of an iteration to that of the one before.
    pub(crate) growth: f64,
}

impl Progress {
    /// Growth assumed before two iterations have been timed.
    const FIRST_GROWTH: f64 = 2.5;

    /// Adds a report of a complete iteration or of a turning point within one.
    pub(crate) fn absorb(&mut self, report: &SearchProgress) {
        if report.stage == Stage::FailLow {
            self.failing_low = true;
            self.failed_low = true;
        }
        if report.stage != Stage::Complete {
            return;
        }
        let score = report.score.clamp(-SCORE_BOUND, SCORE_BOUND);
        let took = report.elapsed.saturating_sub(self.ended);
        if self.iterations == 0 {
            self.history = [score; 4];
            self.last_score = score;
            self.changed_at = report.depth;
            self.growth = Progress::FIRST_GROWTH;
        } else {
            self.last_score = self.score;
            self.history = [self.score, self.history[0], self.history[1], self.history[2]];
            let changed = report.best != self.best;
            self.recent_changes = self.recent_changes * 0.5 + f64::from(u8::from(changed));
            if changed {
                self.changes += 1;
                self.stable = 0;
                self.changed_at = report.depth;
            } else {
                self.stable += 1;
            }
            // The very first iterations are too short to measure.
            if self.took > Duration::from_micros(200) {
                let ratio = (took.as_secs_f64() / self.took.as_secs_f64()).clamp(1.1, 6.0);
                self.growth += 0.5 * (ratio - self.growth);
            }
        }
        self.best = report.best;
        self.score = score;
        self.failing_low = false;
        self.ended = report.elapsed;
        self.took = took;
        self.iterations += 1;
    }

    /// The drop of the score in the last iteration, in centipawns: Δ of row T-12.
    pub(crate) fn drop(&self) -> i32 {
        self.last_score - self.score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_bounded_on_both_sides() {
        let drop = |scores: [i32; 2]| {
            let mut progress = Progress::default();
            for score in scores {
                progress.absorb(&SearchProgress { score, ..SearchProgress::default() });
            }
            progress.drop()
        };
        assert_eq!([[0, -30], [0, 30], [-500, -530]].map(drop), [30, -30, 30]);
        // A mate and an ordinary win differ by little.
        assert_eq!([[-1990, -30_000], [-30_000, -1990], [30_000, 1990], [1990, 30_000]].map(drop), [10, -10, 10, -10]);
    }
}
