//! The state that all connections share.

use super::{
    autosave::SharedStore, handle::RoomHandle, hosts::ServerAccess, limits::ServerLimits, seeks::Seeks,
    worker_pool::WorkerPool,
};
use crate::games::Games;
use duiyi_search::Reason;
use std::{
    collections::HashMap,
    sync::{Arc, atomic::AtomicU64},
    time::{Duration, Instant},
};
use tokio::{
    sync::{Mutex, Semaphore, watch},
    task::spawn_blocking,
};

/// The rooms of the stored games that are open, by their ids.
pub(super) type Lobby = Mutex<HashMap<String, RoomHandle>>;

/// The state that all connections share.
pub(super) struct AppState {
    pub(super) games: Games,
    pub(super) limits: ServerLimits,
    /// The addresses of the server.
    pub(super) access: Arc<ServerAccess>,
    /// The threads for turns of engines.
    pub(super) engines: Arc<WorkerPool>,
    /// The threads for analysis and reviews, for which no turn waits.
    pub(super) analysts: Arc<WorkerPool>,
    /// The number of games that are read at the same time.
    pub(super) readers: Semaphore,
    /// The places of pages.
    pub(super) places: Arc<Semaphore>,
    pub(super) store: SharedStore,
    pub(super) lobby: Lobby,
    pub(super) seeks: Mutex<Seeks>,
    /// The number of connections so far.
    pub(super) pages: AtomicU64,
    pub(super) started: Instant,
    /// Becomes true when the server shuts down.
    pub(super) shutdown: watch::Receiver<bool>,
}

impl AppState {
    /// Reads a game on a thread that may block: a long file would delay all connections otherwise.
    pub(super) async fn read<T: Send + 'static>(
        self: &Arc<AppState>,
        read: impl FnOnce(&Games) -> Result<T, Reason> + Send + 'static,
    ) -> Result<T, Reason> {
        // The semaphore is never closed.
        let _permit = self.readers.acquire().await;
        let state = Arc::clone(self);
        spawn_blocking(move || read(&state.games)).await.map_err(|error| format!("the game cannot be read: {error}"))?
    }

    /// The time since the start of the server, the clock of the sessions.
    pub(super) fn now(&self) -> Duration {
        self.started.elapsed()
    }
}
