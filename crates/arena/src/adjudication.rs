//! Early ends of games, by the scores that the players report or by the length of the game.
//!
//! Adjudication is disabled by default. Scores are the players' own, so the rule for lost games
//! relies on the loser's score, and can require the winner's agreement.

use duiyi_game::{Outcome, OutcomeKind, Score, Side};
use std::sync::Arc;

/// The reason of a game adjudicated as lost by the scores.
const RESIGNATION: &str = "adjudication: resignation";
/// The reason of a game adjudicated as drawn by level scores.
const LEVEL_SCORES: &str = "adjudication: level scores";
/// The reason of a game adjudicated as drawn by its length.
const LENGTH: &str = "adjudication: length";

/// The reason of a game adjudicated by the known value of its position.
const ENDGAMES: &str = "adjudication: endgame tables";

/// The reasons of adjudicated games in records.
pub(crate) const REASONS: [&str; 4] = [RESIGNATION, LEVEL_SCORES, LENGTH, ENDGAMES];

/// The winner of a position whose value is known, such as one of an endgame table: `Some(None)` is a draw,
/// `None` an unknown value.
pub type KnownWinner<G> = Arc<dyn Fn(&G) -> Option<Option<Side>> + Send + Sync>;

/// The outcome of a game by the known value of its position.
pub(crate) fn by_value<G>(known: Option<&KnownWinner<G>>, position: &G) -> Option<Outcome> {
    let outcome = match known?(position)? {
        Some(winner) => Outcome::win(winner, ENDGAMES),
        None => Outcome::draw(ENDGAMES),
    };
    Some(outcome.by(OutcomeKind::Adjudication))
}

/// The rules for ending games early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Adjudication {
    /// The rule for lost games.
    pub resign: Option<ResignRule>,
    /// The rule for drawn games.
    pub draw: Option<DrawRule>,
    /// A game is drawn after this number of plies.
    #[serde(rename = "most_plies")]
    pub max_plies: Option<u32>,
    /// Whether a game ends at a position whose value is known ([`KnownWinner`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub endgames: bool,
}

/// A player loses after enough consecutive moves with a losing score of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ResignRule {
    /// Centipawns by which it must be behind.
    pub score: u32,
    /// The number of consecutive moves.
    pub moves: u32,
    /// Whether the opponent's scores must agree, by as much and over as many moves.
    pub both: bool,
}

/// A game with level scores of both players is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DrawRule {
    /// The maximum absolute value of both scores, in centipawns.
    pub score: u32,
    /// The number of consecutive moves of each player.
    pub moves: u32,
    /// The minimum number of plies played.
    pub after_plies: u32,
}

/// The recent scores of a game, as far as the rules need them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    plies: u32,
    /// Numbers of consecutive moves with a losing, winning and level score, by side.
    losing: [u32; 2],
    winning: [u32; 2],
    level: [u32; 2],
}

impl Watch {
    /// Records the score of a move; returns the outcome if it ends the game.
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
        if rules.max_plies.is_some_and(|most| self.plies >= most) {
            return draw(LENGTH);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply and the winner if moves with these scores end the game; the same with exchanged sides.
    fn run_scores(rules: Adjudication, scores: &[Option<i32>]) -> Option<(usize, Option<Side>)> {
        let [first, second] = Side::BOTH.map(|begins| {
            let mut watch = Watch::default();
            scores.iter().enumerate().find_map(|(ply, score)| {
                let mover = if ply % 2 == 0 { begins } else { !begins };
                let outcome = watch.after_move(&rules, mover, score.map(Score::new))?;
                Some((ply + 1, outcome.winner))
            })
        });
        assert_eq!(first.map(|(ply, winner)| (ply, winner.map(|winner| !winner))), second);
        first
    }

    fn run(rules: Adjudication, scores: &[i32]) -> Option<(usize, Option<Side>)> {
        run_scores(rules, &scores.iter().copied().map(Some).collect::<Vec<_>>())
    }

    #[test]
    fn a_player_behind_for_long_enough_resigns() {
        let rules =
            |both| Adjudication { resign: Some(ResignRule { score: 500, moves: 2, both }), ..Default::default() };
        assert_eq!(run(rules(false), &[0, -600, 0, -700]), Some((4, Some(Side::First))));
        assert_eq!(run(rules(false), &[-500, 0, -499, 0, -500, 0]), None, "not in succession");
        assert_eq!(run(rules(true), &[0, -600, 0, -700, 600, -600, 500]), Some((7, Some(Side::First))));
        // The side that moved first.
        assert_eq!(run(rules(false), &[-500, 0, -500]), Some((3, Some(Side::Second))));
        assert_eq!(run(rules(true), &[-500, 499, -500, 500, -500, 500]), Some((6, Some(Side::Second))));
        assert_eq!(run(rules(true), &[-500, 0, -500, 0, -500, 0]), None, "the winner does not agree");
        assert_eq!(run(rules(false), &[500; 20]), None, "the winner's score does not end the game");
    }

    #[test]
    fn level_scores_draw_after_enough_plies() {
        let rules = Adjudication { draw: Some(DrawRule { score: 10, moves: 2, after_plies: 6 }), ..Default::default() };
        assert_eq!(run(rules, &[0, 0, 5, -5, 9, -10]), Some((6, None)));
        assert_eq!(run(rules, &[0, 0, 0, 0, 0, 11, 0, 0, 0]), None);
        assert_eq!(run(rules, &[0, 0, 0, 0, 0, 11, 0, 0, 0, 0]), Some((10, None)));
        assert_eq!(run(rules, &[0, 0, 0, 0, 0, -11, 0, 0, 0, 0]), Some((10, None)));
    }

    /// A player without scores, such as one that reads its moves from a book, agrees to nothing.
    #[test]
    fn moves_without_scores_do_not_end_a_game_by_scores() {
        let resign = |both| Some(ResignRule { score: 0, moves: 2, both });
        let draw = Some(DrawRule { score: 1000, moves: 2, after_plies: 0 });
        let draws = Adjudication { draw, ..Default::default() };
        for rules in [
            draws,
            Adjudication { resign: resign(false), ..Default::default() },
            Adjudication { resign: resign(true), ..Default::default() },
        ] {
            assert_eq!(run_scores(rules, &[None; 20]), None, "{rules:?}");
        }
        let silent = |score| [Some(score), None].repeat(10);
        assert_eq!(run_scores(draws, &silent(0)), None, "only one side has level scores");
        let agreed = Adjudication { resign: resign(true), ..Default::default() };
        assert_eq!(run_scores(agreed, &silent(-9)), None, "the winner reports no score");
        let alone = Adjudication { resign: resign(false), ..Default::default() };
        assert_eq!(run_scores(alone, &silent(-9)), Some((3, Some(Side::Second))));
        // The count begins again after a move without a score.
        assert_eq!(run_scores(draws, &[Some(0), Some(0), None, Some(0), Some(0), Some(0), Some(0)]), Some((7, None)));
    }

    #[test]
    fn a_known_value_is_the_outcome_for_its_winner() {
        let of = |known: Option<Option<Side>>| -> Option<Outcome> {
            let known: KnownWinner<()> = Arc::new(move |_| known);
            by_value(Some(&known), &())
        };
        for winner in [Some(Side::First), Some(Side::Second), None] {
            let outcome = of(Some(winner)).unwrap();
            assert_eq!((outcome.winner, outcome.kind), (winner, OutcomeKind::Adjudication));
        }
        assert_eq!((of(None), by_value(None, &())), (None, None));
    }

    #[test]
    fn a_move_without_a_score_resets_the_counters_but_counts_as_a_ply() {
        let rules = Adjudication {
            resign: Some(ResignRule { score: 1, moves: 2, both: false }),
            max_plies: Some(5),
            ..Default::default()
        };
        let mut watch = Watch::default();
        for (score, ends) in [(Some(-5), false), (None, false), (None, false), (None, false), (Some(-5), true)] {
            let ended = watch.after_move(&rules, Side::First, score.map(Score::new));
            assert_eq!(ended.is_some_and(|outcome| outcome.winner.is_none()), ends);
        }
        assert_eq!(run(Adjudication::default(), &[-9999; 100]), None, "all rules are disabled by default");
    }
}
