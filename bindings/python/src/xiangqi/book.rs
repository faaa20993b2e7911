//! Opening books.

use super::{
    board::Board,
    moves::{Move, to_python},
};
use crate::book::{BookMove, GameBook};
use duiyi_xiangqi::{Xiangqi, books};
use pyo3::prelude::*;
use std::path::PathBuf;

/// An opening book: in our format, a text, or in the format of ElephantEye.
///
/// >>> from duiyi.xiangqi import Board, Book
/// >>> book = Book.built_in()
/// >>> most = book.explore(Board())[0]
/// >>> most.name, most.wins + most.draws + most.losses > 100
/// ('中炮', True)
#[pyclass(frozen, module = "duiyi.xiangqi")]
pub(crate) struct Book(GameBook<Xiangqi>);

#[pymethods]
impl Book {
    /// Opens the file of a book: in the format of ElephantEye if its name ends in `.dat`, otherwise in
    /// our format.
    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<Book> {
        GameBook::new(books::open(path), to_python).map(Book)
    }

    /// The built-in book of openings and middlegames.
    #[staticmethod]
    fn built_in() -> PyResult<Book> {
        GameBook::new(duiyi_xiangqi::kit::own_book(), to_python).map(Book)
    }

    /// The moves of the book in a position, the most frequent first; empty if the position is not in
    /// the book.
    fn explore(&self, py: Python<'_>, board: &Board) -> PyResult<Vec<BookMove>> {
        self.0.explore(py, board.0.now())
    }

    /// The name of the opening; None if the position has none.
    fn name(&self, board: &Board) -> PyResult<Option<String>> {
        self.0.name(board.0.now())
    }

    /// The move chosen by a policy: "varied", "best", "weight", "score", "ucb", "thompson" or
    /// "argmax". None if the position is not in the book.
    #[pyo3(signature = (board, policy="varied", *, seed=0))]
    fn choose(&self, board: &Board, policy: &str, seed: u64) -> PyResult<Option<Move>> {
        let turn = self.0.choose(&board.0, policy, seed)?;
        Ok(turn.and_then(|turn| turn.first().copied()).map(Move))
    }
}
