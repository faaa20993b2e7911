//! Engines that play on a server over the loopback interface.

use crate::{
    pages::{Page, page, receive, receive_kind, send, serve_with, server},
    store::file,
};
use bot::{BotError, BotGame, BotLimits, BotSettings, run};
use duiyi_connect6::{Board, Rules, kit as connect6};
use duiyi_engine::Player;
use duiyi_game::Notation;
use duiyi_play::{
    message::{GameFilter, Seat},
    server::{ServerAccess, ServerLimits, Store, serve},
};
use duiyi_xiangqi::{Xiangqi, kit as xiangqi};
use serde_json::{Value, json};
use std::{
    future::pending,
    net::SocketAddr,
    time::{Duration, Instant},
};
use tokio::{
    net::TcpListener,
    sync::oneshot,
    task::{JoinHandle, spawn_blocking},
    time::sleep,
};

/// The settings of a bot that plays fast.
fn settings(address: SocketAddr, name: &str, game: &str) -> BotSettings {
    BotSettings {
        server: format!("http://{address}").parse().unwrap(),
        name: name.to_owned(),
        game: game.to_owned(),
        rules: String::new(),
        clock: "60+1".parse().unwrap(),
        games: 1,
        retry: Duration::from_secs(30),
        limits: BotLimits { depth: None, nodes: Some(200) },
    }
}

/// A bot on a thread; it returns its games.
fn bot<G: Notation>(
    settings: BotSettings,
    player: impl FnOnce() -> Box<dyn Player<G>> + Send + 'static,
) -> JoinHandle<Result<Vec<BotGame>, BotError>> {
    spawn_blocking(move || {
        let (mut games, mut player) = (Vec::new(), player());
        player.set_option("Hash", "1").unwrap();
        run(&settings, player, &mut |game| games.push(game.clone())).map(|()| games)
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_bots_play_a_game_of_connect6_to_its_end() {
    let address = server(ServerLimits::default()).await;
    let [one, other] = ["one", "other"]
        .map(|name| bot::<Board>(settings(address, name, "connect6"), || connect6::player(Rules::CONNECT6)));
    let (one, other) = (one.await.unwrap().unwrap(), other.await.unwrap().unwrap());
    assert_eq!((one.len(), other.len()), (1, 1));
    let (one, other) = (&one[0], &other[0]);
    assert_eq!((&one.end, one.turns, &one.names), (&other.end, other.turns, &other.names));
    assert!(one.end.winner.is_some() && one.turns >= 5, "{one:?}");
    assert_eq!([one, other].map(|game| game.names[game.side].as_str()), ["one", "other"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_alternate_between_the_sides_and_only_those_with_the_same_game_meet() {
    let address = server(ServerLimits::default()).await;
    let many = |name: &str, game: &str| BotSettings { games: 3, ..settings(address, name, game) };
    let bots = ["a", "b"].map(|name| bot(many(name, "tictactoe"), || connect6::player(Rules::TIC_TAC_TOE)));
    let others = ["c", "d"].map(|name| bot(many(name, "gomoku"), || connect6::player(Rules::GOMOKU)));
    for (bots, names) in [(bots, ["a", "b"]), (others, ["c", "d"])] {
        for bot in bots {
            let games = bot.await.unwrap().unwrap();
            assert_eq!(games.len(), 3);
            for game in &games {
                let mut met = game.names.clone();
                met.sort();
                assert_eq!(met, names);
            }
            assert!(games.windows(2).any(|pair| pair[0].side != pair[1].side), "{games:?}");
        }
    }
}

/// The server is stopped during a game, and started again on the same port.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_return_to_their_game_after_the_server_was_restarted() {
    let path = file("bots-return");
    let store = || Store::open(&path).map_err(|error| error.to_string());
    let (end, ended) = oneshot::channel::<()>();
    let ended = async {
        let _ = ended.await;
    };
    let (address, first) = serve_with(ServerLimits::default(), store(), ended).await;
    // The game is drawn after 60 plies without a capture.
    let long = |name: &str| BotSettings { rules: "asian,limit=60".to_owned(), ..settings(address, name, "xiangqi") };
    let bots = ["one", "other"].map(|name| bot::<Xiangqi>(long(name), xiangqi::player));
    let reader = Store::open_to_read(&path).unwrap();
    let stored = || reader.find(&GameFilter::default()).unwrap();
    while stored().first().is_none_or(|game| game.turns < 4) {
        sleep(Duration::from_millis(20)).await;
    }
    end.send(()).unwrap();
    first.await.unwrap().unwrap();
    let before = stored();
    assert_eq!((before.len(), before[0].result.as_str()), (1, "*"));
    let listener = TcpListener::bind(address).await.unwrap();
    let access = ServerAccess::new(address, &[]).unwrap();
    tokio::spawn(serve(listener, play::games(), ServerLimits::default(), access, store(), pending()));
    let [one, other] = bots;
    let (one, other) = (one.await.unwrap().unwrap(), other.await.unwrap().unwrap());
    assert_eq!((&one[0].end, one[0].turns), (&other[0].end, other[0].turns));
    // The bots may learn of the end before the store has it.
    while stored()[0].reason.is_empty() {
        sleep(Duration::from_millis(20)).await;
    }
    let after = stored();
    assert_eq!((after.len(), &after[0].id, &after[0].reason), (1, &before[0].id, &one[0].end.reason));
}

#[tokio::test]
async fn an_unreachable_server_is_tried_again_with_growing_waits() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let hasty = BotSettings { retry: Duration::from_millis(1500), ..settings(address, "bot", "xiangqi") };
    let started = Instant::now();
    let error = bot::<Xiangqi>(hasty, xiangqi::player).await.unwrap().unwrap_err();
    assert!(started.elapsed() >= Duration::from_millis(1500));
    let BotError::Unreachable { attempts, .. } = error else { panic!("{error}") };
    // After 0, 0.1, 0.3, 0.7 and 1.5 seconds, or fewer on a busy machine.
    assert!((2..=5).contains(&attempts), "{attempts}");
    let text = error.to_string();
    assert!(text.starts_with(&format!("{address} was not reached within ")), "{text}");
}

#[tokio::test]
async fn a_game_that_the_server_does_not_offer_is_refused() {
    let address = server(ServerLimits::default()).await;
    let error = bot::<Xiangqi>(settings(address, "bot", "chess"), xiangqi::player).await.unwrap().unwrap_err();
    assert!(
        matches!(&error, BotError::Refused { reason, .. } if reason.starts_with("unknown game 'chess'")),
        "{error}"
    );
}

fn seek(name: &str) -> Value {
    json!({ "do": "seek", "begin": { "game": "tictactoe", "names": [name, ""] } })
}

/// The side and the names that a page receives when its game begins.
async fn seated(page: &mut Page) -> (Value, Value) {
    let side = receive_kind(page, "seated").await;
    let view = receive_kind(page, "view").await;
    assert_eq!(view["seats"], json!([Seat::Person, Seat::Person]));
    (side, view["names"].clone())
}

/// A page that waits for an opponent has left its game.
#[tokio::test]
async fn a_page_that_seeks_a_game_leaves_its_own() {
    let address = server(ServerLimits::default()).await;
    let mut page = page(address).await;
    send(&mut page, &json!({ "do": "begin", "begin": { "game": "gomoku" } })).await;
    receive_kind(&mut page, "view").await;
    let turn = json!({ "do": "ask", "ask": { "do": "turn", "text": "H8" } });
    send(&mut page, &turn).await;
    while receive_kind(&mut page, "view").await["ply"] != 1 {}
    send(&mut page, &seek("page")).await;
    send(&mut page, &turn).await;
    assert_eq!(receive_kind(&mut page, "refused").await, "no game is open");
}

/// A page that has left or begun another game no longer waits for an opponent.
#[tokio::test]
async fn only_players_who_still_wait_are_seated() {
    let address = server(ServerLimits::default()).await;
    let mut pages = Vec::new();
    for _ in 0..4 {
        pages.push(page(address).await);
    }
    let [gone, busy, waiting, last] = &mut pages[..] else { unreachable!() };
    send(gone, &seek("gone")).await;
    send(gone, &json!({ "do": "games" })).await;
    receive_kind(gone, "games").await;
    drop(std::mem::replace(gone, page(address).await));
    sleep(Duration::from_millis(100)).await;
    send(busy, &seek("busy")).await;
    send(busy, &json!({ "do": "begin", "begin": { "game": "gomoku" } })).await;
    assert_eq!(receive(busy).await["view"]["offer"], "gomoku", "nobody else waits");
    send(waiting, &seek("waiting")).await;
    send(waiting, &json!({ "do": "games" })).await;
    receive_kind(waiting, "games").await;
    send(last, &seek("last")).await;
    let names = json!(["last", "waiting"]);
    assert_eq!(seated(last).await, (json!(0), names.clone()));
    assert_eq!(seated(waiting).await, (json!(1), names));
}
