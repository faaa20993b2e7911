//! The session listens while it works, and answers whatever happens.

use crate::common::{FrontEnd, Panics, Polls, first_turn};
use duiyi_connect6::{Board, Point};
use duiyi_engine::Protocol;
use duiyi_player::{Decision, Player, Request};
use std::{
    sync::mpsc::{Sender, channel},
    thread,
};

/// A player that ends only when it is told to.
fn endless() -> FrontEnd {
    FrontEnd::start(None, || Box::new(Polls(u64::MAX)))
}

#[test]
fn a_quit_during_a_search_has_it_answered_first() {
    for (first, bye) in [("uci", None), ("ucci", Some("bye"))] {
        let front = endless();
        front.send(&format!("{first}\nposition startpos\ngo depth 20\nquit"));
        let said = front.rest();
        let answers = said.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(answers, 1, "{said:?}");
        let last = if bye.is_some() { said.last().map(String::as_str) } else { None };
        assert_eq!(last, bye);
    }
}

#[test]
fn a_count_of_moves_hears_stop_quit_and_the_end_of_the_input() {
    let front = endless();
    front.send("uci\nposition startpos\ngo perft 12");
    front.until("uciok");
    front.send("isready");
    assert_eq!(front.next(), "readyok");
    front.send("go depth 1");
    assert!(front.next().contains("ignored while the engine thinks"));
    front.send("stop");
    assert!(front.until("stopped after ").len() > 1);
    front.send("go perft 2");
    // 49 first stones, then two of the 48 that are left, in turn.
    assert_eq!(front.until("Nodes").last().map(String::as_str), Some("Nodes searched: 2352"));
    front.send("go perft 12\nquit");
    assert!(front.rest().last().is_some_and(|line| line.starts_with("stopped after ")));

    let mut front = endless();
    front.send("uci\nposition startpos\ngo perft 2");
    front.close();
    assert_eq!(front.rest().last().map(String::as_str), Some("Nodes searched: 2352"));
}

#[test]
fn a_bench_can_be_stopped() {
    let front = endless();
    front.send("uci\nbench\nisready");
    front.until("readyok");
    front.send("stop");
    assert_eq!(front.next(), "stopped in position empty");
    front.send("quit");
    assert_eq!(front.rest(), [""; 0]);
}

#[test]
fn in_batch_mode_an_endless_search_hears_stop_ponderhit_quit_and_the_end_of_the_input() {
    let begin = "ucci\nsetoption batch true\nposition startpos\n";
    let front = endless();
    front.send(&format!("{begin}go infinite\nisready"));
    front.until("ucciok");
    front.send("stop");
    assert!(front.next().starts_with("bestmove "), "what waits is not answered before");
    assert_eq!(front.next(), "readyok");
    // The expected move was played: from now on the clock runs.
    front.send("go ponder time 0\nisready\nponderhit");
    assert!(front.next().starts_with("bestmove "));
    assert_eq!(front.next(), "readyok");
    front.send("go infinite\nposition startpos\nquit");
    assert!(front.next().starts_with("bestmove "));
    assert_eq!(front.rest(), ["bye"]);

    let mut front = endless();
    front.send(&format!("{begin}go infinite"));
    front.close();
    assert!(front.rest().last().is_some_and(|line| line.starts_with("bestmove ")));
}

#[test]
fn in_batch_mode_a_search_that_ends_by_itself_is_finished() {
    let front = FrontEnd::start(None, || Box::new(Polls(1000)));
    front.send("ucci\nsetoption batch true\nposition startpos\ngo nodes 500\nposition startpos\ngo nodes 500\nquit");
    let said = front.rest();
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{said:?}");
}

/// Searches of which the first ends by itself, the others when they are stopped; says which were.
struct FirstEnds {
    stopped: Sender<bool>,
    polls: u64,
}

impl Player<Board> for FirstEnds {
    fn decide(&mut self, request: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        let polls = std::mem::replace(&mut self.polls, u64::MAX);
        let mut asked = (0..polls).inspect(|_| thread::yield_now());
        let stopped = asked.any(|poll| request.control.poll(poll));
        self.stopped.send(stopped).ok()?;
        first_turn(request.game).map(Decision::new)
    }
}

#[test]
fn in_batch_mode_a_stop_is_for_the_search_that_was_begun_last() {
    let (sender, stopped) = channel();
    let player = move || -> Box<dyn Player<Board>> { Box::new(FirstEnds { stopped: sender.clone(), polls: 2000 }) };
    let front = FrontEnd::start(None, player);
    front.send("ucci\nsetoption batch true\nposition startpos\ngo depth 9\ngo infinite\nstop");
    front.until("bestmove ");
    front.until("bestmove ");
    front.send("quit");
    assert_eq!(front.rest(), ["bye"]);
    assert_eq!(stopped.iter().collect::<Vec<_>>(), [false, true]);
}

#[test]
fn a_search_that_panics_is_answered_by_a_legal_turn_and_says_what_it_was() {
    let fault = "the search failed: the position is too beautiful; any legal turn is played";
    for (protocol, lines, message, answer) in [
        (Protocol::Uci, "uci\nposition startpos\ngo depth 3", format!("info string error: {fault}"), "bestmove "),
        (Protocol::Ucci, "ucci\nposition startpos\ngo depth 3", format!("info message error: {fault}"), "bestmove "),
        (Protocol::Cloudict, "next", format!("error {fault}"), "move "),
        (Protocol::Sau, "new black", format!("error {fault}"), "move "),
        (Protocol::Piskvork, "START 7\nBEGIN", format!("ERROR {fault}"), ""),
        (Protocol::Botzone, "1\n-1 -1 -1 -1", format!("error {fault}"), ""),
    ] {
        let front = FrontEnd::start(Some(protocol), || Box::new(Panics));
        front.send(lines);
        let said = front.until(&message);
        assert!(said.last() == Some(&message), "{said:?}");
        assert!(front.next().starts_with(answer), "{protocol:?}");
    }
    // The answer of GTP has no room for a message, and the turn is whole all the same.
    let front = FrontEnd::start(Some(Protocol::Gtp), || Box::new(Panics));
    front.send("genmove b\ngenmove w\ngenmove w\ngogui-rules_side_to_move\nquit");
    let said = front.rest();
    assert!(said.iter().filter(|line| line.starts_with("= ")).count() == 4, "{said:?}");
    assert!(said.contains(&"= black".to_owned()), "{said:?}");
    // The next search begins with a new player, as often as it takes.
    let front = FrontEnd::start(None, || Box::new(Panics));
    front.send("uci\nposition startpos\ngo depth 1");
    front.until("bestmove ");
    front.send("go depth 1");
    front.until("bestmove ");
}

#[test]
fn a_stop_among_many_lines_is_heard() {
    let front = endless();
    // Searches of this protocol are limited by 5 ms, unless they are by nodes.
    front.send("name\nnodes 18446744073709551615\nnext");
    front.send(&"print\n".repeat(5000));
    front.send("stop");
    front.until("move ");
    front.send("quit");
    front.rest();
}

#[test]
fn a_line_that_is_too_long_is_answered_in_every_protocol() {
    let error = "a line of more than 524288 bytes";
    for (protocol, said) in [
        (Protocol::Uci, vec![format!("info string error: {error}")]),
        (Protocol::Ucci, vec![format!("info message error: {error}")]),
        (Protocol::Cloudict, vec![format!("error {error}")]),
        (Protocol::Sau, vec![format!("error {error}")]),
        (Protocol::Gtp, vec![format!("? {error}"), String::new()]),
        (Protocol::Botzone, vec![format!("error {error}")]),
        (Protocol::Piskvork, vec![format!("ERROR {error}")]),
    ] {
        let mut front = FrontEnd::start(Some(protocol), || Box::new(Polls(0)));
        front.send(&"x".repeat(600_000));
        front.close();
        assert_eq!(front.rest(), said, "{protocol:?}");
    }
}
