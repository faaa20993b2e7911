//! Saves the game of a room during play.

use super::{
    keys::GameKeys,
    secret::Secret,
    store::{Store, StoreError},
};
use crate::{
    message::{GameFilter, GameSummary, MoveCount, SavedGame},
    session::AnySession,
};
use duiyi_search::Reason;
use std::{sync::Arc, time::Duration};
use tokio::task::{JoinError, spawn_blocking};

/// Why a game is not saved or found.
#[derive(Debug, thiserror::Error)]
pub(super) enum AutosaveError {
    /// There is no store, for this reason.
    #[error("games are not stored: {0}")]
    Off(Arc<str>),
    /// The error of the store.
    #[error(transparent)]
    Shelf(#[from] StoreError),
    /// An operation of the store has panicked.
    #[error("the file with the games: {0}")]
    Work(#[from] JoinError),
}

/// The store of all rooms, or the reason for its absence.
#[derive(Clone)]
pub(super) struct SharedStore(Result<Arc<Store>, Arc<str>>);

impl SharedStore {
    pub(super) fn new(store: Result<Store, String>) -> SharedStore {
        SharedStore(store.map(Arc::new).map_err(Arc::from))
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, AutosaveError> {
        let store = self.0.clone().map_err(AutosaveError::Off)?;
        Ok(spawn_blocking(move || work(&store)).await??)
    }

    pub(super) async fn find(&self, find: GameFilter) -> Result<Vec<GameSummary>, AutosaveError> {
        self.work(move |store| store.find(&find)).await
    }

    pub(super) async fn get(&self, id: String) -> Result<(SavedGame, GameKeys), AutosaveError> {
        self.work(move |store| Ok((store.get(&id)?, store.keys(&id)?))).await
    }

    pub(super) async fn keys(&self, id: String) -> Result<GameKeys, AutosaveError> {
        self.work(move |store| store.keys(&id)).await
    }

    pub(super) async fn delete(&self, id: String) -> Result<(), AutosaveError> {
        self.work(move |store| store.delete(&id)).await
    }
}

/// Saves one game.
pub(super) struct Autosave {
    store: SharedStore,
    id: Option<String>,
    /// The keys of the game.
    keys: GameKeys,
    /// The game as it was last saved, or could not be saved, to detect changes.
    last: Option<SavedGame>,
    /// Whether that failed: then it is tried again, but the error is not returned again for the same game.
    failed: bool,
    /// The number of positions set up before the game.
    set_ups: u32,
    /// Whether the game is stored before its first turn.
    early: bool,
}

impl Autosave {
    /// Saves a game with keys that is new, or stored under an id.
    pub(super) fn new(store: SharedStore, id: Option<String>, keys: GameKeys) -> Autosave {
        Autosave { store, id, keys, last: None, failed: false, set_ups: 0, early: false }
    }

    /// The id of the stored game.
    pub(super) fn id(&self) -> Option<&String> {
        self.id.as_ref()
    }

    /// The keys of the game.
    pub(super) fn keys(&self) -> &GameKeys {
        &self.keys
    }

    /// Gives an open side to the player who holds its invitation, and returns the key of the player.
    ///
    /// # Errors
    /// If the keys cannot be stored, or the system has no random numbers; then the side stays open.
    pub(super) async fn take_side(&mut self, side: usize) -> Result<Secret, Reason> {
        let mut keys = self.keys.clone();
        let key = keys.take(side)?;
        if let Some(id) = self.id.clone() {
            let stored = keys.clone();
            self.store.work(move |store| store.set_side_keys(&id, &stored)).await?;
        }
        self.keys = keys;
        Ok(key)
    }

    /// The players exchange their sides, for the next game.
    pub(super) fn exchange_sides(&mut self) {
        self.keys.exchange();
    }

    /// The game is stored at the next call of [`Autosave::save`], even before its first turn.
    pub(super) fn store_early(&mut self) {
        self.early = true;
    }

    /// The stored game was deleted; if play continues, it gets another id.
    pub(super) fn forget(&mut self) {
        self.id = None;
    }

    /// Saves the game if it has changed since the last call, and with its clocks if all pages leave.
    pub(super) async fn save(
        &mut self,
        session: &mut dyn AnySession,
        now: Duration,
        leaves: bool,
    ) -> Result<(), AutosaveError> {
        if self.store.0.is_err() {
            return Ok(());
        }
        let saved = session.saved(now);
        // A position set up by hand begins a new game, and a finished game stays as it is if its players go on.
        let is_new_game = self.set_ups != session.set_ups();
        let goes_on = saved.ended.is_none() && self.last.as_ref().is_some_and(|last| last.ended.is_some());
        if is_new_game || goes_on {
            (self.id, self.last, self.set_ups) = (None, None, session.set_ups());
            self.early |= is_new_game;
        }
        let is_new = (saved.turns.is_empty() || !session.is_played()) && self.id.is_none() && !self.early;
        let with_clocks = leaves && self.id.is_some();
        let is_same = self.last.as_ref().is_some_and(|last| {
            let clocks = if with_clocks { last.clocks.clone() } else { saved.clocks.clone() };
            saved == SavedGame { clocks, ..last.clone() }
        });
        if is_new || is_same && !self.failed {
            return Ok(());
        }
        let (id, entry, copy) = (self.id.clone(), session.index_entry(), saved.clone());
        let keys = self.keys.clone();
        self.last = Some(saved);
        match self.store.work(move |store| store.put_with_keys(id.as_deref(), &copy, &entry, &keys)).await {
            Ok(id) => (self.id, self.failed) = (Some(id), false),
            Err(_) if is_same => {}
            Err(error) => {
                self.failed = true;
                return Err(error);
            }
        }
        Ok(())
    }

    /// The counts of the moves in a position in the other games of a kind.
    pub(super) async fn moves(&self, kind: String, key: u64) -> Result<Vec<MoveCount>, AutosaveError> {
        let own = self.id.clone();
        self.store.work(move |store| store.moves(&kind, key, own.as_deref())).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Game, Games,
        message::{Action, GameSetup},
    };
    use duiyi_connect6::{Rules, kit::kit};

    /// While the disk is full, turns cannot be stored. Afterwards the game is stored without another turn, and the
    /// error is returned once for each turn.
    #[tokio::test]
    async fn a_game_that_could_not_be_stored_is_stored_later() {
        let folder = std::env::temp_dir().join(format!("duiyi-autosave-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.sqlite");
        let store = SharedStore::new(Store::open(&path).map_err(|error| error.to_string()));
        let shelf = Arc::clone(store.0.as_ref().unwrap());
        let games = Games::new([Game::new(kit("tictactoe", Rules::TIC_TAC_TOE))]);
        let mut session = games.open(&GameSetup { game: "tictactoe".into(), ..GameSetup::default() }).unwrap();
        let mut autosave = Autosave::new(store, None, GameKeys::default());
        let mut turns = 0;
        for (text, full) in [("B2", false), ("A1", true), ("C3", true)] {
            session.act(&Action::Turn { text: text.into(), at: None }, Duration::ZERO).unwrap();
            turns += 1;
            shelf.refuse_changes(full);
            assert_eq!(autosave.save(&mut *session, Duration::ZERO, false).await.is_err(), full, "{text}");
            assert!(autosave.save(&mut *session, Duration::ZERO, false).await.is_ok(), "the error comes once");
        }
        shelf.refuse_changes(false);
        autosave.save(&mut *session, Duration::ZERO, false).await.unwrap();
        let stored = shelf.get(autosave.id().unwrap()).unwrap();
        assert_eq!(stored.turns.split_whitespace().count(), turns);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
