//! The server over the loopback interface, by WebSocket.

use crate::pages::{PATIENCE, begin_with as begin, page, receive, receive_kind, send, server, turn};
use duiyi_play::server::ServerLimits;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_tungstenite::tungstenite::Message;

/// The response to a plain HTTP request.
pub(crate) async fn get(address: SocketAddr, path: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn the_page_is_served_to_its_own_host_only() {
    let address = server(ServerLimits::default()).await;
    let own = format!("Host: {address}\r\n");
    for (path, kind, begins) in [
        ("/", "text/html", "<!doctype html>"),
        ("/app.js", "text/javascript", "// The page"),
        ("/style.css", "text/css", "/* The page"),
        ("/icon.svg", "image/svg+xml", "<svg"),
    ] {
        let answer = get(address, path, &own).await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(kind), "{answer}");
        assert!(answer.split_once("\r\n\r\n").unwrap().1.starts_with(begins));
        assert!(answer.contains("content-security-policy: default-src 'none'"));
    }
    assert!(get(address, "/none", &own).await.starts_with("HTTP/1.1 404"));
    let foreign = get(address, "/", "Host: evil.example\r\n").await;
    assert!(foreign.starts_with("HTTP/1.1 403") && foreign.contains("the host is 'evil.example'"), "{foreign}");
    let origin = get(address, "/socket", &format!("{own}Origin: http://evil.example\r\n")).await;
    assert!(origin.starts_with("HTTP/1.1 403"), "{origin}");
}

#[tokio::test]
async fn a_whole_game_is_played_against_the_engine() {
    let address = server(ServerLimits::default()).await;
    let mut page = page(address).await;
    send(&mut page, &json!({ "do": "games" })).await;
    let offers = receive_kind(&mut page, "games").await;
    assert_eq!(offers[0]["name"], "xiangqi");
    assert_eq!(offers[0]["levels"].as_array().unwrap().len(), 21);
    let (person, engine) = (json!({ "kind": "person" }), json!({ "kind": "engine", "level": 9 }));
    send(&mut page, &begin("tictactoe", [&person, &engine])).await;
    let mut view = receive_kind(&mut page, "view").await;
    assert_eq!(view["nodes"][0]["board"].as_str().unwrap().len(), 9);
    // Tries square by square.
    'game: loop {
        for (column, row) in (0..9).map(|cell| (cell % 3, cell / 3)) {
            send(&mut page, &json!({ "do": "ask", "ask": { "do": "move", "squares": [[column, row]] } })).await;
            view = receive_kind(&mut page, "view").await;
            while view["thinking"] == true {
                view = receive_kind(&mut page, "view").await;
            }
            if !view["ended"].is_null() {
                break 'game;
            }
        }
    }
    assert_ne!(view["ended"]["winner"], 0, "the engine does not lose");
    assert!(view["ply"].as_u64().unwrap() >= 5);
    send(&mut page, &turn("A1")).await;
    assert_eq!(receive_kind(&mut page, "refused").await, "the game is over");
}

/// Each page receives its own game, move by move, independently of the others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_games_at_once_are_not_mixed() {
    let address = server(ServerLimits { messages_a_second: 1000, ..ServerLimits::default() }).await;
    let person = json!({ "kind": "person" });
    let tasks: Vec<_> = (0..50_usize)
        .map(|number| {
            let person = person.clone();
            tokio::spawn(async move {
                let mut page = page(address).await;
                send(&mut page, &begin("connect-four", [&person, &person])).await;
                receive_kind(&mut page, "view").await;
                let (mut expected, mut received) = (String::new(), Vec::new());
                for ply in 0..30 {
                    let column = char::from(b'a' + ((number + ply * (1 + number % 5)) % 7) as u8);
                    send(&mut page, &turn(&column.to_string())).await;
                    let message = receive(&mut page).await;
                    if message.get("refused").is_some() {
                        receive_kind(&mut page, "view").await;
                        continue;
                    }
                    expected.push(column);
                    let view = &message["view"];
                    let new = view["turns"].as_array().unwrap().iter().map(|turn| turn["texts"][0].as_str().unwrap());
                    received.truncate(view["from"].as_u64().unwrap() as usize);
                    received.extend(new.map(str::to_owned));
                    assert_eq!(received.concat(), expected, "page {number}");
                }
                expected.len()
            })
        })
        .collect();
    for task in tasks {
        assert!(timeout(PATIENCE, task).await.unwrap().unwrap() >= 7);
    }
}

#[tokio::test]
async fn invalid_messages_are_refused_and_the_game_continues() {
    let address = server(ServerLimits { messages_a_second: u32::MAX, ..ServerLimits::default() }).await;
    let mut page = page(address).await;
    send(&mut page, &turn("h2e2")).await;
    assert_eq!(receive_kind(&mut page, "refused").await, "no game is open");
    let person = json!({ "kind": "person" });
    send(&mut page, &begin("xiangqi", [&person, &person])).await;
    receive_kind(&mut page, "view").await;
    for text in [
        "",
        "{",
        "[]",
        "null",
        "{\"do\":\"fly\"}",
        "{\"do\":\"ask\",\"ask\":{\"do\":\"square\",\"at\":[1,999]}}",
        "\u{0}",
    ] {
        page.send(Message::text(text)).await.unwrap();
        let reason = receive_kind(&mut page, "refused").await;
        assert!(reason.as_str().unwrap().starts_with("invalid message"), "{text}: {reason}");
    }
    page.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(receive_kind(&mut page, "refused").await, "expected a text message");
    // A ping is answered with a pong, an unexpected pong with nothing.
    page.send(Message::Pong(vec![1].into())).await.unwrap();
    page.send(Message::Ping(vec![2].into())).await.unwrap();
    assert_eq!(timeout(PATIENCE, page.next()).await.unwrap().unwrap().unwrap(), Message::Pong(vec![2].into()));
    for game in ["chess", ""] {
        send(&mut page, &begin(game, [&person, &person])).await;
        assert!(receive_kind(&mut page, "refused").await.as_str().unwrap().starts_with("unknown game"));
    }
    send(&mut page, &turn("h2e2")).await;
    assert_eq!(receive_kind(&mut page, "view").await["ply"], 1, "the game continues");
}

/// A server of one thread answers other pages while it reads a long file.
#[tokio::test]
async fn a_long_file_does_not_delay_other_pages() {
    let address = server(ServerLimits::default()).await;
    let (mut slow, mut quick) = (page(address).await, page(address).await);
    // Rook and horse go out and back for 52,000 plies, and the last move is illegal.
    let file = format!("moves {}a0a0", "h0g2 h9g7 g2h0 g7h9 ".repeat(13_000));
    send(&mut slow, &json!({ "do": "load", "file": file })).await;
    sleep(Duration::from_millis(5)).await;
    send(&mut quick, &json!({ "do": "games" })).await;
    tokio::select! {
        biased;
        message = receive(&mut slow) => panic!("the file was read first: {message}"),
        message = receive(&mut quick) => assert!(message["games"].is_array()),
    }
    let refused = receive_kind(&mut slow, "refused").await;
    assert!(refused.as_str().unwrap().contains("is neither a record nor a position"), "{refused}");
}

#[tokio::test]
async fn messages_are_limited_in_size_and_number() {
    let address = server(ServerLimits { messages_a_second: 5, message: 1000, ..ServerLimits::default() }).await;
    let mut fast = page(address).await;
    for _ in 0..20 {
        send(&mut fast, &json!({ "do": "games" })).await;
    }
    assert_eq!(receive_kind(&mut fast, "refused").await, "too many messages a second");
    let mut long = page(address).await;
    long.send(Message::text("x".repeat(2000))).await.unwrap();
    assert_eq!(receive_kind(&mut long, "refused").await, "a message has more than 1000 bytes, the limit");
}

/// The server sends the end of the game without a request.
#[tokio::test]
async fn a_fallen_flag_is_reported_without_a_request() {
    let address = server(ServerLimits::default()).await;
    let mut page = page(address).await;
    send(&mut page, &json!({ "do": "begin", "begin": { "game": "xiangqi", "clock": "300ms" } })).await;
    receive_kind(&mut page, "view").await;
    send(&mut page, &turn("h2e2")).await;
    assert!(receive_kind(&mut page, "view").await["ended"].is_null());
    let over = receive_kind(&mut page, "view").await;
    assert_eq!((&over["ended"]["winner"], &over["ended"]["reason"]), (&json!(0), &json!("time")));
}

/// With one engine thread the second game waits, and then continues.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn engines_take_turns() {
    let address = server(ServerLimits { engines: 1, ..ServerLimits::default() }).await;
    let (person, engine) = (json!({ "kind": "person" }), json!({ "kind": "engine" }));
    let mut pages = [page(address).await, page(address).await];
    for page in &mut pages {
        send(page, &begin("connect-four", [&engine, &person])).await;
    }
    for page in &mut pages {
        let mut view = receive_kind(page, "view").await;
        while view["ply"] == 0 {
            view = receive_kind(page, "view").await;
        }
        assert_eq!(view["ply"], 1);
    }
}

/// An engine with much time on its clock plays its turn when another engine waits. The clock of the
/// waiting engine is paused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_search_yields_to_a_waiting_engine() {
    let limits = ServerLimits { engines: 1, time_slice: Duration::from_millis(1500), ..ServerLimits::default() };
    let address = server(limits).await;
    let mut slow = page(address).await;
    let engine = json!({ "kind": "engine" });
    let weak = json!({ "kind": "engine", "level": 0 });
    let begin = |clock: &str, seats| {
        let position = "moves h2e2";
        json!({ "do": "begin", "begin": { "game": "xiangqi", "position": position, "clock": clock, "seats": seats } })
    };
    send(&mut slow, &begin("360000", json!([engine, engine]))).await;
    receive_kind(&mut slow, "thought").await;
    let mut quick = page(address).await;
    let person = json!({ "kind": "person" });
    let fast = json!({ "do": "begin", "begin": { "game": "xiangqi", "clock": "1", "seats": [person, weak] } });
    send(&mut quick, &fast).await;
    receive_kind(&mut quick, "view").await;
    send(&mut quick, &turn("h2e2")).await;
    let mut view = receive_kind(&mut quick, "view").await;
    assert_eq!(view["clock-runs"], true);
    view = receive_kind(&mut quick, "view").await;
    assert_eq!(view["clock-runs"], false, "the engine waits for the other one");
    while view["ply"] == 1 {
        view = receive_kind(&mut quick, "view").await;
    }
    assert_eq!((&view["ply"], &view["ended"]), (&json!(2), &json!(null)));
    // The other engine has played a turn, and its game is not over.
    let moved = loop {
        let view = receive_kind(&mut slow, "view").await;
        if view["ply"].as_u64().unwrap() >= 2 {
            break view;
        }
    };
    assert!(moved["ended"].is_null());
}

/// Jobs of games that were left do not stay in the queue.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting_jobs_of_left_games_are_cancelled() {
    let address = server(ServerLimits { engines: 1, messages_a_second: u32::MAX, ..ServerLimits::default() }).await;
    let mut first = page(address).await;
    let engine = json!({ "kind": "engine" });
    let begin =
        json!({ "do": "begin", "begin": { "game": "connect-four", "clock": "600", "seats": [engine, engine] } });
    send(&mut first, &begin).await;
    receive_kind(&mut first, "thought").await;
    let mut page = page(address).await;
    for _ in 0..60 {
        send(&mut page, &begin).await;
    }
    let person = json!({ "kind": "person" });
    send(&mut page, &super::pages::begin_with("tictactoe", [&person, &person])).await;
    loop {
        if receive_kind(&mut page, "view").await["rules"] == "tictactoe" {
            break;
        }
    }
    drop(first);
    // The thread is free as soon as the first page has left: no other job waits.
    let weak = json!({ "kind": "engine", "level": 1 });
    send(&mut page, &super::pages::begin_with("tictactoe", [&weak, &person])).await;
    let mut view = receive_kind(&mut page, "view").await;
    while view["ply"] != 1 {
        view = receive_kind(&mut page, "view").await;
    }
}

/// An engine with hours on its clock does not delay the shutdown of the server.
#[test]
fn the_server_shuts_down_while_an_engine_thinks() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let address = server(ServerLimits::default()).await;
        let mut page = page(address).await;
        let engine = json!({ "kind": "engine" });
        let begin = json!({ "game": "xiangqi", "clock": "36000", "seats": [engine, engine] });
        send(&mut page, &json!({ "do": "begin", "begin": begin })).await;
        receive_kind(&mut page, "thought").await;
    });
    let begun = std::time::Instant::now();
    drop(runtime);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
