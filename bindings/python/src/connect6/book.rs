//! Opening books.

use super::board::{Board, rules_of, to_python};
use crate::book::{BookMove, GameBook};
use pyo3::prelude::*;
use std::path::PathBuf;

/// An opening book of the family: in the format of `lab book`, or a text.
///
/// >>> import os, tempfile
/// >>> from duiyi.connect6 import Board, Book
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     path = os.path.join(folder, "mine.txt")
/// ...     with open(path, "w") as file:
/// ...         _ = file.write(Board().position() + " ; J10 3/0/1 ; I9 1/1/0")
/// ...     book = Book.open(path)
/// >>> [(known.text, known.wins) for known in book.explore(Board())]
/// [('J10', 3), ('K11', 1)]
#[pyclass(frozen, module = "duiyi.connect6")]
pub(crate) struct Book(GameBook<duiyi_connect6::Board>);

#[pymethods]
impl Book {
    /// Opens the file of a book for a game of these rules.
    #[staticmethod]
    #[pyo3(signature = (path, *, rules=""))]
    fn open(path: PathBuf, rules: &str) -> PyResult<Book> {
        GameBook::new(duiyi_book::open(path, &duiyi_connect6::Board::new(rules_of(rules)?)), to_python).map(Book)
    }

    /// The stones of the book in a position, the most frequent first; empty if the position is not in
    /// the book.
    fn explore(&self, py: Python<'_>, board: &Board) -> PyResult<Vec<BookMove>> {
        self.0.explore(py, board.now())
    }

    /// The name of the opening; None if the position has none.
    fn name(&self, board: &Board) -> PyResult<Option<String>> {
        self.0.name(board.now())
    }

    /// The turn, or the rest of the turn under way, that a policy chooses, as points: "varied", "best",
    /// "weight", "score", "ucb", "thompson" or "argmax". None if the position is not in the book.
    #[pyo3(signature = (board, policy="varied", *, seed=0))]
    fn choose(&self, board: &Board, policy: &str, seed: u64) -> PyResult<Option<Vec<usize>>> {
        let turn = self.0.choose(&board.0, policy, seed)?;
        Ok(turn.map(|turn| turn.into_iter().map(|point| point.index()).collect()))
    }
}
