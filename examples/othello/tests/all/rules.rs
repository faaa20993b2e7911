//! The description of the game is consistent, and its counts are the published ones.

use duiyi::game::kit::{self as game_kit, Plan};
use duiyi::game::{Notation, Side, SmallGame, perft};
use duiyi::search::kit as search_kit;
use othello::{Othello, evaluate};

#[test]
fn the_description_is_consistent() {
    let (start, plan) = (Othello::default(), Plan { games: 20, ..Plan::default() });
    let tally = game_kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.ended == 20 && tally.refused > 1_000, "{tally:?}");
    game_kit::check_diagram(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    search_kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    search_kit::check_search(&start, &plan, evaluate).unwrap_or_else(|broken| panic!("{broken}"));
}

/// The counts of the Othello programs (A. Aguirre's list): 4, 12, 56, 244, 1,396, 8,200, 55,092, 390,216.
#[test]
fn the_counts_of_positions_are_the_published_ones() {
    let counts = (1..=7).map(|depth| perft(&mut Othello::default(), depth));
    assert_eq!(counts.collect::<Vec<_>>(), [4, 12, 56, 244, 1396, 8200, 55092]);
}

/// The row at the bottom of an otherwise empty board, with the side to move.
fn bottom(row: &str) -> Othello {
    let empty = "......../".repeat(7);
    Othello::default().read_position(&format!("{empty}{row}")).unwrap()
}

fn moves(game: &Othello) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.iter().map(|&mv| game.write_move(mv)).collect()
}

#[test]
fn a_side_without_a_move_passes() {
    let game = bottom(".....wbb w");
    assert_eq!((moves(&game), game.ending()), (vec!["pass".to_owned()], None));
    let after = game.after(64);
    assert_eq!(moves(&after), ["e1"], "Black encloses the disc on f1");
    let end = after.after(4);
    assert_eq!(end.ending(), Some((Some(Side::First), "no side can move")));
    assert!(moves(&end).is_empty());
    assert_eq!(bottom("ww....bb w").ending(), Some((None, "no side can move")));
}
