//! ElephantEye's (象眼) idea: a generous aim, halved for each sign of a settled search.
//!
//! The aim is a 20th of the time left plus the increment, or the average over
//! the moves to go; the limit is ten aims or half the time. After an iteration
//! the aim is halved if the score has not dropped, and halved again if the
//! best move has been the same for four iterations. With pondering the aim is
//! a quarter longer. Based on the published description of the idea; its
//! source was not used.

use std::time::Duration;

use crate::progress::Progress;
use crate::state::{Budget, ClockState, MoveContext};
use crate::strategies::average::share;
use crate::strategy::{SearchProgress, Strategy, StrategyDecision, scale};

/// A drop of at least this size, in centipawns, prevents the first halving.
const DROP: i32 = 20;
/// The number of iterations with the same best move for the second halving.
const UNCHANGED: u32 = 4;

/// A strategy similar to ElephantEye's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ElephantEyeLike {
    times: Budget,
    single: bool,
    progress: Progress,
}

impl Strategy for ElephantEyeLike {
    fn name(&self) -> &str {
        "elephanteye"
    }

    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget {
        self.progress = Progress::default();
        self.single = context.single_reply();
        let divisor = clock.moves_to_go.map_or(20.0, |n| f64::from(n.get()));
        let aim = scale(share(clock, divisor), if clock.pondering { 1.25 } else { 1.0 });
        let period = clock.byo_yomi.map_or(Duration::ZERO, |b| b.time);
        self.times = Budget::new(aim, (aim * 10).min(clock.left / 2 + period).max(ClockState::LEAST));
        self.times
    }

    fn after_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.progress.absorb(report);
        let mut soft = self.times.soft;
        if self.progress.drop() < DROP {
            soft /= 2;
        }
        if self.progress.stable >= UNCHANGED {
            soft /= 2;
        }
        if self.single || report.mate.is_some() || report.elapsed >= soft {
            return StrategyDecision::Stop;
        }
        StrategyDecision::Adjust(Budget { soft, hard: self.times.hard })
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
