//! Scenes of use in a browser.

// Prints figures with --nocapture.
#![allow(clippy::print_stdout)]

use super::{
    chromium::Chromium,
    person::{New, begin, click_all, game_text, play_to_the_end, status, tab, wait_for_status},
};
use crate::pages::serve_with;
use axum::{
    Router,
    extract::Request,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use duiyi_connect6::{Board, Rules};
use duiyi_game::Side;
use duiyi_play::server::{ServerLimits, Store};
use duiyi_xiangqi::{
    Move, Xiangqi,
    formats::{GameReader, GameResult},
};
use serde_json::json;
use std::{
    fs,
    future::pending,
    path::PathBuf,
    process::Command,
    sync::atomic::{AtomicU32, Ordering},
};
use tokio::net::TcpListener;

const SIZE: (u32, u32) = (1200, 1000);
pub(super) const PERSONS: [&str; 2] = ["person", "person"];
const AGAINST_LEVEL_1: [&str; 2] = ["person", "1"];

/// A page of this size in pixels, with its own server, which stores games.
pub(super) async fn served(size: (u32, u32)) -> Chromium {
    static SERVERS: AtomicU32 = AtomicU32::new(0);
    let name = format!("browser-{}.sqlite", SERVERS.fetch_add(1, Ordering::Relaxed));
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&file);
    let store = Store::open(&file).map_err(|error| error.to_string());
    let address = serve_with(ServerLimits::default(), store, pending()).await.0;
    let mut page = Chromium::start(size).await;
    page.open(&format!("http://{address}/")).await;
    page
}

/// Wins a game of xiangqi against level 1.
async fn win_at_xiangqi(page: &mut Chromium) {
    begin(page, &New { game: "xiangqi", seats: AGAINST_LEVEL_1, ..New::default() }).await;
    let mut player = duiyi_xiangqi::kit::player();
    player.set_option("Hash", "16").unwrap();
    let game = play_to_the_end::<Xiangqi>(page, "", &mut *player, 30_000, 150).await;
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Side::First), "{}", game.write());
    wait_for_status(page, &format!("Red wins: {}", outcome.reason)).await;
    println!("xiangqi: {} moves, {}", game.moves().len(), outcome.reason);
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn xiangqi_is_played_to_mate() {
    let mut page = served(SIZE).await;
    win_at_xiangqi(&mut page).await;
    assert_eq!(page.errors, [""; 0]);
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn connect6_is_played_to_six_in_a_row() {
    let mut page = served(SIZE).await;
    begin(&mut page, &New { game: "connect6", seats: AGAINST_LEVEL_1, ..New::default() }).await;
    let mut player = duiyi_connect6::kit::player(Rules::CONNECT6);
    player.set_option("Hash", "16").unwrap();
    let game = play_to_the_end::<Board>(&mut page, "connect6", &mut *player, 2_000, 100).await;
    assert_eq!(game.outcome().unwrap().winner, Some(Side::First), "{}", game.write());
    wait_for_status(&mut page, "Black wins").await;
    assert_eq!(page.errors, [""; 0]);
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn moves_are_refused_and_taken_back_and_outlive_a_reload() {
    let mut page = served(SIZE).await;
    begin(&mut page, &New { game: "xiangqi", seats: PERSONS, ..New::default() }).await;
    click_all(&mut page, "h2e2").await;
    wait_for_status(&mut page, "Black to move").await;
    let before = game_text(&mut page).await;
    assert!(before.ends_with(" moves h2e2"), "{before}");
    // A rook does not jump.
    click_all(&mut page, "a9a4").await;
    page.wait_for("document.querySelector('#refusal').textContent").await;
    println!("refused: {}", page.text("document.querySelector('#refusal').textContent").await);
    assert_eq!(game_text(&mut page).await, before);
    click_all(&mut page, "h9g7").await;
    wait_for_status(&mut page, "Red to move").await;
    click_all(&mut page, "h0g2").await;
    wait_for_status(&mut page, "Black to move").await;
    page.click("[data-act=take-back]").await;
    wait_for_status(&mut page, "Red to move").await;
    let taken_back = game_text(&mut page).await;
    assert!(taken_back.ends_with(" moves h2e2 h9g7"), "{taken_back}");
    page.call("Page.reload", json!({})).await;
    page.wait_for("document.readyState === 'complete' && document.querySelector('#board svg')").await;
    page.wait_for(&format!("document.querySelector('#game-text').value === {}", json!(taken_back))).await;
    click_all(&mut page, "b0c2").await;
    wait_for_status(&mut page, "Black to move").await;
    assert_eq!(game_text(&mut page).await, format!("{taken_back} b0c2"));
    assert_eq!(page.errors, [""; 0]);
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn perpetual_check_is_ruled() {
    let mut page = served(SIZE).await;
    let position = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
    begin(&mut page, &New { game: "xiangqi", position, seats: PERSONS, ..New::default() }).await;
    let mut played = 0;
    for mv in ["a0a9", "d9d8", "a9a8", "d8d9"].into_iter().chain(["a8a9", "d9d8", "a9a8", "d8d9"].into_iter().cycle()) {
        if page.value("document.querySelector('#status').textContent.includes('wins')").await == true {
            break;
        }
        played += 1;
        assert!(played < 20, "no ruling: {}", status(&mut page).await);
        click_all(&mut page, mv).await;
        page.wait_for(&format!("document.querySelectorAll('#turns li').length === {played}")).await;
    }
    let ruled = status(&mut page).await;
    println!("ruled after {played} moves: {ruled}");
    assert!(ruled.contains("Black wins") && ruled.contains("perpetual check"), "{ruled}");
    let reasons = "document.querySelector('#ruling-text').textContent";
    assert!(page.text(reasons).await.contains("asian: perpetual check by Red"));
    page.click("#language").await;
    page.wait_for(&format!("{reasons}.includes('亚洲规则：红方长将')")).await;
    assert!(page.text(reasons).await.contains("红方车 a8a9：将"));
    assert_eq!(page.errors, [""; 0]);
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn stored_games_are_listed_in_the_chosen_notation() {
    let mut page = served(SIZE).await;
    // The thoughts of an engine in one game are not shown in the next one.
    // The book does not know this opening.
    let position = "moves a3a4 i6i5";
    begin(&mut page, &New { game: "xiangqi", seats: AGAINST_LEVEL_1, position, ..New::default() }).await;
    click_all(&mut page, "h2e2").await;
    page.wait_for("document.querySelectorAll('#turns li').length === 4").await;
    // What the engine thinks is shown on request only.
    assert_eq!(page.text("document.querySelector('#thought').textContent").await, "");
    tab(&mut page, "analysis").await;
    page.click("#thoughts").await;
    page.wait_for("document.querySelector('#thought').textContent.startsWith('Depth')").await;
    begin(&mut page, &New { game: "xiangqi", seats: PERSONS, ..New::default() }).await;
    wait_for_status(&mut page, "Red to move").await;
    page.wait_for("document.querySelector('#thought').textContent === ''").await;
    click_all(&mut page, "g3g4").await;
    wait_for_status(&mut page, "Black to move").await;
    for (notation, written) in [("WXF", "P3+1"), ("ICCS", "G3-G4"), ("中文", "兵三进一")] {
        page.value(&format!(
            "{{ const field = document.querySelector('#notation'); field.value = '{notation}'; \
             field.dispatchEvent(new Event('change', {{ bubbles: true }})); }}"
        ))
        .await;
        page.click("[data-act=games]").await;
        page.value("document.querySelector('[name=about]').value = 'analyses'").await;
        page.value("document.querySelector('#search').requestSubmit()").await;
        page.wait_for(&format!("document.querySelector('#kept').textContent.includes('{written}')")).await;
        page.click("#games [data-close]").await;
    }
    assert_eq!(page.errors, [""; 0]);
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn a_flag_falls_on_the_page() {
    let mut page = served(SIZE).await;
    begin(&mut page, &New { game: "xiangqi", seats: PERSONS, clock: "2", ..New::default() }).await;
    click_all(&mut page, "h2e2").await;
    wait_for_status(&mut page, "Red wins: time").await;
    assert_eq!(page.errors, [""; 0]);
}

/// A click plays a move of the book if it can be played.
#[tokio::test]
#[ignore = "needs Chromium"]
async fn openings_are_explored_and_players_change() {
    let mut page = served(SIZE).await;
    begin(&mut page, &New { game: "xiangqi", seats: PERSONS, ..New::default() }).await;
    tab(&mut page, "openings").await;
    let cannon = "[...document.querySelectorAll('#opening-moves tbody tr')].find((row) => row.textContent.includes('Central Cannon'))";
    page.wait_for(cannon).await;
    page.value(&format!("{cannon}.querySelector('button').click()")).await;
    wait_for_status(&mut page, "Black to move").await;
    assert_eq!(page.text("document.querySelector('#opening-name').textContent").await, "Central Cannon");
    let text = game_text(&mut page).await;
    assert!(text.ends_with(" moves h2e2"), "{text}");
    // The finished game is counted when the next one is explored; the explorer stays open.
    page.click("[data-act=resign]").await;
    assert!(page.text("document.querySelector('[data-act=resign]').textContent").await.contains('?'), "it asks once");
    page.click("[data-act=resign]").await;
    wait_for_status(&mut page, "Red wins").await;
    begin(&mut page, &New { game: "xiangqi", seats: PERSONS, ..New::default() }).await;
    let here = "[...document.querySelectorAll('#opening-moves table')].find((table) => \
                table.textContent.includes('Games on this server') && /1\\s*100$/.test(table.innerText) && \
                table.querySelector('[aria-label*=\"Won 100\"]'))";
    page.wait_for(here).await;
    // An engine takes a seat, and plays.
    tab(&mut page, "game").await;
    page.click("[data-act=sit]").await;
    page.value("document.querySelector('#sit-0').value = 1").await;
    page.click("#sit [type=submit]").await;
    page.wait_for("document.querySelectorAll('#turns li').length === 1").await;
    assert!(page.text("document.querySelector('#first .name').textContent").await.contains("level 1"));
    wait_for_status(&mut page, "Black to move").await;
    assert_eq!(page.errors, [""; 0]);
}

/// The moves, players and result of the first game of a record.
fn record(bytes: &[u8]) -> (Vec<Move>, Vec<Option<String>>, GameResult) {
    let game = GameReader::new(bytes).next().unwrap().unwrap();
    let tags = ["Red", "Black"].map(|name| game.tag(name).map(str::to_owned)).to_vec();
    (game.main_line().collect(), tags, game.result)
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn a_dropped_record_is_loaded_reviewed_and_saved() {
    let mut page = served(SIZE).await;
    page.wait_for("document.querySelector('#board svg')").await;
    let pgn = "[Game \"Chinese Chess\"]\n[Red \"Ann\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n\n\
               1. C2.5 H8+7 2. H2+3 R9.8 3. H8+7 H2+3 4. C5+4 H3+5 0-1\n";
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("dragged.pgn");
    fs::write(&file, pgn).unwrap();
    // A busy browser may lose such an event.
    for _ in 0..5 {
        for kind in ["dragEnter", "dragOver", "drop"] {
            let data = json!({ "items": [], "files": [file], "dragOperationsMask": 1 });
            page.call("Input.dispatchDragEvent", json!({ "type": kind, "x": 400, "y": 400, "data": data })).await;
        }
        tokio::time::sleep(std::time::Duration::from_secs(3)).await;
        if page.value("document.querySelectorAll('#turns li').length === 8").await == json!(true) {
            break;
        }
    }
    page.wait_for("document.querySelectorAll('#turns li').length === 8").await;
    wait_for_status(&mut page, "Black wins").await;
    tab(&mut page, "analysis").await;
    page.click("#review").await;
    page.wait_for("/Red \\d+, Black \\d+/.test(document.querySelector('#accuracy').textContent)").await;
    page.wait_for("document.querySelector('#progress').textContent === ''").await;
    println!("{}", page.text("document.querySelector('#accuracy').textContent").await);
    page.value(
        "const create = URL.createObjectURL; \
         URL.createObjectURL = (blob) => { window.saved = blob.text(); return create(blob); }; \
         document.querySelector('#format').value = 'PGN'",
    )
    .await;
    tab(&mut page, "game").await;
    page.click("#save").await;
    page.wait_for("window.saved").await;
    let saved = page.text("window.saved").await;
    assert_eq!(record(saved.as_bytes()), record(pgn.as_bytes()), "{saved}");
    // The lost cannon is noted in the game.
    tab(&mut page, "analysis").await;
    page.wait_for("document.querySelector('#mistakes .note')").await;
    page.click("#keep-review").await;
    page.wait_for("/better|wins/.test(document.querySelector('#turns .comment')?.textContent)").await;
    assert_eq!(page.errors, [""; 0]);
}

/// The medians in milliseconds of the first contentful paint, and of the delay from a click to the change
/// of the board.
async fn delays() -> [f64; 2] {
    let mut page = served(SIZE).await;
    let address = page.text("location.href").await;
    let mut paints = Vec::new();
    for _ in 0..5 {
        page.open("about:blank").await;
        page.open(&address).await;
        page.wait_for("performance.getEntriesByName('first-contentful-paint').length").await;
        let paint = page.value("performance.getEntriesByName('first-contentful-paint')[0].startTime").await;
        paints.push(paint.as_f64().unwrap());
    }
    begin(&mut page, &New { game: "xiangqi", seats: PERSONS, ..New::default() }).await;
    page.value(
        "window.waits = []; window.clicked = 0; \
         document.addEventListener('pointerdown', (event) => { window.clicked = event.timeStamp; }, true); \
         new MutationObserver(() => window.waits.push(performance.now() - window.clicked)) \
         .observe(document.querySelector('#board'), { childList: true, subtree: true, attributes: true })",
    )
    .await;
    for (ply, mv) in ["h2e2", "h9g7", "h0g2", "i9h9", "b0c2", "b9c7", "c3c4", "g6g5"].into_iter().enumerate() {
        click_all(&mut page, mv).await;
        page.wait_for(&format!("document.querySelectorAll('#turns li').length === {}", ply + 1)).await;
    }
    let waits = page.value("window.waits").await;
    let waits: Vec<f64> = waits.as_array().unwrap().iter().filter_map(|wait| wait.as_f64()).collect();
    assert!(waits.len() >= 16, "each click changes the board");
    [paints, waits].map(|mut figures| {
        figures.sort_by(f64::total_cmp);
        println!("{figures:.0?} ms");
        figures[figures.len() / 2]
    })
}

/// Other load on the machine slows the page down, so the test has ten attempts.
#[tokio::test]
#[ignore = "needs Chromium"]
async fn the_page_is_quick() {
    for _ in 0..10 {
        let [paint, answer] = delays().await;
        println!("first paint {paint:.0} ms, an answer to a click {answer:.0} ms");
        if paint <= 200.0 && answer <= 50.0 {
            return;
        }
    }
    panic!("the first paint takes more than 200 ms, or an answer more than 50 ms");
}

/// A file of a folder, as a host of static files serves it.
async fn file(folder: PathBuf, request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let name = if path.is_empty() { "index.html" } else { path };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        _ => "application/octet-stream",
    };
    match fs::read(folder.join(name)) {
        Ok(bytes) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The page needs only the folder that `examples/play-wasm/export` writes.
#[tokio::test]
#[ignore = "needs Chromium and the target wasm32-unknown-unknown"]
async fn xiangqi_is_played_to_mate_without_a_server() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play-without-a-server");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../play-wasm/export");
    assert!(Command::new(script).arg(&folder).status().unwrap().success(), "{script}");
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new().fallback(move |request| file(folder.clone(), request));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let mut page = Chromium::start(SIZE).await;
    page.open(&format!("http://{address}/")).await;
    win_at_xiangqi(&mut page).await;
    begin(&mut page, &New { game: "xiangqi", seats: PERSONS, clock: "2", ..New::default() }).await;
    click_all(&mut page, "h2e2").await;
    wait_for_status(&mut page, "Red wins: time").await;
    assert_eq!(page.errors, [""; 0]);
}
