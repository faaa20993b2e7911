//! Work for an engine, run independently of its session.

use crate::message::SearchInfo;
use duiyi_search::StopHandle;

/// Runs a task and sends its answer; calls the argument with each report.
type Run = Box<dyn FnOnce(&mut dyn FnMut(SearchInfo)) + Send>;

/// The urgency of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// A turn of an engine or the check of an answer: a person waits, and a clock may run.
    Turn,
    /// Analysis, review or proof: it may wait for turns.
    Analysis,
}

/// A task of a session of any game. Run it on a thread that may block, then call
/// [`AnySession::collect`](super::AnySession::collect). A job that panics counts as failed.
pub struct Job {
    /// Ends the job early; the answer is then the best so far.
    pub stop: StopHandle,
    /// The urgency of the job.
    pub priority: Priority,
    run: Run,
}

impl Job {
    pub(crate) fn new(
        stop: StopHandle,
        priority: Priority,
        run: impl FnOnce(&mut dyn FnMut(SearchInfo)) + Send + 'static,
    ) -> Job {
        Job { stop, priority, run: Box::new(run) }
    }

    /// Runs the job; calls `report` with each line found.
    pub fn run(self, report: &mut dyn FnMut(SearchInfo)) {
        (self.run)(report);
    }
}
