//! The reports and results of searches, and the outcomes of games.

use crate::{
    error::refused,
    pickle::{Pickled, pickled},
    text::choose,
};
use duiyi_engine::protocol::mate_moves;
use duiyi_search::{Bound, MAX_PLY, ScoreClaim};
use pyo3::{Bound as PyBound, PyTraverseError, PyVisit, prelude::*, types::PyTuple};

/// The score of a position for the side to move: in centipawns, or a certain win or loss.
///
/// >>> from duiyi import xiangqi
/// >>> board = xiangqi.Board("3k5/R8/1R7/9/9/9/9/9/9/4K4 w")
/// >>> score = xiangqi.Engine(hash=1).search(board, depth=3).score
/// >>> score, score.mate_distance
/// (Score('mate in 1 ply'), 1)
///
/// Scores are ordered and hashable: lost positions, then centipawns, then won positions, the fastest mate
/// last. `Score(35)` is a score of 35 units.
///
/// >>> from duiyi import Score
/// >>> Score.mate_in(-2) < Score(-900) < Score(35) < Score.mate_in(5) < Score.mate_in(1)
/// True
#[pyclass(frozen, eq, ord, hash, module = "duiyi", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Score(pub(crate) duiyi_search::Score);

/// The sides of both games: in each, one plays against Black.
const SIDES: [(&str, bool); 3] = [("red", false), ("white", false), ("black", true)];

impl Score {
    /// Reads the score of a comment: pawns, `0.35`, or a mate in moves, `#3` or `#-3`, from the first side's view.
    pub(crate) fn from_comment(text: &str, second_to_move: bool) -> Option<Score> {
        if let Some(moves) = text.strip_prefix('#') {
            let lost = moves.starts_with('-') != second_to_move;
            let moves: i32 = moves.trim_start_matches(['-', '+']).parse().ok()?;
            let plies = moves.checked_mul(2)?;
            return Score::mate_in(if lost { -plies } else { (plies - 1).max(0) }).ok();
        }
        let pawns: f64 = text.parse().ok()?;
        let units = (pawns * 100.0).round();
        // Beyond these limits a score is a mate.
        let most = f64::from(duiyi_search::Score::MATE.get()) / 2.0;
        if !(-most..=most).contains(&units) {
            return None;
        }
        Some(Score(duiyi_search::Score::new(if second_to_move { -units as i32 } else { units as i32 })))
    }

    /// Writes the score as [`Score::from_comment`] reads it; a win by a rule as a large score.
    pub(crate) fn to_comment(self, second_to_move: bool) -> String {
        match self.0.mate_distance() {
            Some(plies) => {
                let sign = if (plies <= 0) != second_to_move { "-" } else { "" };
                format!("#{sign}{}", plies.unsigned_abs().div_ceil(2))
            }
            None => {
                let units = if second_to_move { -self.0.get() } else { self.0.get() };
                let most = duiyi_search::Score::MATE.get() / 2;
                format!("{:.2}", f64::from(units.clamp(-most, most)) / 100.0)
            }
        }
    }
}

#[pymethods]
impl Score {
    #[new]
    fn new(units: i32) -> PyResult<Score> {
        let most = duiyi_search::Score::MATE.get();
        if !(-most..=most).contains(&units) {
            return Err(refused(format_args!("a score of {units} units: expected {} to {most}", -most)));
        }
        Ok(Score(duiyi_search::Score::new(units)))
    }

    /// A mate in a number of plies by the side to move, or, with a negative number, of the side to move; it
    /// is mated already with 0.
    #[staticmethod]
    fn mate_in(plies: i32) -> PyResult<Score> {
        let ply = plies.unsigned_abs() as usize;
        if ply > MAX_PLY {
            return Err(refused(format_args!("a mate in {plies} plies: expected -{MAX_PLY} to {MAX_PLY}")));
        }
        Ok(Score(if plies > 0 { duiyi_search::Score::mate_in(ply) } else { duiyi_search::Score::mated_in(ply) }))
    }

    /// The centipawns of an open game; None if the game is decided.
    #[getter]
    fn centipawns(&self) -> Option<i32> {
        (!self.0.is_decisive()).then(|| self.0.get())
    }

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

    /// Whether the score is a mate, by its name in python-chess.
    fn is_mate(&self) -> bool {
        self.0.mate_distance().is_some()
    }

    /// The moves to mate, as protocols count them: 0 or negative if the side to move is mated; None without a mate.
    ///
    /// >>> from duiyi import Score
    /// >>> Score.mate_in(5).mate(), Score.mate_in(-4).mate(), Score(35).mate()
    /// (3, -2, None)
    fn mate(&self) -> Option<i32> {
        mate_moves(self.0)
    }

    /// The centipawns; of a mate `mate_score` minus its moves, or None without `mate_score`. A win by a rule is 20000
    /// minus its plies, as in UCI.
    ///
    /// >>> from duiyi import Score
    /// >>> Score(35).score(), Score.mate_in(5).score(), Score.mate_in(-4).score(mate_score=10_000)
    /// (35, None, -9998)
    #[pyo3(signature = (*, mate_score=None))]
    fn score(&self, mate_score: Option<i32>) -> Option<i32> {
        match mate_moves(self.0) {
            None => self.0.centipawns(),
            Some(moves) if moves > 0 => mate_score.map(|most| most.saturating_sub(moves)),
            Some(moves) => mate_score.map(|most| most.saturating_neg().saturating_sub(moves)),
        }
    }

    /// Whether the game is decided: by mate, or by a rule.
    #[getter]
    fn is_decisive(&self) -> bool {
        self.0.is_decisive()
    }

    /// The score from the view of a side, if `turn` is the side to move: colours such as "red".
    ///
    /// >>> from duiyi import Score
    /// >>> Score(35).pov("red", turn="black")
    /// Score('-35')
    fn pov(&self, color: &str, turn: &str) -> PyResult<Score> {
        let (color, turn) = (choose("colour", color, &SIDES)?, choose("colour", turn, &SIDES)?);
        Ok(if color == turn { *self } else { Score(-self.0) })
    }

    /// The score for the other side.
    fn __neg__(&self) -> Score {
        Score(-self.0)
    }

    fn __int__(&self) -> i32 {
        self.0.get()
    }

    fn __float__(&self) -> f64 {
        f64::from(self.0.get())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (PyBound<'py, PyAny>, (i32,)) {
        (py.get_type::<Score>().into_any(), (self.0.get(),))
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
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.moves)
    }

    #[staticmethod]
    fn _restore(score: Score, depth: u32, moves: Py<PyTuple>) -> VariationLine {
        VariationLine { score, depth, moves }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (Score, u32, Py<PyTuple>)>> {
        pickled::<VariationLine, _>(py, (self.score, self.depth, self.moves.clone_ref(py)))
    }

    fn __eq__(&self, py: Python<'_>, other: &VariationLine) -> PyResult<bool> {
        let same = self.score == other.score && self.depth == other.depth;
        Ok(same && self.moves.bind(py).eq(other.moves.bind(py))?)
    }

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
    pub(crate) claim: ScoreClaim,
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

/// The claim of this name.
fn claim_named(name: &str) -> ScoreClaim {
    ScoreClaim::ALL.into_iter().find(|claim| claim.name() == name).unwrap_or_default()
}

/// The fields of a report before its moves.
type ReportFields = (u32, u32, usize, (Score, String), String, u64, f64, f64);

#[pymethods]
impl Report {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.moves)
    }

    #[staticmethod]
    fn _restore(fields: ReportFields, moves: Py<PyTuple>) -> Report {
        let (depth, selective_depth, line, (score, claim), bound, nodes, seconds, table_use) = fields;
        let claim = claim_named(&claim);
        let bound = match &*bound {
            "at least" => Bound::Lower,
            "at most" => Bound::Upper,
            _ => Bound::Exact,
        };
        Report { depth, selective_depth, line, score, claim, bound, nodes, seconds, table_use, moves }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (ReportFields, Py<PyTuple>)>> {
        let Report { depth, selective_depth, line, score, nodes, seconds, table_use, .. } = *self;
        let score = (score, self.claim().to_owned());
        let fields = (depth, selective_depth, line, score, self.bound().to_owned(), nodes, seconds, table_use);
        pickled::<Report, _>(py, (fields, self.moves.clone_ref(py)))
    }

    /// What the score claims: "none", "ruling expected", "mate" or "ruling".
    #[getter]
    fn claim(&self) -> &'static str {
        self.claim.name()
    }

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
    pub(crate) claim: ScoreClaim,
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

/// The numbers of a search result, and its reason.
type ResultFields = (Option<Score>, String, u32, u64, f64, Option<String>);

/// The pickled form of a search result: the best move, the turn, the moves, the lines, and the rest.
type PickledResult<'py> = Pickled<'py, (Py<PyAny>, Py<PyTuple>, Py<PyTuple>, Py<PyTuple>, ResultFields)>;

#[pymethods]
impl SearchResult {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.best)?;
        visit.call(&self.turn)?;
        visit.call(&self.moves)?;
        visit.call(&self.lines)
    }

    #[staticmethod]
    fn _restore(
        best: Py<PyAny>,
        turn: Py<PyTuple>,
        moves: Py<PyTuple>,
        lines: Py<PyTuple>,
        fields: ResultFields,
    ) -> SearchResult {
        let (score, claim, depth, nodes, seconds, reason) = fields;
        let claim = claim_named(&claim);
        SearchResult { best, turn, moves, score, claim, depth, nodes, seconds, lines, reason }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<PickledResult<'py>> {
        let SearchResult { score, depth, nodes, seconds, .. } = *self;
        let fields = (score, self.claim().to_owned(), depth, nodes, seconds, self.reason.clone());
        let [turn, moves, lines] = [&self.turn, &self.moves, &self.lines].map(|tuple| tuple.clone_ref(py));
        pickled::<SearchResult, _>(py, (self.best.clone_ref(py), turn, moves, lines, fields))
    }

    /// What the score claims: "none", "ruling expected", "mate" or "ruling". Only a mate and a ruling are
    /// proved.
    #[getter]
    fn claim(&self) -> &'static str {
        self.claim.name()
    }

    /// Whether a win or loss in the score is proved.
    #[getter]
    fn proved(&self) -> bool {
        self.claim.is_decisive()
    }

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

    #[staticmethod]
    fn _restore(winner: Option<String>, reason: String, text: String) -> Outcome {
        Outcome { winner, reason, text }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (Option<String>, String, String)>> {
        pickled::<Outcome, _>(py, (self.winner.clone(), self.reason.clone(), self.text.clone()))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.text)
    }
}
