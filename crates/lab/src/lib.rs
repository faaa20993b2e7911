//! The laboratory: matches between engines and their statistics, and the tuning of players, for
//! every game whose kit a program passes to [`main`].
//!
//! ```text
//! lab match --engine "name=A cmd=./a proto=ucci" --engine "name=B cmd=./b proto=uci" \
//!     --openings openings.epd --tc movetime=0.1 --games 200 --concurrency 2 --out a-b
//! lab match --game connect6 --engine builtin=duiyi --engine "cmd=./b proto=gtp" --openings named --out duel
//! lab stats a-b.jsonl
//! ```
//!
//! `files` writes files, `say` prints, `progress` shows progress; `shards` divides work among machines;
//! `games` contains the players and evaluations of a kit, `matches` plays, `tune` tunes, `books` builds books,
//! `proofs` solves positions, `compliance` tests protocols, `cli` parses the command line. Each module imports
//! only modules before it.

#![forbid(unsafe_code)]

mod books;
mod cli;
mod compliance;
pub mod files;
mod games;
mod matches;
pub mod progress;
mod proofs;
pub mod say;
pub mod shards;
mod tune;

use cli::AnyGame;
use duiyi_game::{Diagram, Notation, Placement};
use duiyi_kit::{GameKit, cli::remove_parts_at_termination};
use games::LabGame;
use std::process::ExitCode;

/// A game of the program.
pub struct Game(Box<dyn AnyGame>);

impl Game {
    /// The game of a kit.
    pub fn new<G: Notation + Diagram>(kit: GameKit<G>) -> Game {
        Game(Box::new(LabGame::new(kit)))
    }

    /// A game with stones, for which engines may also use the protocols of such games.
    pub fn with_stones<G: Placement>(kit: GameKit<G>) -> Game {
        Game(Box::new(LabGame::with_stones(kit)))
    }
}

/// The exit status of `lab solve` if the value is not known.
const UNDECIDED: u8 = 3;

/// The exit status of `lab compliance` if there is no engine to test.
const NOT_STARTED: u8 = 2;

/// Runs the program with the arguments of the process. The first game is the default. The exit status
/// is 0 after success, 1 after an error, 2 if the arguments are invalid or `compliance` can't start the engine, and 3 if `solve` reached a
/// limit before a result.
pub fn main(games: &[Game]) -> ExitCode {
    remove_parts_at_termination();
    let games: Vec<&dyn AnyGame> = games.iter().map(|game| &*game.0).collect();
    match cli::run(&games) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<proofs::Undecided>() => ExitCode::from(UNDECIDED),
        Err(error) if say::nobody_reads(&*error) => ExitCode::SUCCESS,
        Err(error) if error.is::<compliance::NotStarted>() => {
            say::news(format_args!("lab: {error}"));
            ExitCode::from(NOT_STARTED)
        }
        Err(error) => {
            say::news(format_args!("lab: {error}"));
            ExitCode::FAILURE
        }
    }
}
