//! Messages that no page would send are refused; the server does not crash, and its memory does not grow.

use crate::pages::{PATIENCE, page, receive, receive_kind, send, server};
use duiyi_play::server::ServerLimits;
use futures_util::{SinkExt, StreamExt};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use serde_json::json;
use std::time::Duration;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

/// Valid messages, which are damaged.
const SEEDS: [&str; 16] = [
    r#"{"do":"games"}"#,
    r#"{"do":"begin","begin":{"game":"xiangqi","rules":"asian-120","clock":"60+1"}}"#,
    r#"{"do":"begin","begin":{"game":"connect6","position":"moves J10 I11-K11"}}"#,
    r#"{"do":"begin","begin":{"game":"connect-four","seats":[{"kind":"person"},{"kind":"engine","level":0}]}}"#,
    r#"{"do":"begin","begin":{"game":"tictactoe","problem":3}}"#,
    r#"{"do":"ask","ask":{"do":"move","squares":[[7,2],[4,2]]}}"#,
    r#"{"do":"ask","ask":{"do":"turn","text":"h2e2"}}"#,
    r#"{"do":"ask","ask":{"do":"show","node":3}}"#,
    r#"{"do":"ask","ask":{"do":"take-back"}}"#,
    r#"{"do":"ask","ask":{"do":"set-up","step":{"do":"put","at":[4,4],"piece":2}}}"#,
    r#"{"do":"ask","ask":{"do":"set-up","step":{"do":"begin"}}}"#,
    r#"{"do":"ask","ask":{"do":"proof","step":{"do":"reply","index":0}}}"#,
    r#"{"do":"ask","ask":{"do":"analyse","lines":0}}"#,
    r#"{"do":"load","file":"[Game \"Chinese Chess\"]\n\n1. C2.5 H8+7 *"}"#,
    r#"{"do":"load","file":[88,81,18,0,0,7]}"#,
    r#"{"do":"export","format":"PGN"}"#,
];

/// A valid message, a damaged message, or random bytes.
fn junk(random: &mut Xoshiro256PlusPlus) -> Message {
    let mut below = |n: usize| (random.next_u64() % n as u64) as usize;
    let mut bytes = SEEDS[below(SEEDS.len())].as_bytes().to_vec();
    match below(8) {
        0 => return Message::binary(vec![below(256) as u8; below(40)]),
        1 => bytes = (0..below(200)).map(|_| 32 + below(95) as u8).collect(),
        2 => bytes.truncate(below(bytes.len())),
        3 => bytes.extend_from_slice(SEEDS[below(SEEDS.len())].as_bytes()),
        4 | 5 => {
            for _ in 0..=below(3) {
                let at = below(bytes.len());
                bytes[at] = 32 + below(95) as u8;
            }
        }
        _ => {}
    }
    Message::text(String::from_utf8_lossy(&bytes).into_owned())
}

/// The resident memory of this process, in KiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Sends `count` messages from ten pages, and returns the memory after each page.
async fn flood(count: usize) -> Vec<u64> {
    let address = server(ServerLimits { messages_a_second: u32::MAX, ..ServerLimits::default() }).await;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut memory = Vec::new();
    for tenth in 0..10 {
        let (mut sink, mut stream) = page(address).await.split();
        let received = tokio::spawn(async move {
            let mut received = 0_u64;
            while let Some(Ok(_)) = stream.next().await {
                received += 1;
            }
            received
        });
        for _ in 0..count / 10 {
            sink.send(junk(&mut random)).await.unwrap_or_else(|error| panic!("tenth {tenth}: {error}"));
        }
        sink.close().await.unwrap();
        assert!(timeout(10 * PATIENCE, received).await.unwrap().unwrap() > 0);
        memory.push(resident());
    }
    // The server still works.
    let mut page = page(address).await;
    send(&mut page, &json!({ "do": "begin", "begin": { "game": "tictactoe" } })).await;
    receive_kind(&mut page, "view").await;
    memory
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_works_after_junk_messages() {
    flood(2000).await;
}

/// The number of messages that the server must withstand.
#[ignore = "half a minute and more, run by CI"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[allow(clippy::print_stderr)]
async fn memory_does_not_grow_with_junk_messages() {
    let memory = flood(100_000).await;
    eprintln!("resident KiB after each ten thousand messages: {memory:?}");
    // The memory of the players varies; a leak would be multiplied by the number of messages.
    assert!(memory[9] < memory[1] + 60_000, "{memory:?}");
}

/// Messages above the limit are dropped, with one refusal a second.
#[tokio::test]
async fn too_many_messages_are_dropped() {
    let address = server(ServerLimits { messages_a_second: 3, ..ServerLimits::default() }).await;
    let mut page = page(address).await;
    for _ in 0..30 {
        send(&mut page, &json!({ "do": "ask", "ask": { "do": "draw" } })).await;
    }
    for _ in 0..3 {
        assert_eq!(receive_kind(&mut page, "refused").await, "no game is open");
    }
    assert_eq!(receive_kind(&mut page, "refused").await, "too many messages a second");
    assert!(timeout(Duration::from_millis(300), receive(&mut page)).await.is_err(), "once");
}
