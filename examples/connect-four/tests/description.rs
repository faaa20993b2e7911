//! The description of the game holds.

use connect_four::{ConnectFour, evaluate};
use duiyi_game::{
    History, Notation, Side,
    kit::{self, Plan},
    perft,
};
use duiyi_search::{
    Enhancements, LimitControl, Limits, Searcher, Stateless, StopHandle, Table, kit as search_kit, minimax,
};

#[test]
fn the_description_has_no_contradiction() {
    let (start, plan) = (ConnectFour::default(), Plan { games: 40, ..Plan::default() });
    let tally = kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.ended == 40 && tally.refused > 1_000, "{tally:?}");
    let squares = kit::check_diagram(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(squares > 1_000);
}

#[test]
fn the_search_is_told_no_contradiction() {
    let (start, plan) = (ConnectFour::default(), Plan { games: 40, ..Plan::default() });
    let tally = search_kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.threatened > 30, "{tally:?}");
    search_kit::check_search(&start, &plan, evaluate).unwrap_or_else(|broken| panic!("{broken}"));
}

/// John Tromp's counts: two sides drop stones until one has four in a row.
#[test]
fn perft_is_as_published() {
    let counts = (1..=8).map(|depth| perft(&mut ConnectFour::default(), depth));
    assert_eq!(counts.collect::<Vec<_>>(), [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn an_exact_search_is_minimax() {
    for moves in ["", "d d", "c e c f c", "a b a b a", "d d d c c e b"] {
        let game = History::<ConnectFour>::read("", &format!("moves {moves}")).unwrap();
        for depth in 1..=6 {
            let mut now = *game.now();
            let expected = minimax(&mut now, &mut evaluate, depth);
            let mut searcher = Searcher::new(Stateless(evaluate));
            searcher.enhancements = Enhancements::exact();
            let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
            let found = searcher.search(&mut now, &Table::new(1), &mut control, &mut (), |_| true);
            assert_eq!(found.score, expected, "after {moves} to depth {depth}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_text_is_told() {
    let read = |text: &str| ConnectFour::default().read_position(text);
    let empty = ".......";
    let board = |bottom: &str, second: &str| [empty, empty, empty, empty, second, bottom].join("/");
    let position = read(&board("..yr...", "..y....")).unwrap();
    assert_eq!(duiyi_game::Game::side_to_move(&position), Side::Second);
    for (wrong, reason) in [
        (board("..yr...", "y......"), "a stone hangs in the air"),
        (board("..yy...", empty), "as many y as r or one y more"),
        (board("..r....", empty), "as many y as r or one y more"),
        (board("..x....", empty), "expected six rows"),
        (board("...", empty), "expected six rows"),
        (format!("{}/{empty}", board(empty, empty)), "expected six rows"),
        (String::new(), "expected six rows"),
    ] {
        let error = read(&wrong).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}
