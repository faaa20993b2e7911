//! Problems to solve: a position that the side to move wins, and whether a turn does it.

use crate::message::ProblemView;
use duiyi_game::Game;
use duiyi_search::StopHandle;

/// A position that the side to move wins within so many of its turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What it is called.
    pub name: String,
    /// The position.
    pub position: String,
    /// The turns of the side to move.
    pub turns: u32,
}

/// What an answer is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckedAnswer<M> {
    /// It wins and nothing helps any more.
    Solved,
    /// It wins in the turns that are left, if the answer to this reply is right.
    Wins {
        /// The reply that holds out longest, as far as is known.
        reply: Vec<M>,
    },
    /// It does not win in time.
    Fails {
        /// A reply that shows it, if one is known.
        reply: Option<Vec<M>>,
    },
    /// It could not be found out.
    Unknown,
}

/// Looks whether a turn wins: given the position after it, the turns that are left to the side
/// that made it, and what ends the search early.
pub type CheckAnswer<G> = fn(&G, u32, &StopHandle) -> CheckedAnswer<<G as Game>::Move>;

/// The problems of a game.
pub struct Problems<G: Game> {
    /// What is to be done, in English and in Chinese: `mate`.
    pub goal: [&'static str; 2],
    /// All of them.
    pub list: Vec<Problem>,
    /// Checks an answer; without it the game's player does.
    pub check: Option<CheckAnswer<G>>,
}

/// A problem that is being solved.
#[derive(Clone, Debug)]
pub(super) struct ProblemAttempt {
    index: usize,
    problem: Problem,
    goal: [&'static str; 2],
    /// Turns that are left to the solver.
    pub(super) left: u32,
    pub(super) state: State,
}

/// How far it is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// A turn is awaited.
    Asked,
    /// The last turn is being looked at.
    Checking,
    /// The last turn was right; another one is awaited.
    Right,
    /// The last turn was wrong, for this reason, and is taken back.
    Wrong(String),
    /// It is solved.
    Solved,
}

impl ProblemAttempt {
    /// A problem after so many turns of the solver.
    pub(super) fn new(index: usize, problem: &Problem, goal: [&'static str; 2], played: u32) -> ProblemAttempt {
        let left = problem.turns.saturating_sub(played);
        let state = if left == 0 { State::Solved } else { State::Asked };
        ProblemAttempt { index, problem: problem.clone(), goal, left, state }
    }

    /// The same after so many turns of the solver.
    pub(super) fn after(&self, played: u32) -> ProblemAttempt {
        ProblemAttempt::new(self.index, &self.problem, self.goal, played)
    }

    pub(super) fn view(&self) -> ProblemView {
        let (state, said) = match &self.state {
            State::Asked => ("asked", ""),
            State::Checking => ("checking", ""),
            State::Right => ("right", ""),
            State::Wrong(reason) => ("wrong", reason.as_str()),
            State::Solved => ("solved", ""),
        };
        ProblemView {
            index: self.index,
            name: self.problem.name.clone(),
            goal: self.goal,
            turns: self.problem.turns,
            left: self.left,
            state,
            said: said.to_owned(),
        }
    }
}
