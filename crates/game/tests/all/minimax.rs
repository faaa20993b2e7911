//! The reference: what a position is worth by definition.

#[path = "../../examples/nim/game.rs"]
#[allow(dead_code)]
pub(crate) mod nim;

use duiyi_game::{Score, minimax};
use nim::Nim;

/// The last stone was taken: who is to move has lost, whatever the evaluation says and however
/// far it looks.
#[test]
fn a_game_that_is_over_is_worth_what_the_rules_say() {
    for depth in 0..3 {
        assert_eq!(minimax(&mut Nim::new(0), &mut |_| Score::new(99), depth), Score::mated_in(0));
    }
    assert_eq!(minimax(&mut Nim::new(3), &mut |_| Score::new(99), 0), Score::new(99));
}

#[test]
fn a_mate_is_written_by_its_plies() {
    let scores = [Score::mate_in(1), Score::mate_in(3), Score::mated_in(1), Score::mated_in(0), Score::new(-7)];
    let written = ["mate in 1 ply", "mate in 3 plies", "mated in 1 ply", "mated in 0 plies", "-7"];
    assert_eq!(scores.map(|score| score.to_string()), written);
}
