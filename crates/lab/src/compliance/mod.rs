//! A test whether an engine speaks its protocol: named steps, each with its result.

mod chess_like;
mod gtp;
mod options;
mod piskvork;
mod positions;
mod report;
mod stones;
mod talk;

use crate::{files::write_values, games::LabGame};
use clap::{Args, ValueEnum};
use duiyi_arena::{ChessProtocol, Fault, Program, Ranks};
use duiyi_game::{Notation, Reason};
use duiyi_kit::cli::json;
use report::Report;
use std::{path::PathBuf, time::Duration};
use talk::{Talk, ms};

/// Options of the test.
#[derive(Debug, Args)]
pub(crate) struct ComplianceArgs {
    /// Protocol of the engine.
    #[arg(long, value_enum)]
    proto: Tested,
    /// Numbers of ranks of a UCI or UCCI engine [default: one-up if it announces a choice of variants].
    #[arg(long, value_enum)]
    ranks: Option<RanksArg>,
    /// Seconds for the handshake, and for getting ready.
    #[arg(long, default_value_t = 10, value_name = "S")]
    startup: u64,
    /// Milliseconds to add to every limit, for delays of the machine.
    #[arg(long, default_value_t = 50, value_name = "MS")]
    margin: u64,
    /// Seed of the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the report as a JSON object.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The program and its arguments, after `--`.
    #[arg(last = true, required = true, value_name = "ENGINE")]
    command: Vec<String>,
}

impl ComplianceArgs {
    /// The name of the game if none is given; `None` for the first game of the program.
    pub(crate) fn usual_game(&self) -> Option<&'static str> {
        match self.proto {
            Tested::Uci | Tested::Ucci => None,
            Tested::Gtp => Some("connect6"),
            Tested::Piskvork => Some("gomoku"),
        }
    }
}

/// The protocols with a test.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tested {
    /// The universal chess interface.
    Uci,
    /// The universal Chinese chess protocol.
    Ucci,
    /// The Go Text Protocol.
    Gtp,
    /// The protocol of Piskvork and Gomocup.
    Piskvork,
}

/// How an engine numbers ranks.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RanksArg {
    /// Like the game.
    Native,
    /// One higher.
    OneUp,
}

/// Steps have failed.
#[derive(Debug, thiserror::Error)]
#[error("{failed} of {steps} steps failed")]
struct StepsFailed {
    failed: usize,
    steps: usize,
}

/// The engine could not be started.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct NotStarted(Fault);

/// Tests an engine and prints the report.
///
/// # Errors
/// If a step fails, [`NotStarted`] if there is no engine to test, or if the report can't be written.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: ComplianceArgs) -> Result<(), Reason> {
    let ComplianceArgs { proto, ranks, startup, margin, seed, json: file, command } = args;
    let (path, arguments) = command.split_first().ok_or("no engine")?;
    let program = Program { args: arguments.to_vec(), ..Program::new(path) };
    let talk = Talk::new(program, ms(margin));
    let ranks = ranks.map(|ranks| match ranks {
        RanksArg::Native => Ranks::Native,
        RanksArg::OneUp => Ranks::OneUp,
    });
    let startup = Duration::from_secs(startup);
    let conditions = chess_like::Conditions { ranks, startup, seed };
    let board = || {
        let name = game.kit().name;
        game.stone_board().ok_or_else(|| format!("{name} has no such protocol; expected uci or ucci"))
    };
    let (name, tested) = match proto {
        Tested::Uci => ("uci", chess_like::test(game, talk, ChessProtocol::Uci, &conditions)),
        Tested::Ucci => ("ucci", chess_like::test(game, talk, ChessProtocol::Ucci, &conditions)),
        Tested::Gtp => ("gtp", gtp::test(stones::Table::new(game, board()?, talk, startup, seed))),
        Tested::Piskvork => ("piskvork", piskvork::test(stones::Table::new(game, board()?, talk, startup, seed))),
    };
    let report = Report::new(command.join(" "), name, game.kit().name, tested.map_err(NotStarted)?);
    report.print()?;
    if let Some(path) = file {
        write_values(&path, &json::line(&report))?;
    }
    match report.failed {
        0 => Ok(()),
        failed => Err(StepsFailed { failed, steps: report.steps.len() }.into()),
    }
}
