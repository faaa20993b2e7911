//! The tasks and answers of engines, in the types of the game.

use super::engine::{ProgressObserver, SharedEngine};
use crate::{description::Description, message::SearchInfo};
use duiyi_engine::{Decision, TurnLimits};
use duiyi_game::{Diagram, Game, History, NodeId, Notation};
use duiyi_kit::{CheckAnswer, CheckedAnswer, Problem, ProofTree, Stopped};
use duiyi_search::StopHandle;

/// A task for an engine.
pub(super) enum Task<G: Notation> {
    /// The turn of the engine to move.
    Turn(Search<G>),
    /// Whether the last turn solves the problem.
    Check {
        /// The check of the game.
        check: CheckAnswer<G>,
        /// The problem.
        problem: Problem,
        /// The position after the turn to check.
        position: G,
        /// The number of turns left to the side that made it.
        left: u32,
    },
    /// A proof that the side to move wins.
    Prove {
        /// The prover of the game.
        prove: fn(&G, Stopped<'_>) -> Option<ProofTree<G::Move>>,
        /// The position.
        start: G,
    },
    /// The best lines of a position.
    Analyse(Search<G>),
    /// The score of a position of a review.
    Review(Search<G>),
}

/// A search by an engine.
pub(super) struct Search<G: Notation> {
    pub(super) engine: SharedEngine<G>,
    pub(super) game: History<G>,
    /// The last position of `game` in the tree of the session's game.
    pub(super) node: NodeId,
    pub(super) limits: TurnLimits,
    /// The number of lines to report.
    pub(super) lines: usize,
}

/// The answer of an engine.
pub(super) enum Answer<G: Game> {
    /// Its turn, if it returned one.
    Turn(Option<Decision<G::Move>>),
    /// The result of a check.
    Checked(CheckedAnswer<G::Move>),
    /// A proof, if one was found.
    Proof(Option<ProofTree<G::Move>>),
    /// The analysis is finished; its lines were reported.
    Analysed,
    /// The best turn in a position of a review, if the engine returned one.
    Reviewed(Option<Decision<G::Move>>),
}

impl<G: Notation + Diagram> Task<G> {
    /// Runs the task; calls `report` with each line found.
    pub(super) fn run(
        self,
        description: &Description<G>,
        stop: StopHandle,
        report: &mut dyn FnMut(SearchInfo),
    ) -> Answer<G> {
        match self {
            Task::Turn(search) => Answer::Turn(search.run(description, stop, None, report)),
            Task::Check { check, problem, position, left } => {
                Answer::Checked(check(&problem, &position, left, &|| stop.is_stopped()))
            }
            Task::Prove { prove, start } => Answer::Proof(prove(&start, &|| stop.is_stopped())),
            Task::Analyse(search) => {
                let lines = search.lines;
                search.run(description, stop, Some(lines), report);
                Answer::Analysed
            }
            Task::Review(search) => {
                let lines = search.lines;
                Answer::Reviewed(search.run(description, stop, Some(lines), report))
            }
        }
    }
}

impl<G: Notation + Diagram> Search<G> {
    /// Searches; `asked` is the number of lines that is passed to the engine.
    fn run(
        self,
        description: &Description<G>,
        stop: StopHandle,
        asked: Option<usize>,
        report: &mut dyn FnMut(SearchInfo),
    ) -> Option<Decision<G::Move>> {
        let Search { engine, game, node, limits, lines } = self;
        let now = game.now();
        let mut observer = ProgressObserver { description, now, lines, node, report };
        // An engine that has panicked is not used again.
        let mut engine = engine.lock().ok()?;
        engine.search(description, &game, &limits, asked, stop, &mut observer)
    }
}
