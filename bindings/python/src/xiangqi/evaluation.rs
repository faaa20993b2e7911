//! Static evaluation.

use super::board::Board;
use crate::error::{no_file, refused};
use duiyi_game::files;
use duiyi_xiangqi::{
    NetworkEvaluation, Student, Tapered, ThesisEvaluation,
    player::{EVALUATIONS, read_network},
};
use pyo3::{prelude::*, types::PyDict};

enum Kind {
    Tuned(Box<duiyi_xiangqi::Evaluation>),
    Thesis(Box<ThesisEvaluation>),
    Network(Box<NetworkEvaluation>),
}

/// A static evaluation: "tuned" (terms with weights tuned on games), "thesis" (the evaluation from
/// which it was developed) or "network". `file` is the file of another network.
///
/// >>> from duiyi.xiangqi import Board, Evaluation
/// >>> a_rook_less = Board("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w")
/// >>> [Evaluation(name).of(a_rook_less) < -300 for name in ["tuned", "thesis", "network"]]
/// [True, True, True]
/// >>> explanation = Evaluation("tuned").explain(a_rook_less)
/// >>> explanation.total == Evaluation("tuned").of(a_rook_less), len(explanation.terms) > 3
/// (True, True)
/// >>> explanation = Evaluation("network").explain(a_rook_less)
/// >>> sum(red - black for _, _, red, black in explanation.terms) + explanation.remainder == explanation.total
/// True
#[pyclass(frozen, module = "duiyi.xiangqi")]
pub(crate) struct Evaluation(Kind);

#[pymethods]
impl Evaluation {
    #[new]
    #[pyo3(signature = (name="tuned", *, file=None))]
    fn new(name: &str, file: Option<&str>) -> PyResult<Evaluation> {
        Ok(Evaluation(match (name, file) {
            ("network", Some(file)) => {
                files::open(file, u64::MAX).map_err(|error| no_file(&error, file.as_ref()))?;
                Kind::Network(Box::new(read_network(file).map_err(refused)?))
            }
            (_, Some(_)) => return Err(refused(format_args!("the evaluation '{name}' has no file: expected network"))),
            ("tuned", None) => Kind::Tuned(Box::new(duiyi_xiangqi::Evaluation::new())),
            ("thesis", None) => Kind::Thesis(Box::new(ThesisEvaluation::new())),
            ("network", None) => Kind::Network(Box::new(NetworkEvaluation::built_in())),
            _ => {
                let expected = EVALUATIONS.join(", ");
                return Err(refused(format_args!("unknown evaluation '{name}'; expected one of {expected}")));
            }
        }))
    }

    /// The score of a position for the side to move, in centipawns.
    fn of(&self, board: &Board) -> i32 {
        match &self.0 {
            Kind::Tuned(tuned) => tuned.of(board.position()),
            Kind::Thesis(thesis) => thesis.of(board.position()),
            Kind::Network(network) => network.of(board.position()),
        }
    }

    /// The value of each term for each side. "thesis" has no terms. The terms of "network" are fitted to
    /// its scores and leave a remainder; positions on which they follow it badly raise DuiyiError, and so
    /// does another network.
    fn explain(&self, board: &Board) -> PyResult<Explanation> {
        match &self.0 {
            Kind::Tuned(tuned) => Ok(Explanation(Terms::Tuned(tuned.explain(board.position())))),
            Kind::Thesis(_) => Err(refused("the evaluation 'thesis' has no terms; expected tuned or network")),
            Kind::Network(network) => {
                let explanation = Student::built_in().explain(network, board.position());
                Ok(Explanation(Terms::Network(explanation.map_err(refused)?)))
            }
        }
    }

    /// The loss of a side if one of its pieces is removed, by square; only for "network".
    fn worth<'py>(&self, py: Python<'py>, board: &Board) -> PyResult<Bound<'py, PyDict>> {
        let Kind::Network(network) = &self.0 else {
            return Err(refused("only the evaluation 'network' has a worth of each piece"));
        };
        let worth = PyDict::new(py);
        for (square, value) in network.worth(board.position()) {
            worth.set_item(square.index(), value)?;
        }
        Ok(worth)
    }
}

enum Terms {
    Tuned(duiyi_xiangqi::Explanation),
    Network(duiyi_xiangqi::NetworkExplanation),
}

/// The score of a position by term. Its text is a table.
#[pyclass(frozen, module = "duiyi.xiangqi")]
pub(crate) struct Explanation(Terms);

#[pymethods]
impl Explanation {
    /// The whole score for Red, in centipawns.
    #[getter]
    fn total(&self) -> i32 {
        match &self.0 {
            Terms::Tuned(tuned) => tuned.total,
            Terms::Network(network) => network.total,
        }
    }

    /// The score of a network less the sum of its terms, for Red; None for a sum of terms.
    #[getter]
    fn remainder(&self) -> Option<i32> {
        match &self.0 {
            Terms::Tuned(_) => None,
            Terms::Network(network) => Some(network.remainder),
        }
    }

    /// The terms: the name, the meaning, and the values for Red and Black in this phase of the game.
    #[getter]
    fn terms(&self) -> Vec<(&'static str, &'static str, i32, i32)> {
        match &self.0 {
            Terms::Tuned(tuned) => {
                let now = |value: Tapered| value.at(tuned.phase);
                let rows = tuned.rows.iter();
                rows.map(|row| (row.name, row.meaning, now(row.sides[0]), now(row.sides[1]))).collect()
            }
            Terms::Network(network) => {
                network.rows.iter().map(|row| (row.name, row.meaning, row.sides[0], row.sides[1])).collect()
            }
        }
    }

    fn __str__(&self) -> String {
        match &self.0 {
            Terms::Tuned(tuned) => tuned.to_string(),
            Terms::Network(network) => network.to_string(),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Explanation {} for Red, {} terms>", self.total(), self.terms().len())
    }
}
