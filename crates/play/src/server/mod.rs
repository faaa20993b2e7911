//! Serves the page, and its games over WebSocket.
//!
//! Each game has a room with the pages that show it. At most [`ServerLimits::engines`] engines think at
//! the same time, each on its own thread. The clock of a waiting engine is paused, and an engine that
//! has thought for [`ServerLimits::time_slice`] stops if another one waits. The messages of a page are
//! limited in size and rate; a refused message is answered with a reason.

mod autosave;
mod connection;
mod handle;
mod hosts;
mod ladder;
mod limits;
mod matching;
mod pages;
mod rate;
mod room;
mod seeks;
mod state;
mod store;
mod worker_pool;

use crate::games::Games;
use autosave::SharedStore;
use axum::{
    extract::{State, WebSocketUpgrade},
    middleware,
    response::Response,
    routing::get,
};
pub use hosts::{AllowedHosts, HostError};
pub use ladder::{LadderPlace, RatedGame, ladder};
pub use limits::ServerLimits;
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

/// Serves pages until `end` resolves; then each game is stored in its current state. If `store` is an
/// error, no game is stored, and requests for stored games are refused with that reason.
///
/// # Errors
/// The errors of the listener.
pub async fn serve(
    listener: TcpListener,
    games: Games,
    limits: ServerLimits,
    store: Result<Store, String>,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (end_server, shutdown) = watch::channel(false);
    if let Ok(store) = &store {
        // If indexing fails, the explorer shows the moves of the other games only.
        let _ = store.index_old_games(|saved| games.restore(saved).ok().map(|session| session.index_entry()));
    }
    let hosts = Arc::new(AllowedHosts::at(listener.local_addr()?));
    let state = Arc::new(AppState {
        games,
        limits,
        engines: WorkerPool::new(limits.engines, limits.time_slice),
        analysts: WorkerPool::new(limits.engines / 2, limits.time_slice),
        connections: Arc::new(Semaphore::new(limits.connections)),
        store: SharedStore::new(store),
        lobby: Lobby::default(),
        seeks: Mutex::default(),
        pages: AtomicU64::new(0),
        started: Instant::now(),
        shutdown,
    });
    let connections = Arc::clone(&state.connections);
    let router = pages::router()
        .route("/socket", get(connect))
        .layer(middleware::from_fn_with_state(hosts, hosts::check_host))
        .with_state(state);
    let end = async move {
        end.await;
        // The state holds a receiver.
        let _ = end_server.send(true);
    };
    axum::serve(listener, router).with_graceful_shutdown(end).await?;
    // Connections that do not close in time are abandoned.
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    let _ = timeout(SHUTDOWN_TIME, connections.acquire_many(all)).await;
    Ok(())
}

/// Upgrades the connection of a page to WebSocket.
async fn connect(State(state): State<Arc<AppState>>, upgrade: WebSocketUpgrade) -> Response {
    let most = state.limits.message;
    upgrade.max_message_size(most).max_frame_size(most).on_upgrade(move |socket| connection::serve(state, socket))
}
