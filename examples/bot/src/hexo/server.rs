//! The server.

use super::answer::answer;
use super::messages::{Capabilities, MoveRequest, MoveResponse};
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, State, rejection::JsonRejection},
    http::StatusCode,
    routing::{get, post},
};
use duiyi_connect6::Board;
use duiyi_engine::Seat;
use serde::Serialize;
use std::{
    future::Future,
    io,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{net::TcpListener, sync::Semaphore};

/// Where the paths of the stateless interface begin.
pub(super) const ROOT: &str = "stateless/v1-alpha";

/// The largest request: some twenty thousand stones.
const MAX_BODY: usize = 1 << 20;

/// The settings of the bot.
pub struct HexoSettings {
    /// The name in its description.
    pub name: String,
    /// The longest time for a turn.
    pub time: Duration,
    /// The engines: as many requests are answered at a time, the others wait.
    pub seats: Vec<Seat<Board>>,
}

struct Bot {
    capabilities: Capabilities,
    time: Duration,
    /// As many as there are idle engines.
    free: Semaphore,
    seats: Mutex<Vec<Seat<Board>>>,
}

/// An answer with what is wrong.
#[derive(Serialize)]
struct Refusal {
    error: String,
}

/// A status with its reason.
type Refused = (StatusCode, Json<Refusal>);

fn refused(status: StatusCode, error: impl ToString) -> Refused {
    (status, Json(Refusal { error: error.to_string() }))
}

/// Answers requests until `end` is done.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    settings: HexoSettings,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let HexoSettings { name, time, seats } = settings;
    let bot = Arc::new(Bot {
        capabilities: Capabilities::of(&name),
        time,
        free: Semaphore::new(seats.len()),
        seats: Mutex::new(seats),
    });
    let router = Router::new()
        .route("/capabilities.json", get(capabilities))
        .route(&format!("/{ROOT}/turn"), post(turn))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(bot);
    axum::serve(listener, router).with_graceful_shutdown(end).await
}

async fn capabilities(State(bot): State<Arc<Bot>>) -> Json<Capabilities> {
    Json(bot.capabilities.clone())
}

async fn turn(
    State(bot): State<Arc<Bot>>,
    request: Result<Json<MoveRequest>, JsonRejection>,
) -> Result<Json<MoveResponse>, Refused> {
    let Json(request) = request.map_err(|error| refused(error.status(), error.body_text()))?;
    let closed = |_| refused(StatusCode::SERVICE_UNAVAILABLE, "the bot is shutting down");
    let _permit = bot.free.acquire().await.map_err(closed)?;
    let idle = bot.seats.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let Some(mut seat) = idle else {
        return Err(refused(StatusCode::SERVICE_UNAVAILABLE, "no engine is left"));
    };
    let time = bot.time;
    // An engine that panics is lost with its thread; the others go on.
    let thought = tokio::task::spawn_blocking(move || {
        let answer = answer(&mut seat, &request, time);
        (seat, answer)
    });
    match thought.await {
        Ok((seat, answer)) => {
            bot.seats.lock().unwrap_or_else(PoisonError::into_inner).push(seat);
            answer.map(Json).map_err(|error| refused(StatusCode::BAD_REQUEST, error))
        }
        Err(_) => Err(refused(StatusCode::INTERNAL_SERVER_ERROR, "the engine failed")),
    }
}
