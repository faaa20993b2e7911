//! The program: without a command an engine that speaks UCI and UCCI; perft; a match against a
//! player of random moves; completions and pages of the manual.
#![forbid(unsafe_code)]

use clap::Parser;
use connect_four::{OPENINGS, player, setup};
use duiyi_cli::{GameCommand, end};
use std::io::{BufReader, stdin, stdout};

/// Connect Four. Without a command it speaks UCI or UCCI on standard input and output.
#[derive(Parser)]
#[command(name = "connect-four", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<GameCommand>,
}

fn main() {
    let done = match Arguments::parse().command {
        None => setup("").map(|setup| duiyi_engine::run(setup, BufReader::new(stdin()), stdout())),
        Some(command) => command.run::<Arguments, _>(player, OPENINGS),
    };
    if let Err(reason) = done {
        end(reason);
    }
}
