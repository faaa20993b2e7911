//! The effect of more threads: nodes per second, and time to a depth, with
//! one thread and with several over the 50 middlegame positions.
//!
//! `cargo run --release -p studies --bin scaling -- --depth 12 --runs 5`
//!
//! Each position is searched with one thread and with all of them in turn, in an
//! order that changes from run to run, so that other load affects
//! both. The program prints the geometric mean of the ratios of the pairs with its
//! standard error. On a machine with other work `--lazy --lockstep` keeps the threads
//! together and compares nodes instead: those of one thread with those of all
//! divided by the number of threads.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use clap::Parser;
use duiyi_benches::middlegames;
use duiyi_search::{Limits, ParallelSearcher, Parameters, Scheme, Table};
use duiyi_xiangqi::{Evaluation, Position, Xiangqi};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    error::Error,
    time::{Duration, Instant},
};

#[derive(Parser)]
#[command(about = "Nodes per second and time to depth with several threads against one")]
struct Arguments {
    /// The depth in plies.
    #[arg(long, default_value_t = 12)]
    depth: u32,
    /// The number of threads to compare with one.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// The number of searches of each position.
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Use only this number of positions.
    #[arg(long, default_value_t = 50)]
    positions: usize,
    /// The size of the table in MiB.
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// Each thread searches the whole position (Lazy SMP), instead of dividing the tree.
    #[arg(long)]
    lazy: bool,
    /// With `--lazy`: keep the threads together and compare nodes instead of time.
    #[arg(long, requires = "lazy")]
    lockstep: bool,
    /// Turn these enhancements off on both sides.
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    /// A constant of the search on both sides, NAME=VALUE.
    #[arg(long = "param", value_parser = constant)]
    parameters: Vec<(String, i32)>,
}

fn constant(text: &str) -> Result<(String, i32), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let value = value.parse().map_err(|_| format!("expected a whole number, not '{value}'"))?;
    Parameters::default().set(name, value).map_err(|error| error.to_string())?;
    Ok((name.to_owned(), value))
}

/// One search.
#[derive(Clone, Copy, Default)]
struct Sample {
    nodes: u64,
    time: Duration,
}

impl Sample {
    fn add(&mut self, other: Sample) {
        self.nodes += other.nodes;
        self.time += other.time;
    }

    fn nodes_per_second(self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64()
    }
}

/// A searcher with its own table.
struct Contender {
    searcher: ParallelSearcher<Xiangqi, Evaluation>,
    table: Table,
}

impl Contender {
    fn new(threads: usize, arguments: &Arguments) -> Result<Contender, Box<dyn Error>> {
        let mut searcher = ParallelSearcher::new(Evaluation::new());
        searcher.set_threads(threads, Evaluation::new);
        if arguments.lazy {
            searcher.scheme = Scheme::LazySmp { lockstep: arguments.lockstep };
        }
        for name in &arguments.without {
            searcher.main.enhancements.set(name, false)?;
        }
        for (name, value) in &arguments.parameters {
            searcher.main.parameters.set(name, *value)?;
        }
        Ok(Contender { searcher, table: Table::new(arguments.hash) })
    }

    fn search(&mut self, position: &Position, depth: u32) -> Sample {
        self.table.clear();
        self.searcher.new_game();
        let position = Xiangqi::new(*position);
        let started = Instant::now();
        let found = self.searcher.search(&position).table(&self.table).limits(Limits::depth(depth)).run();
        Sample { nodes: found.statistics.nodes, time: started.elapsed() }
    }
}

/// The geometric mean of ratios, and one standard error up and down.
fn geometric(ratios: &[f64]) -> (f64, f64, f64) {
    let count = ratios.len() as f64;
    let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count;
    let variance = ratios.iter().map(|ratio| (ratio.ln() - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let error = (variance / count).sqrt();
    (mean.exp(), (mean - error).exp(), (mean + error).exp())
}

fn main() -> std::process::ExitCode {
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let positions: Vec<_> = middlegames().into_iter().take(arguments.positions).collect();
    let progress = ProgressBar::new((positions.len() * arguments.runs) as u64)
        .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}")?);
    let mut contenders = [Contender::new(1, &arguments)?, Contender::new(arguments.threads, &arguments)?];
    let mut totals = [Sample::default(); 2];
    let (mut by_time, mut by_nodes) = (Vec::new(), Vec::new());
    for run in 0..arguments.runs {
        for (number, (_, position)) in positions.iter().enumerate() {
            let mut samples = [Sample::default(); 2];
            let first = (run + number) % 2;
            for who in [first, 1 - first] {
                samples[who] = contenders[who].search(position, arguments.depth);
                totals[who].add(samples[who]);
            }
            let [one, many] = samples;
            by_time.push(one.time.as_secs_f64() / many.time.as_secs_f64());
            by_nodes.push(one.nodes as f64 * arguments.threads as f64 / many.nodes as f64);
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    let threads = arguments.threads;
    println!(
        "depth {}, {} positions, {} runs, {} MiB",
        arguments.depth,
        positions.len(),
        arguments.runs,
        arguments.hash
    );
    for (threads, total) in [1, threads].into_iter().zip(totals) {
        println!(
            "{threads:>3} threads  {:>12} nodes  {:>8.2} s  {:>9.0} nodes/s",
            total.nodes,
            total.time.as_secs_f64(),
            total.nodes_per_second()
        );
    }
    if !arguments.lockstep {
        println!("nodes per second  × {:.2}", totals[1].nodes_per_second() / totals[0].nodes_per_second());
        let (mean, low, high) = geometric(&by_time);
        println!("time to depth     × {mean:.3}  ({low:.3} – {high:.3}), geometric mean and one standard error");
    }
    let (mean, low, high) = geometric(&by_nodes);
    println!("nodes to depth    × {mean:.3}  ({low:.3} – {high:.3}), nodes of one thread / (nodes of all / {threads})");
    Ok(())
}
