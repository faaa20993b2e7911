//! Each `go` of UCI and UCCI has one answer, and a session ends when nobody reads its answers.

use crate::common::{FrontEnd, PATIENCE, Polls};
use duiyi_connect6::Board;
use duiyi_engine::{Setup, run_placement};
use std::{
    io::{BufReader, Error, ErrorKind, Read, Write},
    sync::mpsc::channel,
    thread,
    time::{Duration, Instant},
};

/// Whether a line is the answer of a search.
fn is_answer(line: &str) -> bool {
    line.starts_with("bestmove ") || line == "nobestmove"
}

/// The answers and the errors that a session prints for lines sent at once, up to its end.
fn answers(first: &str, lines: &str, player: fn() -> Box<Polls>) -> [usize; 2] {
    let front = FrontEnd::start(None, move || player());
    front.send(&format!("{first}\n{lines}\nquit"));
    let printed = front.rest();
    let is_error = |line: &&String| line.contains("error: ");
    [printed.iter().filter(|line| is_answer(line)).count(), printed.iter().filter(is_error).count()]
}

/// What cannot be read is ignored with errors. If no limit is left, the search ends nevertheless: this player does
/// not end by itself.
#[test]
fn a_go_with_words_that_cannot_be_read_is_answered() {
    let endless: fn() -> Box<Polls> = || Box::new(Polls(u64::MAX));
    for first in ["uci", "ucci"] {
        let clock = if first == "uci" { "wtime" } else { "time" };
        for go in [
            &format!("go {clock} 1e3")[..],
            &format!("go {clock} 0x10"),
            &format!("go {clock} {clock}"),
            &format!("go {clock}"),
            "go depth",
            "go depth x",
            "go depth 1.5",
            "go nodes",
            "go soon",
            "go ponder foo\nponderhit",
        ] {
            let mut front = FrontEnd::start(None, move || endless());
            front.send(&format!("{first}\n{go}\nposition startpos\ngo nodes 1"));
            front.close();
            let printed = front.rest();
            let count = |begin: &str| printed.iter().filter(|line| line.contains(begin)).count();
            assert!(count("bestmove") == 2 && count("error: ") >= 2, "{first}: {go}: {printed:?}");
        }
        // One limit is left.
        for go in ["go foo nodes 5", "go nodes 5 foo bar", "go depth nodes 5", "go nodes 5 depth x", "go nodes 5 nodes"]
        {
            assert_eq!(answers(first, go, || Box::new(Polls(10))), [1, 1], "{first}: {go}");
        }
    }
    // Illegal moves are left out.
    for list in ["Z99", "nonsense", "A1 Z99", "Z99 A1"] {
        assert_eq!(answers("uci", &format!("go nodes 5 searchmoves {list}"), endless), [1, 1], "{list}");
        assert_eq!(answers("ucci", &format!("banmoves {list}\ngo nodes 5"), endless), [1, 1], "{list}");
    }
    // The number of messages is limited.
    let many = "Z99 ".repeat(1000);
    assert_eq!(answers("uci", &format!("go nodes 5 searchmoves {many}"), endless), [1, 11]);
    assert_eq!(answers("uci", &format!("go nodes 5 {}", "depth x ".repeat(1000)), endless), [1, 11]);
}

#[test]
fn numbers_at_the_limits_of_go_are_read() {
    let most = i64::MAX;
    for first in ["uci", "ucci"] {
        let clock = if first == "uci" { "wtime" } else { "time" };
        for go in [
            &format!("go {clock} {most}")[..],
            &format!("go {clock} 0"),
            &format!("go {clock} -1"),
            &format!("go {clock} -{most}"),
            &format!("go {clock} 99999999999999999999999"),
            &format!("go {clock} -99999999999999999999999"),
            "go nodes 18446744073709551616",
            &format!("go {clock} {most} movestogo {most}"),
            &format!("go {clock} {most} movestogo 0"),
            &format!("go depth {most}"),
            &format!("go nodes {most}"),
            "go nodes 0",
            "go nodes -1",
        ] {
            assert_eq!(answers(first, go, || Box::new(Polls(10))), [1, 0], "{first}: {go}");
        }
    }
}

#[test]
fn each_go_during_a_search_is_answered() {
    let endless: fn() -> Box<Polls> = || Box::new(Polls(u64::MAX));
    for first in ["uci", "ucci"] {
        let lines = "go depth 3\nposition startpos\ngo depth 4";
        assert_eq!(answers(first, lines, || Box::new(Polls(10))), [2, 0], "{first}");
        // A `stop` is for the `go` before it, and `quit` for all.
        assert_eq!(answers(first, "go depth 3\ngo depth 4\nstop", endless), [2, 0], "{first}");
        assert_eq!(answers(first, "go infinite\ngo infinite\nstop\ngo x", endless), [3, 2], "{first}");
        assert_eq!(answers(first, "go depth 3\nstop\ngo depth 4\nstop", endless), [2, 0], "{first}");
        assert_eq!(answers(first, &"go infinite\n".repeat(50), endless), [50, 0], "{first}");
    }
}

/// Sends lines, then closes the input, and returns the printed lines.
fn piped(lines: &str, player: fn() -> Box<Polls>) -> Vec<String> {
    let mut front = FrontEnd::start(None, move || player());
    front.send(lines);
    front.close();
    front.rest()
}

#[test]
fn piped_lines_are_executed_in_their_order() {
    for (first, new_game) in [("uci", "ucinewgame"), ("ucci", "setoption newgame")] {
        let lines = format!(
            "{first}\nposition startpos\ngo nodes 5\nposition startpos moves D4\n{new_game}\ngo nodes 5\n\
             position startpos moves D4 A1-B1\nnonsense\ngo infinite\nposition startpos moves D4 D4\ngo ponder"
        );
        let printed = piped(&lines, || Box::new(Polls(1000)));
        let is_answer = |line: &&String| line.starts_with("bestmove") || line.contains("error");
        let answers: Vec<&str> =
            printed.iter().filter(is_answer).map(|line| line.split(" ponder").next().unwrap()).collect();
        let message = if first == "uci" { "info string" } else { "info message" };
        assert_eq!(
            answers[..4],
            [
                "bestmove A1",
                "bestmove A1-B1",
                &format!("{message} error: unknown command 'nonsense'"),
                "bestmove C1-D1"
            ],
            "{first}"
        );
        assert!(answers[4].contains("position not set") && answers[5] == "bestmove C1-D1", "{first}: {answers:?}");
        assert_eq!(answers.len(), 6, "{first}");
    }
}

#[test]
fn some_lines_are_executed_before_those_that_wait() {
    for (first, ready) in [("uci", "uciok"), ("ucci", "ucciok")] {
        let front = FrontEnd::start(None, || Box::new(Polls(u64::MAX)));
        front.send(&format!(
            "{first}\ngo infinite\nposition startpos moves D4\ngo infinite\nnonsense\nisready\n{first}"
        ));
        front.until("readyok");
        front.until(ready);
        front.send("stop");
        assert_eq!(front.next(), "bestmove A1", "{first}");
        front.send("isready");
        assert_eq!(front.next(), "readyok");
        front.send("stop");
        assert_eq!(front.next(), "bestmove A1-B1", "{first}");
        assert!(front.next().contains("nonsense"));
        front.send("quit");
        front.rest();
    }
}

#[test]
fn a_go_before_a_position_searches_the_start() {
    for first in ["uci", "ucci"] {
        assert_eq!(answers(first, "go depth 1", || Box::new(Polls(10))), [1, 0], "{first}");
    }
}

/// Sends lines; then the input stays open without any.
struct Open(Option<&'static [u8]>);

impl Read for Open {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.take() {
            Some(lines) => {
                buffer[..lines.len()].copy_from_slice(lines);
                Ok(lines.len())
            }
            None => loop {
                thread::park();
            },
        }
    }
}

/// An output whose other end is closed.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(Error::from(ErrorKind::BrokenPipe))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Err(Error::from(ErrorKind::BrokenPipe))
    }
}

#[test]
fn a_session_ends_when_its_output_cannot_be_written() {
    for lines in [
        &b"uci\n"[..],
        b"ucci\n",
        b"go infinite\nisready\n",
        b"go depth 30\nisready\n",
        b"ucci\nsetoption batch true\ngo depth 30\n",
        b"go infinite\nposition startpos\ngo depth 30\n",
        b"name\n",
        b"list_commands\n",
    ] {
        let (done, ended) = channel();
        thread::spawn(move || {
            let setup = Setup {
                start: Board::new("tictactoe".parse().expect("rules")),
                player: Box::new(|| Box::new(Polls(u64::MAX))),
                bench: Vec::new(),
                protocol: None,
                turn_time: None,
                on_game_end: None,
            };
            run_placement(setup, BufReader::new(Open(Some(lines))), Closed);
            done.send(Instant::now())
        });
        let begun = Instant::now();
        let ended = ended.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{:?}", str::from_utf8(lines)));
        assert!(ended.saturating_duration_since(begun) < within(Duration::from_secs(1)), "{:?}", ended - begun);
    }
}

/// The time that is promised, if `STRICT_TIMES` is set as `.ci/run` does; otherwise only a guard against hanging.
fn within(promised: Duration) -> Duration {
    if std::env::var_os("STRICT_TIMES").is_some() { promised } else { Duration::from_secs(30) }
}
