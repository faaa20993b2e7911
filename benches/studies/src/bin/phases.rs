//! Nodes per second in opening, middlegame and endgame with each evaluation and with material alone, as lines of CSV:
//! what the evaluation costs by phase (row T-22 of docs/sources.md).
//!
//! `cargo run --release -p studies --bin phases`
#![allow(clippy::print_stdout)]

use clap::{Parser, ValueEnum};
use cpu_time::ThreadTime;
use duiyi_benches::{endgames, middlegames, openings};
use duiyi_search::{Evaluator, Limits, Searcher, Table};
use duiyi_xiangqi::{Evaluation as Tuned, NetworkEvaluation, Position, ThesisEvaluation, Xiangqi, player::material};

#[derive(Parser)]
#[command(about = "Nodes per second by phase and evaluation")]
struct Arguments {
    /// The evaluations to measure.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Evaluation::value_variants().to_vec())]
    evaluation: Vec<Evaluation>,
    /// The nodes of each search.
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// The size of the table in MiB.
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// The number of rounds, which alternate between the evaluations; the medians are printed.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Evaluation {
    Network,
    Tuned,
    Thesis,
    /// The piece values alone.
    Material,
}

/// The nodes per processor second of a search of each position to a number of nodes, from an empty table.
fn speed<E: Evaluator<Xiangqi>>(evaluator: E, positions: &[Position], table: &Table, nodes: u64) -> f64 {
    let mut searcher = Searcher::new(evaluator);
    let (mut searched, mut seconds) = (0, 0.0);
    for position in positions {
        table.clear();
        searcher.new_game();
        let game = Xiangqi::new(*position);
        let started = ThreadTime::now();
        searched += searcher.search(&game).table(table).limits(Limits::nodes(nodes)).run().statistics.nodes;
        seconds += started.elapsed().as_secs_f64();
    }
    searched as f64 / seconds
}

impl Evaluation {
    fn speed(self, positions: &[Position], table: &Table, nodes: u64) -> f64 {
        match self {
            Evaluation::Network => speed(NetworkEvaluation::built_in(), positions, table, nodes),
            Evaluation::Tuned => speed(Tuned::new(), positions, table, nodes),
            Evaluation::Thesis => speed(ThesisEvaluation::new(), positions, table, nodes),
            Evaluation::Material => speed(material, positions, table, nodes),
        }
    }
}

fn main() {
    let arguments = Arguments::parse();
    let table = Table::new(arguments.hash);
    let middlegames = middlegames().into_iter().map(|(_, position)| position).collect();
    println!("phase,positions,evaluation,nodes per second");
    for (phase, positions) in [("opening", openings()), ("middlegame", middlegames), ("endgame", endgames())] {
        let mut speeds = vec![vec![]; arguments.evaluation.len()];
        for _ in 0..arguments.rounds.max(1) {
            for (evaluation, speeds) in arguments.evaluation.iter().zip(&mut speeds) {
                speeds.push(evaluation.speed(&positions, &table, arguments.nodes));
            }
        }
        for (evaluation, speeds) in arguments.evaluation.iter().zip(&mut speeds) {
            speeds.sort_by(f64::total_cmp);
            let name = format!("{evaluation:?}").to_lowercase();
            println!("{phase},{},{name},{:.0}", positions.len(), speeds[speeds.len() / 2]);
        }
    }
}
