//! The time of every turn is charged once.

use crate::pages::{ask, page, receive_kind, receive_view, send, server, turn};
use duiyi_play::{
    message::{Action, GameSetup},
    server::ServerLimits,
    session::{AnySession, ViewOptions},
};
use serde_json::json;
use std::time::Duration;

fn at(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// A game of two persons with a minute each, and turns of ten seconds.
fn begun(turns: &[&str]) -> Box<dyn AnySession> {
    let begin = GameSetup { game: "xiangqi".into(), clock: "60".into(), ..GameSetup::default() };
    let mut session = play::games().open(&begin).unwrap();
    for (number, text) in turns.iter().enumerate() {
        session.act(&Action::Turn { text: (*text).to_owned(), at: None }, at(10_000 * number as u64)).unwrap();
    }
    session
}

fn clocks(session: &mut dyn AnySession, milliseconds: u64) -> [u64; 2] {
    session.view(ViewOptions::default(), at(milliseconds)).state.clocks.unwrap()
}

/// The clocks of a session and of the same game stored and resumed.
fn stopped(session: &mut dyn AnySession, milliseconds: u64) -> [u64; 2] {
    let shown = clocks(session, milliseconds);
    let mut restored = play::games().restore(&session.saved(at(milliseconds))).unwrap();
    assert_eq!(clocks(&mut *restored, 0), shown);
    shown
}

#[test]
fn the_clocks_of_a_finished_game_show_its_end() {
    let turns = ["h2e2", "h9g7", "h0g2"];
    let mut flag = begun(&turns);
    flag.view(ViewOptions::default(), at(90_000));
    assert_eq!(stopped(&mut *flag, 100_000), [50_000, 0], "a fallen flag");
    let mut resigned = begun(&turns);
    resigned.act(&Action::Resign, at(27_000)).unwrap();
    assert_eq!(stopped(&mut *resigned, 100_000), [50_000, 43_000]);
    let mut drawn = begun(&turns);
    drawn.act(&Action::Draw, at(27_000)).unwrap();
    drawn.act(&Action::Turn { text: "i9h9".into(), at: None }, at(28_000)).unwrap();
    drawn.act(&Action::Draw, at(31_000)).unwrap();
    assert_eq!(stopped(&mut *drawn, 100_000), [47_000, 42_000]);
}

/// Also the time of the turn under way; then the clock of the side to move goes on.
#[test]
fn a_take_back_restores_no_time() {
    let mut session = begun(&["h2e2", "h9g7", "h0g2"]);
    session.act(&Action::TakeBack, at(27_000)).unwrap();
    // The second side has used 10 s and 7 s, the first side 10 s, and it thinks again.
    assert_eq!(clocks(&mut *session, 27_000), [50_000, 43_000]);
    assert_eq!(stopped(&mut *session, 30_000), [47_000, 43_000]);
    session.act(&Action::Turn { text: "h0i2".into(), at: None }, at(32_000)).unwrap();
    assert_eq!(clocks(&mut *session, 32_000), [45_000, 43_000]);
    session.act(&Action::Turn { text: "i9h9".into(), at: None }, at(34_000)).unwrap();
    assert_eq!(stopped(&mut *session, 34_000), [45_000, 41_000]);
    assert_eq!(session.flag_falls(), Some(at(79_000)));
    for _ in 0..4 {
        session.act(&Action::TakeBack, at(34_000)).unwrap();
    }
    assert_eq!(session.flag_falls(), None, "at the beginning no clock runs");
}

/// The clock is paused while an engine waits for a thread, and runs again when a person takes its seat.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_in_the_seat_of_a_waiting_engine_is_charged() {
    let limits = ServerLimits { engines: 1, time_slice: Duration::from_secs(600), ..ServerLimits::default() };
    let address = server(limits).await;
    let mut busy = page(address).await;
    let (engine, person) = (json!({ "kind": "engine" }), json!({ "kind": "person" }));
    let long = json!({ "game": "xiangqi", "position": "moves h2e2", "clock": "360000", "seats": [engine, engine] });
    send(&mut busy, &json!({ "do": "begin", "begin": long })).await;
    receive_kind(&mut busy, "thought").await;
    let mut page = page(address).await;
    let begin = json!({ "game": "xiangqi", "clock": "60", "seats": [person, engine] });
    send(&mut page, &json!({ "do": "begin", "begin": begin })).await;
    receive_view(&mut page).await;
    send(&mut page, &turn("h2e2")).await;
    while receive_view(&mut page).await["clock-runs"] == true {}
    send(&mut page, &ask(&json!({ "do": "sit", "seats": [person, person] }))).await;
    while receive_view(&mut page).await["clock-runs"] == false {}
}
