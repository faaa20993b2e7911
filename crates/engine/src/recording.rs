//! For the unit tests: a strategy that notes what it is told, where it can be read.

use duiyi_clock::{Budget, ClockState, Decision, MoveContext, MoveSummary, SearchProgress, Strategy};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// What a strategy was told.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// The clocks of the turns, with what was known of the game.
    pub(crate) begun: Vec<(ClockState, MoveContext)>,
    /// The ends of the turns.
    pub(crate) finished: Vec<MoveSummary>,
    /// How many games have begun.
    pub(crate) games: usize,
}

/// A strategy that gives each turn the same time.
#[derive(Clone, Debug)]
pub(crate) struct Recording {
    told: Arc<Mutex<Told>>,
    time: Duration,
}

impl Recording {
    pub(crate) fn new(time: Duration) -> Recording {
        Recording { told: Arc::default(), time }
    }

    pub(crate) fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Strategy for Recording {
    fn name(&self) -> &str {
        "recording"
    }

    fn new_game(&mut self) {
        self.told().games += 1;
    }

    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget {
        self.told().begun.push((*clock, *context));
        Budget::exactly(self.time)
    }

    fn after_iteration(&mut self, _: &SearchProgress) -> Decision {
        Decision::Continue
    }

    fn finish(&mut self, summary: &MoveSummary) {
        self.told().finished.push(*summary);
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
