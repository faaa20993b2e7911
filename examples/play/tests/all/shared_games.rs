//! Games shared by several pages, and engines that fail.

use crate::{
    pages::{Page, ask, begin, begin_with, page, receive_kind, receive_view, send, serve_games, serve_with, turn},
    store::file,
};
use connect_four::{ConnectFour, evaluate};
use duiyi_engine::{Decision, Evaluating, NamedEvaluation, Player, PlayerParts, Request, SEARCHES, searches_by};
use duiyi_kit::GameKit;
use duiyi_play::{
    Game, Games,
    message::GameFilter,
    server::{ServerLimits, Store},
};
use duiyi_search::Score;
use serde_json::{Value, json};
use std::{
    future::pending,
    net::SocketAddr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

/// A server that stores its games in a file.
async fn storing(path: &Path) -> SocketAddr {
    serve_with(ServerLimits::default(), Store::open(path).map_err(|error| error.to_string()), pending()).await.0
}

fn open(id: &Value) -> Value {
    json!({ "do": "open", "id": id })
}

/// The turns in a view.
fn turns(view: &Value) -> Vec<&str> {
    let last = |turn: &'_ Value| turn["texts"].as_array().unwrap().len() - 1;
    view["turns"].as_array().unwrap().iter().map(|turn| turn["texts"][last(turn)].as_str().unwrap()).collect()
}

/// Waits until a page shows a number of moves.
async fn see_ply(page: &mut Page, ply: u64) -> Value {
    loop {
        let view = receive_view(page).await;
        if view["ply"] == ply {
            return view;
        }
    }
}

/// Both pages receive all moves, and neither overwrites moves of the other.
#[tokio::test]
async fn two_pages_play_one_game() {
    let path = file("two-pages");
    let address = storing(&path).await;
    let (mut first, mut second) = (page(address).await, page(address).await);
    send(&mut first, &begin("xiangqi")).await;
    send(&mut first, &turn("h2e2")).await;
    let id = receive_kind(&mut first, "kept-as").await;
    send(&mut second, &open(&id)).await;
    assert_eq!(turns(&receive_view(&mut second).await), ["h2e2"]);
    assert_eq!(receive_kind(&mut second, "kept-as").await, id);
    for (ply, (mover, text)) in [(1, "h9g7"), (0, "h0g2"), (0, "i9h9"), (1, "b0c2")].into_iter().enumerate() {
        send(if mover == 0 { &mut first } else { &mut second }, &turn(text)).await;
        for page in [&mut first, &mut second] {
            assert_eq!(turns(&see_ply(page, ply as u64 + 2).await), [text]);
        }
    }
    send(&mut second, &ask(&json!({ "do": "take-back" }))).await;
    for page in [&mut first, &mut second] {
        assert_eq!(see_ply(page, 4).await["from"], 4);
    }
    // A page that shows an earlier position still shows it after the other page plays.
    send(&mut first, &ask(&json!({ "do": "show", "node": 1 }))).await;
    assert_eq!(receive_view(&mut first).await["shown"], 1);
    send(&mut second, &turn("c3c4")).await;
    assert_eq!(see_ply(&mut first, 5).await["shown"], 1);
    let seen = see_ply(&mut second, 5).await;
    assert_eq!(seen["shown"], seen["tip"]);
    drop(first);
    send(&mut second, &turn("b9c7")).await;
    see_ply(&mut second, 6).await;
    drop(second);
    let mut third = page(address).await;
    send(&mut third, &open(&id)).await;
    assert_eq!(turns(&receive_view(&mut third).await), ["h2e2", "h9g7", "h0g2", "i9h9", "c3c4", "b9c7"]);
    let games = Store::open_to_read(&path).unwrap().find(&GameFilter::default()).unwrap();
    assert_eq!(games.iter().map(|game| game.turns).collect::<Vec<_>>(), [6], "one game");
}

/// One engine plays for two pages.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_engine_plays_for_all_pages() {
    let address = storing(&file("one-engine")).await;
    let (mut first, mut second) = (page(address).await, page(address).await);
    let (person, weak) = (json!({ "kind": "person" }), json!({ "kind": "engine", "level": 0 }));
    send(&mut first, &begin_with("connect-four", [&person, &weak])).await;
    send(&mut first, &turn("d")).await;
    let id = receive_kind(&mut first, "kept-as").await;
    see_ply(&mut first, 2).await;
    send(&mut second, &open(&id)).await;
    see_ply(&mut second, 2).await;
    send(&mut second, &turn("a")).await;
    let [one, other] = [see_ply(&mut first, 4).await, see_ply(&mut second, 4).await];
    assert_eq!(one["turns"], other["turns"]);
    // A page that opens its game again receives everything again, and does not join twice.
    send(&mut second, &open(&id)).await;
    assert_eq!(turns(&see_ply(&mut second, 4).await).len(), 4);
    send(&mut first, &ask(&json!({ "do": "resign" }))).await;
    assert!(receive_view(&mut first).await["ended"].is_object());
    assert!(receive_view(&mut second).await["ended"].is_object());
}

/// A page can continue a game that was deleted from the store; it is then stored under another id.
#[tokio::test]
async fn a_deleted_game_is_continued_under_another_id() {
    let path = file("deleted");
    let address = storing(&path).await;
    let (mut first, mut second) = (page(address).await, page(address).await);
    send(&mut first, &begin("xiangqi")).await;
    send(&mut first, &turn("h2e2")).await;
    let id = receive_kind(&mut first, "kept-as").await;
    send(&mut second, &json!({ "do": "delete", "id": id })).await;
    send(&mut second, &open(&id)).await;
    assert!(receive_kind(&mut second, "refused").await.as_str().unwrap().starts_with("no game is stored under"));
    let store = Store::open_to_read(&path).unwrap();
    assert_eq!(store.find(&GameFilter::default()).unwrap(), []);
    send(&mut first, &turn("h9g7")).await;
    let other = receive_kind(&mut first, "kept-as").await;
    assert_ne!(other, id);
    send(&mut second, &open(&other)).await;
    assert_eq!(receive_view(&mut second).await["ply"], 2);
    send(&mut second, &turn("h0g2")).await;
    see_ply(&mut first, 3).await;
    assert_eq!(store.find(&GameFilter::default()).unwrap().len(), 1);
}

/// A player that panics a number of times, and then plays.
struct Failing {
    left: Arc<AtomicU32>,
    player: Box<dyn Player<ConnectFour>>,
}

impl Player<ConnectFour> for Failing {
    fn decide(&mut self, request: &mut Request<'_, ConnectFour>) -> Option<Decision<u8>> {
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        assert!(left.is_err(), "one of the failures of this test");
        self.player.decide(request)
    }
}

/// Creates such players.
struct MakesFailing {
    left: Arc<AtomicU32>,
    playing: Arc<dyn Evaluating<ConnectFour>>,
}

impl Evaluating<ConnectFour> for MakesFailing {
    fn player(&self, search: &str) -> Box<dyn Player<ConnectFour>> {
        Box::new(Failing { left: Arc::clone(&self.left), player: self.playing.player(search) })
    }

    fn static_score(&self, game: &ConnectFour) -> Score {
        self.playing.static_score(game)
    }
}

/// A page with a game against an engine that fails `times` times.
async fn against_failing(times: u32) -> (Page, Arc<AtomicU32>) {
    let left = Arc::new(AtomicU32::new(times));
    let counted = Arc::clone(&left);
    let usual = NamedEvaluation::new("hand", move || {
        Arc::new(MakesFailing { left: Arc::clone(&counted), playing: searches_by(|| evaluate) })
    });
    let parts = PlayerParts::new(&SEARCHES, usual);
    let games = Games::new([Game::new(GameKit::new("connect-four", ConnectFour::default(), parts))]);
    let address = serve_games(games, ServerLimits::default(), Err("a test".into()), pending()).await.0;
    let mut page = page(address).await;
    let (person, engine) = (json!({ "kind": "person" }), json!({ "kind": "engine" }));
    send(&mut page, &begin_with("connect-four", [&person, &engine])).await;
    (page, left)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_engine_is_restarted_at_most_twice() {
    let (mut page, left) = against_failing(2).await;
    send(&mut page, &turn("d")).await;
    let mut troubles = Vec::new();
    let answered = loop {
        let view = receive_view(&mut page).await;
        if let Some(trouble) = view["trouble"].as_str() {
            assert_eq!(view["thinking"], true);
            troubles.push(trouble.to_owned());
        }
        if view["ply"] == 2 {
            break view;
        }
    };
    assert_eq!((troubles.len(), &answered["trouble"]), (2, &Value::Null), "{troubles:?}");
    // The number of attempts is limited; after the turn is taken back, the engine is tried again.
    left.store(5, Ordering::Relaxed);
    send(&mut page, &turn("d")).await;
    let given_up = loop {
        let view = receive_view(&mut page).await;
        if view["trouble"].is_string() && view["thinking"] == false {
            break view;
        }
    };
    assert!(given_up["trouble"].as_str().unwrap().contains("three times"));
    assert_eq!((&given_up["ended"], left.load(Ordering::Relaxed)), (&Value::Null, 2));
    send(&mut page, &ask(&json!({ "do": "take-back" }))).await;
    assert_eq!(see_ply(&mut page, 2).await["trouble"], Value::Null);
    send(&mut page, &turn("a")).await;
    see_ply(&mut page, 4).await;
    // A failed analysis is not repeated, and does not change the game.
    left.store(1, Ordering::Relaxed);
    send(&mut page, &ask(&json!({ "do": "analyse", "lines": 1 }))).await;
    let view = loop {
        let view = receive_view(&mut page).await;
        if view["trouble"].is_string() {
            break view;
        }
    };
    assert_eq!(
        (&view["ply"], view["trouble"].as_str()),
        (&json!(4), Some("the engine has failed: there is no result"))
    );
    send(&mut page, &ask(&json!({ "do": "analyse", "lines": 2 }))).await;
    assert!(receive_kind(&mut page, "thought").await["depth"].is_number());
}
