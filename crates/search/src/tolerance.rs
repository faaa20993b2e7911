//! Tolerance search as the driver of the root: it ends when the value is known well enough.
//!
//! A search with a window of width one shows that the root is worth at least or at most so
//! much. Two of them, one at half the tolerance below the last score and one at half above,
//! are all that an iteration needs whose score has moved no farther than that. The move found is
//! shown to be worth the lower bound, which is at most the tolerance below the value.
//! Source: row C-F1 of docs/sources.md has the name and nothing else; the rule is ours.

use crate::{Evaluator, Heuristics, Score, search::Search};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// A score of the root that a move is shown to reach and none to exceed by more than the
    /// tolerance.
    pub(crate) fn tolerate(&mut self, last: Score, depth: u32) -> Score {
        self.converge(last, depth, self.parameters.tolerance.max(0))
    }
}
