//! Signatures: the scores of the evaluations and the node counts of the search on fixed positions.
//! They detect unintended changes. After an intended change, write the files again and review the
//! difference:
//!
//! ```sh
//! UPDATE_EXPECT=1 cargo test -p duiyi-xiangqi --test all signature::
//! ```
#![cfg(feature = "engine")]

use duiyi_search::{Limits, Searcher, Table};
use duiyi_xiangqi::{Evaluation, Position, ThesisEvaluation, Weights, Xiangqi};
use expect_test::expect_file;
use std::fmt::Write as _;

/// Compares the results with the file.
fn compare(file: &str, found: &str) {
    expect_file![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file)].assert_eq(found);
}

fn positions() -> impl Iterator<Item = (&'static str, Position)> {
    let perft = include_str!("../data/perft.epd").lines();
    let mates = include_str!("../data/mates.epd").lines().step_by(12);
    perft.chain(mates).map(|line| {
        let fen = line.split(';').next().unwrap_or_default().trim();
        (fen, fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
    })
}

#[test]
fn the_scores_match_their_signature() {
    let mut text = String::new();
    let by_hand = Evaluation::with_weights(Weights::by_hand().into());
    let (tuned, thesis) = (Evaluation::new(), ThesisEvaluation::new());
    for (fen, position) in positions() {
        let values = [tuned.of(&position), by_hand.of(&position), thesis.of(&position)];
        let features = tuned.trace(&position);
        let sum: i64 = features.features.iter().map(|&(feature, count)| i64::from(feature) * i64::from(count)).sum();
        writeln!(text, "{fen} {values:?} {} {sum} {}", features.phase, features.scale).unwrap();
    }
    compare("signature-evaluation.txt", &text);
}

#[test]
fn the_node_counts_match_their_signature() {
    let mut text = String::new();
    for (fen, position) in positions().step_by(3) {
        let run = |depth: u32| {
            let mut searcher = Searcher::new(Evaluation::new());
            let game = Xiangqi::new(position);
            let found = searcher.search(&game).table(&Table::new(1)).limits(Limits::depth(depth)).run();
            (found.statistics.nodes, found.score, found.best.map(|mv| mv.to_string()).unwrap_or_default())
        };
        let (nodes, score, best) = run(6);
        let mut searcher = Searcher::new(ThesisEvaluation::new());
        let thesis = searcher.search(&Xiangqi::new(position)).table(&Table::new(1)).limits(Limits::depth(5)).run();
        writeln!(text, "{fen} {nodes} {score} {best}, {} {}", thesis.statistics.nodes, thesis.score).unwrap();
    }
    compare("signature-search.txt", &text);
}
