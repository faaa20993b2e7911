//! Opening books of any game.

use crate::{
    error::{no_file, refused},
    pickle::{Pickled, pickled},
    search::ToPython,
};
use duiyi_book::{BookError, Explored, OpenBook, Policy, choose_turn, explore};
use duiyi_game::{History, Notation};
use pyo3::{PyTraverseError, PyVisit, prelude::*};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// A move of a book.
#[pyclass(frozen, module = "duiyi")]
pub(crate) struct BookMove {
    /// The move; in Connect6 a stone, the number of its point.
    #[pyo3(get)]
    r#move: Py<PyAny>,
    /// The move as text.
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
    /// The proved result for the mover, "win" or "loss"; None without a proof.
    #[pyo3(get)]
    proved: Option<&'static str>,
    /// The name of the opening after it; None if it has none.
    #[pyo3(get)]
    name: Option<String>,
}

/// The results of a move of a book, its share, its proof and its name.
type Fields = (u32, u32, u32, f64, Option<String>, Option<String>);

#[pymethods]
impl BookMove {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.r#move)
    }

    #[staticmethod]
    fn _restore(r#move: Py<PyAny>, text: String, fields: Fields) -> BookMove {
        let (wins, draws, losses, share, proved, name) = fields;
        let proved = proved.and_then(|word| ["win", "loss"].into_iter().find(|known| *known == word));
        BookMove { r#move, text, wins, draws, losses, share, proved, name }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (Py<PyAny>, String, Fields)>> {
        let BookMove { wins, draws, losses, share, .. } = *self;
        let fields = (wins, draws, losses, share, self.proved.map(str::to_owned), self.name.clone());
        pickled::<BookMove, _>(py, (self.r#move.clone_ref(py), self.text.clone(), fields))
    }

    fn __repr__(&self) -> String {
        format!("<BookMove {} +{} ={} -{}>", self.text, self.wins, self.draws, self.losses)
    }
}

fn unreadable(error: BookError) -> PyErr {
    match error {
        BookError::File { path, source } => no_file(&source, &path),
        BookError::Read(error) => error.into(),
        error => refused(error),
    }
}

/// A book of a game, with the conversion of its moves to Python objects.
pub(crate) struct GameBook<G: Notation> {
    book: OpenBook<G>,
    to_python: ToPython<G::Move>,
}

impl<G: Notation> GameBook<G> {
    /// A book from the result of opening it.
    ///
    /// # Errors
    /// The error of opening it.
    pub(crate) fn new(opened: Result<OpenBook<G>, BookError>, to_python: ToPython<G::Move>) -> PyResult<GameBook<G>> {
        Ok(GameBook { book: opened.map_err(unreadable)?, to_python })
    }

    /// The moves of the book in a position.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub(crate) fn explore(&self, py: Python<'_>, position: &G) -> PyResult<Vec<BookMove>> {
        let known = |known: Explored<G::Move>| {
            Ok(BookMove {
                r#move: (self.to_python)(py, known.mv)?,
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

    /// The name of the opening of a position.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub(crate) fn name(&self, position: &G) -> PyResult<Option<String>> {
        Ok(self.book.name(position).map_err(unreadable)?.map(String::from))
    }

    /// The turn chosen by a policy, with random numbers from a seed.
    ///
    /// # Errors
    /// If there is no such policy, or the book cannot be read.
    pub(crate) fn choose(&self, game: &History<G>, policy: &str, seed: u64) -> PyResult<Option<Vec<G::Move>>> {
        let policy: Policy = policy.parse().map_err(refused)?;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        choose_turn(&*self.book, game, &|_| true, &policy, &mut random).map_err(unreadable)
    }
}
