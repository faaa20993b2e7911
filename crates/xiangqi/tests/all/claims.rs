//! What a search reports: mates with whole lines, rows of different moves, an answer at any limit, and no ruling
//! that is not confirmed.

use duiyi_search::{Bound, Limits, Observer, Report, Score, ScoreClaim, Searcher, Table};
use duiyi_xiangqi::{Evaluation, Move, Position, Xiangqi};
use std::collections::BTreeMap;

fn game(fen: &str) -> Xiangqi {
    Xiangqi::new(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// The last report of each row: its value and line.
#[derive(Default)]
struct Rows {
    rows: BTreeMap<usize, (Score, Bound, ScoreClaim, Vec<Move>)>,
}

impl Observer<Move> for Rows {
    fn progress(&mut self, report: &Report<'_, Move>) {
        self.rows.insert(report.line, (report.score, report.bound, report.claim, report.pv.to_vec()));
    }
}

fn searched(game: &Xiangqi, lines: usize, limits: Limits) -> (duiyi_search::SearchResult<Move>, Rows) {
    let mut searcher = Searcher::new(Evaluation::new());
    searcher.multi_pv = lines;
    let mut rows = Rows::default();
    let found = searcher.search(game).table(&Table::new(4)).limits(limits).observer(&mut rows).run();
    (found, rows)
}

/// Plays a line; returns whether it has the length of the score's distance and ends in mate.
fn ends_in_mate(game: &Xiangqi, score: Score, line: &[Move]) -> bool {
    let mut game = game.clone();
    let legal = line.iter().all(|&mv| game.play(mv).is_ok());
    legal
        && score.mate_distance().map(i32::unsigned_abs) == Some(line.len() as u32)
        && !game.position().has_legal_move()
}

fn problems() -> impl Iterator<Item = Xiangqi> {
    include_str!("../data/mates.epd").lines().map(|line| game(line.split(';').next().unwrap()))
}

#[test]
fn exact_mates_have_whole_lines() {
    let horse = game("3k5/4P4/9/4n4/9/9/9/4K4/4A4/3C5 w - - 0 1");
    // A mate whose line cannot be completed is a bound.
    let (mut mates, mut bounds) = (0, 0);
    for (number, position) in std::iter::once(horse).chain(problems()).enumerate() {
        for lines in [1, 3] {
            let limits = Limits::depth(12).with_nodes(if lines == 1 { 20_000 } else { 8_000 });
            let (found, rows) = searched(&position, lines, limits);
            for (score, bound, claim, line) in rows.rows.values().filter(|row| row.0.is_mate()) {
                assert_eq!(*claim == ScoreClaim::Mate, *bound == Bound::Exact, "{number}: {score}");
                bounds += usize::from(*bound != Bound::Exact);
                if *claim == ScoreClaim::Mate {
                    mates += 1;
                    assert!(ends_in_mate(&position, *score, line), "{number}: {score}, {line:?}");
                }
            }
            if found.claim == ScoreClaim::Mate {
                assert!(ends_in_mate(&position, found.score, &found.pv), "{number}: {}", found.score);
            }
        }
    }
    assert!(mates > 100 && bounds < mates / 20, "{mates} mates, {bounds} bounds");
}

#[test]
fn rows_have_different_moves_after_an_interruption() {
    let first = game("1r2kab2/4a4/c3bc1rn/5R2p/4N4/4C1P1P/p1n1P4/3CB1N2/4A4/2BAKR3 w - - 0 1");
    for (number, position) in std::iter::once(first).chain(problems()).enumerate().step_by(3) {
        for (lines, nodes) in [(4, 8_000), (20, 6_000)] {
            let (found, rows) = searched(&position, lines, Limits::nodes(nodes));
            let mut moves: Vec<Move> = rows.rows.values().map(|row| row.3[0]).collect();
            assert_eq!(found.best, moves.first().copied(), "{number}");
            moves.sort_unstable();
            let all = moves.len();
            moves.dedup();
            assert_eq!(moves.len(), all, "{number}, {lines} lines");
        }
    }
}

#[test]
fn a_search_of_one_node_reports_a_good_move() {
    // The first move of the list is a pawn's; a rook can be captured.
    let position = game("3k5/9/9/9/r3R4/9/P8/9/9/4K4 w - - 0 1");
    for nodes in 0..4 {
        let (found, rows) = searched(&position, 1, Limits::nodes(nodes));
        let (score, _, _, line) = &rows.rows[&1];
        assert_eq!((found.best, &found.pv, found.score), (Some(line[0]), line, *score));
        assert_eq!(found.best, Some("e5a5".parse().unwrap()), "{nodes} nodes");
    }
}

#[test]
fn mixed_cycles_do_not_lose() {
    for fen in ["3aka3/4n4/9/9/9/9/2C6/9/6r2/3AK4 b - - 0 1", "5R3/4k4/9/4r4/9/9/5p3/5A3/5K3/9 b - - 0 1"] {
        for nodes in [2_000, 20_000, 60_000] {
            let (found, rows) = searched(&game(fen), 1, Limits::nodes(nodes));
            assert!(!found.claim.is_decisive() && !found.score.is_decisive(), "{fen}: {}", found.score);
            assert!(rows.rows.values().all(|row| !row.0.is_decisive()), "{fen}");
        }
    }
    // The rook can only check or be lost.
    let position: Position = "9/9/4k4/9/R8/9/2n6/9/9/3K5 b - - 0 1".parse().unwrap();
    let (found, _) = searched(&Xiangqi::new(position), 1, Limits::nodes(60_000));
    assert_eq!(found.claim, ScoreClaim::Ruling, "{}", found.score);
    assert!(found.score < Score::ZERO && found.score == found.value);
}
