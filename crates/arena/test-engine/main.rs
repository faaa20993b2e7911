//! An engine for testing tournament managers: it plays Nim instantly, and misbehaves on
//! request.
//!
//! `duiyi-arena-test-engine [--protocol uci|ucci] [--rank-one | --one-variant]
//! [--ponder | --ponder-wrong] [--fault NAME --at MOVE] [--sleep MS] [--mark FILE]`. It plays correctly
//! until move number `MOVE` of a game (from 1; 0 is the start of the program), where it performs the
//! fault `NAME`. With `--ponder` it reports the expected reply, one object from the first heap, and
//! 2000 nodes instead of 1000 after a `ponderhit`; with `--ponder-wrong` it expects another reply.
//! `--rank-one` announces several variants and numbers ranks one higher, `--one-variant` announces
//! one and does not. `--sleep` is the delay of `--fault late`; `--mark` appends the process number to
//! a file at the start.
#![allow(clippy::print_stdout)]

use std::{
    env, fs,
    io::{self, BufRead, Write},
    process, thread,
    time::Duration,
};

#[derive(Default)]
struct Config {
    ucci: bool,
    rank_one: bool,
    one_variant: bool,
    /// Whether it reports the expected reply, and whether that is a wrong one.
    ponder: Option<bool>,
    fault: String,
    at: usize,
    sleep: u64,
}

fn main() {
    let mut config = Config { sleep: 600, ..Config::default() };
    let mut args = env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().unwrap_or_default();
        match arg.as_str() {
            "--protocol" => config.ucci = value() == "ucci",
            "--rank-one" => config.rank_one = true,
            "--one-variant" => config.one_variant = true,
            "--ponder" => config.ponder = Some(false),
            "--ponder-wrong" => config.ponder = Some(true),
            "--fault" => config.fault = value(),
            "--at" => config.at = value().parse().unwrap_or(1),
            "--sleep" => config.sleep = value().parse().unwrap_or(600),
            "--mark" => mark(&value()),
            _ => process::exit(2),
        }
    }
    if config.at == 0 && !config.fault.is_empty() {
        misbehave(&config, &mut String::from("a1"));
    }
    talk(&config);
}

/// Records the start of this process.
fn mark(path: &str) {
    if let Ok(mut file) = fs::OpenOptions::new().create(true).append(true).open(path) {
        // In one write, since other processes append to the same file.
        let _ = file.write_all(format!("{}\n", process::id()).as_bytes());
    }
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    // If the manager has gone, no more output is needed.
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        process::exit(0);
    }
}

fn talk(config: &Config) {
    let mut heaps = Vec::new();
    let mut moves_played = 0;
    let mut pondering = false;
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uci") => {
                say("id name Test Engine\noption name Strength type spin default 1 min 1 max 9");
                if config.rank_one {
                    say("option name UCI_Variant type combo default chess var chess var nim");
                }
                if config.one_variant {
                    say("option name UCI_Variant type combo default nim var nim");
                }
                say("uciok");
            }
            Some("ucci") => say("id name Test Engine\noption usemillisec type check default false\nucciok"),
            Some("isready") => say("readyok"),
            Some("ucinewgame") => moves_played = 0,
            Some("position") => {
                (heaps, moves_played) = position(words, config.rank_one);
                moves_played /= 2;
            }
            // The move is chosen at once and printed later.
            Some("go") if words.next() == Some("ponder") => pondering = true,
            Some(command @ ("ponderhit" | "stop")) if pondering => {
                pondering = false;
                let nodes = if command == "ponderhit" { 2000 } else { 1 };
                let mv = best_move(&heaps, config.rank_one);
                answer(config, &mut heaps, nodes, &mv);
            }
            Some("go") => {
                let mut mv = best_move(&heaps, config.rank_one);
                if moves_played + 1 == config.at {
                    misbehave(config, &mut mv);
                }
                answer(config, &mut heaps, 1000, &mv);
            }
            Some("quit") => return,
            _ => {}
        }
    }
}

/// Prints the move, and the expected reply if it ponders.
fn answer(config: &Config, heaps: &mut [u32], nodes: u32, mv: &str) {
    let score = if config.ucci { "score 7" } else { "score cp 7" };
    let mut text = format!("info depth 3 {score} nodes {nodes} pv {mv}\nbestmove {mv}");
    if let Some(wrong) = config.ponder {
        take(heaps, mv, config.rank_one);
        let mut expected = best_move(heaps, config.rank_one);
        if wrong {
            // More objects than there are.
            expected += "9";
        }
        text += &format!(" ponder {expected}");
    }
    say(&text);
}

/// Plays a move.
fn take(heaps: &mut [u32], mv: &str, rank_one: bool) {
    let heap = usize::from(mv.as_bytes()[0].wrapping_sub(b'a'));
    let take: u32 = mv.get(1..).and_then(|number| number.parse().ok()).unwrap_or(0);
    if let Some(heap) = heaps.get_mut(heap) {
        *heap = heap.saturating_sub(take - u32::from(rank_one));
    }
}

/// The heaps after the moves, and the number of moves.
fn position<'a>(words: impl Iterator<Item = &'a str>, rank_one: bool) -> (Vec<u32>, usize) {
    let words: Vec<&str> = words.collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let board = words.get(1).copied().unwrap_or_default();
    let mut heaps: Vec<u32> = board.split('/').filter_map(|heap| heap.parse().ok()).collect();
    let moves = words.get(end + 1..).unwrap_or_default();
    for mv in moves {
        take(&mut heaps, mv, rank_one);
    }
    (heaps, moves.len())
}

/// One object from the first nonempty heap.
fn best_move(heaps: &[u32], rank_one: bool) -> String {
    let heap = heaps.iter().position(|&heap| heap > 0).unwrap_or(0);
    format!("{}{}", (b'a' + heap as u8) as char, 1 + u32::from(rank_one))
}

fn misbehave(config: &Config, mv: &mut String) {
    let sleep = |ms| thread::sleep(Duration::from_millis(ms));
    let forever = || loop {
        sleep(1000);
    };
    match config.fault.as_str() {
        "crash" => process::abort(),
        "exit" => process::exit(3),
        // It also never reads its input again.
        "hang" => forever(),
        // The engine hangs in a child process, as in a wrapper script.
        "hang-in-child" => {
            let child = process::Command::new("sleep").arg("1000").spawn();
            if let Ok(mut child) = child {
                let _ = child.wait();
            }
            forever();
        }
        "illegal" => *mv = "z9".to_owned(),
        "nonsense" => *mv = "☃☃☃☃".to_owned(),
        "none" => {
            say("bestmove (none)");
            forever();
        }
        "late" => sleep(config.sleep),
        "flood" => {
            let line = "info string ".to_owned() + &"x".repeat(1000);
            loop {
                say(&line);
            }
        }
        "flood-one-line" => {
            let chunk = vec![b'x'; 1 << 16];
            while io::stdout().lock().write_all(&chunk).is_ok() {}
            process::exit(0);
        }
        "noise" => {
            let mut state = 1u32;
            for _ in 0..1 << 16 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if io::stdout().lock().write_all(&[(state >> 24) as u8]).is_err() {
                    process::exit(0);
                }
            }
            forever();
        }
        // Closes its output and runs on, in a child process: this is impossible without unsafe code here.
        "close" => {
            let _ = process::Command::new("sleep").arg("1000").stdout(process::Stdio::null()).spawn();
            process::exit(0);
        }
        _ => process::exit(2),
    }
}
