//! The analysis of the position shown.

use super::engine::{Engine, SharedEngine};
use crate::{description::Description, memory::Reservation, message::Goal};
use duiyi_game::{Diagram, NodeId, Notation};
use duiyi_search::Reason;
use std::sync::Arc;

/// The maximum number of lines.
const MAX_LINES: usize = 5;

/// The analysis of the position shown.
pub(super) struct Analysis<G: Notation> {
    /// The position; the last one of the game without one.
    pub(super) node: Option<NodeId>,
    /// The requested number of best lines.
    pub(super) lines: usize,
    /// The last finished analysis.
    pub(super) finished: Option<Goal>,
    /// Whether the static score is explained.
    pub(super) explains: bool,
    /// The overlays on the board, by their numbers.
    pub(super) overlays: Vec<usize>,
    /// The engine that analyses, reviews and checks, created when it is needed.
    engine: Option<SharedEngine<G>>,
    /// The memory of the engine.
    memory: Option<Arc<Reservation>>,
}

impl<G: Notation + Diagram> Analysis<G> {
    /// No analysis, with these overlays.
    pub(super) fn new(overlays: Vec<usize>) -> Analysis<G> {
        Analysis { node: None, lines: 0, finished: None, explains: false, overlays, engine: None, memory: None }
    }

    /// Sets the number of best lines; 0 ends the analysis.
    pub(super) fn set_lines(&mut self, lines: usize) {
        (self.lines, self.finished) = (lines.min(MAX_LINES), None);
    }

    /// The analysis of a position, if it is requested and not finished.
    pub(super) fn goal(&self, node: NodeId) -> Option<Goal> {
        let goal = Goal::Analyse { node: node.index(), lines: self.lines };
        (self.lines > 0 && self.finished != Some(goal)).then_some(goal)
    }

    /// Takes the memory of the engine, unless it has it.
    ///
    /// # Errors
    /// If there is no memory left.
    pub(super) fn reserve(&mut self, description: &Description<G>) -> Result<(), Reason> {
        if self.memory.is_none() {
            self.memory = Some(Arc::new(description.memory.reserve()?));
        }
        Ok(())
    }

    /// The engine at full strength, if its memory is reserved.
    pub(super) fn engine(&mut self, start: &G) -> Option<SharedEngine<G>> {
        let memory = self.memory.as_ref()?;
        Some(Arc::clone(self.engine.get_or_insert_with(|| Engine::at_full_strength(start, memory))))
    }

    /// Frees the memory of an engine that is not needed.
    pub(super) fn release(&mut self) {
        (self.engine, self.memory) = (None, None);
    }

    /// Drops an engine that has panicked; a new one is created when it is needed.
    pub(super) fn drop_engine(&mut self) {
        self.engine = None;
    }
}
