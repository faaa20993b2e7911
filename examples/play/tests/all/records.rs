//! Records: exported games are read back equal, and invalid records are refused with a reason.

use crate::pages::{begin, page, receive_kind, receive_view, send, server, turn};
use crate::sessions::game_text;
use duiyi_play::{
    ReadGame,
    message::{Action, FileContent, GameEnd, GameSetup, SavedGame},
    server::ServerLimits,
};
use serde_json::json;
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

/// Games of every kind, finished and unfinished, from the initial and from other positions.
fn played() -> Vec<SavedGame> {
    let resigned = Some(GameEnd { winner: Some(1), reason: "resignation".into() });
    let games = [
        ("xiangqi", "", "", "h2e2 h9g7 h0g2 i9h9", resigned.clone()),
        ("xiangqi", "cxa2020-100", "3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1", "i0i9 d9d8", None),
        ("xiangqi", "", "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1", "b7b9", None),
        ("connect6", "", "", "J10 I11-K11 L11-K12", resigned.clone()),
        ("connect6", "", "", "J10", None),
        ("gomoku", "", "", "H8 H9 G8", None),
        ("tictactoe", "", "", "B2 A1 A3 C1 B1 B3", Some(GameEnd { winner: None, reason: "agreement".into() })),
        ("connect-four", "", "", "d d e", resigned),
    ];
    games
        .map(|(game, rules, position, turns, ended)| {
            let begin = GameSetup {
                game: game.into(),
                rules: rules.into(),
                position: position.into(),
                names: ["Ann \"A\"".into(), "乙".into()],
                event: "a test".into(),
                date: "2026.11.23".into(),
                ..GameSetup::default()
            };
            let saved = SavedGame { begin, turns: turns.into(), ended, ..SavedGame::default() };
            play::games().restore(&saved).unwrap_or_else(|error| panic!("{game}: {error}")).saved(NOW)
        })
        .into()
}

#[test]
fn exported_records_are_read_back_equal() {
    let games = play::games();
    let mut count = 0;
    for saved in played() {
        let session = games.restore(&saved).unwrap();
        let offer = games.offers().find(|offer| offer.name == saved.begin.game).unwrap();
        for &format in &offer.formats {
            let (name, bytes) = match session.export(format) {
                Ok(written) => written,
                // All games in this test can be exported in all formats.
                Err(error) => panic!("{format}: {error}"),
            };
            assert!(name.starts_with(&offer.name) && name.contains('.'));
            let read = games.read(&bytes.clone().into(), "xiangqi").unwrap_or_else(|error| {
                panic!("{} as {format}: {error}\n{}", offer.name, String::from_utf8_lossy(&bytes))
            });
            assert!(read.unread.is_empty() && read.games.iter().all(|game| game.faults.is_empty()));
            let [ReadGame { saved: mut again, .. }] = <[ReadGame; 1]>::try_from(read.games).expect("one game");
            // Some formats do not contain the reason for the result.
            if let (Some(ended), Some(had)) = (&mut again.ended, &saved.ended)
                && ended.reason == "according to the record"
            {
                ended.reason.clone_from(&had.reason);
            }
            let mut back = games.restore(&again).unwrap().saved(NOW);
            let mut expected = saved.clone();
            let has_names = back.begin.names == expected.begin.names;
            assert!(has_names || format == "DhtmlXQ" || format.contains("SGF"), "{format}: {:?}", back.begin.names);
            for begin in [&mut back.begin, &mut expected.begin] {
                if format != "text" && !format.starts_with("PGN") {
                    begin.rules.clear();
                }
                begin.event.clear();
                begin.date.clear();
            }
            assert_eq!(back, expected, "{} as {format}:\n{}", offer.name, String::from_utf8_lossy(&bytes));
            count += 1;
        }
    }
    assert_eq!(count, 3 * 6 + 2 * 5 + 2 * 3 + 1);
}

/// A position, turns, and a record in an old encoding.
#[test]
fn positions_turns_and_records_are_recognized() {
    let games = play::games();
    let text = |text: &str| FileContent::Text(text.to_owned());
    let position = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1";
    let read = |file: &FileContent, name: &str| games.read(file, name).map(|mut read| read.games.remove(0).saved);
    assert_eq!(read(&text(position), "xiangqi").unwrap().begin.position, position);
    assert_eq!(read(&text("h2e2 h9g7"), "xiangqi").unwrap().turns, "h2e2 h9g7");
    assert_eq!(read(&text(" J10 I11-K11 \n"), "connect6").unwrap().turns, "J10 I11-K11");
    assert_eq!(read(&text("炮二平五 马8进7"), "connect6").unwrap().turns, "h2e2 h9g7");
    assert_eq!(read(&text("h3e3 h10g8"), "xiangqi").unwrap().turns, "h2e2 h9g7");
    assert_eq!(read(&text(position), "connect6").unwrap().begin.game, "xiangqi");
    let chinese = b"[Red \"\xBA\xFA\"]\n\n1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 1-0\n";
    let old = read(&FileContent::from(chinese.to_vec()), "connect6").unwrap();
    assert_eq!((old.begin.game.as_str(), old.turns.as_str(), &*old.begin.names[0]), ("xiangqi", "h2e2", "胡"));
    assert_eq!(old.ended, Some(GameEnd { winner: Some(0), reason: "according to the record".into() }));
    let sgf = text("(;FF[4]GM[511];B[j10];W[i11k11])");
    assert_eq!(read(&sgf, "xiangqi").unwrap().begin.game, "connect6");
    for (bad, why) in [
        ("nonsense", "is neither a record nor a position of xiangqi"),
        ("h2e2 h9h8 h0g2", "move 2 of the list: "),
        ("炮二平二 马8进7", "'炮二平二' is not a legal move here"),
        ("[Duiyi \"xiangqi\"]\n[Wrong \"x\"]", "line 2: unknown tag 'Wrong'"),
        ("[Duiyi \"xiangqi\"]\n[Wrong", "line 2: '[Wrong' is not a tag"),
        ("[Duiyi \"xiangqi\"]\n[Result \"2-0\"]", "the result is '2-0'"),
        ("[FEN \"x\"]\n\n1. h2h3 h9h9", "FEN tag"),
        ("(;B[j10]W[", ""),
    ] {
        let error = read(&text(bad), "xiangqi").unwrap_err().to_string();
        assert!(error.contains(why), "{bad}: {error}");
    }
    let utf16 = "\u{feff}1. 炮二平五 马8进7 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(&FileContent::Bytes(utf16), "connect6").unwrap().turns, "h2e2 h9g7");
    let error = read(&FileContent::Bytes(vec![0xff, 0xfe, 1]), "xiangqi").unwrap_err().to_string();
    assert!(error.contains("the file is in no known format"), "{error}");
    let unknown = text("[Duiyi \"chess\"]\n\ne4");
    assert!(games.restore(&read(&unknown, "xiangqi").unwrap()).is_err());
    let session = games.restore(&played()[0]).unwrap();
    let error = session.export("PDF").unwrap_err().to_string();
    assert_eq!(error, "unknown format 'PDF'; expected one of PGN, PGN 中文, DhtmlXQ, XQF, WXF, text");
}

/// A game can be continued from its record.
#[test]
fn a_loaded_game_is_continued() {
    let games = play::games();
    let read = games.read(&FileContent::Text("1. C2.5 H8+7 2. H2+3 *".into()), "xiangqi").unwrap();
    let mut session = games.restore(&read.games[0].saved).unwrap();
    session.act(&Action::Turn { text: "i9h9".into(), at: None }, NOW).unwrap();
    assert!(game_text(&*session).ends_with("moves h2e2 h9g7 h0g2 i9h9"));
}

/// Variations, comments and marks survive each format that can hold them.
#[test]
fn variations_and_comments_are_exported_and_read_back() {
    let games = play::games();
    for (game, formats, moves) in [
        (
            "xiangqi",
            &["PGN", "PGN 中文", "DhtmlXQ", "XQF", "WXF", "text"][..],
            "{to begin} h2e2 $1 {good} (b2e2 h9g7 (b9c7) h0g2 $6) h9g7 {a \\ b} h0g2",
        ),
        ("connect6", &["SGF", "text"], "J10 {centre} I11-K11 $2 (I10-K10 J9-J11 $1) L10-J12"),
    ] {
        let begin = GameSetup { game: game.into(), ..GameSetup::default() };
        let saved = SavedGame { begin, turns: moves.into(), ..SavedGame::default() };
        let session = games.restore(&saved).unwrap();
        for format in formats {
            let (_, bytes) = session.export(format).unwrap();
            let read = games.read(&bytes.clone().into(), game).unwrap();
            let again = games.restore(&read.games[0].saved).unwrap();
            assert_eq!(again.saved(NOW).turns, moves, "{format}: {}", String::from_utf8_lossy(&bytes));
        }
    }
}

/// A page chooses a game of a file.
#[tokio::test]
async fn a_file_of_several_games_is_answered_with_its_contents() {
    let address = server(ServerLimits::default()).await;
    let mut page = page(address).await;
    let file = "[Red \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. C2.5 (C8.5 H2+3) H8+7 1-0\n\n\
                [Event \"Cup\"]\n[Date \"2026.11.26\"]\n\n1. H2+3 {one} *\n";
    send(&mut page, &json!({ "do": "load", "file": file })).await;
    let contents = receive_kind(&mut page, "contents").await;
    let expected = json!([
        { "title": "Ann – Bob", "result": "1-0", "turns": 2 },
        { "title": "Cup, 2026.11.26", "result": "*", "turns": 1 },
    ]);
    assert_eq!(contents, expected);
    send(&mut page, &json!({ "do": "load", "file": file, "number": 1 })).await;
    assert_eq!(receive_view(&mut page).await["nodes"][1]["comment"], "one");
    send(&mut page, &json!({ "do": "load", "file": file, "number": 2 })).await;
    assert_eq!(receive_kind(&mut page, "refused").await, "the file has no game 2; it has 2");
}

/// A damaged game opens as far as it goes, and the page is sent what was left out.
#[tokio::test]
async fn a_damaged_record_opens_and_its_faults_are_sent() {
    let address = server(ServerLimits::default()).await;
    let mut page = page(address).await;
    let damaged = "[Red \"Ann\"]\n\n1. h2e2 (1. b0a0) h9g7 2. h0g2 h0g2 *\n";
    send(&mut page, &json!({ "do": "load", "file": damaged })).await;
    let faults = receive_kind(&mut page, "faults").await;
    let [first, second] = faults.as_array().unwrap().as_slice() else { panic!("{faults}") };
    assert!(first.as_str().unwrap().contains("line 3: move 1 of Red (ply 1): 'b0a0' is not a legal move"), "{first}");
    assert!(second.as_str().unwrap().contains("move 2 of Black (ply 4)"), "{second}");
    send(&mut page, &json!({ "do": "load", "file": "1. h2e2 h9g7 *" })).await;
    receive_view(&mut page).await;
    let file = format!("{damaged}[Red \"Bob\"]\n[FEN \"x\"]\n1. h2e2 *\n[Red \"Cid\"]\n1. h2e2 *\n");
    send(&mut page, &json!({ "do": "load", "file": file })).await;
    assert_eq!(receive_kind(&mut page, "contents").await.as_array().unwrap().len(), 2);
    let faults = receive_kind(&mut page, "faults").await;
    assert!(faults[0].as_str().unwrap().starts_with("game 2 (from line 4): line 5: FEN tag: "), "{faults}");
    assert_eq!(faults.as_array().unwrap().len(), 1);
    send(&mut page, &json!({ "do": "load", "file": file, "number": 1 })).await;
    // After the views of the games before.
    while receive_view(&mut page).await["turns"].as_array().unwrap().len() != 1 {}
}

#[tokio::test]
async fn a_page_loads_and_exports_records() {
    let address = server(ServerLimits::default()).await;
    let mut page = page(address).await;
    send(&mut page, &begin("xiangqi")).await;
    receive_view(&mut page).await;
    send(&mut page, &turn("h2e2")).await;
    receive_view(&mut page).await;
    send(&mut page, &json!({ "do": "export", "format": "DhtmlXQ" })).await;
    let file = receive_kind(&mut page, "file").await;
    assert_eq!(file["name"], "xiangqi.txt");
    send(&mut page, &json!({ "do": "load", "file": "(;B[j10];W[i11k11])" })).await;
    assert_eq!(receive_view(&mut page).await["offer"], "connect6");
    send(&mut page, &json!({ "do": "load", "file": file["file"].as_str().unwrap().bytes().collect::<Vec<_>>() })).await;
    let view = receive_view(&mut page).await;
    assert_eq!((&view["offer"], &view["turns"][0]["texts"][2]), (&json!("xiangqi"), &json!("H2-E2")));
    send(&mut page, &json!({ "do": "export", "format": "SGF" })).await;
    assert!(receive_kind(&mut page, "refused").await.as_str().unwrap().starts_with("unknown format 'SGF'"));
}
