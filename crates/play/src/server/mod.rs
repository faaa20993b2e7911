//! Serves the page, and its games over WebSocket.
//!
//! Each game has a room with the pages that show it. At most [`ServerLimits::engines`] engines think at
//! the same time, each on its own thread. The clock of a waiting engine is paused, and an engine that
//! has thought for [`ServerLimits::time_slice`] stops if another one waits. The messages of a page are
//! limited in size and rate; a refused message is answered with a reason. The tables of all engines are
//! taken from [`ServerLimits::memory`], and connections are limited in number and in the time of a request.
//!
//! The page that begins a game, and each player of a sought game, receives a key with the id of the stored
//! game. Pages without a key are spectators.

mod autosave;
mod connection;
mod handle;
mod hosts;
mod keys;
mod ladder;
mod limits;
mod listener;
mod matching;
mod pages;
mod rate;
mod room;
mod secret;
mod seeks;
mod state;
mod store;
mod worker_pool;

use crate::{games::Games, memory::MemoryBudget};
use autosave::SharedStore;
use axum::{
    extract::{ConnectInfo, State, WebSocketUpgrade},
    middleware,
    response::Response,
    routing::get,
};
pub use hosts::{HostError, ServerAccess};
pub use keys::GameKeys;
pub use ladder::{LadderPlace, RatedGame, ladder};
pub use limits::ServerLimits;
use listener::{ConnectionInfo, LimitedListener};
pub use secret::Secret;
use state::{AppState, Lobby};
use std::{
    io,
    sync::{Arc, atomic::AtomicU64},
    time::{Duration, Instant},
};
pub use store::{Store, StoreError};
use tokio::{
    net::TcpListener,
    sync::{Mutex, Semaphore, watch},
    time::timeout,
};
use worker_pool::WorkerPool;

/// How long connections may take to close when the server shuts down.
const SHUTDOWN_TIME: Duration = Duration::from_secs(5);

/// The size of the buffer of a page's messages in bytes; longer messages are read in parts.
const READ_BUFFER: usize = 8 << 10;

/// Serves pages until `end` resolves; then each game is stored in its current state. If `store` is an
/// error, no game is stored, and requests for stored games are refused with that reason.
///
/// # Errors
/// The errors of the listener; or if a game of `games` is under way.
pub async fn serve(
    listener: TcpListener,
    mut games: Games,
    limits: ServerLimits,
    access: ServerAccess,
    store: Result<Store, String>,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (end_server, shutdown) = watch::channel(false);
    if let Ok(store) = &store {
        // If indexing fails, the explorer shows the moves of the other games only.
        let _ = store.index_old_games(|saved| games.restore(saved).ok().map(|session| session.index_entry()));
    }
    let memory = MemoryBudget::new(limits.memory, limits.engines_memory(), 2 * limits.pages);
    games.share_memory(&Arc::new(memory)).map_err(|reason| io::Error::other(reason.to_string()))?;
    let [turns, analyses] = limits.threads();
    let access = Arc::new(access);
    let state = Arc::new(AppState {
        games,
        limits,
        access: Arc::clone(&access),
        engines: WorkerPool::new(turns, limits.time_slice)?,
        analysts: WorkerPool::new(analyses, limits.time_slice)?,
        readers: Semaphore::new(turns),
        places: Arc::new(Semaphore::new(limits.pages)),
        store: SharedStore::new(store),
        lobby: Lobby::default(),
        seeks: Mutex::default(),
        pages: AtomicU64::new(0),
        started: Instant::now(),
        shutdown,
    });
    let places = Arc::clone(&state.places);
    let router = pages::router()
        .route("/socket", get(connect))
        .layer(middleware::from_fn_with_state(access, hosts::check_access))
        .with_state(state);
    let end = async move {
        end.await;
        // The state holds a receiver.
        let _ = end_server.send(true);
    };
    let listener = LimitedListener::new(listener, limits);
    let service = router.into_make_service_with_connect_info::<ConnectionInfo>();
    axum::serve(listener, service).with_graceful_shutdown(end).await?;
    // Connections that do not close in time are abandoned.
    let all = u32::try_from(limits.pages).unwrap_or(u32::MAX);
    let _ = timeout(SHUTDOWN_TIME, places.acquire_many(all)).await;
    Ok(())
}

/// Upgrades the connection of a page to WebSocket.
async fn connect(
    State(state): State<Arc<AppState>>,
    ConnectInfo(info): ConnectInfo<ConnectionInfo>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let most = state.limits.message;
    upgrade
        .read_buffer_size(READ_BUFFER)
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| connection::serve(state, socket, info.phase))
}
