//! What both views of the game tell the search, checked by the search's kit.
#![cfg(feature = "engine")]

use duiyi_connect6::evaluation::Valuation;
use duiyi_connect6::search::{StoneSearch, TurnSearch};
use duiyi_connect6::{Board, Rules};
use duiyi_search::kit::{self, Plan};

#[test]
fn the_kit_finds_nothing_wrong_in_either_view() {
    for (rules, plan) in [
        (Rules::CONNECT6, Plan { seed: 1, games: 2, most: 40 }),
        (Rules::GOMOKU, Plan { seed: 2, games: 2, most: 60 }),
        (Rules::new(8, 8, 5, 2, 1).unwrap(), Plan { seed: 3, games: 6, most: 60 }),
    ] {
        for valuation in [Valuation::usual(rules), Valuation::pattern(rules)] {
            let stones = StoneSearch::new(Board::new(rules), valuation);
            let tally = kit::check(&stones, &plan).unwrap_or_else(|broken| panic!("stones, {rules}: {broken}"));
            assert!(tally.moves > 500 && tally.keys > 500 && tally.noisy == 0, "{rules}: {tally:?}");
            let mut pairs = stones;
            pairs.position.settings.pairs = 20;
            kit::check(&pairs, &plan).unwrap_or_else(|broken| panic!("best pairs, {rules}: {broken}"));
        }
        let turns = TurnSearch::new(Board::new(rules), Valuation::pattern(rules)).unwrap();
        // A random game of pairs is soon over, and each position has tens of thousands.
        let plan = Plan { games: 1, most: if rules == Rules::CONNECT6 { 2 } else { 8 }, ..plan };
        let tally = kit::check(&turns, &plan).unwrap_or_else(|broken| panic!("turns, {rules}: {broken}"));
        assert!(tally.moves > 50, "{rules}: {tally:?}");
    }
}
