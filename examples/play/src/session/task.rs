//! What an engine has to think about, away from its session.

use crate::message::SearchInfo;
use duiyi_search::StopHandle;
use std::any::Any;

/// Finds something; what is found on the way is told.
pub(super) type Think = Box<dyn FnOnce(&mut dyn FnMut(SearchInfo)) -> Box<dyn Any + Send> + Send>;

/// What a task is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// An engine's turn: somebody waits for it, and its clock may run.
    Turn,
    /// Somebody wants to know more: it may wait for turns.
    Study,
}

/// Something that an engine is to find. Run it where it may take its time; drop it to do without.
pub struct Task {
    /// Ends it early: it then gives the best so far.
    pub stop: StopHandle,
    /// What it is for.
    pub purpose: Priority,
    pub(super) number: u64,
    pub(super) think: Think,
}

/// What was found.
pub struct Found {
    pub(super) number: u64,
    pub(super) what: Box<dyn Any + Send>,
}

/// What is found by an engine that has panicked.
pub(super) struct Failed;

impl Task {
    /// What is found if the task does not come to its end.
    pub fn failure(&self) -> Found {
        Found { number: self.number, what: Box::new(Failed) }
    }

    /// Runs the task. What is found on the way is told.
    pub fn run(self, tell: &mut dyn FnMut(SearchInfo)) -> Found {
        Found { number: self.number, what: (self.think)(tell) }
    }
}

/// A task that was given out.
pub(super) struct Running {
    pub(super) number: u64,
    pub(super) stop: StopHandle,
    pub(super) aim: Goal,
}

/// What a task is to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The turn of the engine that is to move.
    Turn,
    /// Whether the answer to a problem is right.
    Check,
    /// A proof that the position after so many moves is won.
    Prove,
    /// The best lines after so many moves.
    Analysis {
        /// How many moves.
        ply: usize,
        /// How many lines.
        lines: usize,
    },
    /// What the position after so many moves is worth.
    Review {
        /// How many moves.
        ply: usize,
    },
}

impl Goal {
    /// Whether another one is to go on first: turns and any_session are waited for, an analysis is what
    /// somebody looks at, a review has time.
    pub(super) fn gives_way_to(self, wanted: Goal) -> bool {
        matches!(wanted, Goal::Turn | Goal::Check | Goal::Prove | Goal::Analysis { .. })
            || matches!(self, Goal::Analysis { .. })
    }
}
