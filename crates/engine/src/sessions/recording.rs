//! For the unit tests: a strategy that records its calls.

use duiyi_clock::{Budget, ClockState, MoveContext, MoveSummary, SearchProgress, Strategy, StrategyDecision};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The recorded calls of a strategy.
#[derive(Debug, Default)]
pub(crate) struct RecordedCalls {
    /// The clocks of the turns, with the contexts of the moves.
    pub(crate) begun: Vec<(ClockState, MoveContext)>,
    /// The summaries of the turns.
    pub(crate) finished: Vec<MoveSummary>,
    /// The number of games begun.
    pub(crate) games: usize,
}

/// A strategy that gives each turn the same time and records its calls.
#[derive(Clone, Debug)]
pub(crate) struct Recording {
    calls: Arc<Mutex<RecordedCalls>>,
    time: Duration,
}

impl Recording {
    pub(crate) fn new(time: Duration) -> Recording {
        Recording { calls: Arc::default(), time }
    }

    pub(crate) fn calls(&self) -> MutexGuard<'_, RecordedCalls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Strategy for Recording {
    fn name(&self) -> &str {
        "recording"
    }

    fn new_game(&mut self) {
        self.calls().games += 1;
    }

    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget {
        self.calls().begun.push((*clock, *context));
        Budget::exactly(self.time)
    }

    fn after_iteration(&mut self, _: &SearchProgress) -> StrategyDecision {
        StrategyDecision::Continue
    }

    fn finish(&mut self, summary: &MoveSummary) {
        self.calls().finished.push(*summary);
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
