//! A capture on the last ply looks like a gain until the recapture is seen
//! (ZMBL thesis 3.3).
#![cfg(feature = "engine")]

use duiyi_search::{Enhancements, Limits, Searcher, Table};
use duiyi_xiangqi::{Move, Position, ThesisEvaluation, Xiangqi};

fn best(position: Position, quiescence: bool) -> (Move, i32) {
    let mut searcher = Searcher::new(ThesisEvaluation::new());
    searcher.enhancements = Enhancements::none();
    searcher.enhancements.quiescence = quiescence;
    let game = Xiangqi::new(position);
    let found = searcher.search(&game).table(&Table::new(0)).limits(Limits::depth(1)).run();
    (found.best.unwrap(), found.score.get())
}

#[test]
fn a_rook_takes_a_protected_pawn_only_if_it_cannot_see_the_recapture() {
    // The elephant on e7 protects the pawn on c5.
    let position: Position = "4k4/9/4b4/9/2p6/9/2R6/9/9/3K5 w".parse().unwrap();
    let taking = "c3c5".parse().unwrap();
    let (blind, hoped) = best(position, false);
    assert_eq!(blind, taking);
    let (seeing, expected) = best(position, true);
    assert_ne!(seeing, taking);
    assert!(hoped > expected);
}
