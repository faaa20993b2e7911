//! Keeps the game of a room while it is played.

use super::store::{Store, StoreError};
use crate::{
    message::{GameFilter, GameSummary, MoveCount, SavedGame},
    session::AnySession,
};
use std::{sync::Arc, time::Duration};
use tokio::task::{JoinError, spawn_blocking};

/// Why nothing is kept.
#[derive(Debug, thiserror::Error)]
pub(super) enum AutosaveError {
    /// There is no file, for this reason.
    #[error("games are not kept: {0}")]
    Off(Arc<str>),
    /// The file says no.
    #[error(transparent)]
    Shelf(#[from] StoreError),
    /// The work on the file has panicked.
    #[error("the file with the games: {0}")]
    Work(#[from] JoinError),
}

/// Where the games of all pages are kept; without a file, why not.
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

    pub(super) async fn get(&self, id: String) -> Result<SavedGame, AutosaveError> {
        self.work(move |store| store.get(&id)).await
    }

    pub(super) async fn delete(&self, id: String) -> Result<(), AutosaveError> {
        self.work(move |store| store.delete(&id)).await
    }
}

/// Keeps one game.
pub(super) struct Autosave {
    store: SharedStore,
    id: Option<String>,
    /// What was kept last, to see what has changed.
    last: Option<SavedGame>,
}

impl Autosave {
    /// Keeps a game that is new, or was kept under a number.
    pub(super) fn new(store: SharedStore, id: Option<String>) -> Autosave {
        Autosave { store, id, last: None }
    }

    /// The number under which the game is kept.
    pub(super) fn id(&self) -> Option<&String> {
        self.id.as_ref()
    }

    /// The game is kept no longer, unless it goes on: then it is another one.
    pub(super) fn forget(&mut self) {
        self.id = None;
    }

    /// Keeps the game if something has been played in it since the last time, or if all pages
    /// leave it, for the sake of its clocks.
    pub(super) async fn keep(
        &mut self,
        session: &mut dyn AnySession,
        now: Duration,
        leaves: bool,
    ) -> Result<(), AutosaveError> {
        if self.store.0.is_err() {
            return Ok(());
        }
        let saved = session.saved(now);
        if self.last.as_ref().is_some_and(|last| last.begin.position != saved.begin.position) {
            // A game from a position that was set up is another one.
            self.id = None;
        }
        let is_new = saved.turns.is_empty() && self.id.is_none();
        let with_clocks = leaves && self.id.is_some();
        let is_same = self.last.as_ref().is_some_and(|last| {
            let clocks = if with_clocks { last.clocks.clone() } else { saved.clocks.clone() };
            saved == SavedGame { clocks, ..last.clone() }
        });
        if is_new || is_same {
            return Ok(());
        }
        let (id, card, keep) = (self.id.clone(), session.card(), saved.clone());
        // Even if it fails: what cannot be kept is said once, and not again before the next turn.
        self.last = Some(saved);
        self.id = Some(self.store.work(move |store| store.put(id.as_deref(), &keep, &card)).await?);
        Ok(())
    }

    /// How often each move was made in a position, in other games of a kind.
    pub(super) async fn moves(&self, kind: String, key: u64) -> Result<Vec<MoveCount>, AutosaveError> {
        let own = self.id.clone();
        self.store.work(move |store| store.moves(&kind, key, own.as_deref())).await
    }
}
