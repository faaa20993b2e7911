//! A xiangqi engine: UCCI and UCI without arguments, commands with them.
#![allow(clippy::print_stdout)]

mod place;

use clap::{Parser, Subcommand, ValueEnum};
use duiyi_engine::{Analysis, BENCH_DEPTH, BENCH_HASH, DEFAULT_HASH, EngineGame, Reason};
use duiyi_search::{Limits, Statistics};
use duiyi_xiangqi::{Evaluation, rulings::RuleSet};
use place::{Place, hash_size, judge, thread_count};
use std::{io, time::Duration};
use xiangqi_engine::Xiangqi;

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
        /// How many threads search.
        #[arg(long, default_value_t = 1, value_parser = thread_count)]
        threads: usize,
        /// How many of the best moves to show.
        #[arg(long, default_value_t = 1)]
        lines: usize,
        /// Print what the search counted, too.
        #[arg(long)]
        statistics: Option<Form>,
        /// Do not search: print the static score by term for both sides.
        #[arg(long, conflicts_with_all = ["depth", "movetime", "nodes", "hash", "threads", "lines", "statistics"])]
        explain: bool,
    },
    /// Count the positions so many plies ahead, by root move.
    Perft {
        #[command(flatten)]
        place: Place,
        /// How many plies.
        #[arg(long)]
        depth: u32,
    },
    /// Rule a repetition: what each move of the cycle does, the rule that
    /// decides, and last `red-loses`, `black-loses`, `draw` or `open`.
    Judge {
        /// none, check-only, asian, wxf2018 or cxa2020.
        #[arg(long, default_value_t)]
        rules: RuleSet,
        /// The position from which the moves are played.
        #[arg(long)]
        fen: String,
        /// The moves in coordinates.
        #[arg(long, num_args = 1.., value_delimiter = ' ', required = true)]
        moves: Vec<String>,
    },
    /// Search fixed positions to a fixed depth; the node count identifies the search.
    Bench {
        /// How many plies.
        #[arg(long, default_value_t = BENCH_DEPTH)]
        depth: u32,
        /// The table in MiB.
        #[arg(long, default_value_t = BENCH_HASH, value_parser = hash_size)]
        hash: usize,
        /// How many threads search; with several the count varies.
        #[arg(long, default_value_t = 1, value_parser = thread_count)]
        threads: usize,
        /// Print what the searches counted before the last line.
        #[arg(long)]
        statistics: Option<Form>,
    },
}

/// How statistics are printed.
#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// A page to read.
    Text,
    /// A line of names and a line of numbers.
    Csv,
    /// An object on one line.
    Json,
}

impl Form {
    fn write(self, statistics: &Statistics) -> String {
        match self {
            Form::Text => statistics.to_string(),
            Form::Csv => format!("{}\n{}", Statistics::csv_header(), statistics.to_csv()),
            Form::Json => statistics.to_json(),
        }
    }
}

fn main() -> Result<(), Reason> {
    match Arguments::parse().command {
        None => duiyi_engine::run::<Xiangqi>(io::stdin().lock(), io::stdout())?,
        Some(Command::Analyse { place, explain: true, .. }) => {
            let position = place.read()?;
            println!("{}\n", Xiangqi::draw(&position));
            println!("{}", Evaluation::new().explain(position.position()));
        }
        Some(Command::Analyse { place, depth, movetime, nodes, hash, threads, lines, statistics, explain: false }) => {
            let mut limits = Limits::default();
            limits.depth = depth;
            limits.nodes = nodes;
            limits.hard_time = movetime.map(Duration::from_millis);
            if depth.or(nodes.map(|_| 0)).or(movetime.map(|_| 0)).is_none() {
                limits.hard_time = Some(Duration::from_secs(5));
            }
            let position = place.read()?;
            println!("{}\n", Xiangqi::draw(&position));
            let analysis = Analysis { limits, hash, threads, lines };
            let found = duiyi_engine::analyse::<Xiangqi>(&position, &analysis, |line| println!("{line}"));
            let best = found.best.map_or_else(|| "(none)".to_owned(), Xiangqi::write_move);
            if let Some(form) = statistics {
                println!("\n{}", form.write(&found.statistics));
            }
            println!("\nscore {}\nbestmove {best}", found.score);
        }
        Some(Command::Perft { place, depth }) => println!("{}", duiyi_engine::perft::<Xiangqi>(&place.read()?, depth)),
        Some(Command::Judge { rules, fen, moves }) => println!("{}", judge(rules, &fen, &moves)?),
        Some(Command::Bench { depth, hash, threads, statistics }) => {
            let (result, counted) =
                duiyi_engine::bench_statistics::<Xiangqi>(depth, hash, threads, |line| println!("{line}"));
            if let Some(form) = statistics {
                println!("{}", form.write(&counted));
            }
            println!("{result}");
        }
    }
    Ok(())
}
