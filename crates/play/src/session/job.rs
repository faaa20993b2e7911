//! Work for an engine, to be run away from its session.

use crate::message::SearchInfo;
use duiyi_search::StopHandle;

/// Runs a task and sends its answer; calls the argument with what is found on the way.
type Run = Box<dyn FnOnce(&mut dyn FnMut(SearchInfo)) + Send>;

/// How urgent a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// A turn of an engine or the check of an answer: a person waits, and a clock may run.
    Turn,
    /// Analysis, review or proof: it may wait for turns.
    Analysis,
}

/// A task of a session of any game. Run it where it may take its time, then call
/// [`AnySession::collect`](super::AnySession::collect). A job that panics counts as failed.
pub struct Job {
    /// Ends it early; the answer is then the best so far.
    pub stop: StopHandle,
    /// How urgent it is.
    pub priority: Priority,
    run: Run,
}

impl Job {
    pub(super) fn new(
        stop: StopHandle,
        priority: Priority,
        run: impl FnOnce(&mut dyn FnMut(SearchInfo)) + Send + 'static,
    ) -> Job {
        Job { stop, priority, run: Box::new(run) }
    }

    /// Runs the job; calls `report` with what is found on the way.
    pub fn run(self, report: &mut dyn FnMut(SearchInfo)) {
        (self.run)(report);
    }
}
