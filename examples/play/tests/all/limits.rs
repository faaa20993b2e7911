//! The sizes of games and of their texts are limited.

use crate::pages::{begin, page, receive_kind, receive_view, send, server, turn};
use duiyi_play::server::ServerLimits;
use serde_json::json;

/// The game before goes on.
#[tokio::test]
async fn a_game_of_too_many_positions_is_refused() {
    let address = server(ServerLimits::default()).await;
    let mut page = page(address).await;
    send(&mut page, &begin("connect6")).await;
    receive_view(&mut page).await;
    let points = (1..=19).flat_map(|row| ('A'..='S').map(move |column| format!("{column}{row}")));
    let points: Vec<String> = points.filter(|point| point != "J10").collect();
    let turns = points
        .iter()
        .enumerate()
        .flat_map(|(index, one)| points[index + 1..].iter().map(move |other| format!("(I11-K11 {one}-{other})")));
    let turns: Vec<String> = turns.filter(|turn| !turn.contains("-I11") && !turn.contains(" I11")).collect();
    let turns: Vec<&String> = turns.iter().filter(|turn| !turn[8..].contains("K11")).take(12_000).collect();
    let tree = turns.iter().map(|turn| turn.as_str()).collect::<Vec<_>>().join("");
    let file = format!("[Duiyi \"connect6\"]\n\nJ10 A1-B1 {tree}");
    assert!(file.len() < 250_000, "{}", file.len());
    send(&mut page, &json!({ "do": "load", "file": file })).await;
    let refused = receive_kind(&mut page, "refused").await;
    assert!(refused.as_str().unwrap().ends_with("positions; the limit is 10000"), "{refused}");
    send(&mut page, &turn("J10")).await;
    assert_eq!(receive_view(&mut page).await["ply"], 1);
}

/// Whichever way the texts come.
#[tokio::test]
async fn long_texts_are_refused() {
    let mut page = page(server(ServerLimits::default()).await).await;
    let long = "x".repeat(200_000);
    let games = [
        json!({ "game": "tictactoe", "names": [long, ""] }),
        json!({ "game": "tictactoe", "names": ["", long] }),
        json!({ "game": "tictactoe", "event": long }),
        json!({ "game": "tictactoe", "date": long }),
        json!({ "game": "tictactoe", "rules": long }),
        json!({ "game": "tictactoe", "clock": long }),
        json!({ "game": long }),
    ];
    let begun = games.iter().flat_map(|begin| ["begin", "seek"].map(|kind| json!({ "do": kind, "begin": begin })));
    let tags = ["First", "Second", "Event", "Date", "Rules"];
    let files = tags.map(|tag| format!("[Duiyi \"tictactoe\"]\n[{tag} \"{long}\"]\n\nB2"));
    let loaded = files.iter().map(|file| json!({ "do": "load", "file": file }));
    for message in begun.chain(loaded) {
        send(&mut page, &message).await;
        let refused = receive_kind(&mut page, "refused").await;
        assert!(refused.as_str().unwrap().len() < 300, "{refused}");
    }
    send(&mut page, &json!({ "do": "begin", "begin": { "game": "tictactoe", "names": ["甲".repeat(60), ""] } })).await;
    receive_view(&mut page).await;
}
