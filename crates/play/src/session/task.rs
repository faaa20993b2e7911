//! The tasks of engines, in the types of the game.

use super::engine::{ProgressObserver, SharedEngine};
use crate::{
    description::Description,
    message::{Answer, Decided, SearchInfo},
};
use duiyi_engine::TurnLimits;
use duiyi_game::{Diagram, Game, History, NodeId, Notation};
use duiyi_search::{Score, StopHandle};

/// A task for an engine, which calls the last argument with each line found.
pub(super) type Task<G> =
    Box<dyn FnOnce(&Description<G>, StopHandle, &mut dyn FnMut(SearchInfo)) -> Answer<<G as Game>::Move> + Send>;

/// A search by an engine.
pub(super) struct Search<G: Notation> {
    pub(super) engine: SharedEngine<G>,
    pub(super) game: History<G>,
    /// The last position of `game` in the tree of the session's game.
    pub(super) node: NodeId,
    pub(super) limits: TurnLimits,
    /// The number of lines to report.
    pub(super) lines: usize,
    /// Whether the engine is asked to find them; otherwise it has its usual number.
    pub(super) asks_for_lines: bool,
}

impl<G: Notation + Diagram> Search<G> {
    /// Searches; `None` if there is no decision.
    pub(super) fn run(
        self,
        description: &Description<G>,
        stop: StopHandle,
        report: &mut dyn FnMut(SearchInfo),
    ) -> Option<Decided<G::Move>> {
        let Search { engine, game, node, limits, lines, asks_for_lines } = self;
        let now = game.now();
        let mut observer = ProgressObserver { description, now, lines, node, report };
        // An engine that has panicked is not used again.
        let mut engine = engine.lock().ok()?;
        let asked = asks_for_lines.then_some(lines);
        let decision = engine.search(description, &game, &limits, asked, stop, &mut observer)?;
        let score = decision.score.map(Score::get);
        Some(Decided { turn: decision.turn, line: decision.line, score, depth: decision.depth })
    }
}
