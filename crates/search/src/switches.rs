//! The switches as the search reads them.

use crate::{Enhancements, Heuristics};
use std::{marker::PhantomData, ops::Deref};

/// The switches as the search reads them: those that the game has [fixed](Heuristics::FIXED), if
/// any, so that they are compile-time constants.
pub(crate) struct Switches<G>(Enhancements, PhantomData<fn(G)>);

impl<G: Heuristics> Switches<G> {
    /// The switches for a game, without those that need knowledge that the game does not have: they
    /// would cost time and change nothing, or, if forward pruning is not allowed (`prunes`), change
    /// values.
    pub(crate) fn new(mut enhancements: Enhancements, prunes: bool) -> Self {
        if G::CONTINUATION.count <= 1 {
            enhancements.continuation_history = false;
            enhancements.long_continuation = false;
            enhancements.evasion_history = false;
            enhancements.move_correction = false;
        }
        if G::STRUCTURES.is_none() {
            enhancements.correction_history = false;
            enhancements.structure_history = false;
        }
        enhancements.null_move &= G::NULL_MOVE.is_some();
        enhancements.internal_reduction &= prunes;
        if G::NOISY.is_none() && !prunes {
            // Without noisy moves a quiescence node is a leaf, unless its side is threatened; a cheap evaluation
            // takes less time than looking it up and storing it.
            enhancements.quiescence_table = false;
        }
        Switches(enhancements, PhantomData)
    }
}

impl<G: Heuristics> Deref for Switches<G> {
    type Target = Enhancements;

    #[inline(always)]
    fn deref(&self) -> &Enhancements {
        match &G::FIXED {
            Some(fixed) => fixed,
            None => &self.0,
        }
    }
}
