use crate::{Ataxx, Board, evaluate};
use duiyi::game::kit::{self as game_kit, Plan};
use duiyi::game::{Game, History, Notation, Side, SmallGame, perft};
use duiyi::search::kit as search_kit;

#[test]
fn the_description_is_consistent() {
    let (start, plan) = (Ataxx::new(Board::default()), Plan { games: 5, ..Plan::default() });
    let tally = game_kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.ended + tally.unended == 5 && tally.refused > 1_000, "{tally:?}");
    game_kit::check_diagram(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    search_kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    search_kit::check_search(&start, &plan, evaluate).unwrap_or_else(|broken| panic!("{broken}"));
}

/// The counts that Ataxx programs publish for the start.
#[test]
fn the_counts_of_moves_are_the_published_ones() {
    let counts = [1, 2, 3, 4].map(|depth| perft(&mut Board::default(), depth));
    assert_eq!(counts, [16, 256, 6_460, 155_888]);
}

#[test]
fn a_side_without_a_move_passes_and_a_repeated_position_is_a_draw() {
    let game = Ataxx::begin("").unwrap();
    let shut = game.read_position("oooo.../ooo..../ooo..../......./......./......./x...... o").unwrap();
    assert!(shut.read_move("pass").is_err(), "White can move");
    let shut = game.read_position("x.ooooo/..ooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo x").unwrap();
    assert_eq!(shut.outcome(), None);
    let shut = game.read_position("xoo.ooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo x").unwrap();
    let passed = shut.position().after(shut.read_move("pass").unwrap());
    let end = passed.after(passed.read_move("d7").unwrap()).ending();
    assert_eq!(end.unwrap().0, Some(Side::Second));
    let game = History::<Ataxx>::read("", &format!("moves {}", "a7c7 g7e7 c7a7 e7g7 ".repeat(2))).unwrap();
    assert_eq!(game.outcome().unwrap().reason, "threefold repetition");
}
