//! No stored game is overwritten by another one.

use crate::{
    pages::{Page, ask, begin, page, receive, receive_kind, receive_view, send, serve_with, turn},
    store::file,
};
use duiyi_play::{
    message::GameFilter,
    server::{ServerLimits, Store},
};
use serde_json::{Value, json};
use std::{future::pending, net::SocketAddr, path::Path};

async fn storing(path: &Path) -> SocketAddr {
    let limits = ServerLimits { messages_a_second: u32::MAX, ..ServerLimits::default() };
    serve_with(limits, Store::open(path).map_err(|error| error.to_string()), pending()).await.0
}

/// Plays turns, and returns the ticket of the game.
async fn play(page: &mut Page, turns: &[&str]) -> Value {
    let mut ticket = Value::Null;
    for (ply, text) in turns.iter().enumerate() {
        send(page, &turn(text)).await;
        if ply == 0 {
            ticket = receive_kind(page, "kept-as").await;
        } else {
            assert!(receive_view(page).await["from"].is_number());
        }
    }
    ticket
}

/// The result and the number of turns of each stored game, the oldest first.
fn stored(path: &Path) -> Vec<(String, u32)> {
    let games = Store::open_to_read(path).unwrap().find(&GameFilter::default()).unwrap();
    games.into_iter().rev().map(|game| (game.result, game.turns)).collect()
}

const WON: [(&str, &[&str]); 3] = [
    ("gomoku", &["H8", "A1", "I8", "A2", "J8", "A3", "K8", "A4", "L8"]),
    ("tictactoe", &["A1", "B1", "A2", "B2", "A3"]),
    ("connect-four", &["a", "b", "a", "b", "a", "b", "a"]),
];

#[tokio::test]
async fn a_position_set_up_after_a_game_does_not_overwrite_it() {
    for (game, turns) in WON {
        let path = file(&format!("set-up-after-{game}"));
        let mut page = page(storing(&path).await).await;
        send(&mut page, &begin(game)).await;
        receive_view(&mut page).await;
        let won = play(&mut page, turns).await;
        let first = json!({ "do": "to-move", "side": 0 });
        for step in [json!({ "do": "begin" }), json!({ "do": "empty" }), first, json!({ "do": "take" })] {
            send(&mut page, &ask(&json!({ "do": "set-up", "step": step }))).await;
        }
        let other = receive_kind(&mut page, "kept-as").await;
        assert_ne!(other, won, "{game}");
        send(&mut page, &turn(turns[0])).await;
        // A turn is stored before it is shown.
        while receive_view(&mut page).await["ply"] != 1 {}
        assert_eq!(stored(&path), [("1-0".to_owned(), turns.len() as u32), ("*".to_owned(), 1)], "{game}");
    }
}

/// Turns are taken back, or removed from the tree, in the room that has finished the game and in one that opens it.
#[tokio::test]
async fn a_finished_game_stays_as_it_is_when_its_players_go_on() {
    for (name, action) in [("back", json!({ "do": "take-back" })), ("removed", json!({ "do": "remove", "node": 1 }))] {
        for reopens in [false, true] {
            let path = file(&format!("goes-on-{name}-{reopens}"));
            let address = storing(&path).await;
            let mut first = page(address).await;
            send(&mut first, &begin("tictactoe")).await;
            receive_view(&mut first).await;
            let won = play(&mut first, WON[1].1).await;
            if reopens {
                drop(first);
                first = page(address).await;
                send(&mut first, &json!({ "do": "open", "id": won })).await;
                receive_kind(&mut first, "kept-as").await;
            }
            send(&mut first, &ask(&action)).await;
            let text = if name == "back" { "C3" } else { "C1" };
            send(&mut first, &turn(text)).await;
            let expected = if name == "back" { 5 } else { 1 };
            let (mut kept, mut ply) = (Value::Null, 0);
            while kept.is_null() || ply != expected {
                let message = receive(&mut first).await;
                ply = message["view"]["ply"].as_u64().unwrap_or(ply);
                kept = message.get("kept-as").cloned().unwrap_or(kept);
            }
            assert_ne!(kept, won, "{name} {reopens}");
            // A turn is stored before it is shown.
            let expected = u32::try_from(expected).unwrap();
            assert_eq!(stored(&path), [("1-0".to_owned(), 5), ("*".to_owned(), expected)], "{name} {reopens}");
        }
    }
}

#[tokio::test]
async fn a_refused_seek_leaves_no_game() {
    let mut page = page(storing(&file("refused-seek")).await).await;
    send(&mut page, &begin("tictactoe")).await;
    receive_view(&mut page).await;
    for begin in [
        json!({ "game": "tictactoe", "clock": "soon" }),
        json!({ "game": "tictactoe", "rules": "none" }),
        json!({ "game": "tictactoe", "position": "x" }),
        json!({ "game": "none" }),
    ] {
        send(&mut page, &json!({ "do": "seek", "begin": begin })).await;
        receive_kind(&mut page, "refused").await;
    }
    send(&mut page, &turn("B2")).await;
    assert_eq!(receive_view(&mut page).await["ply"], 1);
}

/// A page opens a game while another one deletes it. The game does not come back under its id.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_opened_during_its_deletion_stays_deleted() {
    let path = file("opened-and-deleted");
    let address = storing(&path).await;
    let (mut owner, mut other) = (page(address).await, page(address).await);
    let store = Store::open_to_read(&path).unwrap();
    for round in 0..20 {
        send(&mut owner, &begin("tictactoe")).await;
        send(&mut owner, &turn("B2")).await;
        let ticket = receive_kind(&mut owner, "kept-as").await;
        let id = ticket.as_str().unwrap().split_once('.').unwrap().0.to_owned();
        // Leaves the room, which closes.
        send(&mut owner, &begin("connect6")).await;
        receive_view(&mut owner).await;
        let delay = std::time::Duration::from_micros(150 * round);
        let (open, delete) = (json!({ "do": "open", "id": id }), json!({ "do": "delete", "id": ticket }));
        tokio::join!(send(&mut other, &open), async {
            tokio::time::sleep(delay).await;
            send(&mut owner, &delete).await;
        });
        for page in [&mut owner, &mut other] {
            send(page, &json!({ "do": "kept", "find": {} })).await;
            receive_kind(page, "kept").await;
        }
        assert!(store.get(&id).is_err(), "round {round}");
    }
}
