//! The value of a position with its terms, for display.

use super::state::{PatternEvaluation, TEMPO};
use crate::{Side, side_name};
use core::fmt;

/// A value with its terms, see [`PatternEvaluation::explain`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternExplanation {
    /// The side to move.
    pub to_move: Side,
    /// The value for that side.
    pub value: i32,
    /// The values of the patterns of its stones and of the other side's, in the units of the value.
    pub stones: [i64; 2],
    /// The value of being to move, in the same units.
    pub tempo: i64,
}

impl PatternEvaluation {
    /// Explains the value for a side to move with `left` stones left in its turn.
    pub fn explain(&self, to_move: Side, left: u8) -> PatternExplanation {
        let (own, other) = self.parts(to_move, left);
        PatternExplanation {
            to_move,
            value: self.evaluate(to_move, left),
            stones: [own, other],
            tempo: TEMPO[usize::from(left > 1)],
        }
    }
}

impl fmt::Display for PatternExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [own, other] = [self.to_move, !self.to_move].map(side_name);
        writeln!(f, "{:<22}{own:>8}{other:>8}", "")?;
        writeln!(f, "{:<22}{:>8}{:>8}", "value of the patterns", self.stones[0], self.stones[1])?;
        writeln!(f, "{:<22}{:>8}", "to move", self.tempo)?;
        write!(f, "{} for {}", self.value, side_name(self.to_move))
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluation::{PatternEvaluation, PatternTables, StoneWeights};
    use crate::{Rules, WHITE, notation::game_line};

    #[test]
    fn the_terms_add_up_to_the_value() {
        let board = game_line::read(Rules::CONNECT6, "J10 I11-K11 L11-K12").unwrap();
        let tables = PatternTables::new(board.rules(), &StoneWeights::PRINTED).unwrap();
        let evaluation = PatternEvaluation::new(&board, tables.into());
        for left in 1..=2 {
            let explanation = evaluation.explain(WHITE, left);
            assert_eq!(explanation.value, evaluation.evaluate(WHITE, left));
            assert_eq!(explanation.stones[0] - explanation.stones[1] + explanation.tempo, i64::from(explanation.value));
            assert!(explanation.to_string().ends_with(&format!("{} for White", explanation.value)), "{explanation}");
        }
    }
}
