//! The page and its games by WebSocket.
//!
//! Each game has a table, at which the page that began it sits, and whoever opens the same game.
//! Engines think on threads
//! of their own, no more at a time than [`Limits::engines`]; while one waits, its clock stands, and
//! those that have thought for long give their turns. What a page sends is limited in size and
//! rate; what makes no sense is answered with a reason.

mod door;
mod keeper;
mod pages;
mod places;
mod shelf;
mod table;
mod visit;

use crate::games::Games;
use axum::{
    extract::{State, WebSocketUpgrade},
    middleware,
    response::Response,
    routing::get,
};
pub use door::{Door, Shut};
use keeper::Shelves;
use places::Places;
pub use shelf::{Shelf, ShelfError};
use std::{
    collections::HashMap,
    io,
    sync::{Arc, atomic::AtomicU64},
    time::{Duration, Instant},
};
use tokio::{
    net::TcpListener,
    sync::{Mutex, Semaphore, watch},
    time::timeout,
};

/// What a server allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Engines that think about their turns at a time. Half as many more analyse and review.
    pub engines: usize,
    /// Connections at a time.
    pub visitors: usize,
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
        Limits { engines, visitors: 256, message: 256 << 10, messages_a_second: 50, patience: Duration::from_secs(5) }
    }
}

/// What all connections share.
struct House {
    games: Games,
    limits: Limits,
    door: Door,
    engines: Arc<Places>,
    /// Those that analyse and review, so that no turn waits for them.
    scholars: Arc<Places>,
    visitors: Arc<Semaphore>,
    shelves: Shelves,
    /// The tables of the games that are kept, by their numbers.
    tables: Mutex<HashMap<String, table::Way>>,
    /// How many pages there were.
    pages: AtomicU64,
    opened: Instant,
    /// Says when the server ends.
    ending: watch::Receiver<bool>,
}

/// How long pages may take to leave when the server ends.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves pages until `end` comes; then each game is kept as it stands. Without a shelf no game is
/// kept, and whoever asks is told the reason that is given instead.
///
/// # Errors
/// What the listener says.
pub async fn serve(
    listener: TcpListener,
    games: Games,
    limits: Limits,
    shelf: Result<Shelf, String>,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (end_comes, ending) = watch::channel(false);
    if let Ok(shelf) = &shelf {
        // Without the moves of old games the explorer shows those of the others.
        let _ = shelf.place_old_games(|saved| games.restore(saved).ok().map(|room| room.card()));
    }
    let house = Arc::new(House {
        games,
        limits,
        door: Door::at(listener.local_addr()?),
        engines: Places::new(limits.engines, limits.patience),
        scholars: Places::new(limits.engines / 2, limits.patience),
        visitors: Arc::new(Semaphore::new(limits.visitors)),
        shelves: Shelves::new(shelf),
        tables: Mutex::default(),
        pages: AtomicU64::new(0),
        opened: Instant::now(),
        ending,
    });
    let visitors = Arc::clone(&house.visitors);
    let router = pages::router()
        .route("/socket", get(enter))
        .layer(middleware::from_fn_with_state(Arc::clone(&house), door::guard))
        .with_state(house);
    let end = async move {
        end.await;
        // There is a receiver as long as the house stands.
        let _ = end_comes.send(true);
    };
    axum::serve(listener, router).with_graceful_shutdown(end).await?;
    // A page that does not leave in time is left.
    let all = u32::try_from(limits.visitors).unwrap_or(u32::MAX);
    let _ = timeout(FAREWELL, visitors.acquire_many(all)).await;
    Ok(())
}

/// A page opens its connection.
async fn enter(State(house): State<Arc<House>>, upgrade: WebSocketUpgrade) -> Response {
    let most = house.limits.message;
    upgrade.max_message_size(most).max_frame_size(most).on_upgrade(move |socket| visit::receive(house, socket))
}
