//! Ending a game early: by the scores that the players give, or by its length.
//!
//! Off unless asked for. The scores are each player's own, so a rule that ends a
//! game as lost trusts the loser, and can ask the winner to agree.

use duiyi_game::{Outcome, OutcomeKind, Score, Side};

/// The reason of a game that a player has given up by its scores.
const RESIGNATION: &str = "adjudication: resignation";
/// The reason of a game in which both players see nothing.
const LEVEL_SCORES: &str = "adjudication: level scores";
/// The reason of a game that is too long.
const LENGTH: &str = "adjudication: length";

/// The reasons of games that were ended early, as records have them.
pub(crate) const REASONS: [&str; 3] = [RESIGNATION, LEVEL_SCORES, LENGTH];

/// When to end games early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Adjudication {
    /// Lost games.
    pub resign: Option<ResignRule>,
    /// Dead games.
    pub draw: Option<DrawRule>,
    /// A draw after so many plies played.
    pub most_plies: Option<u32>,
}

/// A player whose own score says often enough that it is lost has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ResignRule {
    /// Centipawns by which it must be behind.
    pub score: u32,
    /// For so many of its moves in succession.
    pub moves: u32,
    /// Whether the opponent must have been ahead by as much, over as many moves.
    pub both: bool,
}

/// A game in which both players see nothing is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DrawRule {
    /// Centipawns that neither score may exceed.
    pub score: u32,
    /// For so many moves of each in succession.
    pub moves: u32,
    /// Not before so many plies have been played.
    pub after_plies: u32,
}

/// The scores of one game so far, as far as the rules look back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    plies: u32,
    /// Successive moves with a losing, winning and level score, by side.
    losing: [u32; 2],
    winning: [u32; 2],
    level: [u32; 2],
}

impl Watch {
    /// Takes note of a move's score; the outcome if that ends the game.
    pub(crate) fn after_move(&mut self, rules: &Adjudication, mover: Side, score: Option<Score>) -> Option<Outcome> {
        let us = mover.index();
        self.plies += 1;
        let score = score.map(Score::get);
        let count = |holds: bool, so_far: u32| if holds { so_far + 1 } else { 0 };
        if let Some(rule) = rules.resign {
            let limit = i32::try_from(rule.score).unwrap_or(i32::MAX);
            self.losing[us] = count(score.is_some_and(|score| score <= -limit), self.losing[us]);
            self.winning[us] = count(score.is_some_and(|score| score >= limit), self.winning[us]);
            for loser in [mover, !mover] {
                let agreed = !rule.both || self.winning[(!loser).index()] >= rule.moves;
                if self.losing[loser.index()] >= rule.moves && agreed {
                    return Some(Outcome::win(!loser, RESIGNATION).by(OutcomeKind::Adjudication));
                }
            }
        }
        let draw = |reason: &'static str| Some(Outcome::draw(reason).by(OutcomeKind::Adjudication));
        if let Some(rule) = rules.draw {
            self.level[us] = count(score.is_some_and(|score| score.unsigned_abs() <= rule.score), self.level[us]);
            if self.plies >= rule.after_plies && self.level.iter().all(|&moves| moves >= rule.moves) {
                return draw(LEVEL_SCORES);
            }
        }
        if rules.most_plies.is_some_and(|most| self.plies >= most) {
            return draw(LENGTH);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(rules: Adjudication, scores: &[i32]) -> Option<(usize, Option<Side>)> {
        let mut watch = Watch::default();
        let mut mover = Side::First;
        for (ply, &score) in scores.iter().enumerate() {
            if let Some(outcome) = watch.after_move(&rules, mover, Some(Score::new(score))) {
                return Some((ply + 1, outcome.winner));
            }
            mover = !mover;
        }
        None
    }

    #[test]
    fn a_player_behind_for_long_enough_resigns() {
        let rules =
            |both| Adjudication { resign: Some(ResignRule { score: 500, moves: 2, both }), ..Default::default() };
        assert_eq!(run(rules(false), &[0, -600, 0, -700]), Some((4, Some(Side::First))));
        assert_eq!(run(rules(false), &[-500, 0, -499, 0, -500, 0]), None, "not in succession");
        assert_eq!(run(rules(true), &[0, -600, 0, -700, 600, -600, 500]), Some((7, Some(Side::First))));
    }

    #[test]
    fn level_scores_draw_after_enough_plies() {
        let rules = Adjudication { draw: Some(DrawRule { score: 10, moves: 2, after_plies: 6 }), ..Default::default() };
        assert_eq!(run(rules, &[0, 0, 5, -5, 9, -10]), Some((6, None)));
        assert_eq!(run(rules, &[0, 0, 0, 0, 0, 11, 0, 0, 0]), None);
        assert_eq!(run(rules, &[0, 0, 0, 0, 0, 11, 0, 0, 0, 0]), Some((10, None)));
    }

    #[test]
    fn a_move_without_a_score_breaks_every_row_and_length_counts_all() {
        let rules = Adjudication {
            resign: Some(ResignRule { score: 1, moves: 2, both: false }),
            most_plies: Some(5),
            ..Default::default()
        };
        let mut watch = Watch::default();
        for (score, ends) in [(Some(-5), false), (None, false), (None, false), (None, false), (Some(-5), true)] {
            let ended = watch.after_move(&rules, Side::First, score.map(Score::new));
            assert_eq!(ended.is_some_and(|outcome| outcome.winner.is_none()), ends);
        }
        assert_eq!(run(Adjudication::default(), &[-9999; 100]), None, "nothing is on by default");
    }
}
