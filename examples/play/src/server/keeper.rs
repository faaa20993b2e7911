//! Keeps the game of a page while it is played.

use super::shelf::{Shelf, ShelfError};
use crate::{
    message::{Find, Kept, Saved},
    room::Room,
};
use std::{sync::Arc, time::Duration};
use tokio::task::{JoinError, spawn_blocking};

/// Why nothing is kept.
#[derive(Debug, thiserror::Error)]
pub(super) enum KeepError {
    /// There is no file, for this reason.
    #[error("games are not kept: {0}")]
    Off(Arc<str>),
    /// The file says no.
    #[error(transparent)]
    Shelf(#[from] ShelfError),
    /// The work on the file has panicked.
    #[error("the file with the games: {0}")]
    Work(#[from] JoinError),
}

/// Where the games of all pages are kept; without a file, why not.
pub(super) type Shelves = Result<Arc<Shelf>, Arc<str>>;

/// Keeps one page's game.
pub(super) struct Keeper {
    shelves: Shelves,
    id: Option<String>,
    /// What was kept last, to see what has changed.
    last: Option<Saved>,
}

impl Keeper {
    pub(super) fn new(shelves: Shelves) -> Keeper {
        Keeper { shelves, id: None, last: None }
    }

    /// Another game is played: a kept one, or a new one.
    pub(super) fn turn_to(&mut self, id: Option<String>) {
        (self.id, self.last) = (id, None);
    }

    /// Keeps the game if something has been played in it since the last time, or if the page
    /// leaves it, for the sake of its clocks. Returns the number of one that was not kept before.
    pub(super) async fn keep(
        &mut self,
        room: &mut dyn Room,
        now: Duration,
        leaves: bool,
    ) -> Result<Option<String>, KeepError> {
        let Ok(shelf) = &self.shelves else { return Ok(None) };
        let saved = room.saved(now);
        if self.last.as_ref().is_some_and(|last| last.begin.position != saved.begin.position) {
            // A game from a position that was set up is another one.
            self.id = None;
        }
        let is_new = saved.turns.is_empty() && self.id.is_none();
        let is_same = self.last.as_ref().is_some_and(|last| {
            let clocks = if leaves { last.clocks.clone() } else { saved.clocks.clone() };
            saved == Saved { clocks, ..last.clone() }
        });
        if is_new || is_same {
            return Ok(None);
        }
        let (shelf, id, card, keep) = (Arc::clone(shelf), self.id.clone(), room.card(), saved.clone());
        // Even if it fails: what cannot be kept is said once, and not again before the next turn.
        self.last = Some(saved);
        let id = spawn_blocking(move || shelf.put(id.as_deref(), &keep, &card)).await??;
        Ok(if self.id.replace(id.clone()).is_none() { Some(id) } else { None })
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Shelf) -> Result<T, ShelfError> + Send + 'static,
    ) -> Result<T, KeepError> {
        let shelf = self.shelves.clone().map_err(KeepError::Off)?;
        Ok(spawn_blocking(move || work(&shelf)).await??)
    }

    pub(super) async fn find(&self, find: Find) -> Result<Vec<Kept>, KeepError> {
        self.work(move |shelf| shelf.find(&find)).await
    }

    pub(super) async fn get(&self, id: String) -> Result<Saved, KeepError> {
        self.work(move |shelf| shelf.get(&id)).await
    }

    pub(super) async fn delete(&mut self, id: String) -> Result<(), KeepError> {
        if self.id.as_ref() == Some(&id) {
            self.turn_to(None);
        }
        self.work(move |shelf| shelf.delete(&id)).await
    }
}
