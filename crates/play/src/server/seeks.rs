//! The players who wait for an opponent.

use super::handle::Membership;
use crate::{message::GameSetup, session::ViewOptions};
use std::collections::HashMap;
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
    /// The number of games begun.
    begun: usize,
    /// Who had the first side in the last game of two players; the names are in alphabetical order.
    first: HashMap<[String; 2], String>,
}

/// The number of pairs of players whose last sides are remembered.
const MAX_PAIRS: usize = 10_000;

impl Seeks {
    /// Adds a player.
    pub(super) fn push(&mut self, seek: Seek) {
        self.list.push(seek);
    }

    /// The side, 0 or 1, of a player against another: not that of their last game.
    pub(super) fn side(&self, name: &str, other: &str) -> usize {
        match self.first.get(&pair(name, other)) {
            Some(first) if name != other => usize::from(first == name),
            _ => self.begun % 2,
        }
    }

    /// Remembers the sides of a game that begins.
    pub(super) fn begin(&mut self, names: &[String; 2]) {
        self.begun += 1;
        if self.first.len() >= MAX_PAIRS {
            self.first.clear();
        }
        self.first.insert(pair(&names[0], &names[1]), names[0].clone());
    }

    /// Removes the first player who waits for such a game, and all who have left.
    pub(super) fn take(&mut self, terms: &GameSetup) -> Option<Seek> {
        self.list.retain(|seek| !seek.found.is_closed());
        let index = self.list.iter().position(|seek| seek.terms == *terms)?;
        Some(self.list.remove(index))
    }
}

fn pair(one: &str, other: &str) -> [String; 2] {
    let mut names = [one.to_owned(), other.to_owned()];
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_change_sides_while_others_play() {
        let mut seeks = Seeks::default();
        let mut last = None;
        for game in 0..6 {
            let side = seeks.side("a", "b");
            assert_eq!(seeks.side("b", "a"), if game == 0 { side } else { 1 - side });
            assert_ne!(last, Some(side));
            last = Some(side);
            seeks.begin(&if side == 0 { ["a".into(), "b".into()] } else { ["b".into(), "a".into()] });
            // Games of others in between.
            for _ in 0..game % 3 {
                seeks.begin(&["c".into(), "d".into()]);
            }
        }
    }
}
