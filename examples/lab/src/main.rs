//! The laboratory: matches between engines and their statistics, and the tuning of
//! our own, for every game here (`--game xiangqi`, the usual one, or `--game connect6`).
//!
//! ```text
//! lab match --engine "name=A cmd=./a proto=ucci" --engine "name=B cmd=./b proto=uci" \
//!     --openings openings.epd --tc movetime=0.1 --games 200 --concurrency 2 --out a-b
//! lab match --game connect6 --engine builtin=duiyi --engine "cmd=./b proto=gtp" --openings named --out duel
//! lab stats a-b.jsonl
//! ```
//!
//! `games` has what a game brings, `programs` its text protocols; `matches` plays,
//! `tune` tunes, `cli` reads the command line. Each imports those before it.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod cli;
mod games;
mod matches;
mod programs;
mod progress;
mod tune;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lab: {error}");
            ExitCode::FAILURE
        }
    }
}
