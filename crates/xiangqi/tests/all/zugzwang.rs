//! Endgames in zugzwang (row Z-C26 of docs/sources.md): a null move
//! wrongly suggests that the position is good.
#![cfg(feature = "engine")]

use duiyi_search::{Limits, SearchResult, Searcher, Table};
use duiyi_xiangqi::{Evaluation, Move, Xiangqi};

fn search(fen: &str, depth: u32, null_move: bool) -> SearchResult<Move> {
    let mut searcher = Searcher::new(Evaluation::new());
    searcher.enhancements.null_move = null_move;
    let game = Xiangqi::new(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")));
    searcher.search(&game).table(&Table::new(8)).limits(Limits::depth(depth)).run()
}

/// With only pawns and guards no side passes: a king without a move has lost.
#[test]
fn without_strong_pieces_nobody_passes() {
    for (fen, mate) in [
        // A step of the pawn stalemates Black.
        ("3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1", 1),
        ("4k4/9/5P3/9/9/9/9/9/9/3K5 w - - 0 1", 1),
        ("3k5/4P4/3P5/9/9/9/9/9/9/4K4 w - - 0 1", 1),
    ] {
        let found = search(fen, 8, true);
        assert_eq!((found.score.mate_distance(), found.statistics.null_moves), (Some(mate), 0), "{fen}");
    }
    // Many plies deep, and with guards.
    for fen in ["3ak4/9/4b4/9/4P4/9/9/9/4A4/3K5 w - - 0 1", "3k5/9/9/9/2P6/9/9/9/9/4K4 w - - 0 1"] {
        let (with, without) = (search(fen, 10, true), search(fen, 10, false));
        assert_eq!(with.statistics.null_moves, 0, "{fen}");
        assert_eq!((with.score, with.statistics.nodes), (without.score, without.statistics.nodes), "{fen}");
    }
}

/// A horse wins against an advisor because Black must move; the search finds it with the null move
/// as well as without.
#[test]
fn a_horse_wins_by_zugzwang() {
    for (fen, depth, mate) in [
        ("5k3/9/9/4N4/9/9/9/9/9/4K4 w - - 0 1", 6, 3),
        ("3k5/4a4/9/4N4/9/9/9/9/9/4K4 w - - 0 1", 12, 9),
        ("4ka3/9/9/4N4/9/9/9/9/9/3K5 w - - 0 1", 18, 13),
    ] {
        let found = [true, false].map(|null_move| search(fen, depth, null_move));
        assert_eq!(found.each_ref().map(|found| found.score.mate_distance()), [Some(mate); 2], "{fen}");
        assert_eq!(found[0].statistics.null_moves > 0, depth > 6, "{fen}");
        assert_eq!(found[1].statistics.null_moves, 0);
    }
}
