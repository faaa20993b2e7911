//! Which stage of the moves causes the cut-offs (thesis on xiangqi, table 3-9), for the set of the thesis.
//!
//! `cargo run --release -p studies --bin cutoffs -- --depth 8`
#![allow(clippy::print_stdout)]

use clap::Parser;
use duiyi_benches::middlegames;
use duiyi_search::{Enhancements, Limits, Parameters, Searcher, Statistics, Table};
use duiyi_xiangqi::{ThesisEvaluation, Xiangqi};
use indicatif::ProgressBar;

#[derive(Parser)]
#[command(about = "Shares of the cut-offs by stage, in per cent, for each depth")]
struct Arguments {
    /// The greatest depth in plies.
    #[arg(long, default_value_t = 8)]
    depth: u32,
    /// Use only this number of the 50 middlegame positions.
    #[arg(long, default_value_t = 50)]
    positions: usize,
}

fn main() {
    let arguments = Arguments::parse();
    let mut searcher = Searcher::new(ThesisEvaluation::default());
    searcher.enhancements = Enhancements::thesis();
    searcher.parameters = Parameters::thesis();
    let table = Table::new(32);
    let positions: Vec<_> = middlegames().into_iter().take(arguments.positions).map(|(_, position)| position).collect();
    let progress = ProgressBar::new(u64::from(arguments.depth) * positions.len() as u64);
    println!("depth,nodes,table,good_noisy,killer,quiet,bad_noisy,evasion,first_move,table_with_scores");
    for depth in 1..=arguments.depth {
        let mut sum = Statistics::default();
        for &position in &positions {
            table.clear();
            searcher.new_game();
            let found = searcher.search(&Xiangqi::new(position)).table(&table).limits(Limits::depth(depth)).run();
            sum.add(&found.statistics);
            progress.inc(1);
        }
        let shares = sum.cutoff_shares().into_iter().chain([sum.first_move_rate(), sum.table_share()]);
        let shares: Vec<String> = shares.map(|share| format!("{:.1}", 100.0 * share)).collect();
        progress.suspend(|| println!("{depth},{},{}", sum.nodes, shares.join(",")));
    }
    progress.finish_and_clear();
}
