//! The messages of a page without a server.

use duiyi_play::{
    local::{EngineRoom, LocalBackend, Work},
    message::{Goal, Order},
};
use serde_json::{Value, json};
use std::{cell::Cell, time::Duration};

/// A page with a clock set by the test.
struct Page {
    local: LocalBackend,
    engines: EngineRoom,
    now: Cell<u64>,
}

impl Page {
    fn new() -> Page {
        Page { local: LocalBackend::new(play::games()), engines: EngineRoom::new(play::games()), now: Cell::new(0) }
    }

    /// Sends a message and returns the answers.
    fn send(&mut self, message: &Value) -> Vec<Value> {
        let mut received = Vec::new();
        let now = Duration::from_millis(self.now.get());
        self.local
            .handle(&message.to_string(), now, &mut |message| received.push(serde_json::to_value(message).unwrap()));
        received
    }

    fn ask(&mut self, ask: &Value) -> Vec<Value> {
        self.send(&json!({ "do": "ask", "ask": ask }))
    }

    fn turn(&mut self, text: &str) -> Vec<Value> {
        self.ask(&json!({ "do": "turn", "text": text }))
    }

    fn begin(&mut self, begin: Value) -> Vec<Value> {
        self.send(&json!({ "do": "begin", "begin": begin }))
    }

    /// The next order.
    fn order(&mut self) -> Option<Order> {
        match self.local.next_work(Duration::from_millis(self.now.get())) {
            Work::Order { order, .. } => Some(*order),
            Work::None | Work::Stop => None,
        }
    }

    /// Lets an engine think; returns `None` if no engine is to move.
    fn think(&mut self) -> Option<Vec<Value>> {
        let order = self.order()?;
        // The order and the answer are texts on their way.
        let order = serde_json::from_value(serde_json::to_value(order).unwrap()).unwrap();
        let mut received = Vec::new();
        let answer = self.engines.carry_out(&order, &mut |info| received.push(json!({ "thought": info })));
        let answer = serde_json::from_value(serde_json::to_value(answer).unwrap()).unwrap();
        let now = Duration::from_millis(self.now.get());
        self.local.take(answer, now, &mut |message| received.push(serde_json::to_value(message).unwrap()));
        Some(received)
    }
}

#[test]
fn a_person_plays_an_engine() {
    let mut page = Page::new();
    assert_eq!(page.send(&json!({ "do": "games" }))[0]["games"][0]["name"], "xiangqi");
    let engine = json!({ "kind": "engine", "level": 1 });
    let begun = page.begin(json!({ "game": "tictactoe", "seats": [{ "kind": "person" }, engine] }));
    assert!(begun.len() == 1 && begun[0]["view"]["thinking"] == false, "{begun:?}");
    assert!(page.think().is_none());
    let moved = page.turn("B2");
    assert_eq!((&moved[0]["view"]["ply"], &moved[0]["view"]["thinking"]), (&json!(1), &json!(true)));
    // A request before the engine has started does not cancel its job.
    page.ask(&json!({ "do": "show" }));
    let answered = page.think().expect("an engine is to move");
    assert_eq!(answered.last().unwrap()["view"]["ply"], 2);
    assert!(answered.iter().any(|message| message.get("thought").is_some()), "{answered:?}");
    assert!(page.think().is_none());
    assert_eq!(page.ask(&json!({ "do": "take-back" }))[0]["view"]["ply"], 0);
}

/// The book is part of the page; there are no stored games.
#[test]
fn the_book_is_explored_without_a_server() {
    let mut page = Page::new();
    page.begin(json!({ "game": "xiangqi" }));
    let answers = page.ask(&json!({ "do": "show", "explores": true }));
    assert_eq!((answers.len(), &answers[0]["view"]["explored"]["moves"][0]["texts"][3]), (1, &json!("h2e2")));
    let answers = page.turn("h2e2");
    assert_eq!(answers[0]["view"]["explored"]["name"], json!(["Central Cannon", "中炮"]));
    // Also in the next game.
    assert!(page.begin(json!({ "game": "connect6" }))[0]["view"]["explored"]["moves"].is_array());
}

/// The job of an engine is cancelled when its game is left or the turn is taken back.
#[test]
fn cancelled_jobs_are_not_run() {
    let mut page = Page::new();
    let seats = json!([{ "kind": "person" }, { "kind": "engine", "level": 1 }]);
    for begins_again in [false, true] {
        page.begin(json!({ "game": "connect-four", "seats": seats }));
        page.turn("d");
        if begins_again {
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
fn invalid_messages_are_refused() {
    let mut page = Page::new();
    assert_eq!(page.turn("h2e2")[0]["refused"], "no game is open");
    page.begin(json!({ "game": "xiangqi" }));
    let refused = |answers: &[Value]| answers[0]["refused"].as_str().unwrap_or_default().to_owned();
    assert!(refused(&page.send(&json!({ "do": "fly" }))).starts_with("invalid message"));
    assert!(refused(&page.begin(json!({ "game": "chess" }))).starts_with("unknown game"));
    for gone in [json!({ "do": "open", "id": "1" }), json!({ "do": "delete", "id": "1" })] {
        assert_eq!(refused(&page.send(&gone)), "without a server only the last game is stored");
    }
    assert_eq!(page.send(&json!({ "do": "kept", "find": {} })), [json!({ "kept": [] })]);
    assert_eq!(page.turn("h2e2")[0]["view"]["ply"], 1, "the game continues");
}

/// Each position is a separate job, so that messages are handled in between.
#[test]
fn a_game_is_reviewed_position_by_position() {
    let mut page = Page::new();
    page.begin(json!({ "game": "connect-four" }));
    for column in ["d", "d", "a"] {
        page.turn(column);
    }
    page.ask(&json!({ "do": "review", "milliseconds": 10 }));
    let mut judged = 0;
    while let Some(messages) = page.think() {
        let review = &messages.iter().rev().find_map(|message| message.get("view")).unwrap()["review"];
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
    let mut sent = Vec::new();
    page.local.update(Duration::from_millis(7001), &mut |message| sent.push(serde_json::to_value(message).unwrap()));
    assert_eq!(sent[0]["view"]["ended"], json!({ "winner": 0, "reason": "time" }));
    assert_eq!(page.local.flag_falls(), None);
}

#[test]
fn an_exported_record_is_loaded() {
    let mut page = Page::new();
    page.begin(json!({ "game": "xiangqi" }));
    page.turn("h2e2");
    let exported = page.send(&json!({ "do": "export", "format": "PGN" }));
    let file = exported[0]["file"]["file"].clone();
    page.begin(json!({ "game": "tictactoe" }));
    let loaded = page.send(&json!({ "do": "load", "file": file }));
    assert_eq!((&loaded[0]["view"]["game"], &loaded[0]["view"]["ply"]), (&json!("xiangqi"), &json!(1)), "{exported:?}");
}

/// The page answers while an engine works, and the work that is no longer needed is stopped.
#[test]
fn the_page_is_answered_while_an_engine_works() {
    let mut page = Page::new();
    page.begin(json!({ "game": "xiangqi", "seats": [{ "kind": "person" }, { "kind": "engine", "level": 1 }] }));
    page.turn("h2e2");
    let order = page.order().expect("the engine is to move");
    assert_eq!((order.goal, order.node, order.saved.turns.as_str()), (Goal::Turn, 1, "h2e2"));
    assert!(page.order().is_none(), "it is handed out once");
    let shown = page.ask(&json!({ "do": "show", "node": 0 }));
    assert_eq!(shown[0]["view"]["shown"], 0);
    assert!(matches!(page.local.next_work(Duration::ZERO), Work::None), "the engine goes on");
    page.ask(&json!({ "do": "take-back" }));
    assert!(matches!(page.local.next_work(Duration::ZERO), Work::Stop));
    // An analysis of another position replaces that of the first.
    page.begin(json!({ "game": "xiangqi", "position": "moves h2e2 h9g7" }));
    page.ask(&json!({ "do": "analyse", "lines": 2 }));
    assert_eq!(page.order().unwrap().goal, Goal::Analyse { node: 2, lines: 2 });
    page.ask(&json!({ "do": "show", "node": 1 }));
    match page.local.next_work(Duration::ZERO) {
        Work::Order { order, stops: true } => assert_eq!((order.node, order.saved.turns.as_str()), (1, "h2e2")),
        other => panic!("{other:?}"),
    }
    // A failed engine is reported, and tried again for a turn.
    let failed = serde_json::from_value(json!("failed")).unwrap();
    let mut views = Vec::new();
    page.local.take(failed, Duration::ZERO, &mut |message| views.push(serde_json::to_value(message).unwrap()));
    assert!(views[0]["view"]["trouble"].as_str().unwrap().contains("has failed"));
}

/// Every kind of work, with its answer as text: a problem, a proof, a review, an analysis.
#[test]
fn every_kind_of_work_is_carried_out_in_another_thread() {
    let mut page = Page::new();
    page.begin(json!({ "game": "connect6", "problem": 7 }));
    page.ask(&json!({ "do": "proof", "step": { "do": "begin" } }));
    let proved = page.think().expect("a proof");
    let proof = &proved.last().unwrap()["view"]["proof"];
    assert_eq!((proof["state"].as_str(), proof["turns"].as_u64()), (Some("found"), Some(3)));
    page.begin(json!({ "game": "xiangqi", "position": "moves h2e2 h9g7" }));
    page.ask(&json!({ "do": "review", "milliseconds": 10 }));
    let mut judged = 0;
    while let Some(messages) = page.think() {
        judged += messages.last().unwrap()["view"]["review"]["judged"].as_array().unwrap().len();
    }
    assert_eq!(judged, 3);
    let begun = page.begin(json!({ "game": "xiangqi", "problem": 0 }));
    let squares = begun[0]["view"]["legal"][0].clone();
    let moved = page.ask(&json!({ "do": "move", "squares": squares }));
    assert_eq!(moved[0]["view"]["problem"]["state"], "checking");
    let checked = page.think().expect("a check");
    let state = checked.last().unwrap()["view"]["problem"]["state"].clone();
    assert!(["wrong", "right", "solved"].contains(&state.as_str().unwrap()), "{state}");
}
