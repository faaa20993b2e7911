//! Opening books.

use super::{board::Board, moves::Move};
use crate::error::refused;
use duiyi_book::{BookError, Explored, OpenBook, Policy, choose_turn, explore};
use duiyi_xiangqi::{Xiangqi, books};
use pyo3::{exceptions::PyOSError, prelude::*};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::path::PathBuf;

/// A move that a book knows.
#[pyclass(frozen, module = "duiyi.xiangqi")]
pub(crate) struct BookMove(Explored<duiyi_xiangqi::Move>);

#[pymethods]
impl BookMove {
    /// The move.
    #[getter]
    fn r#move(&self) -> Move {
        Move(self.0.mv)
    }

    /// Games that the mover won.
    #[getter]
    fn wins(&self) -> u32 {
        self.0.results.wins
    }

    /// Games without a winner.
    #[getter]
    fn draws(&self) -> u32 {
        self.0.results.draws
    }

    /// Games that the mover lost.
    #[getter]
    fn losses(&self) -> u32 {
        self.0.results.losses
    }

    /// The move's share of the games of the position, from 0 to 1.
    #[getter]
    fn share(&self) -> f64 {
        self.0.share
    }

    /// The name of what is played after it; None if it has none.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    fn __repr__(&self) -> String {
        let results = self.0.results;
        format!("<BookMove {} +{} ={} -{}>", self.0.text, results.wins, results.draws, results.losses)
    }
}

/// An opening book: one of ours, a text, or ElephantEye's.
///
/// >>> from duiyi.xiangqi import Board, Book
/// >>> book = Book.built_in()
/// >>> most = book.explore(Board())[0]
/// >>> most.name, most.wins + most.draws + most.losses > 100
/// ('中炮', True)
#[pyclass(frozen, module = "duiyi.xiangqi")]
pub(crate) struct Book(OpenBook<Xiangqi>);

fn unreadable(error: BookError) -> PyErr {
    match error {
        BookError::File { .. } => PyOSError::new_err(error.to_string()),
        error => refused(error),
    }
}

#[pymethods]
impl Book {
    /// Opens the file of a book: by the end of its name ElephantEye's (`.dat`), else one of ours.
    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<Book> {
        books::open(path).map(Book).map_err(unreadable)
    }

    /// The openings and middlegames that the engine brings.
    #[staticmethod]
    fn built_in() -> PyResult<Book> {
        xiangqi_engine::own_book().map(Book).map_err(unreadable)
    }

    /// What the book knows of a position, the move played most often first; nothing if it does
    /// not know it.
    fn explore(&self, board: &Board) -> PyResult<Vec<BookMove>> {
        let explored = explore(&*self.0, board.0.now()).map_err(unreadable)?;
        Ok(explored.moves.into_iter().map(BookMove).collect())
    }

    /// The name of what is being played; None if the position has none.
    fn name(&self, board: &Board) -> PyResult<Option<String>> {
        Ok(self.0.name(board.0.now()).map_err(unreadable)?.map(String::from))
    }

    /// The move that a policy chooses: "varied", "best", "weight", "score", "ucb", "thompson" or
    /// "argmax". None if the book does not know the position.
    #[pyo3(signature = (board, policy="varied", *, seed=0))]
    fn choose(&self, board: &Board, policy: &str, seed: u64) -> PyResult<Option<Move>> {
        let policy: Policy = policy.parse().map_err(refused)?;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let turn = choose_turn(&*self.0, &board.0, &|_| true, &policy, &mut random).map_err(unreadable)?;
        Ok(turn.and_then(|turn| turn.first().copied()).map(Move))
    }
}
