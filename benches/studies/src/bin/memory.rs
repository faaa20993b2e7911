//! The effect of two memory optimizations by the size of the table: prefetching the child's table entry,
//! and a table on large pages, each on and off. The searches visit the same nodes; only the processor time
//! differs. The four variants of a position run one after another in every
//! round, so that other load affects all equally.
//!
//! `cargo run --release -p studies --bin memory`
#![allow(clippy::print_stdout)]

use clap::Parser;
use cpu_time::ThreadTime;
use duiyi_benches::perft_positions;
use duiyi_search::{Limits, Searcher, Table, TablePolicy};
use duiyi_xiangqi::{Evaluation, Xiangqi};

#[derive(Parser)]
#[command(about = "The effect of prefetching and large pages")]
struct Arguments {
    /// The sizes of the table in MiB.
    #[arg(long, value_delimiter = ',', default_value = "16,64,256,1024")]
    hash: Vec<usize>,
    /// The depth in plies.
    #[arg(long, default_value_t = 12)]
    depth: u32,
    /// The number of rounds.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

/// Large pages and prefetching; the first variant has neither.
const VARIANTS: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

fn main() {
    let arguments = Arguments::parse();
    let positions: Vec<_> = perft_positions().into_iter().take(5).map(|counted| counted.position).collect();
    println!("Processor time for depth {}, in parts of that without either hint; five positions.\n", arguments.depth);
    println!("| table | without | fetched ahead | large pages | both | nodes/s with both |\n|---|---|---|---|---|---|");
    for &hash in &arguments.hash {
        let policy = TablePolicy::default();
        let tables = [Table::with_small_pages(hash, policy), Table::with_policy(hash, policy)];
        let mut searchers = VARIANTS.map(|(_, prefetch)| {
            let mut searcher = Searcher::new(Evaluation::new());
            searcher.enhancements.prefetch = prefetch;
            searcher
        });
        let mut seconds = [0.0; VARIANTS.len()];
        let mut visited = [0; VARIANTS.len()];
        for _ in 0..arguments.rounds {
            for &position in &positions {
                for (i, (large, _)) in VARIANTS.into_iter().enumerate() {
                    let (table, searcher) = (&tables[large as usize], &mut searchers[i]);
                    table.clear();
                    searcher.new_game();
                    let game = Xiangqi::new(position);
                    let started = ThreadTime::now();
                    let found = searcher.search(&game).table(table).limits(Limits::depth(arguments.depth)).run();
                    seconds[i] += started.elapsed().as_secs_f64();
                    visited[i] += found.statistics.nodes;
                }
            }
        }
        assert!(visited.iter().all(|&nodes| nodes == visited[0]), "hints change no search: {visited:?}");
        let parts = seconds.map(|time| format!("{:.3}", time / seconds[0]));
        println!("| {hash} MiB | {} | {:.0} |", parts.join(" | "), visited[3] as f64 / seconds[3]);
    }
}
