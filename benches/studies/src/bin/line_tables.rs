//! The effect of the line tables: the same search of the 50 middlegame
//! positions with them and on the plain model without them, as in table 2-1 of the
//! ZMBL thesis. See `docs/line-tables.md`.
//!
//! `cargo run --release -p studies --bin line_tables -- --depth 8`
//!
//! With `--boards`, the time to find a piece on boards of one and two dimensions, in a list, and by both.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use clap::Parser;
use cpu_time::ThreadTime;
use duiyi_benches::{
    middlegames,
    piece_search::{Boards, PIECES},
    plain::{PlainPosition, WalkingEvaluation, with_tables},
};
use duiyi_search::{Enhancements, Evaluator, Heuristics, Limits, Parameters, SearchResult, Searcher, Table};
use duiyi_xiangqi::ThesisEvaluation;
use indicatif::{ProgressBar, ProgressStyle};
use std::{hint::black_box, time::Duration};

#[derive(Parser)]
#[command(about = "The same search with and without line tables")]
struct Arguments {
    /// The greatest depth in plies.
    #[arg(long, default_value_t = 8)]
    depth: u32,
    /// The size of the transposition table in MiB.
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// The number of rounds; the medians are printed.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Search with every enhancement instead of the classical ones.
    #[arg(long)]
    modern: bool,
    /// Use only this number of positions.
    #[arg(long, default_value_t = 50)]
    positions: usize,
    /// Measure the time to find a piece instead, as lines of CSV.
    #[arg(long)]
    boards: bool,
}

/// The thesis's table 2-1: the change of the time of the search by line
/// tables, in per cent, at depths 1 to 8.
const THESIS: [f64; 8] = [-8.18, -7.26, -9.60, -15.53, -32.30, -30.56, -32.67, -35.70];

/// The figures of a depth over all positions.
#[derive(Clone, Default)]
struct Row {
    nodes: u64,
    /// The processor time of each round, in milliseconds.
    without: Vec<f64>,
    with: Vec<f64>,
}

/// One search from an empty table, and its processor time.
fn search<G: Heuristics + Clone, E: Evaluator<G>>(
    searcher: &mut Searcher<G, E>,
    game: &mut G,
    table: &Table,
    depth: u32,
) -> (SearchResult<G::Move>, Duration) {
    table.clear();
    searcher.new_game();
    let started = ThreadTime::now();
    let found = searcher.search(game).table(table).limits(Limits::depth(depth)).run();
    (found, started.elapsed())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// Searches every position to every depth on both boards, one right after the
/// other so that load affects both equally; the order alternates from
/// one position to the next.
fn measure(arguments: &Arguments, progress: &ProgressBar) -> Vec<Row> {
    let positions: Vec<_> = middlegames().into_iter().take(arguments.positions).collect();
    let table = Table::new(arguments.hash);
    let mut with = Searcher::new(ThesisEvaluation::new());
    let mut without = Searcher::new(WalkingEvaluation::new());
    let (enhancements, parameters) = if arguments.modern {
        (Enhancements::default(), Parameters::default())
    } else {
        (Enhancements::classical(), Parameters::classical())
    };
    (with.enhancements, without.enhancements) = (enhancements, enhancements);
    (with.parameters, without.parameters) = (parameters, parameters);
    let mut rows = vec![Row::default(); arguments.depth as usize];
    for round in 0..arguments.rounds {
        for (row, depth) in rows.iter_mut().zip(1..) {
            let (mut fast_time, mut plain_time) = (Duration::ZERO, Duration::ZERO);
            let mut nodes = 0;
            for (i, (name, position)) in positions.iter().enumerate() {
                let mut fast = || search(&mut with, &mut with_tables(position), &table, depth);
                let mut plain = || search(&mut without, &mut PlainPosition::new(position), &table, depth);
                let ((fast, fast_took), (plain, plain_took)) = if (i + round) % 2 == 0 {
                    let first = fast();
                    (first, plain())
                } else {
                    let first = plain();
                    (fast(), first)
                };
                assert_eq!(fast.statistics.nodes, plain.statistics.nodes, "nodes of {name} at depth {depth}");
                assert_eq!((fast.score, &fast.pv), (plain.score, &plain.pv), "result of {name} at depth {depth}");
                nodes += fast.statistics.nodes;
                fast_time += fast_took;
                plain_time += plain_took;
                progress.inc(1);
            }
            row.nodes = nodes;
            row.with.push(milliseconds(fast_time));
            row.without.push(milliseconds(plain_time));
        }
    }
    rows
}

/// The repetitions of all queries in a round of [`find_pieces`].
const REPETITIONS: usize = 2000;

/// A way to answer a query, `of(boards, number)`, and the queries it answers.
struct Way {
    question: &'static str,
    name: &'static str,
    numbers: std::ops::RangeInclusive<u8>,
    of: fn(&Boards, u8) -> u8,
}

const SQUARES: std::ops::RangeInclusive<u8> = 0..=89;

/// The ways that the thesis compares.
const WAYS: [Way; 6] = [
    Way {
        question: "square of a piece",
        name: "90 cells in two dimensions",
        numbers: PIECES,
        of: Boards::square_by_grid,
    },
    Way {
        question: "square of a piece",
        name: "90 cells in one dimension",
        numbers: PIECES,
        of: Boards::square_by_line,
    },
    Way { question: "square of a piece", name: "list (double map)", numbers: PIECES, of: Boards::square_by_list },
    Way { question: "piece on a square", name: "32 pieces of the list", numbers: SQUARES, of: Boards::piece_by_list },
    Way { question: "piece on a square", name: "board of two dimensions", numbers: SQUARES, of: Boards::piece_by_grid },
    Way {
        question: "piece on a square",
        name: "board of one dimension (double map)",
        numbers: SQUARES,
        of: Boards::piece_by_line,
    },
];

/// Prints the processor time of a query in nanoseconds for each way: the median of the rounds, which alternate
/// between the ways.
fn find_pieces(arguments: &Arguments) {
    let boards: Vec<_> =
        middlegames().iter().take(arguments.positions).map(|(_, position)| Boards::from(position)).collect();
    let mut times = WAYS.map(|_| vec![]);
    for _ in 0..arguments.rounds {
        for (way, times) in WAYS.iter().zip(&mut times) {
            let started = ThreadTime::now();
            for _ in 0..REPETITIONS {
                for board in &boards {
                    for number in way.numbers.clone() {
                        black_box((way.of)(black_box(board), black_box(number)));
                    }
                }
            }
            let queries = REPETITIONS * boards.len() * way.numbers.clone().count();
            times.push(started.elapsed().as_secs_f64() * 1e9 / queries as f64);
        }
    }
    println!("question,way,ns");
    for (way, times) in WAYS.iter().zip(&times) {
        println!("{},{},{:.2}", way.question, way.name, median(times));
    }
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

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    if arguments.boards {
        find_pieces(&arguments);
        return Ok(());
    }
    let searches = arguments.rounds * arguments.depth as usize * arguments.positions.min(50);
    let progress = ProgressBar::new(searches as u64)
        .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} pairs of searches, {eta} left")?);
    let rows = measure(&arguments, &progress);
    progress.finish_and_clear();

    println!(
        "{} positions, {} search, table {} MiB, processor time, medians of {} rounds. The difference is what the line",
        arguments.positions.min(50),
        if arguments.modern { "modern" } else { "classical" },
        arguments.hash,
        arguments.rounds
    );
    println!("tables save, in per cent of the search without them (median of the rounds' own ratios).\n");
    println!("| depth | nodes | ms without | ms with | difference % | thesis % | M nodes/s without | with |");
    println!("|---|---|---|---|---|---|---|---|");
    for (i, row) in rows.iter().enumerate() {
        let ratios: Vec<f64> = row.with.iter().zip(&row.without).map(|(with, without)| with / without).collect();
        let (without, with) = (median(&row.without), median(&row.with));
        let thesis = THESIS.get(i).map_or("".into(), |percent| format!("{percent:+.2}"));
        println!(
            "| {} | {} | {without:.1} | {with:.1} | {:+.2} | {thesis} | {:.2} | {:.2} |",
            i + 1,
            row.nodes,
            (median(&ratios) - 1.0) * 100.0,
            row.nodes as f64 / without / 1e3,
            row.nodes as f64 / with / 1e3,
        );
    }
    Ok(())
}
