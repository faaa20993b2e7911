//! Fruit's idea: stop early if the move is easy or settled, otherwise search to the limit.
//!
//! The total is 95 % of the time minus one second, plus 29 increments; the aim is
//! a 30th of it, the limit half of it. If a move is far ahead of the second best
//! at the first iteration, the search stops at a fifth of the aim. If the last
//! iteration neither changed the move nor lost half a pawn, no iteration begins
//! after 60 % of the aim. Otherwise the search continues to the limit. Based on
//! the published description of the idea; its source was not used.

use std::time::Duration;

use crate::progress::Progress;
use crate::state::{Budget, ClockState, MoveContext};
use crate::strategy::{SearchProgress, Strategy, StrategyDecision, scale};

/// The gap to the second-best move at the first iteration that makes a move easy, in centipawns.
const EASY_GAP: u32 = 150;
/// A loss of this size relative to the first score is bad, in centipawns.
const BAD: i32 = 50;

/// A strategy similar to that of Fruit 2.1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FruitLike {
    times: Budget,
    easy: bool,
    single: bool,
    progress: Progress,
}

impl Strategy for FruitLike {
    fn name(&self) -> &str {
        "fruit"
    }

    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget {
        self.progress = Progress::default();
        (self.easy, self.single) = (false, context.single_reply());
        let period = clock.byo_yomi.map_or(Duration::ZERO, |b| b.time);
        let moves = clock.moves_to_go.map_or(30, |n| n.get().min(30));
        let main = scale(clock.left, 0.95).saturating_sub(Duration::from_secs(1));
        let all = main + clock.bonus.amount() * (moves - 1);
        self.times = Budget::new(all / moves + scale(period, 0.95), all / 2 + scale(period, 0.95));
        self.times
    }

    fn after_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        let changes = self.progress.changes;
        self.progress.absorb(report);
        if self.progress.iterations == 1 {
            self.easy = report.gap.is_some_and(|gap| gap >= EASY_GAP);
        }
        let changed = self.progress.changes > changes;
        self.easy &= !changed;
        let bad = self.progress.drop() >= BAD;
        let quiet = !bad && !changed;
        let aim = self.times.soft;
        let enough = (self.easy && !bad && report.elapsed >= aim / 5) || (quiet && report.elapsed >= scale(aim, 0.6));
        if self.single || report.mate.is_some() || enough {
            return StrategyDecision::Stop;
        }
        // Difficult searches are not limited by the aim.
        let soft = if quiet { aim } else { self.times.hard };
        StrategyDecision::Adjust(Budget { soft, hard: self.times.hard })
    }

    fn during_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.progress.absorb(report);
        let satisfied = self.progress.iterations > 0
            && !self.progress.failing_low
            && report.best == self.progress.best
            && report.score > self.progress.score - BAD;
        if satisfied && report.elapsed >= self.times.soft { StrategyDecision::Stop } else { StrategyDecision::Continue }
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
