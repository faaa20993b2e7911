//! The keys of games: owners, players and spectators.

use crate::{
    pages::{Page, ask, begin, page, receive_kind, receive_view, send, serve_with, turn},
    store::file,
};
use duiyi_play::server::{ServerLimits, Store};
use serde_json::{Value, json};
use std::{future::pending, net::SocketAddr};

async fn storing(name: &str) -> SocketAddr {
    let store = Store::open(&file(name)).map_err(|error| error.to_string());
    serve_with(ServerLimits::default(), store, pending()).await.0
}

/// The id in a ticket, which spectators see.
fn id(ticket: &Value) -> Value {
    ticket.as_str().unwrap().split('.').next().unwrap().into()
}

fn open(ticket: &Value) -> Value {
    json!({ "do": "open", "id": ticket })
}

async fn refused(page: &mut Page, message: &Value) -> String {
    send(page, message).await;
    receive_kind(page, "refused").await.as_str().unwrap().to_owned()
}

/// The ticket of a link.
fn linked(link: &Value) -> Value {
    link.as_str().unwrap().split_once("#room=").unwrap().1.into()
}

const SPECTATES: &str = "another page plays this side; this page is a spectator of its moves";
const NO_STEERING: &str = "a spectator cannot change the analysis, which all pages see";
const NOT_OWNER: &str = "only the page that has begun the game can do that";

#[tokio::test]
async fn a_spectator_watches_and_changes_nothing() {
    let address = storing("keys-owner").await;
    let (mut owner, mut other) = (page(address).await, page(address).await);
    send(&mut owner, &begin("xiangqi")).await;
    send(&mut owner, &turn("h2e2")).await;
    let ticket = receive_kind(&mut owner, "kept-as").await;
    assert_ne!(ticket, id(&ticket), "the owner receives a key");
    send(&mut other, &json!({ "do": "kept", "find": {} })).await;
    assert_eq!(receive_kind(&mut other, "kept").await[0]["id"], id(&ticket), "the list shows no key");
    let wrong = json!(format!("{}.{}", id(&ticket).as_str().unwrap(), "0".repeat(32)));
    for opened in [id(&ticket), wrong] {
        send(&mut other, &open(&opened)).await;
        assert_eq!(receive_view(&mut other).await["ply"], 1);
        assert_eq!(receive_kind(&mut other, "kept-as").await, id(&ticket));
        for action in ["resign", "draw", "decline", "claim"] {
            assert_eq!(refused(&mut other, &ask(&json!({ "do": action }))).await, SPECTATES, "{action}");
        }
        assert_eq!(refused(&mut other, &turn("h9g7")).await, SPECTATES);
        assert_eq!(refused(&mut other, &ask(&json!({ "do": "move", "squares": [[7, 9], [6, 7]] }))).await, SPECTATES);
        let engine = json!({ "kind": "engine" });
        for action in [
            json!({ "do": "take-back" }),
            json!({ "do": "set-up", "step": { "do": "begin" } }),
            json!({ "do": "sit", "seats": [engine, engine] }),
        ] {
            assert_eq!(refused(&mut other, &ask(&action)).await, NOT_OWNER, "{action}");
        }
        for action in [
            json!({ "do": "analyse", "lines": 1 }),
            json!({ "do": "review", "milliseconds": 100 }),
            json!({ "do": "explain", "on": true }),
            json!({ "do": "aids", "on": [0] }),
            json!({ "do": "proof", "step": { "do": "begin" } }),
        ] {
            assert_eq!(refused(&mut other, &ask(&action)).await, NO_STEERING, "{action}");
        }
        let delete = refused(&mut other, &json!({ "do": "delete", "id": opened })).await;
        assert_eq!(delete, "only the page that has begun the game can delete it");
    }
    // The game went on, and the spectator sees it.
    send(&mut owner, &turn("h9g7")).await;
    while receive_view(&mut other).await["ply"] != 2 {}
    // The ticket gives the rights of the owner to another connection, which then may leave the key out.
    send(&mut other, &open(&ticket)).await;
    assert_eq!(receive_kind(&mut other, "kept-as").await, ticket);
    send(&mut other, &turn("h0g2")).await;
    while receive_view(&mut owner).await["ply"] != 3 {}
    send(&mut other, &json!({ "do": "delete", "id": id(&ticket) })).await;
    assert!(refused(&mut other, &open(&ticket)).await.starts_with("no game is stored under"));
}

#[tokio::test]
async fn each_player_of_a_sought_game_moves_for_one_side() {
    let path = file("keys-players");
    let store = Store::open(&path).map_err(|error| error.to_string());
    let address = serve_with(ServerLimits::default(), store, pending()).await.0;
    let mut pages = [page(address).await, page(address).await];
    let seek = json!({ "do": "seek", "begin": { "game": "xiangqi" } });
    for page in &mut pages {
        send(page, &seek).await;
    }
    let mut sides = Vec::new();
    for page in &mut pages {
        sides.push(receive_kind(page, "seated").await.as_u64().unwrap());
        receive_view(page).await;
    }
    if sides[0] == 1 {
        pages.reverse();
    }
    let [mut red, mut black] = pages;
    assert_eq!(refused(&mut black, &turn("h2e2")).await, SPECTATES, "it is the other player's turn");
    send(&mut red, &turn("h2e2")).await;
    let [reds, blacks] = [receive_kind(&mut red, "kept-as").await, receive_kind(&mut black, "kept-as").await];
    assert!(id(&reds) == id(&blacks) && reds != blacks, "{reds} {blacks}");
    assert_eq!(refused(&mut red, &ask(&json!({ "do": "resign" }))).await, SPECTATES, "not for the opponent");
    assert_eq!(refused(&mut red, &ask(&json!({ "do": "take-back" }))).await, NOT_OWNER);
    assert!(refused(&mut red, &json!({ "do": "delete", "id": reds })).await.starts_with("only the page"));
    // A player returns to its side with the ticket, after both have left.
    drop((red, black));
    let mut back = page(address).await;
    send(&mut back, &open(&blacks)).await;
    receive_view(&mut back).await;
    send(&mut back, &turn("h9g7")).await;
    while receive_view(&mut back).await["ply"] != 2 {}
    assert_eq!(refused(&mut back, &turn("h0g2")).await, SPECTATES);
    let keys = Store::open_to_read(&path).unwrap().keys(id(&reds).as_str().unwrap()).unwrap();
    assert!(keys.owner.is_none() && keys.sides[0].is_some() && keys.sides[0] != keys.sides[1]);
}

/// The owner of a game invites a player for a side and spectators, before the first move.
#[tokio::test]
async fn an_owner_invites_a_player_and_spectators() {
    let address = storing("invites").await;
    let (mut owner, mut guest, mut watcher) = (page(address).await, page(address).await, page(address).await);
    send(&mut owner, &begin("xiangqi")).await;
    receive_view(&mut owner).await;
    send(&mut owner, &json!({ "do": "invite" })).await;
    let invites = receive_kind(&mut owner, "invites").await;
    send(&mut guest, &open(&linked(&invites["sides"][1]))).await;
    receive_view(&mut guest).await;
    send(&mut watcher, &open(&linked(&invites["watch"]))).await;
    receive_view(&mut watcher).await;
    assert_eq!(refused(&mut guest, &turn("h2e2")).await, SPECTATES, "it is Red's turn");
    send(&mut owner, &turn("h2e2")).await;
    while receive_view(&mut guest).await["ply"] != 1 {}
    send(&mut guest, &turn("h9g7")).await;
    while receive_view(&mut watcher).await["ply"] != 2 {}
    assert_eq!(refused(&mut watcher, &turn("h0g2")).await, SPECTATES);
    assert_eq!(refused(&mut watcher, &json!({ "do": "invite" })).await, NOT_OWNER);
    // A player who comes back has the same seat.
    drop(guest);
    let mut again = page(address).await;
    send(&mut again, &open(&linked(&invites["sides"][1]))).await;
    assert_eq!(receive_kind(&mut again, "kept-as").await, linked(&invites["sides"][1]));
}

/// The view after a message, when it shows something.
async fn shown(page: &mut Page, is_shown: impl Fn(&Value) -> bool) -> Value {
    loop {
        let view = receive_view(page).await;
        if is_shown(&view) {
            return view;
        }
    }
}

async fn action(page: &mut Page, name: &str) {
    send(page, &ask(&json!({ "do": name }))).await;
}

/// The first page that opens the invitation plays the side, and nobody else does, the host included.
#[tokio::test]
async fn a_friend_takes_the_open_side() {
    let path = file("friend");
    let address =
        serve_with(ServerLimits::default(), Store::open(&path).map_err(|error| error.to_string()), pending()).await.0;
    let (mut host, mut guest, mut late) = (page(address).await, page(address).await, page(address).await);
    send(&mut host, &json!({ "do": "host", "begin": { "game": "xiangqi", "names": ["", "Hua"] }, "side": 2 })).await;
    assert_eq!(receive_kind(&mut host, "refused").await, "there is no side 2; expected 0 or 1");
    send(&mut host, &json!({ "do": "host", "begin": { "game": "xiangqi", "names": ["", "Hua"] }, "side": 1 })).await;
    let view = receive_view(&mut host).await;
    assert_eq!((&view["acts"], &view["friendly"], &view["free"]), (&json!([false, true]), &json!(true), &json!(false)));
    let present = receive_kind(&mut host, "present").await;
    assert_eq!(present, json!({ "sides": [false, true], "open": [true, false], "spectators": 0 }));
    send(&mut host, &json!({ "do": "invite", "address": "http://127.0.0.1:1/?a=b" })).await;
    let invites = receive_kind(&mut host, "invites").await;
    let link = invites["sides"][0].as_str().unwrap();
    assert!(link.starts_with("http://127.0.0.1:1/?a=b#room="), "{link}");
    assert_eq!((&invites["sides"][1], &invites["reachable"]), (&Value::Null, &json!(false)));
    assert!(invites["code"]["path"].as_str().unwrap().starts_with("M0 0h7v1h-7z"), "a finder pattern");
    let opened = json!({ "do": "open", "id": linked(&invites["sides"][0]), "name": " Ming " });
    send(&mut guest, &opened).await;
    let view = receive_view(&mut guest).await;
    assert_eq!((&view["acts"], &view["names"]), (&json!([true, false]), &json!(["Ming", "Hua"])));
    let ticket = receive_kind(&mut guest, "kept-as").await;
    assert_ne!(ticket, linked(&invites["sides"][0]), "the guest has a key of its own");
    assert_eq!(receive_kind(&mut host, "present").await["open"], json!([false, false]));
    // The invitation is used: another page watches, and the host does not move for the guest.
    send(&mut late, &opened).await;
    assert_eq!(receive_view(&mut late).await["acts"], json!([false, false]));
    assert_eq!(receive_kind(&mut host, "present").await["spectators"], 1);
    assert_eq!(refused(&mut host, &turn("h2e2")).await, SPECTATES);
    assert_eq!(refused(&mut late, &turn("h2e2")).await, SPECTATES);
    // There is no help, and a friend who leaves and returns plays on.
    let analyse = ask(&json!({ "do": "analyse", "lines": 1 }));
    assert_eq!(refused(&mut host, &analyse).await, "two persons play: there is no help until the game is over");
    send(&mut guest, &turn("h2e2")).await;
    shown(&mut host, |view| view["ply"] == 1).await;
    drop(guest);
    while receive_kind(&mut host, "present").await["sides"] != json!([false, true]) {}
    drop((host, late));
    let mut guest = page(address).await;
    send(&mut guest, &open(&ticket)).await;
    assert_eq!(receive_view(&mut guest).await["acts"], json!([true, false]));
    assert_eq!(receive_kind(&mut guest, "present").await["sides"], json!([true, false]));
}

/// Turns are taken back, and another game is played, if both players agree.
#[tokio::test]
async fn friends_agree_about_turns_and_games() {
    let address = storing("friends").await;
    let (mut red, mut black) = (page(address).await, page(address).await);
    send(&mut red, &json!({ "do": "host", "begin": { "game": "xiangqi", "names": ["Hua", ""] }, "side": 0 })).await;
    receive_view(&mut red).await;
    send(&mut red, &json!({ "do": "invite" })).await;
    let invites = receive_kind(&mut red, "invites").await;
    send(&mut black, &json!({ "do": "open", "id": linked(&invites["sides"][1]), "name": "Ming" })).await;
    receive_view(&mut black).await;
    action(&mut red, "ask-take-back").await;
    assert_eq!(receive_kind(&mut red, "refused").await, "there is nothing to take back");
    for (text, ply) in [("h2e2", 1), ("h9g7", 2)] {
        let (mover, other) = if ply == 1 { (&mut red, &mut black) } else { (&mut black, &mut red) };
        send(mover, &turn(text)).await;
        shown(other, |view| view["ply"] == ply).await;
    }
    assert_eq!(refused(&mut red, &ask(&json!({ "do": "take-back" }))).await, NOT_OWNER);
    // Red asks after Black's answer: both turns are taken back.
    action(&mut red, "ask-take-back").await;
    shown(&mut black, |view| view["take-back-offer"] == 0).await;
    action(&mut black, "decline").await;
    shown(&mut red, |view| view["take-back-offer"].is_null() && view["ply"] == 2).await;
    action(&mut red, "ask-take-back").await;
    shown(&mut black, |view| view["take-back-offer"] == 0).await;
    action(&mut black, "ask-take-back").await;
    shown(&mut red, |view| view["ply"] == 0 && view["take-back-offer"].is_null()).await;
    send(&mut red, &turn("h2e2")).await;
    shown(&mut black, |view| view["ply"] == 1).await;
    // A request ends with the next turn.
    action(&mut red, "ask-take-back").await;
    shown(&mut black, |view| view["take-back-offer"] == 0).await;
    send(&mut black, &turn("h9g7")).await;
    shown(&mut red, |view| view["ply"] == 2 && view["take-back-offer"].is_null()).await;
    assert_eq!(refused(&mut red, &ask(&json!({ "do": "rematch" }))).await, "the game is not over");
    // Black resigns at Red's turn.
    action(&mut black, "resign").await;
    let view = shown(&mut red, |view| !view["ended"].is_null()).await;
    assert_eq!((&view["ended"]["winner"], &view["free"]), (&json!(0), &json!(true)));
    action(&mut red, "rematch").await;
    shown(&mut black, |view| view["rematch-offer"] == 0).await;
    action(&mut black, "decline").await;
    shown(&mut red, |view| view["rematch-offer"].is_null()).await;
    action(&mut red, "rematch").await;
    shown(&mut black, |view| view["rematch-offer"] == 0).await;
    action(&mut black, "rematch").await;
    // The colours are exchanged.
    let view = shown(&mut red, |view| view["fresh"] == true).await;
    assert_eq!(
        (&view["acts"], &view["names"], &view["ply"]),
        (&json!([false, true]), &json!(["Ming", "Hua"]), &json!(0))
    );
    let view = shown(&mut black, |view| view["fresh"] == true).await;
    assert_eq!((&view["acts"], &view["ended"]), (&json!([true, false]), &Value::Null));
    send(&mut black, &turn("c3c4")).await;
    shown(&mut red, |view| view["ply"] == 1).await;
}
