//! The description of the game is consistent.

use connect_four::{ConnectFour, evaluate};
use duiyi_game::{
    History,
    kit::{self, Plan},
    perft,
};
use duiyi_search::{Enhancements, Limits, Searcher, Table, kit as search_kit, minimax_of_candidates};

#[test]
fn the_description_is_consistent() {
    let (start, plan) = (ConnectFour::default(), Plan { games: 40, ..Plan::default() });
    let tally = kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.ended == 40 && tally.refused > 1_000, "{tally:?}");
    let squares = kit::check_diagram(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(squares > 1_000);
}

/// The counts that John Tromp published.
#[test]
fn perft_equals_the_published_counts() {
    let counts = (1..=8).map(|depth| perft(&mut ConnectFour::default(), depth));
    assert_eq!(counts.collect::<Vec<_>>(), [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn an_exact_search_equals_minimax() {
    for moves in ["", "d d", "c e c f c", "a b a b a", "d d d c c e b"] {
        let game = History::<ConnectFour>::read("", &format!("moves {moves}")).unwrap();
        for depth in 1..=6 {
            let mut now = *game.now();
            let expected = minimax_of_candidates(&mut now, &mut evaluate, depth);
            let mut searcher = Searcher::new(evaluate);
            searcher.enhancements = Enhancements::exact();
            let found = searcher.search(&now).table(&Table::new(1)).limits(Limits::depth(depth)).run();
            assert_eq!(found.score, expected, "after {moves} to depth {depth}");
        }
    }
}

#[test]
fn the_heuristics_are_consistent() {
    let (start, plan) = (ConnectFour::default(), Plan { games: 40, ..Plan::default() });
    let tally = search_kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.threatened > 30, "{tally:?}");
    search_kit::check_search(&start, &plan, evaluate).unwrap_or_else(|broken| panic!("{broken}"));
}
