//! What all connections share.

use super::{autosave::SharedStore, handle::RoomHandle, limits::Limits, worker_pool::WorkerPool};
use crate::games::Games;
use std::{
    collections::HashMap,
    sync::{Arc, atomic::AtomicU64},
    time::{Duration, Instant},
};
use tokio::sync::{Mutex, Semaphore, watch};

/// The rooms of the stored games that are open, by their ids.
pub(super) type Lobby = Mutex<HashMap<String, RoomHandle>>;

/// What all connections share.
pub(super) struct AppState {
    pub(super) games: Games,
    pub(super) limits: Limits,
    /// The engines that play.
    pub(super) engines: Arc<WorkerPool>,
    /// The engines that analyse and review, so that no turn waits for them.
    pub(super) analysts: Arc<WorkerPool>,
    pub(super) connections: Arc<Semaphore>,
    pub(super) store: SharedStore,
    pub(super) lobby: Lobby,
    /// The number of connections so far.
    pub(super) pages: AtomicU64,
    pub(super) started: Instant,
    /// Becomes true when the server ends.
    pub(super) shutdown: watch::Receiver<bool>,
}

impl AppState {
    /// The time since the server has started, by which sessions count.
    pub(super) fn now(&self) -> Duration {
        self.started.elapsed()
    }
}
