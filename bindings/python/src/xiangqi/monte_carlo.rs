//! Monte Carlo tree search with a Python function as its evaluator.

use super::{
    board::Board,
    moves::{Move, to_python},
};
use crate::search::{Called, Core, Question, SearchLimits, SearchResult, Settings, Stop, search_with};
use duiyi_xiangqi::Xiangqi;
use pyo3::{PyTraverseError, PyVisit, prelude::*, types::PyDict};

/// The search of `duiyi.learning.MonteCarlo`. The function takes the bytes of planes, their shape and the
/// number of outputs of a policy.
#[pyclass(frozen, module = "duiyi.xiangqi")]
pub(crate) struct MonteCarlo(Core<Xiangqi>, Called);

#[pymethods]
impl MonteCarlo {
    #[new]
    fn new(
        function: Py<PyAny>,
        batch: usize,
        memory: usize,
        seed: u64,
        lines: usize,
        exploration: f64,
    ) -> PyResult<MonteCarlo> {
        let settings = Settings { batch, memory, seed, lines, exploration };
        let function = Called::new(function);
        let core = search_with(function.clone(), &settings, to_python, duiyi_xiangqi::kit::bench_positions)?;
        Ok(MonteCarlo(core, function))
    }

    /// Searches; see `Engine.search`.
    #[pyo3(signature = (board, limits, moves, on_report, parts, stop=None))]
    fn search(
        &self,
        board: &Bound<'_, Board>,
        limits: Option<SearchLimits>,
        moves: Option<Vec<Move>>,
        on_report: Option<Py<PyAny>>,
        parts: Option<&Bound<'_, PyDict>>,
        stop: Option<Bound<'_, Stop>>,
    ) -> PyResult<SearchResult> {
        let py = board.py();
        let limits = SearchLimits::or_parts(py, limits, parts)?;
        let game = board.borrow().0.clone();
        let moves = moves.map(|moves| moves.into_iter().map(|mv| mv.0).collect());
        self.0.search(py, &game, Question { limits, moves, on_report, stop: Stop::handle(stop.as_ref()) })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.1.traverse(&visit)
    }

    fn __clear__(&self) {
        self.1.clear();
    }

    /// Ends all running and waiting searches.
    fn stop(&self) {
        self.0.stop();
    }
}
