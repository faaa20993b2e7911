//! The player and its searches.

use super::board::{Board, rules_of, to_python};
use crate::search::{Core, Question, SearchLimits, SearchResult, Stop, coroutine};
use pyo3::{prelude::*, types::PyDict};
use std::{collections::BTreeMap, path::PathBuf};

/// The player of the program `connect6-engine`, with its options.
///
/// Options are keywords with underscores for blanks: `Engine(hash=64, level=5)`. A search runs
/// without the interpreter lock, so other Python threads continue; Ctrl-C and `stop` end it.
///
/// >>> from duiyi.connect6 import Board, Engine
/// >>> board = Board.read("moves J10 A1-S1 K10-L10 A19-S19")
/// >>> found = Engine(hash=1).search(board, nodes=200)
/// >>> len(found.turn), found.reason
/// (2, 'wins by threats in 4 turns')
#[pyclass(frozen, weakref, module = "duiyi.connect6")]
pub(crate) struct Engine(Core<duiyi_connect6::Board>);

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Engine> {
        let engine = Engine(Core::new(
            duiyi_connect6::kit::kit("connect6", duiyi_connect6::Rules::CONNECT6).learning().player(),
            to_python,
            duiyi_connect6::kit::bench_positions,
        ));
        engine.0.set_options(py, options)?;
        Ok(engine)
    }

    /// Sets an option: `set_option("Level", 5)`.
    fn set_option(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.0.set_option(py, name, value)
    }

    /// The options by name, each with its valid values.
    #[getter]
    fn options(&self, py: Python<'_>) -> PyResult<BTreeMap<String, String>> {
        self.0.options(py)
    }

    /// Begins a new game with these rules: the table is cleared.
    #[pyo3(signature = (*, rules=""))]
    fn new_game(&self, py: Python<'_>, rules: &str) -> PyResult<()> {
        self.0.new_game(py, &duiyi_connect6::Board::new(rules_of(rules)?))
    }

    /// Searches the board until a limit is reached: `limits`, or its parts as keywords, as in
    /// `search(board, nodes=10_000)`. If `moves` is given, the turn begins with one of them.
    /// `on_report` is called with each report; an exception that it raises ends the search.
    #[pyo3(signature = (board, limits=None, *, moves=None, on_report=None, **parts))]
    fn search(
        &self,
        board: &Bound<'_, Board>,
        limits: Option<SearchLimits>,
        moves: Option<Vec<usize>>,
        on_report: Option<Py<PyAny>>,
        parts: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<SearchResult> {
        self._search(board, limits, moves, on_report, parts, None)
    }

    #[pyo3(signature = (board, limits, moves, on_report, parts, stop))]
    fn _search(
        &self,
        board: &Bound<'_, Board>,
        limits: Option<SearchLimits>,
        moves: Option<Vec<usize>>,
        on_report: Option<Py<PyAny>>,
        parts: Option<&Bound<'_, PyDict>>,
        stop: Option<Bound<'_, Stop>>,
    ) -> PyResult<SearchResult> {
        let py = board.py();
        let limits = SearchLimits::or_parts(py, limits, parts)?;
        let board = board.borrow();
        let moves = moves.map(|moves| moves.into_iter().map(|point| board.at(point)).collect()).transpose()?;
        let game = board.0.clone();
        drop(board);
        self.0.search(py, &game, Question { limits, moves, on_report, stop: Stop::handle(stop.as_ref()) })
    }

    /// `search` for asyncio: `await engine.search_async(board, depth=8)`. The search runs on a thread of the event
    /// loop's executor, which also calls `on_report`. Cancelling the task ends the search.
    #[pyo3(signature = (board, limits=None, *, moves=None, on_report=None, **parts))]
    fn search_async<'py>(
        slf: &Bound<'py, Self>,
        board: Bound<'py, PyAny>,
        limits: Option<Bound<'py, PyAny>>,
        moves: Option<Bound<'py, PyAny>>,
        on_report: Option<Bound<'py, PyAny>>,
        parts: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        coroutine(slf.as_any(), (board, limits, moves, on_report, parts))
    }

    /// Saves the transposition table in a file for `load_table`, after the running search has ended.
    /// The file is written atomically.
    ///
    /// >>> import os, tempfile
    /// >>> from duiyi.connect6 import Board, Engine
    /// >>> engine, board = Engine(hash=1), Board.read("moves J10")
    /// >>> found, other = engine.search(board, depth=8), Engine(hash=1)
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     path = os.path.join(folder, "study.table")
    /// ...     engine.save_table(path)
    /// ...     other.load_table(path)
    /// >>> other.search(board, depth=6).nodes < Engine(hash=1).search(board, depth=6).nodes
    /// True
    fn save_table(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.0.write_table(py, &path)
    }

    /// Loads a table that `save_table` wrote, with its size. The engine must have the same game and
    /// evaluation. `new_game` and some options clear the table. On OtherTableError,
    /// TableVersionError, DamagedTableError or another TableFileError the engine keeps its own table.
    fn load_table(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.0.load_table(py, &path)
    }

    /// Ends all running and waiting searches; each returns its result so far.
    fn stop(&self) {
        self.0.stop();
    }
}
