//! Saves the game of a room during play.

use super::{
    keys::GameKeys,
    store::{Store, StoreError},
};
use crate::{
    message::{GameFilter, GameSummary, MoveCount, SavedGame},
    session::AnySession,
};
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
    /// The game as it was last saved, to detect changes.
    last: Option<SavedGame>,
    /// The number of positions set up before the game.
    set_ups: u32,
    /// Whether the game is stored before its first turn.
    early: bool,
}

impl Autosave {
    /// Saves a game with keys that is new, or stored under an id.
    pub(super) fn new(store: SharedStore, id: Option<String>, keys: GameKeys) -> Autosave {
        Autosave { store, id, keys, last: None, set_ups: 0, early: false }
    }

    /// The id of the stored game.
    pub(super) fn id(&self) -> Option<&String> {
        self.id.as_ref()
    }

    /// The keys of the game.
    pub(super) fn keys(&self) -> &GameKeys {
        &self.keys
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
        let is_new = saved.turns.is_empty() && self.id.is_none() && !self.early;
        let with_clocks = leaves && self.id.is_some();
        let is_same = self.last.as_ref().is_some_and(|last| {
            let clocks = if with_clocks { last.clocks.clone() } else { saved.clocks.clone() };
            saved == SavedGame { clocks, ..last.clone() }
        });
        if is_new || is_same {
            return Ok(());
        }
        let (id, entry, copy) = (self.id.clone(), session.index_entry(), saved.clone());
        let keys = self.keys.clone();
        // Set even if saving fails, so that the error is not sent again before the next turn.
        self.last = Some(saved);
        self.id = Some(self.store.work(move |store| store.put_with_keys(id.as_deref(), &copy, &entry, &keys)).await?);
        Ok(())
    }

    /// The counts of the moves in a position in the other games of a kind.
    pub(super) async fn moves(&self, kind: String, key: u64) -> Result<Vec<MoveCount>, AutosaveError> {
        let own = self.id.clone();
        self.store.work(move |store| store.moves(&kind, key, own.as_deref())).await
    }
}
