//! The players who wait for an opponent.

use super::handle::Membership;
use crate::{message::GameSetup, session::ViewOptions};
use tokio::sync::oneshot::Sender;

/// A player's place in a game.
pub(super) struct Place {
    pub(super) membership: Membership,
    /// The player's side, 0 or 1.
    pub(super) side: usize,
}

/// A player who waits.
pub(super) struct Seek {
    /// The setup without players.
    pub(super) terms: GameSetup,
    pub(super) name: String,
    pub(super) page: u64,
    pub(super) options: ViewOptions,
    /// Closed if the player has left.
    pub(super) found: Sender<Place>,
}

/// The players who wait for an opponent, in the order of their arrival.
#[derive(Default)]
pub(super) struct Seeks {
    list: Vec<Seek>,
    /// The number of games begun: sides alternate.
    pub(super) begun: usize,
}

impl Seeks {
    /// Adds a player.
    pub(super) fn push(&mut self, seek: Seek) {
        self.list.push(seek);
    }

    /// Removes the first player who waits for such a game, and all who have left.
    pub(super) fn take(&mut self, terms: &GameSetup) -> Option<Seek> {
        self.list.retain(|seek| !seek.found.is_closed());
        let index = self.list.iter().position(|seek| seek.terms == *terms)?;
        Some(self.list.remove(index))
    }
}
