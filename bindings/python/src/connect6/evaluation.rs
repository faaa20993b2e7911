//! Static evaluation.

use super::board::{Board, rules_of};
use crate::{error::refused, text::choose};
use duiyi_connect6::kit::explain;
use duiyi_connect6::{
    evaluation::{AnyEvaluation, Valuation},
    player::{EVALUATIONS, valuation},
};
use pyo3::prelude::*;

/// A static evaluation for some rules: "tuned" (in Connect6 a small network over the counts of line
/// patterns), "plain", or "pattern", the evaluation of the thesis.
///
/// >>> from duiyi.connect6 import Board, Evaluation
/// >>> board = Board.read("moves J10 A1-S1 K10-L10 A19-S19")
/// >>> Evaluation().of(board) > 0
/// True
#[pyclass(frozen, module = "duiyi.connect6")]
pub(crate) struct Evaluation(Valuation);

impl Evaluation {
    fn read(&self, board: &Board) -> PyResult<AnyEvaluation> {
        let (own, found) = (self.0.rules(), board.now().rules());
        if own != found {
            return Err(refused(format_args!("a board of {found}: expected {own}")));
        }
        Ok(AnyEvaluation::new(board.now(), self.0.clone()))
    }
}

#[pymethods]
impl Evaluation {
    #[new]
    #[pyo3(signature = (name="tuned", *, rules=""))]
    fn new(name: &str, rules: &str) -> PyResult<Evaluation> {
        let name = choose("evaluation", name, &EVALUATIONS.map(|name| (name, name)))?;
        Ok(Evaluation(valuation(name)(rules_of(rules)?)))
    }

    /// The score of a position for the side to move.
    fn of(&self, board: &Board) -> PyResult<i32> {
        let now = board.now();
        Ok(self.read(board)?.evaluate(now.to_move(), now.stones_left()))
    }

    /// The terms of the score, as a table.
    fn explain(&self, board: &Board) -> PyResult<String> {
        Ok(explain(board.now(), &self.read(board)?))
    }
}
