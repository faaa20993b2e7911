//! When an engine resigns, and when it offers or accepts a draw.

use crate::options;
use crate::player::Spin;
use crate::protocol::ucci_score;
use duiyi_game::{Score, Side};

options! {
    /// The options for resigning and for draws; scores are in the units of UCCI.
    pub(super) struct EndingOptions, enum EndingOption {
        /// The number of lost moves in a row after which the engine resigns; 0 means never.
        ResignMoves resign_moves: Spin<u32> = Spin(0, 0..=100), "resignmoves" / "resignmoves";
        /// A move is lost if its score is this much below zero, or more.
        ResignScore resign_score: Spin<i32> = Spin(1000, 1..=9700), "resignscore" / "resignscore";
        /// The number of level moves in a row after which the engine offers a draw; 0 means never.
        DrawMoves draw_moves: Spin<u32> = Spin(0, 0..=200), "drawmoves" / "drawmoves";
        /// A move is level if its score is at most this far from zero.
        DrawScore draw_score: Spin<i32> = Spin(10, 0..=1000), "drawscore" / "drawscore";
    }
}

/// The scores of an engine's last moves, by which it resigns or offers a draw.
#[derive(Default)]
pub(super) struct Ending {
    pub(super) options: EndingOptions,
    /// The side whose moves are counted.
    side: Option<Side>,
    /// The number of lost moves in a row.
    lost: u32,
    /// The number of level moves in a row.
    level: u32,
}

impl Ending {
    /// Counts from zero again, for a new game.
    pub(super) fn new_game(&mut self) {
        (self.side, self.lost, self.level) = (None, 0, 0);
    }

    /// Counts a move of the engine. A move without a score, for example from a book, ends the row, and
    /// so does a move for the other side.
    pub(super) fn moved(&mut self, side: Side, score: Option<Score>) {
        if self.side != Some(side) {
            self.new_game();
            self.side = Some(side);
        }
        let after = |count: u32, counts: bool| if counts { count + 1 } else { 0 };
        let score = score.map(ucci_score);
        self.lost = after(self.lost, score.is_some_and(|score| score <= -self.options.resign_score));
        self.level = after(self.level, score.is_some_and(|score| score.abs() <= self.options.draw_score));
    }

    /// What the engine adds to its move. It accepts a draw if its position is worse, or after enough
    /// level moves; it prefers a draw to resigning. Offers are repeated only after as many level moves again.
    pub(super) fn word(&self, draw_offered: bool, score: Option<Score>) -> &'static str {
        let EndingOptions { resign_moves, draw_moves, .. } = self.options;
        let is_level = draw_moves > 0 && self.level >= draw_moves;
        let is_worse = score.is_some_and(|score| score < Score::ZERO);
        if draw_offered && (is_worse || is_level) || is_level && self.level.is_multiple_of(draw_moves) {
            " draw"
        } else if resign_moves > 0 && self.lost >= resign_moves {
            " resign"
        } else {
            ""
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(settings: &[(&str, &str)]) -> Ending {
        let mut ending = Ending::default();
        for (name, value) in settings {
            assert!(ending.options.set(name, value).unwrap().is_some(), "{name}");
        }
        ending
    }

    /// The words after moves of the first side with these scores.
    fn words(ending: &mut Ending, offered: bool, scores: &[i32]) -> Vec<&'static str> {
        let word = |&score: &i32| {
            let score = Some(Score::new(score));
            ending.moved(Side::First, score);
            ending.word(offered, score)
        };
        scores.iter().map(word).collect()
    }

    #[test]
    fn without_options_the_engine_neither_resigns_nor_offers_a_draw() {
        assert_eq!(words(&mut Ending::default(), false, &[-9_000, 0, -9_000, 0, 0]), [""; 5]);
        assert_eq!(words(&mut Ending::default(), true, &[1, 0, -1]), ["", "", " draw"]);
    }

    #[test]
    fn the_engine_resigns_after_a_number_of_lost_moves_in_a_row() {
        let settings = [("resignmoves", "2"), ("resignscore", "500")];
        let scores = [-500, -499, -500, -501, -600];
        assert_eq!(words(&mut ending(&settings), false, &scores), ["", "", "", " resign", " resign"]);
        let mated = -Score::mate_in(3).get();
        assert_eq!(words(&mut ending(&settings), false, &[mated, mated]), ["", " resign"]);
        // A draw is better than a loss.
        assert_eq!(words(&mut ending(&settings), true, &[-500, -500]), [" draw"; 2]);
    }

    #[test]
    fn a_draw_is_offered_after_a_number_of_level_moves_and_not_repeated_at_once() {
        let settings = [("drawmoves", "2"), ("drawscore", "5")];
        let scores = [5, -5, 0, 3, 6, 0, 0];
        let expected = ["", " draw", "", " draw", "", "", " draw"];
        assert_eq!(words(&mut ending(&settings), false, &scores), expected);
        // The answer to the opponent's offer, after the engine's own.
        assert_eq!(words(&mut ending(&settings), true, &[5, 5, 5, 6]), ["", " draw", " draw", ""]);
    }

    #[test]
    fn another_side_a_move_without_a_score_and_a_new_game_end_the_row() {
        let mut ending = ending(&[("resignmoves", "2")]);
        let lost = Some(Score::new(-2_000));
        let breaks: [fn(&mut Ending); 3] =
            [|ending| ending.moved(Side::Second, None), |ending| ending.moved(Side::First, None), Ending::new_game];
        for end_row in breaks {
            ending.moved(Side::First, lost);
            end_row(&mut ending);
            ending.moved(Side::First, lost);
            assert_eq!(ending.word(false, lost), "");
            ending.moved(Side::First, lost);
            assert_eq!(ending.word(false, lost), " resign");
            ending.new_game();
        }
    }
    #[test]
    fn lost_moves_of_both_sides_are_counted_apart() {
        let mut ending = ending(&[("resignmoves", "2")]);
        let lost = Some(Score::new(-2_000));
        ending.moved(Side::First, lost);
        for expected in ["", " resign"] {
            ending.moved(Side::Second, lost);
            assert_eq!(ending.word(false, lost), expected);
        }
    }
}
