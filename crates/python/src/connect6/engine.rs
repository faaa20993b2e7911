//! The player and its searches.

use super::board::{Board, rules_of, told};
use crate::search::{Core, Limits, Question, SearchResult};
use duiyi_connect6::Point;
use pyo3::{prelude::*, types::PyDict};
use std::{collections::BTreeMap, path::PathBuf};

/// A player that searches: the one of the program `connect6-engine`, with its options.
///
/// Options are given by name, an underscore for a blank: `Engine(hash=64, level=5)`. A search
/// runs without Python's lock, so other threads of Python go on; Ctrl-C and `stop` end it.
///
/// >>> from duiyi.connect6 import Board, Engine
/// >>> board = Board.read("moves J10 A1-S1 K10-L10 A19-S19")
/// >>> found = Engine(hash=1).search(board, nodes=200)
/// >>> len(found.turn), found.reason
/// (2, 'wins by threats in 4 turns')
#[pyclass(frozen, module = "duiyi.connect6")]
pub(crate) struct Engine(Core<duiyi_connect6::Board>);

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Engine> {
        let engine = Engine(Core::new(
            duiyi_connect6::kit::player(duiyi_connect6::Rules::CONNECT6),
            told,
            duiyi_connect6::kit::bench_positions,
        ));
        engine.0.set_options(py, options)?;
        Ok(engine)
    }

    /// Sets an option: `set_option("Level", 5)`.
    fn set_option(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.0.set_option(py, name, value)
    }

    /// The options by name, with what each takes.
    #[getter]
    fn options(&self, py: Python<'_>) -> BTreeMap<String, String> {
        self.0.options(py)
    }

    /// Forgets the last game; the next one has these rules.
    #[pyo3(signature = (*, rules=""))]
    fn new_game(&self, py: Python<'_>, rules: &str) -> PyResult<()> {
        self.0.new_game(py, &duiyi_connect6::Board::new(rules_of(rules)?));
        Ok(())
    }

    /// Searches the board until a limit is reached: `limits`, or its parts by name, as in
    /// `search(board, nodes=10_000)`. The turn begins with one of `moves`, if there are any;
    /// `on_report` is called with each report, and what it raises ends the search.
    #[pyo3(signature = (board, limits=None, *, moves=None, on_report=None, **parts))]
    fn search(
        &self,
        board: &Bound<'_, Board>,
        limits: Option<Limits>,
        moves: Option<Vec<usize>>,
        on_report: Option<Py<PyAny>>,
        parts: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<SearchResult> {
        let py = board.py();
        let limits = Limits::or_parts(py, limits, parts)?;
        let game = board.borrow().0.clone();
        // A number that is no point of the board names no legal move, so it allows nothing.
        let known = |point: &usize| *point < Point::MOST;
        let moves = moves.map(|moves| moves.into_iter().filter(known).map(Point::from_index).collect());
        self.0.search(py, &game, Question { limits, moves, on_report })
    }

    /// Saves the transposition table in a file, from which `load_table` takes it up again; a
    /// search that runs is waited for. The file is never seen half written.
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

    /// Takes up the table of a file that `save_table` wrote, in its size, until `new_game` or an
    /// option empties it. An engine of the same game and evaluation takes it; where it cannot, it
    /// keeps its own table, and OtherTableError, TableVersionError, DamagedTableError or another
    /// TableFileError says why.
    fn load_table(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.0.load_table(py, &path)
    }

    /// Ends the searches that run or wait: each gives what it has found.
    fn stop(&self) {
        self.0.stop();
    }
}
