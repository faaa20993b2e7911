//! The switches as the search reads them.

use crate::{Enhancements, Heuristics};
use std::{marker::PhantomData, ops::Deref};

/// The switches as the search reads them: those that the game has [fixed](Heuristics::FIXED), if
/// any, so that they are compile-time constants.
pub(crate) struct Switches<G>(Enhancements, PhantomData<fn(G)>);

impl<G> Switches<G> {
    pub(crate) fn new(enhancements: Enhancements) -> Self {
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
