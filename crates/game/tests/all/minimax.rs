//! The reference value: plain minimax.

use duiyi_game::{Score, minimax, nim::Nim};

/// After the last stone the side to move has lost, whatever the evaluation and the depth.
#[test]
fn a_finished_game_has_the_score_of_its_verdict() {
    for depth in 0..3 {
        assert_eq!(minimax(&mut Nim::new(0), &mut |_| Score::new(99), depth), Score::mated_in(0));
    }
    assert_eq!(minimax(&mut Nim::new(3), &mut |_| Score::new(99), 0), Score::new(99));
}

#[test]
fn mate_scores_are_displayed_in_plies() {
    let scores = [Score::mate_in(1), Score::mate_in(3), Score::mated_in(1), Score::mated_in(0), Score::new(-7)];
    let written = ["mate in 1 ply", "mate in 3 plies", "mated in 1 ply", "mated in 0 plies", "-7"];
    assert_eq!(scores.map(|score| score.to_string()), written);
}
