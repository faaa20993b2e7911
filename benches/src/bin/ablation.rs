//! What each enhancement is worth: nodes and time to each depth over the 50
//! middlegame positions, with everything on and with one switch off at a time.
//!
//! `cargo run --release -p duiyi-benches --bin ablation -- --depth 8`
#![allow(clippy::print_stdout)]

use clap::Parser;
use duiyi_benches::middlegames;
use duiyi_search::{Enhancements, Evaluator, LimitControl, Limits, Searcher, StopHandle, Table};
use duiyi_xiangqi::{Evaluation, SearchPosition, ThesisEvaluation};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

#[derive(Parser)]
#[command(about = "Nodes and time to each depth with one enhancement off at a time")]
struct Arguments {
    /// The greatest depth in plies.
    #[arg(long, default_value_t = 8)]
    depth: u32,
    /// The table in MiB.
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// Only these switches, by name; all if none is given.
    #[arg(long, value_delimiter = ',')]
    switches: Vec<String>,
    /// Begin with the classical set of the thesis instead of everything.
    #[arg(long)]
    classical: bool,
    /// Only so many positions.
    #[arg(long, default_value_t = 50)]
    positions: usize,
}

/// Nodes and time at each depth, over all positions.
struct Row {
    name: &'static str,
    nodes: Vec<u64>,
    time: Vec<Duration>,
}

/// The switches whose worth the table shows: those that are on.
fn switches(full: Enhancements) -> impl Iterator<Item = &'static str> {
    Enhancements::names().filter(move |&name| {
        let mut changed = full;
        changed.set(name, false).is_ok() && changed != full
    })
}

/// Searches every position to every depth, from an empty table each time: a
/// depth's figures are those of a whole search to it.
///
/// The classical set goes with the evaluation of the thesis.
fn measure(name: &'static str, enhancements: Enhancements, arguments: &Arguments, progress: &ProgressBar) -> Row {
    if arguments.classical {
        measure_with(ThesisEvaluation::new(), name, enhancements, arguments, progress)
    } else {
        measure_with(Evaluation::new(), name, enhancements, arguments, progress)
    }
}

fn measure_with(
    evaluation: impl Evaluator<SearchPosition>,
    name: &'static str,
    enhancements: Enhancements,
    arguments: &Arguments,
    progress: &ProgressBar,
) -> Row {
    let mut row = Row { name, nodes: vec![], time: vec![] };
    let table = Table::new(arguments.hash);
    let mut searcher = Searcher::new(evaluation);
    searcher.enhancements = enhancements;
    for depth in 1..=arguments.depth {
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for (_, position) in middlegames().into_iter().take(arguments.positions) {
            table.clear();
            searcher.new_game();
            let mut position = SearchPosition::new(position);
            let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
            let started = Instant::now();
            let found = searcher.search(&mut position, &table, &mut control, &mut (), |_| true);
            time += started.elapsed();
            nodes += found.statistics.nodes;
            progress.inc(1);
        }
        row.nodes.push(nodes);
        row.time.push(time);
    }
    row
}

/// How much less the full search needs than the one without, in per cent of the latter.
fn saved(full: f64, without: f64) -> f64 {
    (full - without) / without * 100.0
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    for name in &arguments.switches {
        Enhancements::default().set(name, true)?;
    }
    let all = if arguments.classical { Enhancements::classical() } else { Enhancements::default() };
    let chosen: Vec<_> = switches(all)
        .filter(|&name| arguments.switches.is_empty() || arguments.switches.iter().any(|given| given == name))
        .collect();
    let steps = (chosen.len() + 1) * arguments.depth as usize * arguments.positions.min(50);
    let progress = ProgressBar::new(steps as u64)
        .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} searches, {eta} left {msg}")?);
    let full = measure("full", all, &arguments, &progress);
    let mut rows = vec![];
    for &name in &chosen {
        let mut enhancements = all;
        enhancements.set(name, false)?;
        progress.set_message(name);
        rows.push(measure(name, enhancements, &arguments, &progress));
    }
    progress.finish_and_clear();

    let positions = arguments.positions.min(50);
    println!(
        "{positions} positions, table {} MiB, one thread. Nodes and milliseconds of whole searches to each depth;",
        arguments.hash
    );
    println!("the difference is what the enhancement saves, in per cent of the search without it.\n");
    print_full(&full, positions as u64);
    for row in &rows {
        println!("\n## without {}\n", row.name);
        println!("| depth | nodes without | nodes with | difference % | ms without | ms with | difference % |");
        println!("|---|---|---|---|---|---|---|");
        for i in 0..full.nodes.len() {
            println!(
                "| {} | {} | {} | {:+.2} | {:.0} | {:.0} | {:+.2} |",
                i + 1,
                row.nodes[i],
                full.nodes[i],
                saved(full.nodes[i] as f64, row.nodes[i] as f64),
                row.time[i].as_secs_f64() * 1e3,
                full.time[i].as_secs_f64() * 1e3,
                saved(full.time[i].as_secs_f64(), row.time[i].as_secs_f64()),
            );
        }
    }
    Ok(())
}

fn print_full(full: &Row, positions: u64) {
    println!("## the full search\n");
    println!("| depth | nodes | nodes a position | growth | ms | nodes/s |");
    println!("|---|---|---|---|---|---|");
    for (i, (&nodes, time)) in full.nodes.iter().zip(&full.time).enumerate() {
        let growth = if i > 0 { nodes as f64 / full.nodes[i - 1] as f64 } else { 1.0 };
        let seconds = time.as_secs_f64();
        let speed = nodes as f64 / seconds;
        println!("| {} | {nodes} | {} | {growth:.2} | {:.0} | {speed:.0} |", i + 1, nodes / positions, seconds * 1e3);
    }
}
