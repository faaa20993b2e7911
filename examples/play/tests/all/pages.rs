//! The WebSocket client of the tests.

use duiyi_play::{
    Games,
    server::{ServerAccess, ServerLimits, Store, serve},
};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{future::pending, io, net::SocketAddr, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

pub(crate) type Page = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A time limit that no answer should reach.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server without a store.
pub(crate) async fn server(limits: ServerLimits) -> SocketAddr {
    serve_with(limits, Err("a test".to_owned()), pending()).await.0
}

/// A server with a store, which shuts down when `end` resolves.
pub(crate) async fn serve_with(
    limits: ServerLimits,
    store: Result<Store, String>,
    end: impl Future<Output = ()> + Send + 'static,
) -> (SocketAddr, JoinHandle<io::Result<()>>) {
    serve_games(play::games(), limits, store, end).await
}

/// A server of other games.
pub(crate) async fn serve_games(
    games: Games,
    limits: ServerLimits,
    store: Result<Store, String>,
    end: impl Future<Output = ()> + Send + 'static,
) -> (SocketAddr, JoinHandle<io::Result<()>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let access = ServerAccess::new(address, &[]).unwrap();
    (address, tokio::spawn(serve(listener, games, limits, access, store, end)))
}

pub(crate) async fn page(address: SocketAddr) -> Page {
    connect_async(format!("ws://{address}/socket")).await.unwrap().0
}

pub(crate) async fn send(page: &mut Page, message: &Value) {
    page.send(Message::text(message.to_string())).await.unwrap();
}

pub(crate) async fn receive(page: &mut Page) -> Value {
    let message = timeout(PATIENCE, page.next()).await.expect("an answer").unwrap().unwrap();
    serde_json::from_str(message.to_text().unwrap()).unwrap()
}

/// The next message of a kind.
pub(crate) async fn receive_kind(page: &mut Page, kind: &str) -> Value {
    loop {
        let message = receive(page).await;
        if let Some(value) = message.get(kind) {
            return value.clone();
        }
    }
}

pub(crate) async fn receive_view(page: &mut Page) -> Value {
    receive_kind(page, "view").await
}

/// A game between two persons.
pub(crate) fn begin(game: &str) -> Value {
    json!({ "do": "begin", "begin": { "game": game } })
}

/// A game with these seats.
pub(crate) fn begin_with(game: &str, seats: [&Value; 2]) -> Value {
    json!({ "do": "begin", "begin": { "game": game, "seats": seats } })
}

pub(crate) fn ask(ask: &Value) -> Value {
    json!({ "do": "ask", "ask": ask })
}

pub(crate) fn turn(text: &str) -> Value {
    json!({ "do": "ask", "ask": { "do": "turn", "text": text } })
}
