//! The data that techniques with their own state need.

use crate::{Heuristics, Parameters, switches::Switches};

/// The position, the switches and the constants.
pub(crate) struct Context<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) enhancements: &'a Switches<G>,
    pub(crate) parameters: &'a Parameters,
    /// Whether forward pruning is used.
    pub(crate) is_prunable: bool,
}

impl<G> Clone for Context<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Context<'_, G> {}

impl<G: Heuristics> Context<'_, G> {
    /// The side to move, as an index.
    #[inline(always)]
    pub(crate) fn side(&self) -> usize {
        self.game.side_to_move().index()
    }
}
