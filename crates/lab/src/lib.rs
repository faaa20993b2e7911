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
//! `files`, `say` and `progress` write, speak and show; `shards` divides work among machines; `games` has what a game brings,
//! `matches` plays, `tune` tunes, `books` makes books, `cli` reads the command line. Each imports those before it.

#![forbid(unsafe_code)]

mod books;
mod cli;
mod files;
mod games;
mod matches;
mod progress;
mod say;
mod shards;
mod tune;

use std::process::ExitCode;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if say::nobody_reads(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            say::news(format_args!("lab: {error}"));
            ExitCode::FAILURE
        }
    }
}
