//! What a description gives: without a command an engine that speaks UCI, and perft.
#![allow(clippy::print_stdout)]
#![forbid(unsafe_code)]

use clap::{Parser, Subcommand};
use connect_four::{ConnectFour, evaluate};
use duiyi_engine::Setup;
use duiyi_player::{Player, SearchPlayer};
use duiyi_search::{Notation, Reason, Stateless};
use std::io::{BufReader, stdin, stdout};

/// Connect Four. Without a command it speaks UCI on standard input and output.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count the sequences of moves, by the first.
    Perft {
        /// How many moves.
        #[arg(long)]
        depth: u32,
    },
}

fn player() -> Box<dyn Player<ConnectFour>> {
    Box::new(SearchPlayer::new(|| Stateless(evaluate)))
}

fn main() -> Result<(), Reason> {
    let start = ConnectFour::begin("")?;
    match Arguments::parse().command {
        None => {
            let setup = Setup {
                bench: vec![("start".to_owned(), start.clone())],
                start,
                player: Box::new(player),
                protocol: None,
                turn_time: None,
            };
            duiyi_engine::run(setup, BufReader::new(stdin()), stdout());
        }
        Some(Command::Perft { depth }) => println!("{}", duiyi_engine::perft(&start, depth)),
    }
    Ok(())
}
