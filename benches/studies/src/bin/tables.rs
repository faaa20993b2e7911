//! Replacement policies of the table: every policy with the same memory,
//! over the 50 middlegame positions, under growing pressure: with a number of entries that
//! the nodes of a search without pressure would fill to 1, 10, 100 and 1000 per cent.
//!
//! It uses the classical set of enhancements, with which a lost entry costs nodes. (The
//! default set reduces a node without a table move, so that a
//! bad table makes the tree smaller, and worse.)
//!
//! `cargo run --release -p studies --bin tables -- --depth 7`
#![allow(clippy::print_stdout)]

use clap::Parser;
use duiyi_benches::middlegames;
use duiyi_search::{Enhancements, Limits, Parameters, Searcher, Table, TablePolicy};
use duiyi_xiangqi::{Evaluation, Position, Xiangqi};
use indicatif::ProgressBar;

#[derive(Parser)]
#[command(about = "Nodes to a depth by table policy and pressure")]
struct Arguments {
    /// The depth in plies.
    #[arg(long, default_value_t = 7)]
    depth: u32,
    /// Use only this number of positions.
    #[arg(long, default_value_t = 50)]
    positions: usize,
}

fn nodes(searcher: &mut Searcher<Xiangqi, Evaluation>, position: Position, table: &Table, depth: u32) -> u64 {
    searcher.new_game();
    let found = searcher.search(&Xiangqi::new(position)).table(table).limits(Limits::depth(depth)).run();
    found.statistics.nodes
}

fn main() {
    let arguments = Arguments::parse();
    let mut searcher = Searcher::new(Evaluation::new());
    searcher.enhancements = Enhancements::classical();
    searcher.parameters = Parameters::classical();
    let positions: Vec<_> = middlegames().into_iter().take(arguments.positions).map(|(_, position)| position).collect();
    let pressures = [1, 10, 100, 1000];
    let progress = ProgressBar::new((positions.len() * (1 + pressures.len() * TablePolicy::ALL.len())) as u64);
    let large = Table::new(256);
    let mut sums = vec![[0; 4]; TablePolicy::ALL.len()];
    let mut free = 0;
    for position in positions {
        large.clear();
        let unpressed = nodes(&mut searcher, position, &large, arguments.depth);
        free += unpressed;
        progress.inc(1);
        for (sums, policy) in sums.iter_mut().zip(TablePolicy::ALL) {
            for (sum, percent) in sums.iter_mut().zip(pressures) {
                let table = Table::with_entries((unpressed * 100 / percent) as usize, policy);
                *sum += nodes(&mut searcher, position, &table, arguments.depth);
                progress.inc(1);
            }
        }
    }
    progress.finish_and_clear();
    println!("Nodes to depth {} over the positions; {free} with 256 MiB.\n", arguments.depth);
    println!("| policy | 1 % | 10 % | 100 % | 1000 % |");
    println!("|---|---|---|---|---|");
    for (sums, policy) in sums.iter().zip(TablePolicy::ALL) {
        print!("| `{policy:?}` |");
        for sum in sums {
            print!(" {sum} ({:+.1} %) |", (*sum as f64 / free as f64 - 1.0) * 100.0);
        }
        println!();
    }
}
