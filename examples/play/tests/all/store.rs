//! Stored games are found unchanged, and damaged files are refused.

use crate::pages::{begin, page, receive_kind, receive_view, send, serve_with, turn};
use duiyi_play::{
    message::{Action, GameEnd, GameFilter, GameSetup, IndexEntry, ProblemId, SavedGame, Seat},
    server::{ServerLimits, Store, StoreError},
    session::{AnySession, ViewOptions},
};
use serde_json::json;
use std::{fs, path::PathBuf, time::Duration};
use tokio::sync::oneshot;

/// A new file for a test.
pub(crate) fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play-games");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.sqlite"));
    let _ = fs::remove_file(&path);
    path
}

fn at(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn ask_turn(text: &str) -> Action {
    Action::Turn { text: text.to_owned(), at: None }
}

/// Some games of two persons and an engine.
fn stocked(store: &Store) -> Vec<String> {
    let games = [
        ("xiangqi", ["Ann", "Bob"], "h2e2 h9g7 h0g2", Seat::Person, None),
        ("xiangqi", ["", "Ann"], "c3c4 g6g5", Seat::Engine { level: Some(5) }, Some((Some(0), "time"))),
        ("connect6", ["Ann", ""], "J10 I11-K11", Seat::Person, Some((None, "agreement"))),
    ];
    games
        .map(|(game, names, turns, seat, ended)| {
            let names = names.map(str::to_owned);
            let begin = GameSetup { game: game.into(), names, seats: [seat, Seat::Person], ..GameSetup::default() };
            let ended = ended.map(|(winner, reason)| GameEnd { winner, reason: reason.to_owned() });
            let saved = SavedGame { begin, turns: turns.into(), ended, ..SavedGame::default() };
            let session = play::games().restore(&saved).unwrap();
            store.put(None, &session.saved(at(0)), &session.index_entry()).unwrap()
        })
        .into()
}

#[test]
fn games_are_found_by_each_field_of_the_filter() {
    let store = Store::open(&file("found")).unwrap();
    let ids = stocked(&store);
    const NONE: [usize; 0] = [];
    let found = |find: GameFilter| -> Vec<usize> {
        let list = store.find(&find).unwrap();
        list.iter().map(|game| ids.iter().position(|id| *id == game.id).unwrap()).collect()
    };
    assert_eq!(found(GameFilter::default()), [2, 1, 0], "the newest first");
    assert_eq!(found(GameFilter { game: "xiangqi".into(), ..GameFilter::default() }), [1, 0]);
    assert_eq!(found(GameFilter { player: "ann".into(), ..GameFilter::default() }), [2, 1, 0]);
    assert_eq!(found(GameFilter { player: "engine 5".into(), ..GameFilter::default() }), [1]);
    assert_eq!(found(GameFilter { player: "%".into(), ..GameFilter::default() }), NONE);
    assert_eq!(found(GameFilter { result: "1-0".into(), ..GameFilter::default() }), [1]);
    assert_eq!(found(GameFilter { result: "*".into(), ..GameFilter::default() }), [0]);
    for opening in ["h2e2 h9", "炮二平五 马８进７", "C2=5"] {
        assert_eq!(found(GameFilter { opening: opening.into(), ..GameFilter::default() }), [0], "{opening}");
    }
    assert_eq!(
        found(GameFilter { opening: "h9g7".into(), ..GameFilter::default() }),
        NONE,
        "a search matches the beginning only"
    );
    for (about, expected) in [("games", &[1][..]), ("analyses", &[2, 0]), ("problems", &[])] {
        assert_eq!(found(GameFilter { about: about.into(), ..GameFilter::default() }), expected, "{about}");
    }
    let today = store.find(&GameFilter::default()).unwrap()[0].begun[..10].to_owned();
    assert_eq!(found(GameFilter { since: today.clone(), until: today, ..GameFilter::default() }), [2, 1, 0]);
    assert_eq!(found(GameFilter { until: "2001-01-01".into(), ..GameFilter::default() }), NONE);
    assert_eq!(found(GameFilter { since: "2999-01-01".into(), ..GameFilter::default() }), NONE);
    let error = store.find(&GameFilter { since: "soon".into(), ..GameFilter::default() }).unwrap_err();
    assert!(matches!(error, StoreError::Day(_)), "{error}");
    assert_eq!(found(GameFilter { skip: 2, ..GameFilter::default() }), [0]);
    let summary = &store.find(&GameFilter { skip: 2, ..GameFilter::default() }).unwrap()[0];
    assert_eq!((summary.turns, summary.players.each_ref().map(String::as_str)), (3, ["Ann", "Bob"]));
    assert_eq!(
        summary.openings,
        ["炮二平五 马８进７ 马二进三", "C2=5 H8+7 H2+3", "H2-E2 H9-G7 H0-G2", "h2e2 h9g7 h0g2"],
        "in each notation"
    );
    store.delete(&ids[1]).unwrap();
    assert_eq!(found(GameFilter::default()), [2, 0]);
    assert!(matches!(store.delete(&ids[1]), Err(StoreError::Unknown(_))));
    assert!(matches!(store.get(&ids[1]), Err(StoreError::Unknown(_))));
}

/// Turns, clocks and result are restored, and turns can be taken back.
#[test]
fn a_stored_game_is_restored() {
    let path = file("goes-on");
    let begin = GameSetup { game: "xiangqi".into(), clock: "60+5".into(), ..GameSetup::default() };
    let mut session = play::games().open(&begin).unwrap();
    for (seconds, text) in [(0, "h2e2"), (20, "h9g7"), (50, "h0g2")] {
        session.act(&ask_turn(text), at(seconds * 1000)).unwrap();
    }
    let before = session.view(ViewOptions::default(), at(55_000));
    let store = Store::open(&path).unwrap();
    session.leave(at(55_000));
    let id = store.put(None, &session.saved(at(99_000)), &session.index_entry()).unwrap();
    drop((store, session));
    let saved = Store::open(&path).unwrap().get(&id).unwrap();
    let mut again = play::games().restore(&saved).unwrap();
    assert_eq!(again.flag_falls(), None, "the clocks are stopped while no page is connected");
    again.resume(at(1_000_000));
    let after = again.view(ViewOptions::default(), at(1_000_000));
    assert_eq!(after.state.clocks, Some([40_000, 40_000]));
    assert_eq!((&before.state.clocks, &before.turns), (&after.state.clocks, &after.turns));
    assert_eq!(again.flag_falls(), Some(at(1_040_000)));
    again.act(&Action::TakeBack, at(1_000_000)).unwrap();
    assert_eq!(again.view(ViewOptions::default(), at(1_000_000)).ply, 2);
    again.act(&Action::Resign, at(1_000_000)).unwrap();
    let over = play::games().restore(&again.saved(at(0))).unwrap().view(ViewOptions::default(), at(0));
    assert_eq!(over.ended, Some(GameEnd { winner: Some(1), reason: "resignation".into() }));
}

/// A failed change leaves the stored game unchanged.
#[test]
fn changes_are_transactions() {
    let path = file("whole");
    let store = Store::open(&path).unwrap();
    let ids = stocked(&store);
    let mut saved = store.get(&ids[0]).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TRIGGER no AFTER UPDATE ON games BEGIN SELECT RAISE(ABORT, 'full'); END").unwrap();
    saved.turns = "a0a1".into();
    assert!(matches!(store.put(Some(&ids[0]), &saved, &IndexEntry::default()), Err(StoreError::Database(_))));
    assert_eq!(store.get(&ids[0]).unwrap().turns, "h2e2 h9g7 h0g2");
    other.execute_batch("DROP TRIGGER no").unwrap();
    // If writing the moves fails, the game is not changed either; deletion is tested likewise.
    let entry = play::games().restore(&SavedGame { turns: "h2e2".into(), ..saved.clone() }).unwrap().index_entry();
    for fails in ["INSERT", "DELETE"] {
        let trigger = format!("CREATE TRIGGER no BEFORE {fails} ON moves BEGIN SELECT RAISE(ABORT, 'full'); END");
        other.execute_batch(&trigger).unwrap();
        assert!(matches!(store.put(Some(&ids[0]), &saved, &entry), Err(StoreError::Database(_))), "{fails}");
        assert_eq!(store.get(&ids[0]).unwrap().turns, "h2e2 h9g7 h0g2", "{fails}");
        other.execute_batch("DROP TRIGGER no").unwrap();
    }
    let trigger = "CREATE TRIGGER no BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'full'); END";
    other.execute_batch(trigger).unwrap();
    let moves = || -> i64 { other.query_row("SELECT count(*) FROM moves", [], |row| row.get(0)).unwrap() };
    let before = moves();
    assert!(store.delete(&ids[0]).is_err() && store.get(&ids[0]).is_ok());
    assert_eq!((before, moves()), (8, 8), "no move is deleted");
    other.execute_batch("DROP TRIGGER no").unwrap();
    store.put(Some(&ids[0]), &saved, &IndexEntry { turns: 1, ..IndexEntry::default() }).unwrap();
    assert_eq!(store.get(&ids[0]).unwrap().turns, "a0a1");
    assert_eq!(store.find(&GameFilter::default()).unwrap().len(), 3);
}

#[test]
fn damaged_and_foreign_files_are_refused_and_unchanged() {
    let path = file("damaged");
    for text in [vec![b'x'; 5000], b"SQLite format 3\0 and no more".to_vec()] {
        fs::write(&path, &text).unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), text);
    }
    // One page of the database is overwritten.
    let path = file("overwritten");
    stocked(&Store::open(&path).unwrap());
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..8192].fill(0x5a);
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::Damaged { .. })));
    let path = file("foreign");
    rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE other (a)").unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::Foreign { .. })));
    let path = file("later");
    drop(Store::open(&path).unwrap());
    rusqlite::Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::Version { version: 99, .. })));
    let error = Store::open(&path.join("below/a/file")).unwrap_err();
    assert!(matches!(error, StoreError::Open { .. }), "{error}");
}

/// A file is private, and one store at a time changes it, by whatever path it is opened.
#[test]
fn only_one_store_changes_a_file() {
    let path = file("locked");
    let store = Store::open(&path).unwrap();
    let ids = stocked(&store);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!([mode(&path), mode(&path.with_extension("sqlite.lock"))], [0o600; 2]);
        let link = path.with_extension("link");
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(matches!(Store::open(&link), Err(StoreError::InUse { .. })), "the same file");
    }
    let error = Store::open(&path).unwrap_err();
    let (name, text) = (path.display().to_string(), error.to_string());
    assert!(matches!(error, StoreError::InUse { .. }), "{text}");
    assert!(text.starts_with(&format!("{name}: another server uses the file")) && text.contains("--games"), "{text}");
    // It can be read meanwhile, and not changed.
    let reader = Store::open_to_read(&path).unwrap();
    assert_eq!(reader.find(&GameFilter::default()).unwrap().len(), ids.len());
    assert!(matches!(reader.delete(&ids[0]), Err(StoreError::Database(_))));
    drop(store);
    assert!(Store::open(&path).unwrap().get(&ids[0]).is_ok());
}

/// Games of version 3 had no keys, and still belong to every page.
#[tokio::test]
async fn the_games_of_an_older_file_belong_to_every_page() {
    let path = file("no-keys");
    let ids = stocked(&Store::open(&path).unwrap());
    let older = "ALTER TABLE games DROP COLUMN owner; ALTER TABLE games DROP COLUMN first_key;
        ALTER TABLE games DROP COLUMN second_key; PRAGMA user_version = 3";
    rusqlite::Connection::open(&path).unwrap().execute_batch(older).unwrap();
    let store = Store::open(&path).map_err(|error| error.to_string());
    let (address, _) = serve_with(ServerLimits::default(), store, std::future::pending()).await;
    let mut page = page(address).await;
    send(&mut page, &json!({ "do": "open", "id": ids[0] })).await;
    receive_view(&mut page).await;
    send(&mut page, &turn("i9h9")).await;
    assert_eq!(receive_view(&mut page).await["ply"], 4);
    send(&mut page, &json!({ "do": "delete", "id": ids[0] })).await;
    send(&mut page, &json!({ "do": "open", "id": ids[0] })).await;
    receive_kind(&mut page, "refused").await;
}

/// A server shuts down and another one starts with the same file.
#[tokio::test]
async fn games_survive_a_restart() {
    let path = file("restart");
    let (end, ends) = oneshot::channel::<()>();
    let (address, server) = serve_with(ServerLimits::default(), Store::open(&path).map_err(|e| e.to_string()), async {
        let _ = ends.await;
    })
    .await;
    let mut first = page(address).await;
    let mut begun = begin("xiangqi");
    begun["begin"]["clock"] = json!("600");
    send(&mut first, &begun).await;
    receive_view(&mut first).await;
    send(&mut first, &turn("h2e2")).await;
    let id = receive_kind(&mut first, "kept-as").await;
    send(&mut first, &turn("h9g7")).await;
    assert_eq!(receive_view(&mut first).await["ply"], 2);
    end.send(()).unwrap();
    server.await.unwrap().unwrap();
    let (address, _) = serve_with(ServerLimits::default(), Store::open(&path).map_err(|e| e.to_string()), async {
        std::future::pending::<()>().await;
    })
    .await;
    let mut second = page(address).await;
    send(&mut second, &json!({ "do": "kept", "find": { "game": "xiangqi" } })).await;
    let list = receive_kind(&mut second, "kept").await;
    let listed = (list[0]["id"].as_str().unwrap(), &list[0]["turns"]);
    assert_eq!(listed, (id.as_str().unwrap().split_once('.').unwrap().0, &json!(2)));
    send(&mut second, &json!({ "do": "open", "id": id })).await;
    let view = receive_view(&mut second).await;
    assert_eq!((&view["ply"], &view["clock-runs"]), (&json!(2), &json!(true)));
    send(&mut second, &json!({ "do": "ask", "ask": { "do": "take-back" } })).await;
    assert_eq!(receive_view(&mut second).await["ply"], 1);
    send(&mut second, &json!({ "do": "delete", "id": id })).await;
    send(&mut second, &json!({ "do": "open", "id": id })).await;
    let refused = receive_kind(&mut second, "refused").await;
    assert!(refused.as_str().unwrap().starts_with("no game is stored under"), "{refused}");
}

/// Without a store everything else works.
#[tokio::test]
async fn a_server_with_a_damaged_file_works_without_a_store() {
    let path = file("without");
    fs::write(&path, "no database, but long enough for one page of it").unwrap();
    let store = Store::open(&path).map_err(|error| error.to_string());
    let (address, _) = serve_with(ServerLimits::default(), store, std::future::pending()).await;
    let mut page = page(address).await;
    send(&mut page, &begin("tictactoe")).await;
    receive_view(&mut page).await;
    send(&mut page, &turn("B2")).await;
    assert_eq!(receive_view(&mut page).await["ply"], 1);
    send(&mut page, &json!({ "do": "kept", "find": {} })).await;
    let refused = receive_kind(&mut page, "refused").await;
    assert!(
        refused.as_str().unwrap().contains("games are not stored: ") && refused.as_str().unwrap().contains("damaged")
    );
}

/// Persons with clocks, and friends without, play games; a problem is neither a game nor an analysis.
#[test]
fn games_analyses_and_problems_are_listed_apart() {
    let store = Store::open(&file("apart")).unwrap();
    let problem = play::games().offers().next().unwrap().problems[0].name.clone();
    let setups = [
        GameSetup { clock: "60".into(), ..GameSetup::default() },
        GameSetup { friendly: true, ..GameSetup::default() },
        GameSetup::default(),
        GameSetup { problem: Some(ProblemId::Name(problem)), ..GameSetup::default() },
    ];
    let put = |session: &dyn AnySession, entry: &IndexEntry| store.put(None, &session.saved(at(0)), entry).unwrap();
    let ids = setups.map(|setup| {
        let session = play::games().open(&GameSetup { game: "xiangqi".into(), ..setup }).unwrap();
        // A game without a turn is not listed.
        put(&*session, &session.index_entry());
        put(&*session, &IndexEntry { turns: 1, ..session.index_entry() })
    });
    for (about, expected) in [("games", &ids[..2]), ("analyses", &ids[2..3]), ("problems", &ids[3..])] {
        let mut listed: Vec<String> = store
            .find(&GameFilter { about: about.into(), ..GameFilter::default() })
            .unwrap()
            .into_iter()
            .map(|game| game.id)
            .collect();
        listed.reverse();
        assert_eq!(listed, expected, "{about}");
    }
}

/// A record that is only looked at is not stored; a turn or a comment stores it.
#[tokio::test]
async fn a_record_is_stored_when_somebody_changes_it() {
    let path = file("looked-at");
    let store = Store::open(&path).map_err(|error| error.to_string());
    let address = serve_with(ServerLimits::default(), store, std::future::pending()).await.0;
    let mut page = page(address).await;
    send(&mut page, &json!({ "do": "load", "file": "炮二平五 马８进７" })).await;
    let view = receive_view(&mut page).await;
    assert_eq!(view["ply"], 2);
    send(&mut page, &json!({ "do": "ask", "ask": { "do": "show", "node": 1 } })).await;
    receive_view(&mut page).await;
    assert_eq!(Store::open_to_read(&path).unwrap().find(&GameFilter::default()).unwrap().len(), 0);
    let comment = json!({ "do": "annotate", "node": 1, "comment": "the centre", "marks": [] });
    send(&mut page, &json!({ "do": "ask", "ask": comment })).await;
    receive_kind(&mut page, "kept-as").await;
    assert_eq!(Store::open_to_read(&path).unwrap().find(&GameFilter::default()).unwrap().len(), 1);
}
