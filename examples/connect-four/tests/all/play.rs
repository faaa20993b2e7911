//! An engine, matches, and a search on several threads.

use connect_four::{ConnectFour, kit, player};
use duiyi_arena::{End, Tournament};
use duiyi_engine::Request;
use duiyi_kit::cli::{RandomMatch, play_match, setup};
use duiyi_search::{History, LimitControl, Limits, StopHandle};
use std::{
    fs,
    io::{self, Cursor, Write},
    path::PathBuf,
    sync::{Arc, Mutex, atomic::AtomicBool},
};

/// An output that can be read afterwards.
#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The output of the engine for some input lines.
fn session(lines: &str) -> String {
    let page = Page::default();
    duiyi_engine::run(setup(kit()), Cursor::new(lines.to_owned()), page.clone());
    let bytes = page.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn the_engine_speaks_uci_and_ucci() {
    let output = session("uci\nisready\nposition startpos moves d d d d d\ngo movetime 50\n");
    for part in ["option name Threads type spin", "uciok", "readyok", "info depth 1 ", "bestmove "] {
        assert!(output.contains(part), "{part} in {output}");
    }
    // Three in a row with both ends free: Yellow wins on one of them.
    let output = session("uci\nposition startpos moves d d e e f\ngo depth 6\n");
    assert!(output.contains("score mate -"), "{output}");
    let output = session("uci\nposition fen ......./......./......./......./...rr../..yyy.. moves r\nquit\n");
    assert!(output.contains("'r' is not a legal move: expected one of d, c, e, b, f, a, g"), "{output}");
    let output = session("ucci\nposition startpos moves d d e e\ngo depth 4\n");
    assert!(output.contains("ucciok") && output.contains("bestmove "), "{output}");
}

/// A match against random moves; each pair of games has its own opening.
fn contest(pairs: u64, control: &str) -> Tournament<ConnectFour> {
    let plan = RandomMatch { pairs, control: control.parse().unwrap(), seed: 1, drawn: true };
    plan.of(&kit(), || Ok(kit().player())).unwrap()
}

#[test]
fn random_moves_lose_every_game() {
    let contest = contest(10, "nodes=1000");
    let (standings, end) = contest.run(Vec::new(), None, &mut |_| {}, &AtomicBool::new(false)).unwrap();
    let (_, results) = standings.pairings().next().unwrap();
    assert_eq!((end, results.games.wins(), results.games.games()), (End::Completed, 20, 20));
}

#[test]
fn a_match_is_recorded() {
    let stem = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("recorded");
    for extension in ["jsonl", "pgn"] {
        let _ = fs::remove_file(stem.with_extension(extension));
    }
    let contest = contest(2, "nodes=200");
    let summary = play_match(&contest, "a match", Some(&stem)).unwrap();
    assert!(summary.contains("search – random: 4 games") && summary.contains("Elo"), "{summary}");
    let pgn = fs::read_to_string(stem.with_extension("pgn")).unwrap();
    assert_eq!((pgn.matches("[Yellow ").count(), pgn.matches("[Opening ").count()), (4, 4), "{pgn}");
    assert_eq!(fs::read_to_string(stem.with_extension("jsonl")).unwrap().lines().count(), 1 + 4);
}

#[test]
fn two_threads_find_a_forced_win() {
    let mut player = player();
    player.set_option("Threads", "2").unwrap();
    let decision = player.decide(&mut Request {
        game: &History::<ConnectFour>::read("", "moves d d e").unwrap(),
        allowed: &|_| true,
        control: &mut LimitControl::new(Limits::depth(10), StopHandle::new()),
        observer: &mut (),
    });
    // Red must block the three in a row that could be completed at either end.
    let decision = decision.unwrap();
    assert!([2, 5].contains(&decision.turn[0]), "{decision:?}");
    let decision = player.decide(&mut Request {
        game: &History::<ConnectFour>::read("", "moves d d e a").unwrap(),
        allowed: &|_| true,
        control: &mut LimitControl::new(Limits::depth(10), StopHandle::new()),
        observer: &mut (),
    });
    assert_eq!(decision.unwrap().score.unwrap().mate_distance(), Some(3));
}
