//! A Connect6 engine: a protocol without arguments, commands with them.
#![allow(clippy::print_stdout)]

use clap::{Parser, Subcommand};
use connect6_engine::{Dialect, Level, Limit, Position, Search, Settings};
use duiyi_connect6::Rules;
use std::error::Error;
use std::io::{BufReader, stdin, stdout};
use std::time::Duration;

/// An engine for Connect6, gomoku and their family. Without a command it speaks
/// a protocol on its standard input and output; the first line tells which.
#[derive(Parser)]
#[command(name = "connect6-engine", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The protocol: cloudict, sau, gtp, botzone or piskvork.
    #[arg(long)]
    protocol: Option<Dialect>,
    /// The game: connect6, gomoku, tictactoe or Connect(m,n,k,p,q).
    #[arg(long, default_value = "connect6")]
    rules: Rules,
    /// Milliseconds for a turn.
    #[arg(long)]
    time: Option<u64>,
    /// How strong it plays, from 1 to 9.
    #[arg(long, default_value = "9", value_parser = level)]
    level: Level,
    /// How many threads search.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=connect6_engine::MAX_THREADS as i64))]
    threads: u16,
}

#[derive(Subcommand)]
enum Command {
    /// Search a position and print the search as it goes, the best turn last.
    Analyse {
        #[command(flatten)]
        position: Position,
        /// Stop after so many stones ahead.
        #[arg(long)]
        depth: Option<u32>,
        /// Stop after so many milliseconds.
        #[arg(long)]
        movetime: Option<u64>,
        /// Stop after so many nodes.
        #[arg(long)]
        nodes: Option<u64>,
        /// The table in MiB.
        #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
        hash: u32,
        /// How many threads search.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=connect6_engine::MAX_THREADS as i64))]
        threads: u16,
    },
    /// Look for a win by threats. The last line is `win in N: TURN` or `no win`.
    Solve {
        #[command(flatten)]
        position: Position,
        #[command(flatten)]
        search: Search,
    },
    /// Search the named openings to a fixed depth; the node count identifies the search.
    Bench {
        /// How many stones.
        #[arg(long, default_value_t = connect6_engine::BENCH_DEPTH)]
        depth: u32,
        /// At this level.
        #[arg(long, default_value = "9", value_parser = level)]
        level: Level,
    },
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| "expected a number from 1 to 9".to_owned())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    match arguments.command {
        None => {
            let settings = Settings {
                rules: arguments.rules,
                dialect: arguments.protocol,
                time: arguments.time.map(Duration::from_millis),
                level: arguments.level,
                threads: arguments.threads.into(),
            };
            connect6_engine::run(&settings, BufReader::new(stdin()), stdout());
        }
        Some(Command::Analyse { position, depth, movetime, nodes, hash, threads }) => {
            let board = position.read()?;
            let mut limit = Limit { depth, nodes, time: movetime.map(Duration::from_millis) };
            if depth.is_none() && nodes.is_none() && movetime.is_none() {
                limit.time = Some(Duration::from_secs(5));
            }
            println!("{board}\n");
            connect6_engine::analyse(&board, limit, hash as usize, threads.into(), |line| println!("{line}"));
        }
        Some(Command::Solve { position, search }) => {
            let board = position.read()?;
            println!("{board}\n{}", connect6_engine::solve(&board, &search));
        }
        Some(Command::Bench { depth, level }) => {
            println!("{}", connect6_engine::bench(depth, level, |line| println!("{line}")));
        }
    }
    Ok(())
}
