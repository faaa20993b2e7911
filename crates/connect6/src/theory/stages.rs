//! The probability of a win from those of the stages (thesis 3.2.5; row C-B10 of docs/sources.md).
//!
//! A game is decided in the opening, the middle game or the endgame. If b and w are the shares of
//! Black's and White's wins among the games that reach a stage, the thesis prints for Black
//!
//! ```text
//! bs + (1 − bs − ws)·bm + (1 − bs − ws − bm − wm)·be
//! ```
//!
//! The share of games that reach the third stage is not the printed sum, which may be negative, but
//! the product (1 − bs − ws)·(1 − bm − wm): the share undecided in the first stage times the share
//! undecided in the second.

use thiserror::Error;

/// The shares decided in a stage, among the games that reach it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stage {
    black: f64,
    white: f64,
}

/// Shares that are impossible.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("shares of {black} and {white} are won in a stage; expected numbers from 0 whose sum is at most 1")]
pub struct StageError {
    /// The share for Black.
    pub black: f64,
    /// The share for White.
    pub white: f64,
}

impl Stage {
    /// A stage with the shares that Black and White win among the games that reach it.
    ///
    /// # Errors
    ///
    /// If one is negative or NaN, or the sum is more than 1.
    pub fn new(black: f64, white: f64) -> Result<Stage, StageError> {
        let is_share = black >= 0.0 && white >= 0.0 && black + white <= 1.0;
        if is_share { Ok(Stage { black, white }) } else { Err(StageError { black, white }) }
    }

    /// The share of games that reach the next stage.
    fn open(self) -> f64 {
        (1.0 - self.black - self.white).max(0.0)
    }
}

/// The probabilities that Black and White win a game with these stages. The rest to 1 is undecided
/// after the last stage.
///
/// ```
/// use duiyi_connect6::theory::{Stage, chances, chances_as_printed};
///
/// let stages = [Stage::new(0.2, 0.1)?, Stage::new(0.5, 0.3)?, Stage::new(0.6, 0.4)?];
/// let [black, white] = chances(&stages);
/// assert!((black - (0.2 + 0.7 * 0.5 + 0.7 * 0.2 * 0.6)).abs() < 1e-12 && (black + white - 1.0).abs() < 1e-12);
/// // As printed, the last factor is 1 − 0.2 − 0.1 − 0.5 − 0.3 = −0.1.
/// let [printed, _] = chances_as_printed(stages);
/// assert!((printed - (0.2 + 0.7 * 0.5 - 0.1 * 0.6)).abs() < 1e-12);
/// # Ok::<(), duiyi_connect6::theory::StageError>(())
/// ```
pub fn chances(stages: &[Stage]) -> [f64; 2] {
    let mut reached = 1.0;
    stages.iter().fold([0.0; 2], |[black, white], stage| {
        let sum = [black + reached * stage.black, white + reached * stage.white];
        reached *= stage.open();
        sum
    })
}

/// The same by the printed formula, which can be negative.
pub fn chances_as_printed([opening, middle, end]: [Stage; 3]) -> [f64; 2] {
    let after_opening = 1.0 - opening.black - opening.white;
    let after_middle = after_opening - middle.black - middle.white;
    [
        opening.black + after_opening * middle.black + after_middle * end.black,
        opening.white + after_opening * middle.white + after_middle * end.white,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn stage() -> impl Strategy<Value = Stage> {
        (0.0..=1.0f64, 0.0..=1.0f64).prop_map(|(decided, black)| {
            let black = decided * black;
            Stage::new(black, (decided - black).max(0.0)).expect("shares")
        })
    }

    proptest! {
        #[test]
        fn c_b10_the_corrected_chances_are_chances(stages in prop::collection::vec(stage(), 0..6)) {
            let [black, white] = chances(&stages);
            prop_assert!(black >= 0.0 && white >= 0.0 && black + white <= 1.0 + 1e-9, "{black} {white}");
            // One more stage only adds to both.
            let mut more = stages.clone();
            more.push(Stage::new(0.5, 0.5).unwrap());
            let [black_more, white_more] = chances(&more);
            prop_assert!(black_more >= black && white_more >= white);
            prop_assert!((black_more + white_more - 1.0).abs() < 1e-9, "the last stage decides all");
        }

        #[test]
        fn c_b10_both_agree_where_the_opening_or_the_middle_decides_nothing(one in stage(), end in stage()) {
            for stages in [[one, Stage::default(), end], [Stage::default(), one, end]] {
                let (chain, printed) = (chances(&stages), chances_as_printed(stages));
                prop_assert!((chain[0] - printed[0]).abs() < 1e-9 && (chain[1] - printed[1]).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn c_b10_as_printed_a_chance_can_be_negative() {
        let quick = Stage::new(0.0, 0.9).unwrap();
        let stages = [quick, quick, Stage::new(1.0, 0.0).unwrap()];
        let [printed, _] = chances_as_printed(stages);
        assert!((printed + 0.8).abs() < 1e-12, "{printed}");
        let [black, white] = chances(&stages);
        assert!((black - 0.01).abs() < 1e-12 && (white - 0.99).abs() < 1e-12, "{black} {white}");
    }

    #[test]
    fn invalid_shares_are_rejected() {
        for (black, white) in [(-0.1, 0.5), (0.5, -0.1), (0.6, 0.5), (f64::NAN, 0.0), (0.0, f64::INFINITY)] {
            assert!(Stage::new(black, white).is_err(), "{black} {white}");
        }
        let error = Stage::new(0.6, 0.5).unwrap_err().to_string();
        assert_eq!(error, "shares of 0.6 and 0.5 are won in a stage; expected numbers from 0 whose sum is at most 1");
    }
}
