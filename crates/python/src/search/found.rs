//! What a search says, and how a game ends.

use duiyi_search::Bound;
use pyo3::{prelude::*, types::PyTuple};

/// What a position is worth, for the side to move: an evaluation in hundredths of a pawn, or a
/// win or loss that is certain.
///
/// >>> from duiyi import xiangqi
/// >>> board = xiangqi.Board("3k5/R8/1R7/9/9/9/9/9/9/4K4 w")
/// >>> score = xiangqi.Engine(hash=1).search(board, depth=3).score
/// >>> score, score.mate_distance
/// (Score('mate in 1 ply'), 1)
#[pyclass(frozen, eq, ord, hash, module = "duiyi")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Score(pub(crate) duiyi_search::Score);

#[pymethods]
impl Score {
    /// The number that scores are compared by: hundredths of a pawn where the game is open,
    /// from 30872 on where it is won and down from -30872 where it is lost.
    #[getter]
    fn units(&self) -> i32 {
        self.0.get()
    }

    /// The plies to the mate, negative for the side that is mated; None if there is none.
    #[getter]
    fn mate_distance(&self) -> Option<i32> {
        self.0.mate_distance()
    }

    /// Whether the game is decided: by mate, or by a rule.
    #[getter]
    fn is_decisive(&self) -> bool {
        self.0.is_decisive()
    }

    /// The score for the other side.
    fn __neg__(&self) -> Score {
        Score(-self.0)
    }

    fn __int__(&self) -> i32 {
        self.0.get()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Score('{}')", self.0)
    }
}

/// One of the best lines of a search.
#[pyclass(frozen, module = "duiyi")]
pub(crate) struct Line {
    /// What it is worth, for the side to move.
    #[pyo3(get)]
    pub(crate) score: Score,
    /// The plies to which it was searched.
    #[pyo3(get)]
    pub(crate) depth: u32,
    /// The moves, the best one first.
    #[pyo3(get)]
    pub(crate) moves: Py<PyTuple>,
}

#[pymethods]
impl Line {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Line {}, depth {}: {}>", self.score.0, self.depth, words(py, &self.moves)?))
    }
}

/// Moves as text, a blank between them.
fn words(py: Python<'_>, moves: &Py<PyTuple>) -> PyResult<String> {
    let words: PyResult<Vec<String>> = moves.bind(py).iter().map(|mv| Ok(mv.str()?.to_string())).collect();
    Ok(words?.join(" "))
}

/// What a search says on the way, after each iteration.
#[pyclass(frozen, module = "duiyi")]
pub(crate) struct Report {
    /// The depth of the iteration, in plies.
    #[pyo3(get)]
    pub(crate) depth: u32,
    /// The greatest ply that was reached.
    #[pyo3(get)]
    pub(crate) selective_depth: u32,
    /// Which of the best lines this is, from 1.
    #[pyo3(get)]
    pub(crate) line: usize,
    /// What it is worth, for the side to move.
    #[pyo3(get)]
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// The positions visited so far.
    #[pyo3(get)]
    pub(crate) nodes: u64,
    /// The time so far.
    #[pyo3(get)]
    pub(crate) seconds: f64,
    /// How full the table is, from 0 to 1.
    #[pyo3(get)]
    pub(crate) table_use: f64,
    /// The expected moves, the best one first.
    #[pyo3(get)]
    pub(crate) moves: Py<PyTuple>,
}

#[pymethods]
impl Report {
    /// What the score is: "exact", or a bound, "at least" or "at most".
    #[getter]
    fn bound(&self) -> &'static str {
        match self.bound {
            Bound::Lower => "at least",
            Bound::Upper => "at most",
            _ => "exact",
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Report { depth, nodes, score, .. } = self;
        Ok(format!("<Report depth {depth}, {}, {nodes} nodes: {}>", score.0, words(py, &self.moves)?))
    }
}

/// What a search found.
#[pyclass(frozen, module = "duiyi")]
pub(crate) struct SearchResult {
    /// The best move: the first one of the turn.
    #[pyo3(get)]
    pub(crate) best: Py<PyAny>,
    /// The moves of the turn: one, or in Connect6 the stones.
    #[pyo3(get)]
    pub(crate) turn: Py<PyTuple>,
    /// The expected moves, those of the turn first.
    #[pyo3(get)]
    pub(crate) moves: Py<PyTuple>,
    /// What the position is worth, for the side to move; None for a move out of a book.
    #[pyo3(get)]
    pub(crate) score: Option<Score>,
    /// Whether a win or loss that the score says is proved.
    #[pyo3(get)]
    pub(crate) proved: bool,
    /// The plies of the last finished iteration; 0 without a search.
    #[pyo3(get)]
    pub(crate) depth: u32,
    /// The positions that were visited.
    #[pyo3(get)]
    pub(crate) nodes: u64,
    /// The time that it took.
    #[pyo3(get)]
    pub(crate) seconds: f64,
    /// The best lines, the best one first: as many as the option MultiPV says.
    #[pyo3(get)]
    pub(crate) lines: Py<PyTuple>,
    /// Why this move, where it is not simply the best that a search found.
    #[pyo3(get)]
    pub(crate) reason: Option<String>,
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let score = self.score.map_or_else(|| "no score".to_owned(), |score| score.0.to_string());
        Ok(format!("<SearchResult {score}, depth {}, {} nodes: {}>", self.depth, self.nodes, words(py, &self.moves)?))
    }
}

/// How a game ended.
///
/// >>> from duiyi import xiangqi
/// >>> xiangqi.Board("3k5/1R7/R8/9/9/9/9/9/9/4K4 w").outcome() is None
/// True
#[pyclass(frozen, eq, hash, module = "duiyi")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// Who won; None is a draw.
    #[pyo3(get)]
    pub(crate) winner: Option<String>,
    /// Why, in a few words: "checkmate".
    #[pyo3(get)]
    pub(crate) reason: String,
    told: String,
}

impl Outcome {
    /// The outcome of a game whose sides have these names.
    pub(crate) fn of(outcome: &duiyi_game::Outcome, sides: [&str; 2]) -> Outcome {
        Outcome {
            winner: outcome.winner.map(|side| sides[side.index()].to_lowercase()),
            reason: outcome.reason.to_string(),
            told: outcome.to_string(),
        }
    }
}

#[pymethods]
impl Outcome {
    /// The result as records write it: "1-0", "0-1" or "1/2-1/2".
    fn result(&self) -> &str {
        self.told.split(' ').next().unwrap_or_default()
    }

    fn __str__(&self) -> &str {
        &self.told
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.told)
    }
}
