//! What a person wants to know about the position that is shown.

use super::{
    engine::{Engine, SharedEngine},
    queue::Goal,
};
use crate::description::Description;
use duiyi_game::{Diagram, Notation};
use std::sync::Arc;

/// The number of lines that are shown at most.
const MAX_LINES: usize = 5;

/// The analysis of the position that is shown.
pub(super) struct Analysis<G: Notation> {
    /// The number of moves before the position; the newest without one.
    pub(super) ply: Option<usize>,
    /// The number of best lines that are wanted.
    pub(super) lines: usize,
    /// The analysis that is finished.
    pub(super) finished: Option<Goal>,
    /// Whether the static score is explained.
    pub(super) explains: bool,
    /// The overlays on the board, by their numbers.
    pub(super) overlays: Vec<usize>,
    /// What analyses, reviews and checks, once it is needed.
    engine: Option<SharedEngine<G>>,
}

impl<G: Notation + Diagram> Analysis<G> {
    pub(super) fn new() -> Analysis<G> {
        Analysis { ply: None, lines: 0, finished: None, explains: false, overlays: Vec::new(), engine: None }
    }

    /// Asks for a number of best lines; none with 0.
    pub(super) fn set_lines(&mut self, lines: usize) {
        (self.lines, self.finished) = (lines.min(MAX_LINES), None);
    }

    /// The analysis of a position, if one is wanted and not finished.
    pub(super) fn goal(&self, ply: usize) -> Option<Goal> {
        let goal = Goal::Analyse { ply, lines: self.lines };
        (self.lines > 0 && self.finished != Some(goal)).then_some(goal)
    }

    /// The engine at full strength.
    pub(super) fn engine(&mut self, description: &Description<G>, start: &G) -> SharedEngine<G> {
        Arc::clone(self.engine.get_or_insert_with(|| Engine::at_full_strength(description, start)))
    }

    /// The engine has panicked; another one is made when it is needed.
    pub(super) fn drop_engine(&mut self) {
        self.engine = None;
    }
}
