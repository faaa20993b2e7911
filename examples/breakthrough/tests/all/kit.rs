//! The description of the game is consistent.

use breakthrough::{Breakthrough, evaluate};
use duiyi::game::kit::{self as game_kit, Plan};
use duiyi::search::kit as search_kit;

#[test]
fn the_description_is_consistent() {
    let (start, plan) = (Breakthrough::default(), Plan { games: 20, ..Plan::default() });
    let tally = game_kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.ended == 20 && tally.refused > 1_000, "{tally:?}");
    let squares = game_kit::check_diagram(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(squares > 1_000);
    search_kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    search_kit::check_search(&start, &plan, evaluate).unwrap_or_else(|broken| panic!("{broken}"));
}
