//! The cost of the abstraction over games: the generic search with
//! do-nothing heuristics and one written by hand, on Connect Four, with the same
//! nodes, measured as processor time in pairs or as instructions. The generic
//! search does some additional work (such as counting statistics), which `hand.rs` describes; it
//! is part of the ratio.
//!
//! ```text
//! cargo build --release -p studies --bin zero_cost
//! target/release/zero_cost                      # paired processor time
//! for who in switched generic hand; do
//!     valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='*measured*' \
//!         target/release/zero_cost --only $who --depth 12
//! done
//! ```
#![allow(clippy::print_stdout)]

use clap::{Parser, ValueEnum};
use cpu_time::ThreadTime;
use duiyi_benches::{
    games::{ConnectFour, Hooked, SmallGame},
    hand::Negamax,
};
use duiyi_search::{Enhancements, Heuristics, Limits, Score, Searcher, Table};
use std::{hint::black_box, time::Duration};

#[derive(Parser)]
#[command(about = "The generic search against one written for the game")]
struct Arguments {
    /// The depth in plies.
    #[arg(long, default_value_t = 13)]
    depth: u32,
    /// Run one side once, for an instruction count.
    #[arg(long)]
    only: Option<Side>,
    /// The number of timed pairs.
    #[arg(long, default_value_t = 15)]
    rounds: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    /// The generic search with its switches.
    Switched,
    /// The generic search compiled for the set of enhancements.
    Generic,
    /// Written by hand.
    Hand,
}

const OPENING: [u8; 4] = [3, 2, 4, 4];

fn search<G: Heuristics + Clone>(game: G, evaluate: impl Fn(&G) -> Score, depth: u32, table: &Table) -> (u64, Score) {
    let mut searcher = Searcher::new(evaluate);
    searcher.enhancements = Enhancements::exact();
    let found = searcher.search(&game).table(table).limits(Limits::depth(depth)).run();
    (found.statistics.nodes, found.score)
}

#[inline(never)]
fn measured_switched(depth: u32, table: &Table) -> (u64, Score) {
    search(ConnectFour::after(&OPENING), ConnectFour::evaluate, depth, table)
}

#[inline(never)]
fn measured_generic(depth: u32, table: &Table) -> (u64, Score) {
    let game: Hooked<_, false, true> = Hooked(ConnectFour::after(&OPENING));
    search(game, |game| game.0.evaluate(), depth, table)
}

#[inline(never)]
fn measured_hand(depth: u32, table: &Table) -> (u64, Score) {
    let mut search = Negamax::new(ConnectFour::after(&OPENING), table);
    let score = search.search(depth);
    (search.nodes, score)
}

fn run(side: Side, depth: u32, table: &Table) -> ((u64, Score), Duration) {
    table.clear();
    let started = ThreadTime::now();
    let found = black_box(match side {
        Side::Switched => measured_switched(black_box(depth), table),
        Side::Generic => measured_generic(black_box(depth), table),
        Side::Hand => measured_hand(black_box(depth), table),
    });
    (found, started.elapsed())
}

fn main() {
    let arguments = Arguments::parse();
    let table = Table::new(4);
    if let Some(side) = arguments.only {
        let ((nodes, score), _) = run(side, arguments.depth, &table);
        println!("{nodes} nodes, {score}");
        return;
    }
    let mut ratios = vec![];
    for round in 0..arguments.rounds.max(1) {
        // The order alternates from pair to pair.
        let sides = if round % 2 == 0 { [Side::Generic, Side::Hand] } else { [Side::Hand, Side::Generic] };
        let mut runs = sides.map(|side| run(side, arguments.depth, &table));
        if round % 2 == 1 {
            runs.reverse();
        }
        let [(generic, generic_time), (hand, hand_time)] = runs;
        assert_eq!(generic, hand, "the two visit the same nodes and find the same score");
        ratios.push(generic_time.as_secs_f64() / hand_time.as_secs_f64());
        if round == 0 {
            println!("{} nodes, {}", generic.0, generic.1);
        }
    }
    ratios.sort_by(f64::total_cmp);
    println!(
        "processor time, generic : by hand = {:.3} (median of {} pairs; {:.3} to {:.3})",
        ratios[ratios.len() / 2],
        ratios.len(),
        ratios[0],
        ratios[ratios.len() - 1]
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_visit_the_same_nodes() {
        for depth in 1..=9 {
            let table = Table::new(1);
            let hand = run(Side::Hand, depth, &table).0;
            for side in [Side::Switched, Side::Generic] {
                assert_eq!(run(side, depth, &table).0, hand, "depth {depth}");
            }
        }
    }
}
