//! Tolerance search as the driver of the root: it ends when the value is known accurately enough.
//!
//! A null-window search proves a lower or an upper bound of the root's value. An iteration whose
//! score has changed by less than half the tolerance needs only two such searches: one at half the
//! tolerance below the last score and one at half above. The move found is proved to reach the
//! lower bound, which is at most the tolerance below the value. Source: row C-F1 of docs/sources.md
//! has only the name; the rule is ours.

use crate::{Evaluator, Heuristics, Score, search::Search};

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// A score of the root that one move is proved to reach and no move to exceed by more than the
    /// tolerance.
    pub(crate) fn tolerate(&mut self, last: Score, depth: u32) -> Score {
        self.converge(last, depth, self.parameters.tolerance.max(0))
    }
}
