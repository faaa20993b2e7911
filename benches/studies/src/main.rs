//! The programs behind figures of the handbook that are measured once for an edition.
#![forbid(unsafe_code)]

mod claims;
mod explain;
mod problems;
mod rulings;

use clap::Parser;
use duiyi_lab::say;
use std::process::ExitCode;

/// Studies of xiangqi for the handbook.
#[derive(Debug, Parser)]
#[command(name = "studies", version)]
enum Command {
    /// Fit named terms to the network, which then explain its scores.
    Explain(explain::ExplainArgs),
    /// Judge cycles by every rule set, and count the disagreements by the articles that decide.
    Rulings(Box<rulings::RulingsArgs>),
    /// Check the wins that a search claims, and certificates made false.
    Claims(claims::ClaimsArgs),
    /// Select problems: mates from games and suites, and endgames from tables.
    Problems(problems::ProblemsArgs),
}

fn main() -> ExitCode {
    let line = say::quoted_line("studies", std::env::args().skip(1));
    let ended = match Command::parse() {
        Command::Explain(args) => explain::run(&args, &line),
        Command::Rulings(args) => rulings::run(&args, &line),
        Command::Claims(args) => claims::run(&args, &line),
        Command::Problems(args) => problems::run(&args),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if say::nobody_reads(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            say::news(format_args!("studies: {error}"));
            ExitCode::FAILURE
        }
    }
}
