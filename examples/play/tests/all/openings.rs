//! The opening explorer: the moves of the book and of stored games.

use crate::{
    pages::{Page, ask, begin, page, receive, receive_kind, receive_view, send, serve_games, serve_with, turn},
    store::file,
};
use connect_four::ConnectFour;
use duiyi_book::{Draft, OpenBook, Proof};
use duiyi_game::{NodeId, Notation};
use duiyi_kit::GameKit;
use duiyi_play::{
    Game, Games,
    message::{Action, Explored, GameEnd, GameFilter, GameSetup, IndexEntry, SavedGame},
    server::{ServerLimits, Store},
    session::{AnySession, ViewOptions},
};
use duiyi_xiangqi::endgame::EndgameFolder;
use serde_json::{Value, json};
use std::{future::pending, sync::Arc, time::Duration};

const NOW: Duration = Duration::ZERO;
const EXPLORES: ViewOptions = ViewOptions { node: None, explores: true };

fn open(game: &str, position: &str) -> Box<dyn AnySession> {
    let begin = GameSetup { game: game.into(), position: position.into(), ..GameSetup::default() };
    play::games().open(&begin).unwrap_or_else(|error| panic!("{begin:?}: {error}"))
}

fn explored(session: &mut dyn AnySession) -> Explored {
    session.view(EXPLORES, NOW).study.explored.unwrap()
}

fn names(name: &Option<[String; 2]>) -> [&str; 2] {
    name.as_ref().map_or([""; 2], |[english, chinese]| [english, chinese])
}

/// A folder with the table of king and pawn against king, removed at the end.
struct PawnTable(std::path::PathBuf);

impl PawnTable {
    fn build(name: &str) -> PawnTable {
        let path = std::env::temp_dir().join(format!("duiyi-play-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        let mut folder = EndgameFolder::open(&path).unwrap();
        folder.build(&"kpk".parse().unwrap(), 1, &|_| std::ops::ControlFlow::Continue(()), &mut |_| ()).unwrap();
        PawnTable(path)
    }
}

impl Drop for PawnTable {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const PAWN: &str = "4k4/9/4P4/9/9/9/9/9/9/3K5 w";

#[test]
fn endgame_tables_give_the_result_of_every_move() {
    let table = PawnTable::build("endgames");
    let mut games = play::games();
    games.open_endgames(&table.0).unwrap();
    let with_tables = games.offers().filter(|offer| offer.features.endgames).map(|offer| offer.name.as_str());
    assert_eq!(with_tables.collect::<Vec<_>>(), ["xiangqi"]);
    let begin =
        |position: &str| GameSetup { game: "xiangqi".into(), position: position.into(), ..GameSetup::default() };
    let mut session = games.open(&begin(PAWN)).unwrap();
    let moves = explored(&mut *session).endgame.unwrap();
    assert_eq!(moves.len(), duiyi_game::legal_moves(&duiyi_xiangqi::Xiangqi::new(PAWN.parse().unwrap())).len());
    let plies = moves[0].plies.unwrap();
    assert_eq!((moves[0].verdict, moves[0].texts.len(), plies % 2), ("won", 4, 1));
    let rank = |verdict| ["won", "drawn", "lost"].iter().position(|each| *each == verdict).unwrap();
    assert!(moves.is_sorted_by_key(|each| (rank(each.verdict), each.plies)), "{moves:?}");
    // After the best move the other side loses in all of its moves, at most one ply earlier.
    session.act(&Action::Turn { text: moves[0].texts[3].clone(), at: None }, NOW).unwrap();
    let replies = explored(&mut *session).endgame.unwrap();
    assert!(replies.iter().all(|reply| reply.verdict == "lost"), "{replies:?}");
    assert_eq!(replies[0].plies, Some(plies - 1));
    assert_eq!(explored(&mut *games.open(&begin("")).unwrap()).endgame, None, "no table has 32 pieces");
    assert_eq!(explored(&mut *open("xiangqi", PAWN)).endgame, None, "no tables are open");
    let mut without = Games::new([Game::new(connect_four::kit())]);
    assert_eq!(without.open_endgames(&table.0).unwrap_err().to_string(), "no game has endgame tables");
    let missing = games.open_endgames(&table.0.join("missing")).unwrap_err().to_string();
    assert!(missing.contains("missing"), "{missing}");
}

#[tokio::test]
async fn the_server_sends_the_results_of_endgame_tables() {
    let table = PawnTable::build("server");
    let mut games = play::games();
    games.open_endgames(&table.0).unwrap();
    let address = serve_games(games, ServerLimits::default(), Err("a test".to_owned()), pending()).await.0;
    let mut page = page(address).await;
    send(&mut page, &json!({ "do": "games" })).await;
    let offers = receive_kind(&mut page, "games").await;
    assert_eq!((&offers[0]["endgames"], &offers[1]["endgames"]), (&json!(true), &json!(false)));
    send(&mut page, &json!({ "do": "begin", "begin": { "game": "xiangqi", "position": PAWN } })).await;
    receive_view(&mut page).await;
    send(&mut page, &show(true, None)).await;
    let explored = receive_view(&mut page).await["explored"].clone();
    let best = &explored["endgame"][0];
    assert_eq!(best["verdict"], "won", "{explored}");
    send(&mut page, &turn(best["texts"][3].as_str().unwrap())).await;
    let reply = receive_view(&mut page).await["explored"]["endgame"][0].clone();
    assert_eq!(reply["plies"].as_u64().map(|plies| plies + 1), best["plies"].as_u64(), "{reply}");
}

#[test]
fn the_book_of_a_game_is_shown_with_names_and_results() {
    let games = play::games();
    let with_book: Vec<&str> =
        games.offers().filter(|offer| offer.features.book).map(|offer| offer.name.as_str()).collect();
    assert_eq!(with_book, ["xiangqi", "connect6"]);
    let mut session = open("xiangqi", "");
    assert!(session.view(ViewOptions::default(), NOW).study.explored.is_none(), "not before it is requested");
    let start = explored(&mut *session);
    assert_eq!((start.to_move, &start.name), (0, &None));
    let most = &start.moves[0];
    assert_eq!((most.texts[0].as_str(), most.texts[3].as_str()), ("炮二平五", "h2e2"));
    assert_eq!(names(&most.name), ["Central Cannon", "中炮"]);
    assert!(start.moves.len() >= 4 && start.moves.is_sorted_by_key(|known| std::cmp::Reverse(known.games)));
    for known in &start.moves {
        assert!(known.games > 0 && known.results.iter().map(|&count| u64::from(count)).sum::<u64>() == known.games);
    }
    // The text of a move can be played; then Black is to move.
    session.act(&Action::Turn { text: most.texts[3].clone(), at: None }, NOW).unwrap();
    let then = explored(&mut *session);
    assert_eq!((then.to_move, names(&then.name)), (1, ["Central Cannon", "中炮"]));
    let earlier = session.view(ViewOptions { node: Some(NodeId::ROOT), ..EXPLORES }, NOW).study.explored.unwrap();
    assert_eq!(earlier, start, "the position shown counts");
    // A position that is not in the book.
    assert_eq!(explored(&mut *open("xiangqi", "3k5/9/9/9/9/9/9/9/9/R3K4 w")).moves, []);
}

#[test]
fn the_named_openings_of_connect6_are_played_stone_by_stone() {
    let mut session = open("connect6", "");
    let texts = |explored: &Explored| -> Vec<String> {
        explored.moves.iter().map(|known| known.texts.last().unwrap().clone()).collect()
    };
    assert_eq!(texts(&explored(&mut *session)), ["J10"]);
    session.act(&Action::Turn { text: "J10".into(), at: None }, NOW).unwrap();
    let mut named = Vec::new();
    for first in texts(&explored(&mut *session)) {
        let mut session = open("connect6", &format!("moves J10 {first}"));
        let seconds = explored(&mut *session);
        assert_eq!(seconds.to_move, 1, "the turn is not over");
        for second in &seconds.moves {
            assert!(names(&second.name)[1].ends_with('局'), "{second:?}");
            named.push(names(&second.name)[0].to_owned());
        }
    }
    named.sort();
    named.dedup();
    assert_eq!(named.len(), 20, "{named:?}");
    // The name stays as the game continues; another game of the family has none.
    let session = explored(&mut *open("connect6", "moves J10 I11-K11 L11-K12"));
    assert_eq!((names(&session.name), session.moves.len()), (["shui-shui", "水水局"], 0));
    assert_eq!(explored(&mut *open("gomoku", "moves H8")), Explored { to_move: 1, ..Explored::default() });
}

/// A book in the kit of any game is shown, with the proved results of its moves.
#[test]
fn a_book_in_the_kit_is_shown() {
    let start = ConnectFour::begin("").unwrap();
    let mut book = Draft::new(&start);
    for (text, proof) in [("d", Proof::Win), ("a", Proof::Loss)] {
        book.prove(&start, start.read_move(text).unwrap(), proof);
    }
    let book: OpenBook<ConnectFour> = Arc::new(book);
    let kit = GameKit { book: Arc::new(move || Some(Arc::clone(&book))), ..connect_four::kit() };
    let games = Games::new([Game::new(kit)]);
    assert!(games.offers().next().unwrap().features.book);
    let mut session = games.open(&GameSetup { game: "connect-four".into(), ..GameSetup::default() }).unwrap();
    let moves = explored(&mut *session).moves;
    let mut proved: Vec<_> = moves.iter().map(|known| (known.texts[0].as_str(), known.proof)).collect();
    proved.sort();
    assert_eq!(proved, [("a", Some("loss")), ("d", Some("win"))]);
}

/// Stores a game.
fn store_game(store: &Store, game: &str, turns: &str, winner: Option<Option<usize>>) -> String {
    let ended = winner.map(|winner| GameEnd { winner, reason: "a test".into() });
    let begin = GameSetup { game: game.into(), ..GameSetup::default() };
    let saved = SavedGame { begin, turns: turns.into(), ended, ..SavedGame::default() };
    let session = play::games().restore(&saved).unwrap();
    store.put(None, &session.saved(NOW), &session.index_entry()).unwrap()
}

/// The moves of the stored games in the last position of a game: moves, games and results.
fn played(store: &Store, game: &str, position: &str, except: Option<&str>) -> Vec<(String, u64, [u32; 3])> {
    let session = open(game, position);
    let counted = store.moves(&session.kind(), session.key(EXPLORES), except).unwrap();
    let moves = session.played(EXPLORES, &counted).into_iter();
    moves.map(|known| (known.texts.last().unwrap().clone(), known.games, known.results)).collect()
}

/// Three games with the central cannon, one of them mirrored and one unfinished, and another game.
fn stocked(store: &Store) -> [String; 4] {
    [
        store_game(store, "xiangqi", "h2e2 h9g7 b0c2 b9c7", Some(Some(0))),
        store_game(store, "xiangqi", "b2e2 b9c7", Some(Some(1))),
        store_game(store, "xiangqi", "h2e2 h7e7", None),
        store_game(store, "xiangqi", "c3c4", Some(None)),
    ]
}

#[test]
fn stored_games_are_counted_by_position() {
    let store = Store::open(&file("explored")).unwrap();
    let [won, ..] = stocked(&store);
    let row = |text: &str, games, results| (text.to_owned(), games, results);
    let start = played(&store, "xiangqi", "", None);
    assert_eq!(start.len(), 2);
    assert_eq!(start[0], row("h2e2", 3, [1, 0, 1]), "the mirror is the same move, shown on the usual side");
    assert_eq!(start[1], row("g3g4", 1, [0, 1, 0]));
    // Black's replies with results from Black's side, also mirrored.
    assert_eq!(played(&store, "xiangqi", "moves h2e2", None), [row("h9g7", 2, [1, 0, 1]), row("h7e7", 1, [0, 0, 0])]);
    assert_eq!(played(&store, "xiangqi", "moves b2e2", None), [row("b9c7", 2, [1, 0, 1]), row("b7e7", 1, [0, 0, 0])]);
    assert_eq!(played(&store, "xiangqi", "moves h2e2", Some(&won)).len(), 2);
    assert_eq!(played(&store, "xiangqi", "moves h2e2", Some(&won))[0].1, 1, "except one game");
    // The order of the moves does not matter; the kind of game does.
    assert_eq!(played(&store, "xiangqi", "moves b0c2 h9g7 h2e2", None), [row("b9c7", 1, [0, 0, 1])]);
    assert_eq!(played(&store, "connect-four", "", None), []);
    // A game with turns taken back, and a deleted game.
    let mut session = play::games().restore(&store.get(&won).unwrap()).unwrap();
    let mut saved = session.saved(NOW);
    (saved.turns, saved.ended) = ("g3g4".into(), None);
    session = play::games().restore(&saved).unwrap();
    store.put(Some(&won), &session.saved(NOW), &session.index_entry()).unwrap();
    assert_eq!(played(&store, "xiangqi", "moves h2e2", None)[0].1, 1);
    store.delete(&won).unwrap();
    assert_eq!(played(&store, "xiangqi", "", None).iter().map(|row| row.1).sum::<u64>(), 3);
}

/// The order of the stones of a turn, and a rotation of the board, make no difference.
#[test]
fn turns_of_two_stones_are_counted_once_for_both_orders() {
    let store = Store::open(&file("stones")).unwrap();
    for turns in ["J10 I11-K11", "J10 K11-I11", "J10 K9-K11"] {
        store_game(&store, "connect6", turns, Some(Some(1)));
    }
    let first = played(&store, "connect6", "moves J10", None);
    assert_eq!(first.iter().map(|row| (row.1, row.2)).collect::<Vec<_>>(), [(3, [3, 0, 0])], "{first:?}");
    let second = played(&store, "connect6", &format!("moves J10 {}", first[0].0), None);
    assert_eq!(second.iter().map(|row| row.1).sum::<u64>(), 3, "{second:?}");
}

/// The games in a file of an earlier version of the program are counted too.
#[test]
fn the_games_of_an_older_file_are_counted() {
    let path = file("older");
    {
        let store = Store::open(&path).unwrap();
        stocked(&store);
    }
    let file = rusqlite::Connection::open(&path).unwrap();
    let older = "DROP TABLE moves; ALTER TABLE games DROP COLUMN placed; ALTER TABLE games DROP COLUMN owner; ALTER TABLE games DROP COLUMN first_key;
        ALTER TABLE games DROP COLUMN second_key; PRAGMA user_version = 1;
        UPDATE games SET saved = 'nonsense' WHERE turns = 1";
    file.execute_batch(older).unwrap();
    drop(file);
    let index = |saved: &SavedGame| -> Option<IndexEntry> {
        play::games().restore(saved).ok().map(|session| session.index_entry())
    };
    for _ in 0..2 {
        let store = Store::open(&path).unwrap();
        store.index_old_games(index).unwrap();
        assert_eq!(played(&store, "xiangqi", "", None).iter().map(|row| row.1).collect::<Vec<_>>(), [3]);
        assert_eq!(store.find(&GameFilter::default()).unwrap().len(), 4, "no game is lost");
    }
    // Indexed games are not read again.
    Store::open(&path).unwrap().index_old_games(|_| panic!("an old game")).unwrap();
}

/// Version 2 of the file had one notation per game.
#[test]
fn the_games_of_an_older_file_have_all_notations() {
    let path = file("one-notation");
    drop(stocked(&Store::open(&path).unwrap()));
    let older = "UPDATE games SET shown = '炮二平五'; ALTER TABLE games DROP COLUMN owner; ALTER TABLE games DROP COLUMN first_key;
        ALTER TABLE games DROP COLUMN second_key; PRAGMA user_version = 2";
    rusqlite::Connection::open(&path).unwrap().execute_batch(older).unwrap();
    let store = Store::open(&path).unwrap();
    let openings = |index: usize| store.find(&GameFilter::default()).unwrap()[index].openings.clone();
    assert_eq!(openings(0), ["炮二平五"], "before they are indexed");
    store.index_old_games(|saved| play::games().restore(saved).ok().map(|session| session.index_entry())).unwrap();
    let xiangqi = store.find(&GameFilter { game: "xiangqi".into(), ..GameFilter::default() }).unwrap();
    assert!(xiangqi.iter().all(|game| game.openings.len() == 4 && game.openings[3].starts_with(char::is_alphabetic)));
}

fn show(explores: bool, ply: Option<usize>) -> Value {
    ask(&json!({ "do": "show", "explores": explores, "node": ply }))
}

/// The moves of stored games that the server sends for the position shown, if it sends any before the
/// answer to the next request.
async fn played_moves(page: &mut Page) -> Option<Vec<String>> {
    send(page, &json!({ "do": "export", "format": "none" })).await;
    let mut played = None;
    loop {
        let message = receive(page).await;
        if let Some(moves) = message.get("played") {
            let text = |known: &Value| known["texts"].as_array().unwrap().last().unwrap().as_str().unwrap().to_owned();
            played = Some(moves.as_array().unwrap().iter().map(text).collect());
        }
        if message.get("refused").is_some() {
            return played;
        }
    }
}

#[tokio::test]
async fn a_page_explores_what_was_played_here() {
    let path = file("explorer");
    stocked(&Store::open(&path).unwrap());
    let store = Store::open(&path).map_err(|error| error.to_string());
    let address = serve_with(ServerLimits::default(), store, pending()).await.0;
    let mut page = page(address).await;
    send(&mut page, &begin("xiangqi")).await;
    assert_eq!(receive_view(&mut page).await["explored"], Value::Null);
    assert_eq!(played_moves(&mut page).await, None);
    send(&mut page, &show(true, None)).await;
    assert!(receive_view(&mut page).await["explored"]["moves"][0]["games"].as_u64() > Some(0));
    assert_eq!(played_moves(&mut page).await.unwrap().len(), 2);
    send(&mut page, &show(true, None)).await;
    assert_eq!(played_moves(&mut page).await, None, "once");
    send(&mut page, &turn("h2e2")).await;
    assert_eq!(played_moves(&mut page).await.unwrap(), ["h9g7", "h7e7"]);
    send(&mut page, &turn("g9e7")).await;
    assert_eq!(played_moves(&mut page).await.unwrap(), [""; 0], "its own game is not counted");
    send(&mut page, &show(true, Some(1))).await;
    assert_eq!(played_moves(&mut page).await.unwrap(), ["h9g7", "h7e7"]);
    send(&mut page, &show(false, None)).await;
    assert_eq!(played_moves(&mut page).await, None);
    // The explorer stays open in the next game.
    send(&mut page, &show(true, None)).await;
    assert_eq!(played_moves(&mut page).await.unwrap(), [""; 0]);
    send(&mut page, &begin("connect-four")).await;
    while receive_view(&mut page).await["offer"] != "connect-four" {}
    assert_eq!(played_moves(&mut page).await.unwrap(), [""; 0]);
}
