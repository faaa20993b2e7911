//! What an engine has to think about, away from its room.

use crate::message::Thought;
use duiyi_search::StopHandle;
use std::any::Any;

/// Finds a turn; what is found on the way is told.
pub(super) type Think = Box<dyn FnOnce(&mut dyn FnMut(Thought)) -> Box<dyn Any + Send> + Send>;

/// A turn that an engine is to find. Run it where it may take its time; drop it to do without.
pub struct Task {
    /// Ends it early: it then gives the best turn so far.
    pub stop: StopHandle,
    pub(super) number: u64,
    pub(super) think: Think,
}

/// A turn that was found.
pub struct Found {
    pub(super) number: u64,
    pub(super) decision: Box<dyn Any + Send>,
}

impl Task {
    /// Finds the turn. What is found on the way is told.
    pub fn run(self, tell: &mut dyn FnMut(Thought)) -> Found {
        Found { number: self.number, decision: (self.think)(tell) }
    }
}
