//! The job that a session has handed out.

use super::{
    job::{Job, Priority},
    task::Task,
};
use crate::{
    description::Description,
    message::{Answer, Goal},
};
use duiyi_game::{Diagram, Game, Notation};
use duiyi_search::StopHandle;
use std::sync::{
    Arc,
    mpsc::{Receiver, TryRecvError, channel},
};

impl Goal {
    /// Whether another goal has priority: turns and checks first, because a person waits for them, then
    /// proofs and analyses, then reviews.
    pub(super) fn yields_to(self, other: Goal) -> bool {
        matches!(other, Goal::Turn | Goal::Check | Goal::Prove | Goal::Analyse { .. })
            || matches!(self, Goal::Analyse { .. })
    }

    /// The urgency of its job.
    fn priority(self) -> Priority {
        match self {
            Goal::Turn | Goal::Check => Priority::Turn,
            Goal::Prove | Goal::Analyse { .. } | Goal::Review { .. } => Priority::Analysis,
        }
    }
}

/// The job that is running, if one is.
pub(super) struct JobQueue<G: Game>(Option<Running<G::Move>>);

struct Running<M> {
    goal: Goal,
    stop: StopHandle,
    answer: Receiver<Answer<M>>,
}

impl<G: Game> JobQueue<G> {
    /// Notes that another thread of the page works for a goal.
    pub(super) fn order(&mut self, goal: Goal) {
        // Its answer comes as a message, not through the channel.
        let (_, answer) = channel();
        self.0 = Some(Running { goal, stop: StopHandle::new(), answer });
    }
}

impl<G: Game> JobQueue<G> {
    pub(super) fn new() -> JobQueue<G> {
        JobQueue(None)
    }

    /// The goal of the running job.
    pub(super) fn goal(&self) -> Option<Goal> {
        self.0.as_ref().map(|running| running.goal)
    }

    /// Stops the running job and drops its answer.
    pub(super) fn cancel(&mut self) {
        if let Some(running) = self.0.take() {
            running.stop.stop();
        }
    }

    /// Takes the answer of the running job, if it has ended.
    pub(super) fn take_answer(&mut self) -> Option<(Goal, Answer<G::Move>)> {
        let running = self.0.as_ref()?;
        let answer = match running.answer.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Answer::Failed,
        };
        self.0.take().map(|running| (running.goal, answer))
    }
}

impl<G: Notation + Diagram> JobQueue<G> {
    /// Turns a task into a job.
    pub(super) fn hand_out(&mut self, description: &Arc<Description<G>>, goal: Goal, task: Task<G>) -> Job {
        let (stop, description) = (StopHandle::new(), Arc::clone(description));
        let (sender, answer) = channel();
        self.0 = Some(Running { goal, stop: stop.clone(), answer });
        let handle = stop.clone();
        Job::new(stop, goal.priority(), move |report| {
            // A closed session does not need the answer.
            let _ = sender.send(task(&description, handle, report));
        })
    }
}
