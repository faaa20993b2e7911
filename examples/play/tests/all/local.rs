//! A page without a server, and without a page: messages in, messages out.

use duiyi_play::local::LocalBackend;
use serde_json::{Value, json};
use std::{cell::Cell, time::Duration};

/// A page with a clock that goes as the test says.
struct Page {
    local: LocalBackend,
    now: Cell<u64>,
}

impl Page {
    fn new() -> Page {
        Page { local: LocalBackend::new(play::games()), now: Cell::new(0) }
    }

    /// What is answered to a message.
    fn tell(&mut self, message: &Value) -> Vec<Value> {
        let mut heard = Vec::new();
        let now = Duration::from_millis(self.now.get());
        self.local.handle(&message.to_string(), now, &mut |told| heard.push(serde_json::to_value(told).unwrap()));
        heard
    }

    fn ask(&mut self, ask: &Value) -> Vec<Value> {
        self.tell(&json!({ "do": "ask", "ask": ask }))
    }

    fn turn(&mut self, text: &str) -> Vec<Value> {
        self.ask(&json!({ "do": "turn", "text": text }))
    }

    fn begin(&mut self, begin: Value) -> Vec<Value> {
        self.tell(&json!({ "do": "begin", "begin": begin }))
    }

    /// Lets an engine think; nothing if none is to move.
    fn think(&mut self) -> Option<Vec<Value>> {
        let (mut heard, now) = (Vec::new(), &self.now);
        let clock = || Duration::from_millis(now.get());
        let thought = self.local.run_job(clock, &mut |told| heard.push(serde_json::to_value(told).unwrap()));
        thought.then_some(heard)
    }
}

#[test]
fn a_person_plays_an_engine() {
    let mut page = Page::new();
    assert_eq!(page.tell(&json!({ "do": "games" }))[0]["games"][0]["name"], "xiangqi");
    let engine = json!({ "kind": "engine", "level": 1 });
    let begun = page.begin(json!({ "game": "tictactoe", "seats": [{ "kind": "person" }, engine] }));
    assert!(begun.len() == 1 && begun[0]["view"]["thinking"] == false, "{begun:?}");
    assert!(page.think().is_none());
    let moved = page.turn("B2");
    assert_eq!((&moved[0]["view"]["ply"], &moved[0]["view"]["thinking"]), (&json!(1), &json!(true)));
    // What is asked before the engine has begun does not take its task away.
    page.ask(&json!({ "do": "show" }));
    let answered = page.think().expect("an engine is to move");
    assert_eq!(answered.last().unwrap()["view"]["ply"], 2);
    assert!(answered.iter().any(|told| told.get("thought").is_some()), "{answered:?}");
    assert!(page.think().is_none());
    assert_eq!(page.ask(&json!({ "do": "take-back" }))[0]["view"]["ply"], 0);
}

/// The book is in the page; there are no kept games to tell of.
#[test]
fn the_book_is_explored_without_a_server() {
    let mut page = Page::new();
    page.begin(json!({ "game": "xiangqi" }));
    let told = page.ask(&json!({ "do": "show", "explores": true }));
    assert_eq!((told.len(), &told[0]["view"]["explored"]["moves"][0]["texts"][3]), (1, &json!("b2e2")));
    let told = page.turn("h2e2");
    assert_eq!(told[0]["view"]["explored"]["name"], json!(["Central Cannon", "中炮"]));
    // Also in the next game.
    assert!(page.begin(json!({ "game": "connect6" }))[0]["view"]["explored"]["moves"].is_array());
}

/// What an engine was to do for a game that was left, or a turn that was taken back, is not done.
#[test]
fn what_nobody_waits_for_is_not_thought_about() {
    let mut page = Page::new();
    let seats = json!([{ "kind": "person" }, { "kind": "engine", "level": 1 }]);
    for begins_anew in [false, true] {
        page.begin(json!({ "game": "connect-four", "seats": seats }));
        page.turn("d");
        if begins_anew {
            page.begin(json!({ "game": "connect-four" }));
        } else {
            page.ask(&json!({ "do": "take-back" }));
        }
        assert!(page.think().is_none());
        let view = page.turn("a");
        assert_eq!(view[0]["view"]["ply"], 1, "{view:?}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut page = Page::new();
    assert_eq!(page.turn("h2e2")[0]["refused"], "no game is begun");
    page.begin(json!({ "game": "xiangqi" }));
    let refused = |told: &[Value]| told[0]["refused"].as_str().unwrap_or_default().to_owned();
    assert!(refused(&page.tell(&json!({ "do": "fly" }))).starts_with("not understood"));
    assert!(refused(&page.begin(json!({ "game": "chess" }))).starts_with("unknown game"));
    for gone in [json!({ "do": "open", "id": "1" }), json!({ "do": "delete", "id": "1" })] {
        assert_eq!(refused(&page.tell(&gone)), "without a server only the last game is kept");
    }
    assert_eq!(page.tell(&json!({ "do": "kept", "find": {} })), [json!({ "kept": [] })]);
    assert_eq!(page.turn("h2e2")[0]["view"]["ply"], 1, "the game is still there");
}

/// A position of the review at a time, so that the page is heard in between.
#[test]
fn a_game_is_reviewed_position_by_position() {
    let mut page = Page::new();
    page.begin(json!({ "game": "connect-four" }));
    for column in ["d", "d", "a"] {
        page.turn(column);
    }
    page.ask(&json!({ "do": "review", "milliseconds": 10 }));
    let mut judged = 0;
    while let Some(told) = page.think() {
        let review = &told.iter().rev().find_map(|told| told.get("view")).unwrap()["review"];
        judged = review["from"].as_u64().unwrap() + review["judged"].as_array().unwrap().len() as u64;
        page.now.set(page.now.get() + 10);
    }
    assert_eq!(judged, 4);
}

#[test]
fn a_flag_falls_at_its_time() {
    let mut page = Page::new();
    page.begin(json!({ "game": "xiangqi", "clock": "2" }));
    assert_eq!(page.local.flag_falls(), None);
    page.now.set(5000);
    page.turn("h2e2");
    assert_eq!(page.local.flag_falls(), Some(Duration::from_millis(7000)));
    let mut told = Vec::new();
    page.local.update(Duration::from_millis(7001), &mut |message| told.push(serde_json::to_value(message).unwrap()));
    assert_eq!(told[0]["view"]["ended"], json!({ "winner": 0, "reason": "time" }));
    assert_eq!(page.local.flag_falls(), None);
}

#[test]
fn records_go_out_and_come_back() {
    let mut page = Page::new();
    page.begin(json!({ "game": "xiangqi" }));
    page.turn("h2e2");
    let exported = page.tell(&json!({ "do": "export", "format": "PGN" }));
    let file = exported[0]["file"]["file"].clone();
    page.begin(json!({ "game": "tictactoe" }));
    let loaded = page.tell(&json!({ "do": "load", "file": file }));
    assert_eq!((&loaded[0]["view"]["game"], &loaded[0]["view"]["ply"]), (&json!("xiangqi"), &json!(1)), "{exported:?}");
}
