//! The tables of an evaluation for the rules of any game of the family.

use crate::evaluation::{AnyEvaluation, Valuation};
use crate::{Board, Rules};
use duiyi_game::Score;
use std::sync::Arc;

/// The tables of an evaluation for any rules. The tables of one game are kept; those of another are
/// made on request.
#[derive(Clone)]
pub struct Valuations {
    kept: Valuation,
    make: Arc<dyn Fn(Rules) -> Valuation + Send + Sync>,
}

impl Valuations {
    /// The tables made by `make`; those of `rules` are made at once.
    pub fn new(rules: Rules, make: impl Fn(Rules) -> Valuation + Send + Sync + 'static) -> Valuations {
        Valuations { kept: make(rules), make: Arc::new(make) }
    }

    /// The rules of the tables that are kept.
    pub fn rules(&self) -> Rules {
        self.kept.rules()
    }

    /// The tables for the given rules.
    pub fn of(&self, rules: Rules) -> Valuation {
        if rules == self.rules() { self.kept.clone() } else { (self.make)(rules) }
    }

    /// Keeps the tables for these rules from now on.
    pub(super) fn keep(&mut self, rules: Rules) {
        self.kept = self.of(rules);
    }

    /// The static score of a position, for the side to move.
    pub(super) fn score(&self, board: &Board) -> Score {
        let evaluation = AnyEvaluation::new(board, self.of(board.rules()));
        Score::new(evaluation.evaluate(board.to_move(), board.stones_left()))
    }
}
