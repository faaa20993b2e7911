//! Where the same position is worth something else by another path: perpetual
//! checks, chases and idle repetitions. A table that has seen the position by one
//! path must not answer for the other.
//!
//! Each case is a cycle that is played on and on. The positions on the way are
//! searched in turn with one table that is never cleared, so that it knows every
//! one of them by several paths, and each search is compared with one that has no
//! table at all.

use duiyi_search::{Enhancements, LimitControl, Limits, Score, Searcher, StopHandle, Table};
use duiyi_xiangqi::{Evaluation, SearchPosition};

/// Name, position, and the moves of a cycle (four plies, or two cycles of a longer one).
const CASES: [(&str, &str, &str); 7] = [
    ("a rook checks for ever", "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1", "h8h9 f9f8 h9h8 f8f9"),
    (
        "both sides idle",
        "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN3NC1/9/R1BAKAB1R w - - 0 1",
        "a0a1 a9a8 a1a0 a8a9",
    ),
    ("idle in an endgame", "3ak4/4a4/4b4/9/7r1/9/4P4/4B4/4A4/2R1K4 w - - 0 1", "c0c1 h5h6 c1c0 h6h5"),
    ("a rook chases the king", "4k4/R8/9/9/9/9/9/9/4p4/3K5 w - - 0 1", "a8a9 e9e8 a9a8 e8e9"),
    ("a lost side checks", "3k5/R8/9/9/9/4p4/3p5/9/4r4/3K5 w - - 0 1", "a8a9 d9d8 a9a8 d8d9"),
    ("a rook follows a cannon", "3ak4/4a4/9/9/2C6/9/9/4r4/4p4/3K5 w - - 0 1", "c5b5 e2b2 b5c5 b2e2"),
    (
        "a rook is chased by two cannons",
        "2bak4/4a4/4b4/8p/2p3p2/9/N2rP4/6NC1/C3A4/4K1B2 w - - 0 1",
        "h2h3 d3d1 h3h1 d1d3 h1h3 d3d1 h3h1",
    ),
];

/// The positions along the cycle, played three times as far as it goes.
fn along(fen: &str, cycle: &str) -> Vec<SearchPosition> {
    let mut position = SearchPosition::new(fen.parse().unwrap());
    let mut positions = vec![position.clone()];
    for mv in cycle.split(' ').cycle().take(11) {
        if position.play(mv.parse().unwrap()).is_err() {
            break;
        }
        positions.push(position.clone());
    }
    positions
}

fn score(position: &SearchPosition, depth: u32, table: Option<&Table>) -> Score {
    let mut searcher = Searcher::new(Evaluation::new());
    searcher.enhancements = Enhancements::exact();
    searcher.enhancements.table = table.is_some();
    let none = Table::new(0);
    let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
    searcher.search(&mut position.clone(), table.unwrap_or(&none), &mut control, &mut (), |_| true).score
}

#[test]
fn a_table_that_knows_another_path_changes_nothing() {
    let mut differ_by_path = 0;
    for (name, fen, cycle) in CASES {
        let positions = along(fen, cycle);
        assert!(positions.len() >= 6, "{name}: the cycle is legal");
        let table = Table::new(4);
        for depth in 1..=4 {
            let mut by_key = std::collections::HashMap::new();
            for (i, position) in positions.iter().enumerate() {
                let expected = score(position, depth, None);
                assert_eq!(score(position, depth, Some(&table)), expected, "{name}, after {i} moves, depth {depth}");
                let first = *by_key.entry(position.position().key()).or_insert(expected);
                differ_by_path += (first != expected) as u32;
            }
        }
    }
    // Otherwise the suite shows nothing.
    assert!(differ_by_path >= 10, "{differ_by_path} values differ by the path");
}

#[test]
#[ignore]
fn probe_deeper() {
    for (name, fen, cycle) in CASES {
        let positions = along(fen, cycle);
        let table = Table::new(16);
        for depth in 5..=7 {
            let started = std::time::Instant::now();
            let mut bad = 0;
            for position in positions.iter() {
                let expected = score(position, depth, None);
                let found = score(position, depth, Some(&table));
                if expected != found { bad += 1; println!("  {name} {depth}: {expected:?} {found:?}"); }
                if started.elapsed().as_secs() > 25 { println!("slow"); break; }
            }
            println!("{name} depth {depth} bad {bad} {:?}", started.elapsed());
            if started.elapsed().as_secs() > 8 { break; }
        }
    }
}
