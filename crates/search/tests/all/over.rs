//! A game that is over is not searched: the result says how it ended, and the score is
//! what the rules say, for the side to move.

use crate::common::{Cell, Connect, noise, search};
use duiyi_search::{
    Enhancements, Game, LimitControl, Limits, Outcome, ParallelSearcher, Score, Side, Stateless, StopHandle, Table,
    minimax,
};

/// A game in which these cells were taken in turn.
fn after(mut game: Connect, cells: &[u8]) -> Connect {
    for &cell in cells {
        game.make(Cell(cell));
    }
    game
}

/// What every search says of a game that is over.
fn check(game: &Connect, winner: Option<Side>, score: Score) {
    assert_eq!(game.outcome().map(|outcome| outcome.winner), Some(winner));
    for depth in [1, 4] {
        let found = search(&mut game.clone(), noise, depth, Enhancements::default());
        assert_eq!(found.over.map(|outcome| outcome.winner), Some(winner));
        assert_eq!((found.best, found.score, found.depth), (None, score, 0));
        assert!(found.pv.is_empty() && found.lines.is_empty());
        assert_eq!(minimax(&mut game.clone(), &mut noise, depth), score);
        assert_eq!(duiyi_game::minimax(&mut game.clone(), &mut noise, depth), score);
    }
    assert_eq!(duiyi_game::minimax(&mut game.clone(), &mut noise, 0), score);
}

#[test]
fn a_row_has_decided() {
    // The first side has a row of three; the second one is to move.
    check(&after(Connect::new(3, 3, 3, 1, 1), &[0, 3, 1, 4, 2]), Some(Side::First), Score::mated_in(0));
    // The second side has made its row by the second of three stones: it is to move still.
    check(&after(Connect::new(3, 3, 2, 3, 1), &[8, 0, 1]), Some(Side::Second), Score::mate_in(0));
}

#[test]
fn a_full_board_is_a_draw_and_no_loss() {
    check(&after(Connect::new(3, 3, 3, 1, 1), &[0, 1, 2, 4, 3, 5, 7, 6, 8]), None, Score::ZERO);
}

#[test]
fn several_threads_say_the_same() {
    let game = after(Connect::new(3, 3, 3, 1, 1), &[0, 3, 1, 4, 2]);
    let mut searcher = ParallelSearcher::new(Stateless(noise as fn(&Connect) -> Score));
    searcher.set_threads(2, || Stateless(noise as fn(&Connect) -> Score));
    let mut control = LimitControl::new(Limits::depth(3), StopHandle::new());
    let found = searcher.search(&mut game.clone(), &Table::new(1), &mut control, &mut (), |_| true);
    assert_eq!((found.over.map(|outcome| outcome.winner), found.best), (Some(Some(Side::First)), None));
}

#[test]
fn where_no_move_is_allowed_the_game_is_not_over() {
    let mut game = after(Connect::new(3, 3, 3, 1, 1), &[0, 3]);
    let mut searcher = duiyi_search::Searcher::new(Stateless(noise as fn(&Connect) -> Score));
    let mut control = LimitControl::new(Limits::depth(3), StopHandle::new());
    let found = searcher.search(&mut game, &Table::new(1), &mut control, &mut (), |_| false);
    assert_eq!((found.over, found.best, found.score), (None::<Outcome>, None, noise(&game)));
}
