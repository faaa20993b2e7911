//! The job that a session has handed out.

use super::{
    job::{Job, Priority},
    task::{Answer, Task},
};
use crate::description::Description;
use duiyi_game::{Diagram, Game, NodeId, Notation};
use duiyi_search::StopHandle;
use std::sync::{
    Arc,
    mpsc::{Receiver, TryRecvError, channel},
};

/// The purpose of a job, from which a session sees whether the job is still needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The turn of the engine to move.
    Turn,
    /// The check of an answer to a problem.
    Check,
    /// A proof for the position shown.
    Prove,
    /// The best lines in a position.
    Analyse {
        /// The position.
        node: NodeId,
        /// The number of lines.
        lines: usize,
    },
    /// The score of the position after a number of moves.
    Review {
        /// The number of moves.
        ply: usize,
    },
}

impl Goal {
    /// Whether another goal has priority: turns and checks first, because a person waits for them, then
    /// proofs and analyses, then reviews.
    pub(super) fn yields_to(self, other: Goal) -> bool {
        matches!(other, Goal::Turn | Goal::Check | Goal::Prove | Goal::Analyse { .. })
            || matches!(self, Goal::Analyse { .. })
    }

    fn priority(self) -> Priority {
        match self {
            Goal::Turn | Goal::Check => Priority::Turn,
            Goal::Prove | Goal::Analyse { .. } | Goal::Review { .. } => Priority::Analysis,
        }
    }
}

/// The job that is running, if one is.
pub(super) struct JobQueue<G: Game>(Option<Running<G>>);

struct Running<G: Game> {
    goal: Goal,
    stop: StopHandle,
    answer: Receiver<Answer<G>>,
}

impl<G: Game> JobQueue<G> {
    /// Notes that another thread of the page works for a goal.
    pub(super) fn order(&mut self, goal: Goal) {
        // Its answer comes as a message, not through the channel.
        let (_, answer) = channel();
        self.0 = Some(Running { goal, stop: StopHandle::new(), answer });
    }
}

/// A finished job: its answer, or none if it has failed.
pub(super) type Ended<G> = (Goal, Option<Answer<G>>);

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
    pub(super) fn take_answer(&mut self) -> Option<Ended<G>> {
        let running = self.0.as_ref()?;
        let answer = match running.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => None,
        };
        let goal = running.goal;
        self.0 = None;
        Some((goal, answer))
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
            let _ = sender.send(task.run(&description, handle, report));
        })
    }
}
