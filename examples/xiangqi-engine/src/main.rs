//! A xiangqi engine: UCCI and UCI without arguments, commands with them.
#![allow(clippy::print_stdout)]

mod xiangqi;

use clap::{Parser, Subcommand};
use duiyi_engine::{BENCH_DEPTH, BENCH_HASH, DEFAULT_HASH, EngineGame, Reason};
use duiyi_search::Limits;
use std::{fs, io, path::PathBuf, time::Duration};
use xiangqi::Xiangqi;

/// A xiangqi engine. Without a command it speaks UCCI or UCI on its standard
/// input and output, whichever the front end begins with.
#[derive(Parser)]
#[command(name = "xiangqi-engine", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Search a position and print the search as it goes, the best move last.
    Analyse {
        #[command(flatten)]
        place: Place,
        /// Stop after so many plies.
        #[arg(long)]
        depth: Option<u32>,
        /// Stop after so many milliseconds.
        #[arg(long)]
        movetime: Option<u64>,
        /// Stop after so many nodes.
        #[arg(long)]
        nodes: Option<u64>,
        /// The table in MiB.
        #[arg(long, default_value_t = DEFAULT_HASH, value_parser = hash_size)]
        hash: usize,
    },
    /// Count the positions so many plies ahead, by root move.
    Perft {
        #[command(flatten)]
        place: Place,
        /// How many plies.
        #[arg(long)]
        depth: u32,
    },
    /// Search fixed positions to a fixed depth; the node count identifies the search.
    Bench {
        /// How many plies.
        #[arg(long, default_value_t = BENCH_DEPTH)]
        depth: u32,
        /// The table in MiB.
        #[arg(long, default_value_t = BENCH_HASH, value_parser = hash_size)]
        hash: usize,
    },
}

/// Which position.
#[derive(clap::Args)]
#[group(multiple = false)]
struct Place {
    /// The position as a FEN; the initial one if neither is given.
    #[arg(long)]
    fen: Option<String>,
    /// A file whose first line is a FEN.
    #[arg(long)]
    file: Option<PathBuf>,
}

fn hash_size(text: &str) -> Result<usize, String> {
    let size = text.parse().map_err(|error| format!("{error}"))?;
    if (1..=duiyi_engine::MAX_HASH).contains(&size) { Ok(size) } else { Err("not from 1 to 65536 MiB".to_owned()) }
}

impl Place {
    fn read(&self) -> Result<<Xiangqi as EngineGame>::Position, Reason> {
        match (&self.fen, &self.file) {
            (Some(fen), _) => Xiangqi::read_position(fen),
            (None, Some(path)) => {
                let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
                let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
                // An EPD line goes on after a semicolon.
                let fen = line.split(';').next().unwrap_or_default();
                Xiangqi::read_position(fen).map_err(|error| format!("{}: {error}", path.display()).into())
            }
            (None, None) => Ok(Xiangqi::start()),
        }
    }
}

fn main() -> Result<(), Reason> {
    match Arguments::parse().command {
        None => duiyi_engine::run::<Xiangqi>(io::stdin().lock(), io::stdout())?,
        Some(Command::Analyse { place, depth, movetime, nodes, hash }) => {
            let mut limits = Limits::default();
            limits.depth = depth;
            limits.nodes = nodes;
            limits.hard_time = movetime.map(Duration::from_millis);
            if depth.or(nodes.map(|_| 0)).or(movetime.map(|_| 0)).is_none() {
                limits.hard_time = Some(Duration::from_secs(5));
            }
            let position = place.read()?;
            println!("{}\n", Xiangqi::draw(&position));
            let found = duiyi_engine::analyse::<Xiangqi>(&position, limits, hash, |line| println!("{line}"));
            let best = found.best.map_or_else(|| "(none)".to_owned(), Xiangqi::write_move);
            println!("\nscore {}\nbestmove {best}", found.score);
        }
        Some(Command::Perft { place, depth }) => println!("{}", duiyi_engine::perft::<Xiangqi>(&place.read()?, depth)),
        Some(Command::Bench { depth, hash }) => {
            println!("{}", duiyi_engine::bench::<Xiangqi>(depth, hash, |line| println!("{line}")));
        }
    }
    Ok(())
}
