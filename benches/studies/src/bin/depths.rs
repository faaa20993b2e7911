//! Nodes and processor time to a fixed depth from the start and four middlegames,
//! one thread, 64 MiB, an empty table each: compared with other engines at the
//! same depth (by their own counts and seconds, measured once on another day; only
//! the orders of magnitude are comparable).
//!
//! `cargo run --release -p studies --bin depths`
//!
//! With `--changes`, how often the best move of the 50 middlegame positions changes from one depth to the next.
#![allow(clippy::print_stdout)]

use clap::Parser;
use cpu_time::ThreadTime;
use duiyi_benches::{
    best_moves::{BestMoves, changes},
    middlegames, perft_positions,
};
use duiyi_search::{Limits, Searcher, Table};
use duiyi_xiangqi::{Evaluation, NetworkEvaluation, Xiangqi};
use std::time::Duration;

#[derive(Parser)]
#[command(about = "Nodes and processor time to fixed depths")]
struct Arguments {
    /// The depths in plies.
    #[arg(long, value_delimiter = ',', default_value = "8,10,12,14")]
    depth: Vec<u32>,
    /// The size of the table in MiB.
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// The number of runs; the time is their median.
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Count changes of the best move up to the greatest depth instead, as lines of CSV.
    #[arg(long)]
    changes: bool,
}

/// An engine, a depth, and nodes and seconds from the start and M1 to M4.
type Other = (&'static str, u32, [(u64, f64); 5]);

/// One thread, 64 MiB, a fresh process, medians of three, processor seconds.
const OTHERS: [Other; 8] = [
    (
        "Fairy-Stockfish, hand-written evaluation",
        8,
        [(19_678, 0.047), (3_819, 0.010), (12_037, 0.032), (7_441, 0.017), (21_342, 0.059)],
    ),
    (
        "Fairy-Stockfish, hand-written evaluation",
        10,
        [(40_047, 0.098), (69_104, 0.165), (33_838, 0.087), (21_595, 0.050), (83_052, 0.218)],
    ),
    (
        "Fairy-Stockfish, hand-written evaluation",
        12,
        [(127_818, 0.322), (197_056, 0.485), (131_771, 0.340), (92_023, 0.218), (315_942, 0.835)],
    ),
    (
        "Fairy-Stockfish, hand-written evaluation",
        14,
        [(611_819, 1.63), (423_346, 1.13), (484_449, 1.28), (221_269, 0.56), (676_225, 1.91)],
    ),
    ("Pikafish-HCE", 8, [(15_063, 0.011), (3_050, 0.003), (8_460, 0.006), (5_433, 0.004), (4_676, 0.004)]),
    ("Pikafish-HCE", 10, [(25_800, 0.020), (37_893, 0.026), (27_435, 0.020), (10_105, 0.007), (23_939, 0.018)]),
    ("Pikafish-HCE", 12, [(128_214, 0.095), (52_933, 0.037), (145_721, 0.108), (11_565, 0.008), (97_217, 0.071)]),
    ("Pikafish-HCE", 14, [(162_554, 0.124), (132_897, 0.104), (172_838, 0.138), (16_390, 0.010), (207_893, 0.158)]),
];

fn print_row(name: &str, depth: u32, cells: &[(u64, f64)]) {
    let cells: Vec<_> = cells.iter().map(|(nodes, seconds)| format!("{nodes} / {seconds:.3}")).collect();
    println!("| {depth} | {name} | {} |", cells.join(" | "));
}

/// Searches the middlegames with the network to a depth, from an empty table each, and prints the changes by depth.
fn print_changes(depth: u32, hash: usize) {
    let table = Table::new(hash);
    let mut searcher = Searcher::new(NetworkEvaluation::built_in());
    let mut best_moves = |position| {
        table.clear();
        searcher.new_game();
        let mut found = BestMoves(vec![]);
        searcher.search(&Xiangqi::new(position)).table(&table).limits(Limits::depth(depth)).observer(&mut found).run();
        found
    };
    let searches: Vec<_> = middlegames().into_iter().map(|(_, position)| best_moves(position)).collect();
    println!("depth,positions,changed,fresh");
    for (depth, row) in (2..).zip(changes(&searches)) {
        println!("{depth},{},{},{}", row.searches, row.changed, row.fresh);
    }
}

fn main() {
    let arguments = Arguments::parse();
    if arguments.changes {
        let deepest = arguments.depth.iter().copied().max().unwrap_or(1);
        return print_changes(deepest, arguments.hash);
    }
    let positions: Vec<_> = perft_positions().into_iter().take(5).collect();
    let table = Table::new(arguments.hash);
    let mut searcher = Searcher::new(Evaluation::new());
    println!("Nodes / processor seconds, one thread, {} MiB.\n", arguments.hash);
    println!("| depth | engine | {} |", positions.iter().map(|counted| counted.name).collect::<Vec<_>>().join(" | "));
    println!("|---|---|{}", "---|".repeat(positions.len()));
    for &depth in &arguments.depth {
        let mut cells = vec![];
        for counted in &positions {
            let mut times = vec![];
            let mut nodes = 0;
            for _ in 0..arguments.runs.max(1) {
                table.clear();
                searcher.new_game();
                let game = Xiangqi::new(counted.position);
                let started = ThreadTime::now();
                nodes = searcher.search(&game).table(&table).limits(Limits::depth(depth)).run().statistics.nodes;
                times.push(started.elapsed());
            }
            times.sort_unstable();
            cells.push((nodes, times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64)));
        }
        print_row("this", depth, &cells);
        for (name, _, cells) in OTHERS.iter().filter(|other| other.1 == depth) {
            print_row(name, depth, cells);
        }
    }
}
