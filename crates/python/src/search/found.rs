//! The reports and results of searches, and the outcomes of games.

use duiyi_search::Bound;
use pyo3::{prelude::*, types::PyTuple};

/// The score of a position for the side to move: in centipawns, or a certain win or loss.
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
    /// The number by which scores are compared: centipawns in an open game, at least 30872 in a won
    /// game, and at most -30872 in a lost game.
    #[getter]
    fn units(&self) -> i32 {
        self.0.get()
    }

    /// The plies to mate, negative if the side to move is mated; None without a mate.
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
#[pyclass(frozen, name = "Line", module = "duiyi")]
pub(crate) struct VariationLine {
    /// Its score for the side to move.
    #[pyo3(get)]
    pub(crate) score: Score,
    /// The depth of its search, in plies.
    #[pyo3(get)]
    pub(crate) depth: u32,
    /// The moves, the best one first.
    #[pyo3(get)]
    pub(crate) moves: Py<PyTuple>,
}

#[pymethods]
impl VariationLine {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Line {}, depth {}: {}>", self.score.0, self.depth, words(py, &self.moves)?))
    }
}

/// Moves as text, separated by blanks.
fn words(py: Python<'_>, moves: &Py<PyTuple>) -> PyResult<String> {
    let words: PyResult<Vec<String>> = moves.bind(py).iter().map(|mv| Ok(mv.str()?.to_string())).collect();
    Ok(words?.join(" "))
}

/// A report of a search, after each iteration.
#[pyclass(frozen, module = "duiyi")]
pub(crate) struct Report {
    /// The depth of the iteration, in plies.
    #[pyo3(get)]
    pub(crate) depth: u32,
    /// The maximum ply reached.
    #[pyo3(get)]
    pub(crate) selective_depth: u32,
    /// The rank of the line among the best lines, from 1.
    #[pyo3(get)]
    pub(crate) line: usize,
    /// Its score for the side to move.
    #[pyo3(get)]
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// The number of positions visited so far.
    #[pyo3(get)]
    pub(crate) nodes: u64,
    /// The time so far in seconds.
    #[pyo3(get)]
    pub(crate) seconds: f64,
    /// How full the table is, from 0 to 1.
    #[pyo3(get)]
    pub(crate) table_use: f64,
    /// The principal variation, beginning with the best move.
    #[pyo3(get)]
    pub(crate) moves: Py<PyTuple>,
}

#[pymethods]
impl Report {
    /// The kind of the score: "exact", or a bound, "at least" or "at most".
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

/// The result of a search.
#[pyclass(frozen, module = "duiyi")]
pub(crate) struct SearchResult {
    /// The best move: the first one of the turn.
    #[pyo3(get)]
    pub(crate) best: Py<PyAny>,
    /// The moves of the turn: one move, or in Connect6 the stones.
    #[pyo3(get)]
    pub(crate) turn: Py<PyTuple>,
    /// The principal variation, beginning with the turn.
    #[pyo3(get)]
    pub(crate) moves: Py<PyTuple>,
    /// The score of the position for the side to move; None for a book move.
    #[pyo3(get)]
    pub(crate) score: Option<Score>,
    /// Whether a win or loss in the score is proved.
    #[pyo3(get)]
    pub(crate) proved: bool,
    /// The depth of the last finished iteration, in plies; 0 without a search.
    #[pyo3(get)]
    pub(crate) depth: u32,
    /// The number of positions visited.
    #[pyo3(get)]
    pub(crate) nodes: u64,
    /// The time of the search in seconds.
    #[pyo3(get)]
    pub(crate) seconds: f64,
    /// The best lines, the best one first; the option MultiPV sets their number.
    #[pyo3(get)]
    pub(crate) lines: Py<PyTuple>,
    /// The reason for the move, if it does not come from a search.
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

/// The outcome of a game.
///
/// >>> from duiyi import xiangqi
/// >>> xiangqi.Board("3k5/1R7/R8/9/9/9/9/9/9/4K4 w").outcome() is None
/// True
#[pyclass(frozen, eq, hash, module = "duiyi")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// The winner; None in a draw.
    #[pyo3(get)]
    pub(crate) winner: Option<String>,
    /// The reason, for example "checkmate".
    #[pyo3(get)]
    pub(crate) reason: String,
    text: String,
}

impl Outcome {
    /// The outcome of a game whose sides have these names.
    pub(crate) fn of(outcome: &duiyi_game::Outcome, sides: [&str; 2]) -> Outcome {
        Outcome {
            winner: outcome.winner.map(|side| sides[side.index()].to_lowercase()),
            reason: outcome.reason.to_string(),
            text: outcome.to_string(),
        }
    }
}

#[pymethods]
impl Outcome {
    /// The result as records write it: "1-0", "0-1" or "1/2-1/2".
    fn result(&self) -> &str {
        self.text.split(' ').next().unwrap_or_default()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.text)
    }
}
