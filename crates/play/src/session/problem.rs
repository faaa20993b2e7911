//! An attempt to solve a problem.

use crate::message::ProblemView;
use duiyi_kit::page::Problem;

/// A problem that is being solved.
#[derive(Clone, Debug)]
pub(super) struct ProblemAttempt {
    index: usize,
    pub(super) problem: Problem,
    /// The number of turns left to the solver.
    pub(super) left: u32,
    pub(super) state: State,
}

/// The state of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Waits for the first turn.
    Asked,
    /// The last turn is being checked.
    Checking,
    /// The last turn was right; waits for the next one.
    Right,
    /// The last turn was wrong, for this reason, and was taken back; the reply that refutes it in each notation, if one
    /// is known.
    Wrong(&'static str, Vec<String>),
    /// The problem is solved.
    Solved,
}

impl ProblemAttempt {
    /// A problem after a number of turns of the solver.
    pub(super) fn new(index: usize, problem: &Problem, played: u32) -> ProblemAttempt {
        let left = problem.turns.saturating_sub(played);
        let state = if left == 0 { State::Solved } else { State::Asked };
        ProblemAttempt { index, problem: problem.clone(), left, state }
    }

    /// The same problem after a number of turns of the solver.
    pub(super) fn after(&self, played: u32) -> ProblemAttempt {
        ProblemAttempt::new(self.index, &self.problem, played)
    }

    /// Counts a right turn.
    pub(super) fn accept(&mut self, state: State) {
        self.left = self.left.saturating_sub(1);
        self.state = state;
    }

    pub(super) fn view(&self) -> ProblemView {
        let (state, said, reply) = match &self.state {
            State::Asked => ("asked", "", &[][..]),
            State::Checking => ("checking", "", &[][..]),
            State::Right => ("right", "", &[][..]),
            State::Wrong(reason, reply) => ("wrong", *reason, &reply[..]),
            State::Solved => ("solved", "", &[][..]),
        };
        ProblemView {
            index: self.index,
            name: self.problem.name.clone(),
            goal: self.problem.goal,
            turns: self.problem.turns,
            left: self.left,
            state,
            said,
            reply: reply.to_vec(),
        }
    }
}
