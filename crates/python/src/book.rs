//! Opening books, of any game.

use crate::{error::refused, search::Told};
use duiyi_book::{BookError, Explored, OpenBook, Policy, choose_turn, explore};
use duiyi_game::{History, Notation};
use pyo3::{exceptions::PyOSError, prelude::*};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// A move that a book knows.
#[pyclass(frozen, module = "duiyi")]
pub(crate) struct BookMove {
    /// The move; in Connect6 a stone, the number of its point.
    #[pyo3(get)]
    r#move: Py<PyAny>,
    /// The move as the game writes it.
    #[pyo3(get)]
    text: String,
    /// Games that the mover won.
    #[pyo3(get)]
    wins: u32,
    /// Games without a winner.
    #[pyo3(get)]
    draws: u32,
    /// Games that the mover lost.
    #[pyo3(get)]
    losses: u32,
    /// The move's share of the games of the position, from 0 to 1.
    #[pyo3(get)]
    share: f64,
    /// What is proved for the mover, "win" or "loss"; None if nothing is.
    #[pyo3(get)]
    proved: Option<&'static str>,
    /// The name of what is played after it; None if it has none.
    #[pyo3(get)]
    name: Option<String>,
}

#[pymethods]
impl BookMove {
    fn __repr__(&self) -> String {
        format!("<BookMove {} +{} ={} -{}>", self.text, self.wins, self.draws, self.losses)
    }
}

fn unreadable(error: BookError) -> PyErr {
    match error {
        BookError::File { .. } => PyOSError::new_err(error.to_string()),
        error => refused(error),
    }
}

/// A book of a game, and what Python has for its moves.
pub(crate) struct Shelf<G: Notation> {
    book: OpenBook<G>,
    told: Told<G::Move>,
}

impl<G: Notation> Shelf<G> {
    /// A book that was opened.
    ///
    /// # Errors
    /// If it was not.
    pub(crate) fn new(opened: Result<OpenBook<G>, BookError>, told: Told<G::Move>) -> PyResult<Shelf<G>> {
        Ok(Shelf { book: opened.map_err(unreadable)?, told })
    }

    /// What it knows of a position.
    ///
    /// # Errors
    /// If it can't be read.
    pub(crate) fn explore(&self, py: Python<'_>, position: &G) -> PyResult<Vec<BookMove>> {
        let known = |known: Explored<G::Move>| {
            Ok(BookMove {
                r#move: (self.told)(py, known.mv)?,
                text: known.text,
                wins: known.results.wins,
                draws: known.results.draws,
                losses: known.results.losses,
                share: known.share,
                proved: known.proof.map(duiyi_book::Proof::word),
                name: known.name,
            })
        };
        explore(&*self.book, position).map_err(unreadable)?.moves.into_iter().map(known).collect()
    }

    /// The name of what is being played.
    ///
    /// # Errors
    /// If it can't be read.
    pub(crate) fn name(&self, position: &G) -> PyResult<Option<String>> {
        Ok(self.book.name(position).map_err(unreadable)?.map(String::from))
    }

    /// The turn that a policy chooses, with chance from a seed.
    ///
    /// # Errors
    /// If there is no such policy, or the book can't be read.
    pub(crate) fn choose(&self, game: &History<G>, policy: &str, seed: u64) -> PyResult<Option<Vec<G::Move>>> {
        let policy: Policy = policy.parse().map_err(refused)?;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        choose_turn(&*self.book, game, &|_| true, &policy, &mut random).map_err(unreadable)
    }
}
