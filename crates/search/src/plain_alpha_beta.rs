//! Plain alpha-beta as the driver of the root: one search with the open window.
//!
//! The bounds of a node are those of all its ancestors, so that it may be cut off by what one
//! three or more plies above has (Knuth and Moore's deep cut-offs), not its parent alone.
//! [`Searcher`](crate::Searcher) leaves out the null windows for this driver.

use crate::{Evaluator, Heuristics, Score, node::Window, search::Search};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The score of the root, searched with the open window.
    pub(crate) fn search_openly(&mut self, depth: u32) -> Score {
        self.search_root(Window::FULL, depth)
    }
}
