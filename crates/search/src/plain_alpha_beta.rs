//! Plain alpha-beta as the driver of the root: one search with the full window.
//!
//! The bounds of a node combine those of all its ancestors, so that an ancestor three or more plies
//! above can cut it off (Knuth and Moore's deep cut-offs), not only its parent.
//! [`Searcher`](crate::Searcher) disables null windows for this driver.

use crate::{Evaluator, Heuristics, Score, node::Window, search::Search};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// The score of the root, searched with the full window.
    pub(crate) fn search_openly(&mut self, depth: u32) -> Score {
        self.search_root(Window::FULL, depth)
    }
}
