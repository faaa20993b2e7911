//! Lines of mates that are cut short, completed move by move.

use super::drawn::{Desk, Drawn, ended};
use crate::Score;

/// The line after the first move, and whether it was completed to a mate of `plies`.
fn completed(game: Drawn, plies: usize) -> (bool, String) {
    Desk::new(game).run(|search| {
        let complete = search.complete_mate_line(0, Score::mate_in(plies));
        (complete, search.root.moves[0].pv.iter().map(|mv| mv.0).collect())
    })
}

#[test]
fn the_loser_resists_longest_and_the_winner_mates() {
    // After `a` the loser may end the game with `b`; after `c` the winner mates with `d`, not with `e`.
    let game = Drawn::new("a")
        .at("a", |loser| loser.moves = "bc")
        .at("ab", |winner| winner.verdict = ended(Score::mate_in(2).get()))
        .at("ac", |winner| winner.moves = "ed")
        .at("acd", |loser| loser.verdict = ended(Score::mated_in(3).get()));
    assert_eq!(completed(game.clone(), 3), (true, "acd".to_owned()));
    // Another distance is not that of this mate: the line stays as it was.
    assert_eq!(completed(game.clone(), 5), (false, "a".to_owned()));
    let sooner = game.at("a", |loser| loser.moves = "b");
    assert_eq!(completed(sooner, 3), (false, "a".to_owned()));
}

#[test]
fn a_side_without_a_move_is_mated() {
    let game = Drawn::new("a").at("a", |loser| loser.moves = "");
    assert_eq!(completed(game.clone(), 1), (true, "a".to_owned()));
    let free = game.at("a", |other| other.moves = "b");
    assert_eq!(completed(free, 1), (false, "a".to_owned()));
}
