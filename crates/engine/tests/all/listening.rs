//! The session executes commands during a search, and answers in all cases.

use crate::common::{FrontEnd, Panics, Polls, first_turn};
use duiyi_connect6::{Board, Point};
use duiyi_engine::{Decision, Player, Protocol, Request};
use std::{
    sync::mpsc::{Sender, channel},
    thread,
};

/// A player that ends its search only at a stop.
fn endless() -> FrontEnd {
    FrontEnd::start(None, || Box::new(Polls(u64::MAX)))
}

#[test]
fn a_quit_during_a_search_prints_its_answer_first() {
    for (first, bye) in [("uci", None), ("ucci", Some("bye"))] {
        let front = endless();
        front.send(&format!("{first}\nposition startpos\ngo depth 20\nquit"));
        let printed = front.rest();
        let answers = printed.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(answers, 1, "{printed:?}");
        let last = if bye.is_some() { printed.last().map(String::as_str) } else { None };
        assert_eq!(last, bye);
    }
}

#[test]
fn a_count_ends_at_stop_quit_and_the_end_of_the_input() {
    let front = endless();
    front.send("uci\nposition startpos\ngo perft 12");
    front.until("uciok");
    front.send("isready");
    assert_eq!(front.next(), "readyok");
    front.send("d\nstop");
    assert!(front.until("stopped after ").len() > 1);
    // The board was drawn only then.
    front.send("isready");
    assert!(front.until("readyok").len() > 7);
    front.send("go perft 2");
    // 49 first stones, then one of the remaining 48.
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
fn in_batch_mode_an_infinite_search_ends_at_stop_ponderhit_quit_and_the_end_of_the_input() {
    let begin = "ucci\nsetoption batch true\nposition startpos\n";
    let front = endless();
    front.send(&format!("{begin}go infinite"));
    front.until("ucciok");
    front.send("stop");
    assert!(front.next().starts_with("bestmove "));
    // After ponderhit the clock runs.
    front.send("go ponder time 0\nponderhit\nisready");
    assert!(front.next().starts_with("bestmove "), "queued lines are not answered before");
    assert_eq!(front.next(), "readyok");
    front.send("go infinite\nposition startpos\nquit");
    assert!(front.next().starts_with("bestmove "));
    assert_eq!(front.rest(), ["bye"]);

    let mut front = endless();
    front.send(&format!("{begin}go infinite"));
    front.close();
    assert!(front.rest().last().is_some_and(|line| line.starts_with("bestmove ")));
}

/// Such a search has no end if there is no mate.
#[test]
fn a_search_for_a_mate_ends_after_the_end_of_the_input_and_at_a_stop_after_another_go() {
    for go in ["go mate 3", "go ponder mate 3\nponderhit"] {
        let mut front = endless();
        front.send(&format!("uci\nposition startpos\n{go}"));
        front.close();
        assert!(front.rest().last().is_some_and(|line| line.starts_with("bestmove ")), "{go}");
    }
    let front = endless();
    front.send("uci\nposition startpos\ngo mate 3\ngo depth 1\nstop");
    front.until("bestmove ");
    front.send("quit");
    assert_eq!(front.rest().len(), 1, "the other answer");
}

#[test]
fn in_batch_mode_a_search_with_a_limit_is_finished() {
    let front = FrontEnd::start(None, || Box::new(Polls(1000)));
    front.send("ucci\nsetoption batch true\nposition startpos\ngo nodes 500\nposition startpos\ngo nodes 500\nquit");
    let printed = front.rest();
    assert_eq!(printed.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{printed:?}");
}

#[test]
fn a_command_ends_a_list_of_stones_that_lacks_its_end() {
    let start = || FrontEnd::start(Some(Protocol::PISKVORK), || Box::new(Polls(1)));
    let front = start();
    front.send("START 7\nBOARD\n1,1,1\n2,2,2\nx\nEND");
    assert_eq!(front.rest(), ["OK", "ERROR BOARD lacks DONE"]);
    for command in ["START 7", "RECTSTART 7,7", "RESTART"] {
        let front = start();
        // A fault of the list is not one of the next list.
        front.send(&format!("START 7\nBOARD\nx\n{command}\nBOARD\n2,2,1\n1,1,2\nDONE\nend"));
        let printed = front.rest();
        assert_eq!(printed[..3], ["OK", "ERROR BOARD lacks DONE", "OK"]);
        assert!(printed.len() == 4 && !printed[3].starts_with("ERROR"), "{printed:?}");
    }
    let front = start();
    front.send("START 7\nBOARD\nBOARD\n1,1,2\nDONE");
    assert_eq!([front.next(), front.next()], ["OK", "ERROR BOARD lacks DONE"]);
    assert!(!front.next().starts_with("ERROR"));
    for command in ["BEGIN", "TURN 3,3", "INFO rule 0", "ABOUT", "TAKEBACK 1,1"] {
        let front = start();
        front.send(&format!("START 7\nBOARD\n1,1,1\n{command}\nEND"));
        assert_eq!(front.rest()[1], "ERROR BOARD lacks DONE", "{command}");
    }
}

/// Ends the first search after `polls` polls and the others when they are stopped; sends whether each was stopped.
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

/// The front end may wait for the answer before it stops the search.
#[test]
fn in_batch_mode_isready_is_answered_during_an_infinite_search() {
    for go in ["go infinite", "go ponder time 0", "go infinite\ngo depth 1", "go infinite\nposition startpos"] {
        let front = endless();
        front.send(&format!("ucci\nsetoption batch true\nposition startpos\n{go}\nisready"));
        front.until("readyok");
        front.send("stop");
        front.until("bestmove ");
        front.send("stop\nquit");
        assert_eq!(front.rest().last().map(String::as_str), Some("bye"));
    }
}

#[test]
fn in_batch_mode_a_stop_is_for_the_last_search() {
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
fn a_panic_in_a_search_is_reported_and_a_legal_turn_is_played() {
    let fault = "the search failed: the position is too beautiful; any legal turn is played";
    for (protocol, lines, message, answer) in [
        (Protocol::UCI, "uci\nposition startpos\ngo depth 3", format!("info string error: {fault}"), "bestmove "),
        (Protocol::UCCI, "ucci\nposition startpos\ngo depth 3", format!("info message error: {fault}"), "bestmove "),
        (Protocol::CLOUDICT, "next", format!("error {fault}"), "move "),
        (Protocol::SAU, "new black", format!("error {fault}"), "move "),
        (Protocol::PISKVORK, "START 7\nBEGIN", format!("ERROR {fault}"), ""),
        (Protocol::BOTZONE, "1\n-1 -1 -1 -1", format!("error {fault}"), ""),
    ] {
        let front = FrontEnd::start(Some(protocol), || Box::new(Panics));
        front.send(lines);
        let printed = front.until(&message);
        assert!(printed.last() == Some(&message), "{printed:?}");
        assert!(front.next().starts_with(answer), "{protocol:?}");
    }
    // A GTP answer cannot contain a message, but the turn is whole.
    let front = FrontEnd::start(Some(Protocol::GTP), || Box::new(Panics));
    front.send("genmove b\ngenmove w\ngenmove w\ngogui-rules_side_to_move\nquit");
    let printed = front.rest();
    assert!(printed.iter().filter(|line| line.starts_with("= ")).count() == 4, "{printed:?}");
    assert!(printed.contains(&"= black".to_owned()), "{printed:?}");
    // Each following search begins with a new player.
    let front = FrontEnd::start(None, || Box::new(Panics));
    front.send("uci\nposition startpos\ngo depth 1");
    front.until("bestmove ");
    front.send("go depth 1");
    front.until("bestmove ");
}

#[test]
fn a_stop_after_many_lines_is_executed() {
    let front = endless();
    // Without a limit in nodes, searches in this protocol take 5 ms.
    front.send("name\nnodes 18446744073709551615\nnext");
    front.send(&"print\n".repeat(5000));
    front.send("stop");
    front.until("move ");
    front.send("quit");
    front.rest();
}

#[test]
fn an_overlong_line_is_reported_in_every_protocol() {
    let error = "a line of more than 524288 bytes";
    for (protocol, printed) in [
        (Protocol::UCI, vec![format!("info string error: {error}")]),
        (Protocol::UCCI, vec![format!("info message error: {error}")]),
        (Protocol::CLOUDICT, vec![format!("error {error}")]),
        (Protocol::SAU, vec![format!("error {error}")]),
        (Protocol::GTP, vec![format!("? {error}"), String::new()]),
        (Protocol::BOTZONE, vec![format!("error {error}")]),
        (Protocol::PISKVORK, vec![format!("ERROR {error}")]),
    ] {
        let mut front = FrontEnd::start(Some(protocol), || Box::new(Polls(0)));
        front.send(&"x".repeat(600_000));
        front.close();
        assert_eq!(front.rest(), printed, "{protocol:?}");
    }
}
