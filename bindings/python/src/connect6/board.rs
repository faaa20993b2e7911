//! The board: a game, stone by stone.

use crate::{
    count::{counted, divided},
    error::{InvalidMoveError, illegal, refused},
    pickle::{Pickled, pickled},
    search::Outcome,
    text::choose,
};
use duiyi_connect6::{
    BLACK, Point, Rules, Side, Turn, WHITE,
    notation::{CoordinateError, Coordinates},
    threats,
};
use duiyi_engine::{Sketch, picture};
use duiyi_game::{Game, History, Notation, Reason, legal_moves, svg::SvgSettings};
use pyo3::{exceptions::PyIndexError, prelude::*, types::PyDict};

/// The colours by name, Black's first.
pub(super) const COLORS: [(&str, Side); 2] = [("black", BLACK), ("white", WHITE)];

/// The maximum number of answers of a call.
const MAX_ANSWERS: usize = 100_000;

/// The rules with a name; Connect6 for an empty name.
///
/// # Errors
/// If there are no such rules.
pub(super) fn rules_of(name: &str) -> PyResult<Rules> {
    if name.is_empty() { Ok(Rules::CONNECT6) } else { name.parse().map_err(refused) }
}

/// A point as a Python number.
pub(super) fn to_python(py: Python<'_>, point: Point) -> PyResult<Py<PyAny>> {
    Ok(point.index().into_pyobject(py)?.into_any().unbind())
}

/// A game of the family Connect(m,n,k,p,q), stone by stone: a turn of two stones is two moves
/// of one side.
///
/// A point is a number, from 0 at the lower left, row by row; `point` and `name` convert.
/// `rules` is "connect6", "gomoku", "tictactoe" or "Connect(m,n,k,p,q)": m columns, n rows, k in a
/// row, p stones per turn, q in the first turn.
///
/// >>> from duiyi.connect6 import Board
/// >>> board = Board()
/// >>> board.push(board.point("J10"))
/// >>> _ = board.push_turn("I11-K11")
/// >>> board.turn, board.stones_left, board.turns
/// ('black', 2, ['J10', 'I11-K11'])
/// >>> board.name(board.pop()), board.turn, board.stones_left
/// ('K11', 'white', 1)
/// >>> Board(rules="Connect(9,7,5,3,1)").rules
/// 'Connect(9,7,5,3,1)'
/// >>> board.push(board.point("J10"))
/// Traceback (most recent call last):
///   ...
/// duiyi.IllegalMoveError: ...
#[pyclass(weakref, module = "duiyi.connect6")]
pub(crate) struct Board(pub(super) History<duiyi_connect6::Board>);

/// The error for a text that is not a turn, or not a legal one.
fn unread(reason: Reason) -> PyErr {
    if reason.is::<CoordinateError>() { InvalidMoveError::new_err(reason.to_string()) } else { illegal(reason) }
}

impl Board {
    pub(super) fn now(&self) -> &duiyi_connect6::Board {
        self.0.now()
    }

    fn rules(&self) -> Rules {
        self.now().rules()
    }

    /// The point with a number.
    pub(super) fn at(&self, point: usize) -> PyResult<Point> {
        let cells = self.rules().cells();
        if point < cells {
            return Ok(Point::from_index(point));
        }
        Err(refused(format_args!("point {point}: expected 0 to {}", cells - 1)))
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (position=None, *, rules=""))]
    fn new(position: Option<&str>, rules: &str) -> PyResult<Board> {
        let begin = duiyi_connect6::Board::new(rules_of(rules)?);
        let start = position.map_or_else(|| Ok(begin.clone()), |text| begin.read_position(text));
        start.map(|start| Board(History::new(start))).map_err(refused)
    }

    /// Reads a game from one line, `[position] [moves J10 I11-K11 ...]`, as written by `write`.
    #[staticmethod]
    #[pyo3(signature = (text, *, rules=""))]
    fn read(text: &str, rules: &str) -> PyResult<Board> {
        History::read(rules, text).map(Board).map_err(refused)
    }

    /// The game in one line: its initial position and its turns.
    fn write(&self) -> String {
        self.0.write()
    }

    #[staticmethod]
    fn _restore(text: &str, rules: &str) -> PyResult<Board> {
        Board::read(text, rules)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        Ok((py.get_type::<Board>().getattr("_restore")?, (self.write(), self.rules_name())))
    }

    /// The name of the rules: "connect6", "gomoku", "tictactoe" or "Connect(m,n,k,p,q)".
    #[getter(rules)]
    fn rules_name(&self) -> String {
        self.rules().to_string()
    }

    /// The five numbers of the rules: columns, rows, stones in a row to win, stones per turn, stones in
    /// the first turn.
    #[getter]
    fn mnkpq(&self) -> (u8, u8, u8, u8, u8) {
        let rules = self.rules();
        (rules.width(), rules.height(), rules.k(), rules.p(), rules.q())
    }

    /// The side to move: "black" or "white".
    #[getter]
    fn turn(&self) -> &'static str {
        COLORS[self.now().to_move().index()].0
    }

    /// The number of stones left to place in this turn.
    #[getter]
    fn stones_left(&self) -> u8 {
        self.now().stones_left()
    }

    /// The number of stones placed on this board.
    fn ply(&self) -> usize {
        self.0.moves().len()
    }

    /// The stones placed on this board, in order.
    #[getter]
    fn move_stack(&self) -> Vec<usize> {
        self.0.moves().iter().map(|point| point.index()).collect()
    }

    /// The turns played on this board as text: "I11-K11".
    #[getter]
    fn turns(&self) -> Vec<String> {
        let line = self.0.start().write_line(self.0.moves());
        line.split_whitespace().map(str::to_owned).collect()
    }

    /// The points where a stone may be placed; empty if the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<usize> {
        legal_moves(self.now()).into_iter().map(Point::index).collect()
    }

    /// Whether a stone may be placed on a point.
    fn is_legal(&self, point: usize) -> bool {
        self.at(point).is_ok_and(|point| self.now().is_legal(point))
    }

    /// The number of a point by its name: "J10".
    fn point(&self, name: &str) -> PyResult<usize> {
        Coordinates::Letters.read(self.rules(), name).map(Point::index).map_err(refused)
    }

    /// The name of a point: "J10".
    pub(super) fn name(&self, point: usize) -> PyResult<String> {
        Ok(Coordinates::Letters.write(self.rules(), self.at(point)?))
    }

    /// Places a stone. Raises IllegalMoveError with the reason if that is not legal.
    pub(super) fn push(&mut self, point: usize) -> PyResult<()> {
        let point = self.at(point)?;
        self.0.play(point).map_err(|error| match self.now().check(point) {
            Err(reason) => illegal(reason),
            Ok(()) => illegal(error),
        })
    }

    /// Reads a turn such as "I11-K11", plays it, and returns its points.
    pub(super) fn push_turn(&mut self, text: &str) -> PyResult<Vec<usize>> {
        let turn = self.now().read_turn(text).map_err(unread)?;
        self.0.play_turn(&turn).map_err(illegal)?;
        Ok(turn.into_iter().map(Point::index).collect())
    }

    /// The same as `push_turn`, by the name of the method of `xiangqi.Board`.
    fn push_text(&mut self, text: &str) -> PyResult<Vec<usize>> {
        self.push_turn(text)
    }

    /// Reads a legal turn such as "I11-K11", without playing it.
    fn read_turn(&self, text: &str) -> PyResult<Vec<usize>> {
        let turn = self.now().read_turn(text).map_err(unread)?;
        History::new(self.now().clone()).play_turn(&turn).map_err(illegal)?;
        Ok(turn.into_iter().map(Point::index).collect())
    }

    /// Writes a sequence of stones from here as turns.
    ///
    /// >>> from duiyi.connect6 import Board
    /// >>> board = Board.read("moves J10")
    /// >>> board.write_moves([board.point(name) for name in ["I11", "K11", "J9"]])
    /// ['I11-K11', 'J9']
    fn write_moves(&self, points: Vec<usize>) -> PyResult<Vec<String>> {
        let points: PyResult<Vec<Point>> = points.into_iter().map(|point| self.at(point)).collect();
        let (points, mut game) = (points?, History::new(self.now().clone()));
        points.iter().try_for_each(|&point| game.play(point)).map_err(illegal)?;
        Ok(self.now().write_line(&points).split_whitespace().map(str::to_owned).collect())
    }

    /// The last stone's point. Raises IndexError if there is none.
    fn peek(&self) -> PyResult<usize> {
        let last = self.0.moves().last();
        last.map(|point| point.index()).ok_or_else(|| PyIndexError::new_err("no stone was put on this board"))
    }

    /// Takes back the last stone, and returns its point. Raises IndexError if there is none.
    fn pop(&mut self) -> PyResult<usize> {
        self.0.undo().map(Point::index).ok_or_else(|| PyIndexError::new_err("no stone was put on this board"))
    }

    /// Takes back the last turn, or the stones of the turn under way, and returns the points.
    fn pop_turn(&mut self) -> PyResult<Vec<usize>> {
        let turn = self.0.undo_turn();
        if turn.is_empty() {
            return Err(PyIndexError::new_err("no turn was played on this board"));
        }
        Ok(turn.into_iter().map(Point::index).collect())
    }

    /// The colour of the stone on a point; None if it is free.
    fn color_at(&self, point: usize) -> PyResult<Option<&'static str>> {
        Ok(self.now().color_at(self.at(point)?).map(|color| COLORS[color.index()].0))
    }

    /// The stones by their points.
    fn stone_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for (point, color) in self.now().stones() {
            map.set_item(point.index(), COLORS[color.index()].0)?;
        }
        Ok(map)
    }

    /// Whether the game is over.
    fn is_game_over(&self) -> bool {
        self.now().is_over()
    }

    /// The outcome of the game; None if it is not over.
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(|outcome| Outcome::of(&outcome, duiyi_connect6::Board::SIDES))
    }

    /// The result as records write it: "1-0" if Black has won, "0-1", "1/2-1/2", or "*" if the game is not
    /// over.
    fn result(&self) -> String {
        self.0.outcome().map_or_else(
            || "*".to_owned(),
            |outcome| outcome.to_string().split(' ').next().unwrap_or_default().to_owned(),
        )
    }

    /// The threats of a side: rows that it could complete in its next turn.
    ///
    /// >>> from duiyi.connect6 import Board
    /// >>> board = Board("7/7/7/1xxxx2/7/7/7 w 2", rules="Connect(7,7,6,2,1)")
    /// >>> board.threats("black")
    /// <Threats 1: A4 F4 G4>
    fn threats(&self, color: &str) -> PyResult<Threats> {
        let mut found = threats::Threats::new(self.rules());
        found.read(self.now(), choose("colour", color, &COLORS)?);
        let mut points: Vec<Point> = found.points().collect();
        points.sort_unstable_by_key(|point| point.index());
        points.dedup();
        Ok(Threats { count: found.count(), points, rules: self.rules() })
    }

    /// The turns that block all threats of the other side, at most `most`, which is at most 100,000;
    /// empty if it has no threats.
    #[pyo3(signature = (most=1000))]
    fn answers(&self, most: usize) -> PyResult<Vec<Vec<usize>>> {
        if most > MAX_ANSWERS {
            return Err(refused(format_args!("most={most}: expected at most {MAX_ANSWERS}")));
        }
        let mut found = threats::Threats::new(self.rules());
        found.read(self.now(), !self.now().to_move());
        let mut answers = Vec::new();
        if !found.is_empty() {
            found.for_each_answer(self.now(), |turn| {
                if answers.len() < most {
                    answers.push(turn.iter().map(|point| point.index()).collect());
                }
                answers.len() < most
            });
        }
        Ok(answers)
    }

    /// The position in one line: rows from the top, the side to move, the stones left.
    fn position(&self) -> String {
        self.now().write_position()
    }

    /// The key of the position.
    fn key(&self) -> u64 {
        self.now().key()
    }

    /// The key shared by the position and its images under rotation and reflection.
    fn canonical_key(&self) -> u64 {
        self.now().canonical_key()
    }

    /// Counts the sequences of `depth` stones, at most 128, without the interpreter lock.
    fn perft(slf: &Bound<'_, Self>, depth: u32) -> PyResult<u64> {
        // Other threads may use the board meanwhile.
        let start = slf.borrow().now().clone();
        counted(slf.py(), &start, depth)
    }

    /// The counts of `perft` by first stone.
    fn perft_divide<'py>(slf: &Bound<'py, Self>, depth: u32) -> PyResult<Bound<'py, PyDict>> {
        let (py, start) = (slf.py(), slf.borrow().now().clone());
        let counts = PyDict::new(py);
        for (point, count) in divided(py, &start, depth)? {
            counts.set_item(point.index(), count)?;
        }
        Ok(counts)
    }

    /// A copy; without its moves if `stack` is False.
    #[pyo3(signature = (*, stack=true))]
    fn copy(&self, stack: bool) -> PyResult<Board> {
        if stack { Ok(Board(self.0.clone())) } else { Board::new(Some(&self.position()), &self.rules_name()) }
    }

    /// The initial position.
    fn root(&self) -> Board {
        Board(History::new(self.0.start().clone()))
    }

    /// The board as an SVG picture, with the last turn marked. `numbered` writes the number of its turn
    /// on each stone, `arrows` are turns to draw, `after` shows the game after a number of stones.
    #[pyo3(signature = (*, size=32, numbered=false, arrows=None, after=None, title=""))]
    fn svg(
        &self,
        size: u16,
        numbered: bool,
        arrows: Option<Vec<String>>,
        after: Option<usize>,
        title: &str,
    ) -> PyResult<String> {
        let settings = SvgSettings { square: size, title: title.to_owned(), ..SvgSettings::default() };
        let arrows = arrows.unwrap_or_default();
        let numbered_after = numbered.then_some(0);
        picture(&self.0, &Sketch { after, arrows, numbered_after, settings, ..Sketch::default() }).map_err(refused)
    }

    /// The picture for notebooks.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(32, false, None, None, "")
    }

    /// Compares the stones, the side to move, the stones left and the rules.
    fn __eq__(&self, other: &Board) -> bool {
        self.rules() == other.rules() && self.position() == other.position()
    }

    fn __copy__(&self) -> Board {
        Board(self.0.clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        Board(self.0.clone())
    }

    fn __str__(&self) -> String {
        self.now().draw()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', rules='{}')", self.position(), self.rules())
    }
}

/// The rows that a side could complete in its next turn.
#[pyclass(frozen, module = "duiyi.connect6")]
pub(crate) struct Threats {
    /// The minimum number of stones that block all threats; a number above the stones of a turn means
    /// that they cannot be blocked.
    #[pyo3(get)]
    count: u32,
    points: Vec<Point>,
    rules: Rules,
}

#[pymethods]
impl Threats {
    /// The empty points that would complete these rows.
    #[getter]
    fn points(&self) -> Vec<usize> {
        self.points.iter().map(|point| point.index()).collect()
    }

    fn __bool__(&self) -> bool {
        !self.points.is_empty()
    }

    #[staticmethod]
    fn _restore(count: u32, points: Vec<usize>, rules: &str) -> PyResult<Threats> {
        let rules = rules_of(rules)?;
        let points = points.into_iter().filter(|&point| point < rules.cells()).map(Point::from_index).collect();
        Ok(Threats { count, points, rules })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (u32, Vec<usize>, String)>> {
        pickled::<Threats, _>(py, (self.count, self.points(), self.rules.to_string()))
    }

    fn __repr__(&self) -> String {
        let names: Vec<String> =
            self.points.iter().map(|&point| Coordinates::Letters.write(self.rules, point)).collect();
        format!("<Threats {}: {}>", self.count, names.join(" "))
    }
}

/// A turn as text.
pub(super) fn turn_text(rules: Rules, turn: &Turn) -> String {
    Coordinates::Letters.write_turn(rules, turn)
}
