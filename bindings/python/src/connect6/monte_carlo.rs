//! Monte Carlo tree search with a Python function as its evaluator.

use super::board::{Board, to_python};
use crate::search::{Core, Question, SearchLimits, SearchResult, Settings, search_with};
use duiyi_connect6::Point;
use pyo3::{prelude::*, types::PyDict};

/// The search of `duiyi.learning.MonteCarlo`. The function takes the bytes of planes, their shape and the
/// number of outputs of a policy.
#[pyclass(frozen, module = "duiyi.connect6")]
pub(crate) struct MonteCarlo(Core<duiyi_connect6::Board>);

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
        search_with(function, &settings, to_python, duiyi_connect6::kit::bench_positions).map(MonteCarlo)
    }

    /// Searches; see `Engine.search`.
    #[pyo3(signature = (board, limits=None, *, moves=None, on_report=None, **parts))]
    fn search(
        &self,
        board: &Bound<'_, Board>,
        limits: Option<SearchLimits>,
        moves: Option<Vec<usize>>,
        on_report: Option<Py<PyAny>>,
        parts: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<SearchResult> {
        let py = board.py();
        let limits = SearchLimits::or_parts(py, limits, parts)?;
        let game = board.borrow().0.clone();
        // Numbers that are not points are not legal moves, so they are ignored.
        let is_point = |point: &usize| *point < Point::MOST;
        let moves = moves.map(|moves| moves.into_iter().filter(is_point).map(Point::from_index).collect());
        self.0.search(py, &game, Question { limits, moves, on_report })
    }

    /// Ends all running and waiting searches.
    fn stop(&self) {
        self.0.stop();
    }
}
