//! The page and its games by WebSocket.
//!
//! Each game has a room, at which the page that began it sits, and whoever opens the same game.
//! Engines think on threads
//! of their own, no more at a time than [`Limits::engines`]; while one waits, its clock stands, and
//! those that have thought for long give their turns. What a page sends is limited in size and
//! rate; what makes no sense is answered with a reason.

mod autosave;
mod connection;
mod hosts;
mod pages;
mod room;
mod store;
mod workers;

use crate::games::Games;
use autosave::SharedStore;
use axum::{
    extract::{State, WebSocketUpgrade},
    middleware,
    response::Response,
    routing::get,
};
pub use hosts::{AllowedHosts, HostError};
use std::{
    collections::HashMap,
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
use workers::WorkerPool;

/// What a server allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Engines that think about their turns at a time. Half as many more analyse and review.
    pub engines: usize,
    /// Connections at a time.
    pub connections: usize,
    /// The longest message of a page, in bytes.
    pub message: usize,
    /// Messages of a page in a second; further ones are dropped.
    pub messages_a_second: u32,
    /// How long an engine may think while another one waits.
    pub patience: Duration,
}

impl Default for Limits {
    /// An engine for each processor, 256 pages, 256 KiB, 50 a second, five seconds.
    fn default() -> Limits {
        let engines = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            engines,
            connections: 256,
            message: 256 << 10,
            messages_a_second: 50,
            patience: Duration::from_secs(5),
        }
    }
}

/// What all connections share.
struct AppState {
    games: Games,
    limits: Limits,
    hosts: AllowedHosts,
    engines: Arc<WorkerPool>,
    /// Those that analyse and review, so that no turn waits for them.
    analysts: Arc<WorkerPool>,
    connections: Arc<Semaphore>,
    store: SharedStore,
    /// The rooms of the games that are kept, by their numbers.
    rooms: Mutex<HashMap<String, room::RoomHandle>>,
    /// How many pages there were.
    pages: AtomicU64,
    opened: Instant,
    /// Says when the server ends.
    ending: watch::Receiver<bool>,
}

/// How long pages may take to leave when the server ends.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves pages until `end` comes; then each game is kept as it stands. Without a store no game is
/// kept, and whoever asks is told the reason that is given instead.
///
/// # Errors
/// What the listener says.
pub async fn serve(
    listener: TcpListener,
    games: Games,
    limits: Limits,
    store: Result<Store, String>,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (end_comes, ending) = watch::channel(false);
    if let Ok(store) = &store {
        // Without the moves of old games the explorer shows those of the others.
        let _ = store.place_old_games(|saved| games.restore(saved).ok().map(|session| session.card()));
    }
    let state = Arc::new(AppState {
        games,
        limits,
        hosts: AllowedHosts::at(listener.local_addr()?),
        engines: WorkerPool::new(limits.engines, limits.patience),
        analysts: WorkerPool::new(limits.engines / 2, limits.patience),
        connections: Arc::new(Semaphore::new(limits.connections)),
        store: SharedStore::new(store),
        rooms: Mutex::default(),
        pages: AtomicU64::new(0),
        opened: Instant::now(),
        ending,
    });
    let connections = Arc::clone(&state.connections);
    let router = pages::router()
        .route("/socket", get(enter))
        .layer(middleware::from_fn_with_state(Arc::clone(&state), hosts::guard))
        .with_state(state);
    let end = async move {
        end.await;
        // There is a receiver as long as the state stands.
        let _ = end_comes.send(true);
    };
    axum::serve(listener, router).with_graceful_shutdown(end).await?;
    // A page that does not leave in time is left.
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    let _ = timeout(FAREWELL, connections.acquire_many(all)).await;
    Ok(())
}

/// A page opens its connection.
async fn enter(State(state): State<Arc<AppState>>, upgrade: WebSocketUpgrade) -> Response {
    let most = state.limits.message;
    upgrade.max_message_size(most).max_frame_size(most).on_upgrade(move |socket| connection::receive(state, socket))
}
