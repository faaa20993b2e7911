//! The keys of a game: what the page that holds a key may do.

use super::secret::Secret;
use crate::message::Action;
use std::io;

/// The keys of a game. A game without keys, which an earlier version of the program has stored, belongs to
/// every page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameKeys {
    /// The key of the page that has begun the game: it moves for both sides, alters and deletes the game.
    pub owner: Option<Secret>,
    /// The keys of players who have found each other or are invited: each moves for one side.
    pub sides: [Option<Secret>; 2],
    /// Whether the key of a side is an invitation: the first page that joins with it takes the side, and receives
    /// another key.
    pub open: [bool; 2],
}

/// What a page may do in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rights {
    /// Whether it may alter and delete the game.
    pub(super) owner: bool,
    /// Whether it moves for each side.
    pub(super) sides: [bool; 2],
}

/// Why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum KeyError {
    /// The page does not hold the key of the owner.
    #[error("only the page that has begun the game can do that")]
    Owner,
    /// The page does not hold the key of the side that acts.
    #[error("another page plays this side; this page is a spectator of its moves")]
    Side,
    /// The page only watches: what it analysed all pages would see.
    #[error("a spectator cannot change the analysis, which all pages see")]
    Spectator,
}

/// Whether a page holds a key.
fn matches(own: Option<&Secret>, key: Option<&Secret>) -> bool {
    own.zip(key).is_some_and(|(own, key)| own.matches(key.text()))
}

impl GameKeys {
    /// The keys of a game that one page begins: its own, and one for each player that it may invite.
    pub(super) fn owned() -> io::Result<GameKeys> {
        Ok(GameKeys { owner: Some(Secret::random()?), ..GameKeys::of_players()? })
    }

    /// The keys of a game between two players.
    pub(super) fn of_players() -> io::Result<GameKeys> {
        let sides = [Some(Secret::random()?), Some(Secret::random()?)];
        Ok(GameKeys { owner: None, sides, open: [false; 2] })
    }

    /// The keys of a game that the player of a side begins; the other side is open.
    pub(super) fn of_host(side: usize) -> io::Result<GameKeys> {
        let mut keys = GameKeys::of_players()?;
        keys.open[1 - side] = true;
        Ok(keys)
    }

    /// The open side to which a key invites.
    pub(super) fn invited(&self, key: Option<&Secret>) -> Option<usize> {
        (0..2).find(|&side| self.open[side] && matches(self.sides[side].as_ref(), key))
    }

    /// Gives an open side to a player, and returns the key of the player.
    ///
    /// # Errors
    /// If the system has no random numbers; then nothing changes.
    pub(super) fn take(&mut self, side: usize) -> io::Result<Secret> {
        let key = Secret::random()?;
        (self.sides[side], self.open[side]) = (Some(key.clone()), false);
        Ok(key)
    }

    /// The players exchange their sides.
    pub(super) fn exchange(&mut self) {
        self.sides.swap(0, 1);
        self.open.swap(0, 1);
    }

    /// The rights of a page with this key, or of a spectator.
    pub(super) fn rights(&self, key: Option<&Secret>) -> Rights {
        if *self == GameKeys::default() {
            return Rights { owner: true, sides: [true; 2] };
        }
        let owner = matches(self.owner.as_ref(), key);
        let plays = |side: usize| !self.open[side] && matches(self.sides[side].as_ref(), key);
        Rights { owner, sides: [0, 1].map(|side| owner || plays(side)) }
    }
}

impl Rights {
    /// Checks whether a page may do something for the side `speaker`, for which a person acts now.
    pub(super) fn check(self, action: &Action, speaker: Option<usize>) -> Result<(), KeyError> {
        match action {
            Action::TakeBack
            | Action::SetUp { .. }
            | Action::Sit { .. }
            | Action::Annotate { .. }
            | Action::KeepReview { .. }
            | Action::Promote { .. }
            | Action::Remove { .. }
            | Action::Undo
            | Action::Redo
                if !self.owner =>
            {
                Err(KeyError::Owner)
            }
            // After the end of a game its players add variations.
            Action::Move { .. } | Action::Turn { .. } if speaker.is_none() && self.sides.contains(&true) => Ok(()),
            Action::Move { .. }
            | Action::Turn { .. }
            | Action::AskTakeBack
            | Action::Rematch
            | Action::Resign
            | Action::Draw
            | Action::Decline
            | Action::Claim => match speaker {
                // Without a person the game itself refuses these.
                None if self.owner => Ok(()),
                Some(side) if self.sides[side] => Ok(()),
                _ => Err(KeyError::Side),
            },
            Action::Analyse { .. }
            | Action::Explain { .. }
            | Action::Review { .. }
            | Action::Aids { .. }
            | Action::Proof { .. }
                if !self.owner && self.sides == [false; 2] =>
            {
                Err(KeyError::Spectator)
            }
            _ => Ok(()),
        }
    }
}

/// The id of a stored game, and the key that a page holds: `ID` or `ID.KEY`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ticket {
    pub(super) id: String,
    pub(super) key: Option<Secret>,
}

impl Ticket {
    /// Reads a ticket; a key that cannot be one is ignored.
    pub(super) fn read(text: &str) -> Ticket {
        match text.split_once('.') {
            Some((id, key)) => Ticket { id: id.to_owned(), key: Secret::read(key) },
            None => Ticket { id: text.to_owned(), key: None },
        }
    }

    /// The text that a page keeps.
    pub(super) fn write(id: &str, key: Option<&Secret>) -> String {
        match key {
            Some(key) => format!("{id}.{}", key.text()),
            None => id.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_give_the_rights_of_owner_player_and_spectator() {
        let resign = |rights: Rights, side| rights.check(&Action::Resign, Some(side));
        let owned = GameKeys::owned().unwrap();
        let owner = owned.rights(owned.owner.as_ref());
        assert_eq!((owner.check(&Action::TakeBack, None), resign(owner, 1)), (Ok(()), Ok(())));
        let players = GameKeys::of_players().unwrap();
        let second = players.rights(players.sides[1].as_ref());
        assert_eq!((resign(second, 1), resign(second, 0)), (Ok(()), Err(KeyError::Side)));
        assert_eq!(second.check(&Action::TakeBack, Some(1)), Err(KeyError::Owner));
        for key in [None, Some(Secret::random().unwrap()), owned.owner.clone()] {
            let spectator = players.rights(key.as_ref());
            assert_eq!(spectator, Rights { owner: false, sides: [false; 2] });
            let turn = Action::Turn { text: "h2e2".to_owned(), at: Some(0) };
            assert_eq!(spectator.check(&turn, None), Err(KeyError::Side));
            assert_eq!((second.check(&turn, None), second.check(&turn, Some(0))), (Ok(()), Err(KeyError::Side)));
            assert_eq!(spectator.check(&Action::Remove { node: 1 }, None), Err(KeyError::Owner));
            let explain = Action::Explain { on: true };
            assert_eq!(
                [spectator, second, owner].map(|rights| rights.check(&explain, None)),
                [Err(KeyError::Spectator), Ok(()), Ok(())]
            );
            let show = Action::Show { node: None, explores: true };
            assert_eq!(spectator.check(&show, None), Ok(()));
        }
        assert!(GameKeys::default().rights(None).owner);
    }

    #[test]
    fn a_ticket_is_an_id_with_a_key_or_without() {
        let key = Secret::random().unwrap();
        for key in [None, Some(&key)] {
            assert_eq!(Ticket::read(&Ticket::write("ab", key)), Ticket { id: "ab".into(), key: key.cloned() });
        }
        assert_eq!(Ticket::read("ab.cd"), Ticket { id: "ab".into(), key: None });
    }
}
