//! Crafty's idea: a difficulty in percent that depends on the search.
//!
//! The aim is a 26th of the time left (a 20th when pondering) plus the
//! increment; the limit is five aims or half the time. The difficulty starts
//! at 100 %, falls by a tenth with every iteration that keeps its best move,
//! rises with every change, is at least 100 % after a fail low, and the search
//! does not stop while it fails low. Based on the published description of the
//! idea; its source was not used.

use std::time::Duration;

use crate::progress::Progress;
use crate::state::{Budget, ClockState, MoveContext};
use crate::strategies::average::share;
use crate::strategy::{SearchProgress, Strategy, StrategyDecision, scale};

/// A strategy similar to Crafty's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CraftyLike {
    times: Budget,
    difficulty: f64,
    single: bool,
    progress: Progress,
}

impl Strategy for CraftyLike {
    fn name(&self) -> &str {
        "crafty"
    }

    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget {
        self.progress = Progress::default();
        self.difficulty = 100.0;
        self.single = context.single_reply();
        let safe = ClockState { left: clock.left.saturating_sub(clock.overhead), ..*clock };
        let aim = share(&safe, if clock.pondering { 20.0 } else { 26.0 });
        let half = clock.available() / 2;
        self.times = Budget::new(aim, (aim * 5).min(half.max(clock.byo_yomi.map_or(Duration::ZERO, |b| b.time))));
        self.times
    }

    fn after_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        let changes = self.progress.changes;
        let failed_low = self.progress.failing_low;
        self.progress.absorb(report);
        if self.progress.changes > changes {
            self.difficulty = if self.difficulty < 100.0 { 120.0 } else { (self.difficulty + 20.0).min(200.0) };
        } else if self.progress.iterations > 1 {
            self.difficulty = (self.difficulty * 0.9).max(60.0);
        }
        if failed_low {
            self.difficulty = self.difficulty.max(100.0);
        }
        let soft = scale(self.times.soft, self.difficulty / 100.0).min(self.times.hard);
        if self.single || report.mate.is_some() || report.elapsed >= soft {
            return StrategyDecision::Stop;
        }
        StrategyDecision::Adjust(Budget { soft, hard: self.times.hard })
    }

    fn during_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.progress.absorb(report);
        let soft = scale(self.times.soft, self.difficulty / 100.0);
        let resolved = self.progress.iterations > 0 && !self.progress.failing_low;
        if resolved && report.elapsed >= soft { StrategyDecision::Stop } else { StrategyDecision::Continue }
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
