//! Finished games are not searched: the result contains the outcome, and the score is that of the
//! verdict, for the side to move.

use crate::common::{Cell, Connect, noise, search};
use duiyi_search::{Enhancements, Game, Limits, Outcome, ParallelSearcher, Score, Side, Table, minimax_of_candidates};

/// A game in which these cells were taken in turn.
fn after(mut game: Connect, cells: &[u8]) -> Connect {
    for &cell in cells {
        game.make(Cell(cell));
    }
    game
}

/// Checks the results of searches and of minimax in a finished game.
fn check(game: &Connect, winner: Option<Side>, score: Score) {
    assert_eq!(game.outcome().map(|outcome| outcome.winner), Some(winner));
    for depth in [1, 4] {
        let found = search(&mut game.clone(), noise, depth, Enhancements::default());
        assert_eq!(found.over.map(|outcome| outcome.winner), Some(winner));
        assert_eq!((found.best, found.score, found.depth), (None, score, 0));
        assert!(found.pv.is_empty() && found.lines.is_empty());
        assert_eq!(minimax_of_candidates(&mut game.clone(), &mut noise, depth), score);
        assert_eq!(duiyi_game::minimax(&mut game.clone(), &mut noise, depth), score);
    }
    assert_eq!(duiyi_game::minimax(&mut game.clone(), &mut noise, 0), score);
}

#[test]
fn a_completed_row_ends_the_game() {
    // The first side has a row of three; the second side is to move.
    check(&after(Connect::new(3, 3, 3, 1, 1), &[0, 3, 1, 4, 2]), Some(Side::First), Score::mated_in(0));
    // The second side completed its row with the second of three stones: it is still to move.
    check(&after(Connect::new(3, 3, 2, 3, 1), &[8, 0, 1]), Some(Side::Second), Score::mate_in(0));
}

#[test]
fn a_full_board_is_a_draw() {
    check(&after(Connect::new(3, 3, 3, 1, 1), &[0, 1, 2, 4, 3, 5, 7, 6, 8]), None, Score::ZERO);
}

#[test]
fn several_threads_return_the_same_result() {
    let game = after(Connect::new(3, 3, 3, 1, 1), &[0, 3, 1, 4, 2]);
    let mut searcher = ParallelSearcher::new(noise as fn(&Connect) -> Score);
    searcher.set_threads(2, || noise as fn(&Connect) -> Score);
    let found = searcher.search(&game).table(&Table::new(1)).limits(Limits::depth(3)).run();
    assert_eq!((found.over.map(|outcome| outcome.winner), found.best), (Some(Some(Side::First)), None));
}

#[test]
fn a_game_without_allowed_moves_is_not_over() {
    let game = after(Connect::new(3, 3, 3, 1, 1), &[0, 3]);
    let mut searcher = duiyi_search::Searcher::new(noise as fn(&Connect) -> Score);
    let found = searcher.search(&game).table(&Table::new(1)).limits(Limits::depth(3)).only(|_| false).run();
    assert_eq!((found.over, found.best, found.score), (None::<Outcome>, None, noise(&game)));
}
