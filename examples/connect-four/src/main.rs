//! What a description gives: without a command an engine that speaks UCI and UCCI;
//! perft; a match against chance; completions and pages of the manual.
#![forbid(unsafe_code)]

use clap::{Parser, Subcommand};
use connect_four::{ConnectFour, play_match, setup};
use duiyi_arena::TimeControl;
use duiyi_search::Reason;
use duiyi_terminal::{Manual, end, perft, say};
use std::{
    io::{BufReader, stdin, stdout},
    path::PathBuf,
};

/// Connect Four. Without a command it speaks UCI or UCCI on standard input and output.
#[derive(Parser)]
#[command(name = "connect-four", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count the sequences of moves, by the first.
    Perft {
        /// How many moves.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
        /// Print one object.
        #[arg(long)]
        json: bool,
    },
    /// Play against a player that chooses its moves by chance.
    Match {
        /// How many pairs of games; a pair is one opening with both colours.
        #[arg(long, default_value_t = 10)]
        pairs: u64,
        /// The time control: nodes=COUNT, depth=PLIES, movetime=SECONDS, 60+1 and more.
        #[arg(long, default_value = "nodes=1000")]
        tc: TimeControl,
        /// Write the games to OUT.jsonl and OUT.pgn.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    #[command(flatten)]
    Manual(Manual),
}

fn main() {
    if let Err(reason) = run() {
        end(reason);
    }
}

fn run() -> Result<(), Reason> {
    match Arguments::parse().command {
        None => duiyi_engine::run(setup("")?, BufReader::new(stdin()), stdout()),
        Some(Command::Perft { depth, json }) => perft(&ConnectFour::default(), depth, json),
        Some(Command::Match { pairs, tc, out }) => say(play_match(pairs, tc, out.as_deref())?),
        Some(Command::Manual(manual)) => manual.run::<Arguments>()?,
    }
    Ok(())
}
