//! The choice of the evaluation.

use super::{Evaluation, PatternEvaluation, PatternTables, ScoredPoint, StoneWeights, Tables, Weights};
use crate::{Board, Point, Rules, Side};
use alloc::sync::Arc;

/// The data that positions and stones are valued with: the tables of one of the evaluations.
#[derive(Clone, Debug)]
pub enum Valuation {
    /// For [`Evaluation`]: the tuned weights, the plain ones, or others.
    Shapes(Arc<Tables>),
    /// For [`PatternEvaluation`].
    Patterns(Arc<PatternTables>),
}

impl Valuation {
    /// With the given weights.
    pub fn of(rules: Rules, weights: &Weights) -> Valuation {
        Valuation::Shapes(Tables::new(rules, weights).into())
    }

    /// The usual valuation of a game: [`Weights::of`].
    pub fn usual(rules: Rules) -> Valuation {
        Valuation::of(rules, &Weights::of(rules))
    }

    /// With the plain weights.
    pub fn plain(rules: Rules) -> Valuation {
        Valuation::of(rules, &Weights::plain())
    }

    /// With the thesis's patterns and the printed values. Rows longer than seven, whose lines are
    /// not tabulated, get the plain weights.
    pub fn pattern(rules: Rules) -> Valuation {
        PatternTables::new(rules, &StoneWeights::PRINTED)
            .map_or_else(|| Valuation::plain(rules), |tables| Valuation::Patterns(tables.into()))
    }

    /// The game.
    pub fn rules(&self) -> Rules {
        match self {
            Valuation::Shapes(tables) => tables.rules(),
            Valuation::Patterns(tables) => tables.rules(),
        }
    }
}

impl From<Arc<Tables>> for Valuation {
    fn from(tables: Arc<Tables>) -> Valuation {
        Valuation::Shapes(tables)
    }
}

impl From<Arc<PatternTables>> for Valuation {
    fn from(tables: Arc<PatternTables>) -> Valuation {
        Valuation::Patterns(tables)
    }
}

/// Either evaluation, used by a search with its position.
#[derive(Clone, Debug)]
pub enum AnyEvaluation {
    /// By shapes.
    Shapes(Evaluation),
    /// By the patterns of lines.
    Patterns(PatternEvaluation),
}

/// The same expression for both variants.
macro_rules! either {
    ($evaluation:expr, $it:ident => $value:expr) => {
        match $evaluation {
            AnyEvaluation::Shapes($it) => $value,
            AnyEvaluation::Patterns($it) => $value,
        }
    };
}

impl AnyEvaluation {
    /// The evaluation of a position. The stones on it can't be taken back.
    pub fn new(board: &Board, valuation: Valuation) -> AnyEvaluation {
        match valuation {
            Valuation::Shapes(tables) => AnyEvaluation::Shapes(Evaluation::new(board, tables)),
            Valuation::Patterns(tables) => AnyEvaluation::Patterns(PatternEvaluation::new(board, tables)),
        }
    }

    /// See [`Evaluation::reset`].
    pub fn reset(&mut self, board: &Board) {
        either!(self, it => it.reset(board));
    }

    /// See [`Evaluation::put`].
    ///
    /// # Panics
    ///
    /// If the point is not on the board; in debug builds if it is occupied.
    #[inline]
    pub fn put(&mut self, point: Point, color: Side) {
        either!(self, it => it.put(point, color));
    }

    /// Takes back the last stone put; does nothing if there is none.
    #[inline]
    pub fn take(&mut self) {
        either!(self, it => it.take());
    }

    /// See [`Evaluation::evaluate`].
    #[inline]
    pub fn evaluate(&self, to_move: Side, left: u8) -> i32 {
        either!(self, it => it.evaluate(to_move, left))
    }

    /// See [`Evaluation::can_complete`].
    #[inline]
    pub fn can_complete(&self, color: Side, stones: u8) -> bool {
        either!(self, it => it.can_complete(color, stones))
    }

    /// The value of a stone of a colour on an empty point; 0 for an occupied one.
    #[inline]
    pub fn score(&self, point: Point, color: Side) -> u32 {
        either!(self, it => it.score(point, color))
    }

    /// See [`Evaluation::best_points`].
    #[inline]
    pub fn best_points<'a>(&self, color: Side, buffer: &'a mut [ScoredPoint]) -> &'a [ScoredPoint] {
        either!(self, it => it.best_points(color, buffer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights of Connect6 are tuned, so the choices differ.
    #[test]
    fn each_choice_has_its_own_weights() {
        let rules = Rules::CONNECT6;
        let mut board = Board::new(rules);
        for (x, y) in [(9, 9), (10, 9), (10, 10), (9, 10), (8, 11)] {
            board.put(rules.point(x, y).unwrap());
        }
        let score = |valuation| AnyEvaluation::new(&board, valuation).evaluate(board.to_move(), board.stones_left());
        let with = |weights: &Weights| score(Arc::new(Tables::new(rules, weights)).into());
        let [usual, plain] = [with(&Weights::of(rules)), with(&Weights::plain())];
        assert_ne!(usual, plain);
        assert_eq!([score(Valuation::usual(rules)), score(Valuation::plain(rules))], [usual, plain]);
        let printed: Arc<PatternTables> = PatternTables::new(rules, &StoneWeights::PRINTED).unwrap().into();
        assert_eq!(score(Valuation::pattern(rules)), score(printed.into()));
        // Rows of eight have no patterns.
        assert!(matches!(Valuation::pattern(Rules::new(19, 19, 8, 2, 1).unwrap()), Valuation::Shapes(_)));
    }
}
