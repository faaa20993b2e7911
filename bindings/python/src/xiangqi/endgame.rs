//! Endgame tables.

use super::{board::Board, moves::Move};
use crate::{
    error::{no_endgames, refused},
    pickle::{Pickled, pickled},
    search::{Reports, watched},
    text::choose,
};
use duiyi_search::StopHandle;
use duiyi_xiangqi::endgame::{EndgameFolder, EndgameFolderError, EndgameTable, Value};
use pyo3::prelude::*;
use std::{
    ops::ControlFlow,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

/// The exact tables of endings in a folder, in files such as `krkaabb.endgame`. A name is `k`, the letters
/// of Red's other pieces, `k`, and those of Black's; colours may be exchanged.
///
/// >>> import tempfile
/// >>> from duiyi.xiangqi import Board, EndgameTables
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> tables = EndgameTables(folder.name)
/// >>> tables.build("knk")
/// ['knk']
/// >>> board = Board("4k4/9/9/9/2N6/9/9/9/9/3K5 w")
/// >>> tables.probe(board)
/// <EndgameValue win in 7>
/// >>> tables.moves(board)[0]
/// (Move('d0d1'), <EndgameValue win in 7>)
/// >>> tables.probe(Board()) is None
/// True
#[pyclass(frozen, module = "duiyi.xiangqi")]
pub(crate) struct EndgameTables {
    path: PathBuf,
    /// A build opens it again at its end, so that positions can be looked up during a build.
    folder: Mutex<Arc<EndgameFolder>>,
}

/// The value of a position, or of a move, for the side that moves.
#[pyclass(frozen, eq, hash, module = "duiyi.xiangqi")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct EndgameValue {
    value: Value,
    exact: bool,
}

impl EndgameValue {
    /// `attacked` is whether both sides have pieces that attack: then a ruling may decide a draw.
    fn new(value: Value, attacked: bool) -> EndgameValue {
        EndgameValue { value, exact: !attacked || value != Value::Draw }
    }
}

#[pymethods]
impl EndgameValue {
    /// "win", "draw" or "loss".
    #[getter]
    fn result(&self) -> &'static str {
        match self.value {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        }
    }

    /// The plies to mate with best play of both sides; None in a draw.
    #[getter]
    fn plies(&self) -> Option<u16> {
        self.value.plies()
    }

    /// Whether the value holds under every repetition rule: not a draw that a ruling may decide, because
    /// both sides have pieces that attack.
    #[getter]
    fn exact(&self) -> bool {
        self.exact
    }

    #[staticmethod]
    fn _restore(result: &str, plies: u16, exact: bool) -> PyResult<EndgameValue> {
        let results = [("win", Value::Win(plies)), ("draw", Value::Draw), ("loss", Value::Loss(plies))];
        Ok(EndgameValue { value: choose("result", result, &results)?, exact })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (&'static str, u16, bool)>> {
        pickled::<EndgameValue, _>(py, (self.result(), self.plies().unwrap_or_default(), self.exact))
    }

    fn __str__(&self) -> String {
        self.value.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<EndgameValue {}>", self.value)
    }
}

impl EndgameTables {
    fn folder(&self) -> Arc<EndgameFolder> {
        Arc::clone(&self.folder.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Builds a table on a new thread; Ctrl-C stops it. Returns the names of the tables that were built.
    fn built(&self, py: Python<'_>, table: &EndgameTable, threads: usize) -> PyResult<Vec<String>> {
        let stop = StopHandle::new();
        let stopped = stop.clone();
        let run = move |_reports: Reports<()>| {
            let mut folder = EndgameFolder::open(&self.path)?;
            let mut names = Vec::new();
            let progress = |_| if stopped.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            let built = folder.build(table, threads, &progress, &mut |table| names.push(table.to_string()));
            // Other builds may have finished, and one that was stopped has written some tables.
            let mut shown = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
            let opened = EndgameFolder::open(&self.path).map(|opened| *shown = Arc::new(opened));
            built?;
            opened.map(|()| names)
        };
        let built: Result<_, EndgameFolderError> = watched(py, &stop, run, |_, ()| Ok(()))?;
        built.map_err(no_endgames)
    }
}

#[pymethods]
impl EndgameTables {
    /// Opens the tables of a folder; other files are ignored.
    #[new]
    fn new(folder: PathBuf) -> PyResult<EndgameTables> {
        let opened = EndgameFolder::open(&folder).map_err(no_endgames)?;
        Ok(EndgameTables { path: folder, folder: Mutex::new(Arc::new(opened)) })
    }

    /// The names of the tables, in alphabetical order.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.folder().names()
    }

    /// Builds a table and those that captures lead to, and returns the names of the new ones. Existing
    /// tables are kept, so that a build that was stopped goes on.
    ///
    /// It runs without the interpreter lock; Ctrl-C stops it.
    #[pyo3(signature = (name, *, threads=1))]
    fn build(&self, py: Python<'_>, name: &str, threads: usize) -> PyResult<Vec<String>> {
        if !(1..=256).contains(&threads) {
            return Err(refused(format_args!("{threads} threads: expected 1 to 256")));
        }
        self.built(py, &name.parse().map_err(refused)?, threads)
    }

    /// The value of a position for the side to move; None if it is in no table. Earlier moves and the
    /// clock of quiet moves do not matter.
    fn probe(&self, py: Python<'_>, board: &Board) -> PyResult<Option<EndgameValue>> {
        let (folder, position) = (self.folder(), *board.position());
        let value = py.detach(|| folder.look_up(&position)).map_err(no_endgames)?;
        Ok(value.map(|value| EndgameValue::new(value, !EndgameTable::of(&position).is_exact())))
    }

    /// The legal moves with their values for the side that moves, the best first; None if the position is
    /// in no table. Without legal moves the list is empty.
    fn moves(&self, py: Python<'_>, board: &Board) -> PyResult<Option<Vec<(Move, EndgameValue)>>> {
        let (folder, position) = (self.folder(), *board.position());
        let moves = py.detach(|| folder.moves(&position)).map_err(no_endgames)?;
        let attacked = !EndgameTable::of(&position).is_exact();
        let valued = |(mv, value)| (Move(mv), EndgameValue::new(value, attacked));
        Ok(moves.map(|moves| moves.into_iter().map(valued).collect()))
    }

    fn __repr__(&self) -> String {
        format!("<EndgameTables '{}': {}>", self.path.display(), self.names().join(" "))
    }
}
