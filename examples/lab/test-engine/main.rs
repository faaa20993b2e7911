//! The engines of the tests of `lab compliance`: `xiangqi`, `connect6`, `gomoku`, and `broken`, the
//! first of them with faults.

use duiyi_connect6::Rules;
use std::{
    io::{self, BufRead, BufReader, PipeWriter, Write, stdin, stdout},
    process::{ExitCode, exit},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

fn main() -> ExitCode {
    let input = BufReader::new(stdin());
    match std::env::args().nth(1).as_deref() {
        Some("xiangqi") => duiyi_engine::run(xiangqi(), input, stdout()),
        Some("connect6") => duiyi_engine::run_placement(connect6_engine::setup(Rules::CONNECT6), input, stdout()),
        Some("gomoku") => duiyi_engine::run_placement(connect6_engine::setup(Rules::GOMOKU), input, stdout()),
        Some("broken") => {
            broken();
            return ExitCode::from(3);
        }
        other => {
            let _ = writeln!(io::stderr(), "{other:?}: expected xiangqi, connect6, gomoku or broken");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn xiangqi() -> duiyi_engine::Setup<duiyi_xiangqi::Xiangqi> {
    xiangqi_engine::setup("").expect("the default rules")
}

/// An engine whose lines pass through filters that damage them.
fn broken() {
    let (reader, writer) = io::pipe().expect("a pipe");
    let hit = Arc::new(AtomicBool::new(false));
    let input = Arc::clone(&hit);
    thread::spawn(move || pass_input(writer, &input));
    duiyi_engine::run(xiangqi(), BufReader::new(reader), Damaged { line: Vec::new(), hit });
}

/// Passes lines on, crashes at one and hangs at another.
fn pass_input(mut to: PipeWriter, hit: &AtomicBool) {
    let mut ponders = false;
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        match line.as_str() {
            "!?" => exit(101),
            "go fast" => thread::sleep(Duration::from_secs(1000)),
            "ponderhit" => hit.store(std::mem::take(&mut ponders), Ordering::Relaxed),
            go if go.starts_with("go ponder") => ponders = true,
            _ => {}
        }
        if writeln!(to, "{line}").is_err() {
            break;
        }
    }
}

/// An output that changes some lines.
struct Damaged {
    line: Vec<u8>,
    /// Whether pondering has just become a search: the next move is printed twice.
    hit: Arc<AtomicBool>,
}

impl Write for Damaged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            self.line.push(byte);
            if byte == b'\n' {
                let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
                stdout().write_all(self.damage(&line).as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        stdout().flush()
    }
}

impl Damaged {
    fn damage(&self, line: &str) -> String {
        if line.starts_with("id author") {
            return String::new();
        }
        if line.starts_with("bestmove") && self.hit.swap(false, Ordering::Relaxed) {
            return line.repeat(2);
        }
        // A default above the maximum, and one move to the mate too many.
        line.replace("default 64 min 1 max 65536", "default 64 min 1 max 10").replace("score mate 1 ", "score mate 2 ")
    }
}
