//! Fruit's idea: stop early when the move is easy or settled, else go on to the limit.
//!
//! The aim is a 30th of what 95 % of the time less a second and 29 increments
//! come to; the limit is half of it. A move far ahead of the second best at
//! the first iteration stops at a fifth of the aim; a search whose last
//! iteration neither changed its move nor lost half a pawn begins no iteration
//! after 60 % of the aim; any other goes on to the limit. From the published
//! description of the idea; nothing of its source was used.

use std::time::Duration;

use crate::progress::Progress;
use crate::state::{Budget, ClockState, MoveContext};
use crate::strategy::{Decision, SearchProgress, Strategy, scale};

/// A second-best move this far behind at the first iteration makes an easy move, in centipawns.
const EASY_GAP: u32 = 150;
/// A loss of this much against the first score is bad, in centipawns.
const BAD: i32 = 50;

/// A strategy in the manner of Fruit 2.1.
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

    fn after_iteration(&mut self, report: &SearchProgress) -> Decision {
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
            return Decision::Stop;
        }
        // Troubled searches are not held to the aim any more.
        let soft = if quiet { aim } else { self.times.hard };
        Decision::Adjust(Budget { soft, hard: self.times.hard })
    }

    fn during_iteration(&mut self, report: &SearchProgress) -> Decision {
        self.progress.absorb(report);
        let satisfied = self.progress.iterations > 0
            && !self.progress.failing_low
            && report.best == self.progress.best
            && report.score > self.progress.score - BAD;
        if satisfied && report.elapsed >= self.times.soft { Decision::Stop } else { Decision::Continue }
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
