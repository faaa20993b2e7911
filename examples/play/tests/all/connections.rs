//! The limits of connections: their number, the time of a request and of a message, the length of a message.

use crate::pages::{PATIENCE, Page, page, receive_kind, server};
use duiyi_play::server::ServerLimits;
use futures_util::{SinkExt, StreamExt};
use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, timeout},
};
use tokio_tungstenite::tungstenite::{Message, protocol::frame::coding::CloseCode};

/// Everything that the server sends on a connection until it closes it.
async fn rest(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    // An error is an end too.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("the connection is closed");
    String::from_utf8(answer).unwrap()
}

async fn connect(address: SocketAddr, sent: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(sent.as_bytes()).await.unwrap();
    stream
}

/// The code and the reason with which the server closes a page.
async fn closed(page: &mut Page) -> (CloseCode, String) {
    loop {
        match timeout(PATIENCE, page.next()).await.expect("the page is closed") {
            Some(Ok(Message::Close(Some(frame)))) => return (frame.code, frame.reason.as_str().to_owned()),
            Some(Ok(_)) => {}
            other => panic!("closed without a reason: {other:?}"),
        }
    }
}

#[tokio::test]
async fn headers_that_do_not_arrive_in_time_end_the_connection() {
    let header_time = Duration::from_millis(300);
    let address = server(ServerLimits { header_time, ..ServerLimits::default() }).await;
    let begun = Instant::now();
    let mut silent = connect(address, "").await;
    let mut half = connect(address, &format!("GET / HTTP/1.1\r\nHost: {address}\r\n")).await;
    assert_eq!(rest(&mut silent).await, "");
    let answer = rest(&mut half).await;
    assert!(answer.starts_with("HTTP/1.1 408 ") && answer.ends_with("did not arrive in 0.3 s"), "{answer}");
    // A connection that waits for its next request is closed too, and after a byte now and then.
    let mut idle = connect(address, &format!("GET /style.css HTTP/1.1\r\nHost: {address}\r\n\r\n")).await;
    let answer = rest(&mut idle).await;
    assert!(answer.starts_with("HTTP/1.1 200 ") && !answer.contains("HTTP/1.1 408"), "{answer}");
    let mut slow = connect(address, "GET /").await;
    let drips = async {
        while slow.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, drips).await.expect("the slow connection is closed");
    assert!(begun.elapsed() > 3 * header_time);
    // A page has no such limit.
    let mut page = page(address).await;
    tokio::time::sleep(3 * header_time).await;
    crate::pages::send(&mut page, &serde_json::json!({ "do": "games" })).await;
    receive_kind(&mut page, "games").await;
}

#[tokio::test]
async fn connections_above_the_limit_are_refused_with_the_reason() {
    let limits = ServerLimits { connections: 3, ..ServerLimits::default() };
    let address = server(limits).await;
    let held = [connect(address, "").await, connect(address, "G").await, connect(address, "GET").await];
    let answer = rest(&mut connect(address, "").await).await;
    assert!(
        answer.starts_with("HTTP/1.1 503 ") && answer.ends_with("has 3 connections, its limit; try again later"),
        "{answer}"
    );
    drop(held);
    let own = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let served = async { while !rest(&mut connect(address, &own).await).await.starts_with("HTTP/1.1 200 ") {} };
    timeout(PATIENCE, served).await.expect("a place is free again");
    let one = server(ServerLimits { connections_per_address: 1, ..ServerLimits::default() }).await;
    let _held = connect(one, "").await;
    let answer = rest(&mut connect(one, "").await).await;
    assert!(answer.contains("your address has 1 connections"), "{answer}");
}

#[tokio::test]
async fn pages_above_the_limit_are_refused_with_the_reason() {
    let address = server(ServerLimits { pages: 1, ..ServerLimits::default() }).await;
    let _first = page(address).await;
    let mut second = page(address).await;
    let reason = "the server has 1 pages, its limit; try again later";
    assert_eq!(receive_kind(&mut second, "refused").await, reason);
    assert_eq!(closed(&mut second).await, (CloseCode::Again, reason.to_owned()));
}

#[tokio::test]
async fn a_long_message_is_refused_with_the_reason() {
    let address = server(ServerLimits::default()).await;
    let reason = "a message has more than 262144 bytes, the limit";
    for length in [(256 << 10) + 1, 3 << 20] {
        let mut page = page(address).await;
        page.send(Message::text("x".repeat(length))).await.unwrap();
        assert_eq!(receive_kind(&mut page, "refused").await, reason, "{length}");
        assert_eq!(closed(&mut page).await, (CloseCode::Size, reason.to_owned()));
    }
    let mut longest = page(address).await;
    longest.send(Message::text("x".repeat(256 << 10))).await.unwrap();
    assert!(receive_kind(&mut longest, "refused").await.as_str().unwrap().starts_with("invalid message"));
}

#[tokio::test]
async fn half_a_message_is_refused_with_the_reason() {
    let address = server(ServerLimits { message_time: Duration::from_millis(200), ..ServerLimits::default() }).await;
    let request = format!(
        "GET /socket HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    let mut stream = connect(address, &request).await;
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    assert_eq!(&head, b"HTTP/1.1 101");
    tokio::time::sleep(Duration::from_millis(700)).await;
    // A frame of 100 bytes, of which three arrive.
    stream.write_all(&[0x81, 0x80 | 100, 1, 2, 3, 4, b'a', b'b', b'c']).await.unwrap();
    let mut answer = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("the connection is closed");
    let text = String::from_utf8_lossy(&answer);
    let reason = "a message did not arrive completely in 0.2 s";
    assert_eq!(text.matches(reason).count(), 2, "{text}");
    // The close frame with code 1008.
    assert!(answer.windows(4).any(|window| window[0] == 0x88 && window[2..] == [0x03, 0xf0]), "{text}");
}
