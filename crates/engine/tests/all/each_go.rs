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

/// A `go` that cannot be read has an error as its only answer: a search with other limits than the requested ones
/// might not end in time.
#[test]
fn a_go_that_cannot_be_read_is_answered_by_one_error() {
    for first in ["uci", "ucci"] {
        let clock = if first == "uci" { "wtime" } else { "time" };
        for go in [
            &format!("go {clock} 1e3")[..],
            &format!("go {clock} 99999999999999999999999"),
            &format!("go {clock} -99999999999999999999999"),
            &format!("go {clock} 0x10"),
            &format!("go {clock}"),
            "go depth",
            "go depth x",
            "go depth 1.5",
            "go nodes",
            "go nodes 18446744073709551616",
            "go soon",
            "go depth 1 depth",
        ] {
            assert_eq!(answers(first, go, || Box::new(Polls(10))), [0, 1], "{first}: {go}");
            let then = format!("{go}\nposition startpos\ngo depth 1");
            assert_eq!(answers(first, &then, || Box::new(Polls(10))), [1, 1], "{first}: {go}, then another");
        }
    }
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

/// A `go` during a search is an error; the search is answered once. If the first search has ended before, both are
/// answered.
#[test]
fn a_go_during_a_search_is_answered_by_one_error() {
    for first in ["uci", "ucci"] {
        let endless: fn() -> Box<Polls> = || Box::new(Polls(u64::MAX));
        assert_eq!(answers(first, "go depth 3\ngo depth 4\nstop", endless), [1, 1], "{first}");
        assert_eq!(answers(first, "go infinite\ngo infinite\ngo x\nstop", endless), [1, 2], "{first}");
        // After the stop the second waits for the answer of the first.
        assert_eq!(answers(first, "go depth 3\nstop\ngo depth 4\nstop", endless), [2, 0], "{first}");
        for _ in 0..20 {
            // Without a `stop`, which UCCI answers also without a search.
            let [turns, errors] = answers(first, "go depth 3\ngo depth 4", || Box::new(Polls(1)));
            assert!(turns >= 1 && turns + errors == 2, "{first}: {turns} answers, {errors} errors");
        }
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
