//! Opening books.

use super::{
    board::Board,
    moves::{Move, told},
};
use crate::book::{BookMove, Shelf};
use duiyi_xiangqi::{Xiangqi, books};
use pyo3::prelude::*;
use std::path::PathBuf;

/// An opening book: one of ours, a text, or ElephantEye's.
///
/// >>> from duiyi.xiangqi import Board, Book
/// >>> book = Book.built_in()
/// >>> most = book.explore(Board())[0]
/// >>> most.name, most.wins + most.draws + most.losses > 100
/// ('中炮', True)
#[pyclass(frozen, module = "duiyi.xiangqi")]
pub(crate) struct Book(Shelf<Xiangqi>);

#[pymethods]
impl Book {
    /// Opens the file of a book: by the end of its name ElephantEye's (`.dat`), else one of ours.
    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<Book> {
        Shelf::new(books::open(path), told).map(Book)
    }

    /// The openings and middlegames that the engine brings.
    #[staticmethod]
    fn built_in() -> PyResult<Book> {
        Shelf::new(duiyi_xiangqi::kit::own_book(), told).map(Book)
    }

    /// What the book knows of a position, the move played most often first; nothing if it does
    /// not know it.
    fn explore(&self, py: Python<'_>, board: &Board) -> PyResult<Vec<BookMove>> {
        self.0.explore(py, board.0.now())
    }

    /// The name of what is being played; None if the position has none.
    fn name(&self, board: &Board) -> PyResult<Option<String>> {
        self.0.name(board.0.now())
    }

    /// The move that a policy chooses: "varied", "best", "weight", "score", "ucb", "thompson" or
    /// "argmax". None if the book does not know the position.
    #[pyo3(signature = (board, policy="varied", *, seed=0))]
    fn choose(&self, board: &Board, policy: &str, seed: u64) -> PyResult<Option<Move>> {
        let turn = self.0.choose(&board.0, policy, seed)?;
        Ok(turn.and_then(|turn| turn.first().copied()).map(Move))
    }
}
