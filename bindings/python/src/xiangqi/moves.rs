//! Moves and pieces.

use super::words::{COLORS, KINDS, color_name, square};
use crate::{error::InvalidMoveError, error::refused, text::choose};
use pyo3::{
    prelude::*,
    types::{PyIterator, PyList},
};

/// A move from one square to another. The board stores the pieces.
///
/// >>> from duiyi.xiangqi import Move
/// >>> move = Move("h2e2")
/// >>> move.from_square, move.to_square, str(move.mirrored())
/// (25, 22, 'b2e2')
/// >>> Move("h2h2")
/// Traceback (most recent call last):
///   ...
/// duiyi.InvalidMoveError: 'h2h2' is not a move: expected two different squares, such as h2e2
#[pyclass(frozen, eq, ord, hash, module = "duiyi.xiangqi", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Move(pub(super) duiyi_xiangqi::Move);

#[pymethods]
impl Move {
    #[new]
    fn new(text: &str) -> PyResult<Move> {
        text.parse()
            .map(Move)
            .map_err(|error: duiyi_xiangqi::ParseMoveError| InvalidMoveError::new_err(error.to_string()))
    }

    /// The move between two squares, given by their numbers.
    #[staticmethod]
    pub(super) fn between(from_square: usize, to_square: usize) -> PyResult<Move> {
        let (from, to) = (square(from_square)?, square(to_square)?);
        duiyi_xiangqi::Move::new(from, to).map(Move).ok_or_else(|| {
            InvalidMoveError::new_err(format!("a move from {from} to {to}: expected two different squares"))
        })
    }

    /// The move of a text in coordinates, as `Move(text)`, by its name in python-chess.
    #[staticmethod]
    fn from_uci(text: &str) -> PyResult<Move> {
        Move::new(text)
    }

    /// The move in coordinates, as `str(move)`, by its name in python-chess.
    fn uci(&self) -> String {
        self.0.to_string()
    }

    /// The square of the piece, from 0 (a0) to 89 (i9).
    #[getter(from_square)]
    fn origin(&self) -> usize {
        self.0.from().index()
    }

    /// The target square, from 0 (a0) to 89 (i9).
    #[getter(to_square)]
    fn goal(&self) -> usize {
        self.0.to().index()
    }

    /// The move mirrored left to right.
    fn mirrored(&self) -> Move {
        Move(self.0.mirrored())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Move>().into_any(), (self.0.to_string(),))
    }
}

/// Converts a move to a Python object.
pub(super) fn to_python(py: Python<'_>, mv: duiyi_xiangqi::Move) -> PyResult<Py<PyAny>> {
    Ok(Py::new(py, Move(mv))?.into_any())
}

/// The legal moves of a position, in a fixed order: a sequence, as `collections.abc.Sequence` defines it.
/// It does not change with the board.
///
/// >>> from duiyi.xiangqi import Board, Move
/// >>> legal = Board().legal_moves
/// >>> len(legal), Move("h2e2") in legal, Move("h2h9") in legal, Move("h2h8") in legal
/// (44, True, True, False)
/// >>> "h2e2" in legal
/// True
/// >>> [str(move) for move in legal][:3]
/// ['a0a1', 'a0a2', 'b0a2']
/// >>> legal[0], legal[-1], legal.index(Move("a0a2")), legal[:2]
/// (Move('a0a1'), Move('i3i4'), 1, [Move('a0a1'), Move('a0a2')])
#[pyclass(frozen, eq, hash, module = "duiyi.xiangqi")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct LegalMoves(pub(super) Vec<duiyi_xiangqi::Move>);

impl LegalMoves {
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.0.iter().map(|&mv| Move(mv)))
    }
}

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Whether a move, or the coordinates of one, is legal.
    fn __contains__(&self, mv: &Bound<'_, PyAny>) -> bool {
        let read = || mv.extract::<&str>().ok()?.parse().ok();
        let mv = mv.cast::<Move>().ok().map(|mv| mv.get().0).or_else(read);
        mv.is_some_and(|mv| self.0.contains(&mv))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py)?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.0.iter().rev().map(|&mv| Move(mv)))?.try_iter()
    }

    /// A move by its index, or a list of moves by a slice.
    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py)?.into_any().get_item(index)
    }

    /// The index of a move. Raises ValueError if it is not among those from `start` to before `stop`.
    #[pyo3(signature = (r#move, start=0, stop=None))]
    fn index(&self, py: Python<'_>, r#move: Move, start: isize, stop: Option<isize>) -> PyResult<usize> {
        let index = self.list(py)?.call_method1("index", (r#move, start, stop.unwrap_or(isize::MAX)))?;
        index.extract()
    }

    /// 1 for a legal move, otherwise 0.
    fn count(&self, r#move: &Bound<'_, PyAny>) -> usize {
        usize::from(r#move.is_instance_of::<Move>() && self.__contains__(r#move))
    }

    #[staticmethod]
    fn _restore(moves: Vec<Move>) -> LegalMoves {
        LegalMoves(moves.into_iter().map(|mv| mv.0).collect())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyList>,))> {
        Ok((py.get_type::<LegalMoves>().getattr("_restore")?, (self.list(py)?,)))
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        format!("<LegalMoves ({}): {}>", moves.len(), moves.join(" "))
    }
}

/// A piece: a colour and a kind.
///
/// >>> from duiyi.xiangqi import Piece
/// >>> piece = Piece("red", "cannon")
/// >>> piece.symbol, piece.character, piece == Piece.from_symbol("C")
/// ('C', '炮', True)
#[pyclass(frozen, eq, ord, hash, module = "duiyi.xiangqi", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Piece(pub(super) duiyi_xiangqi::Piece);

#[pymethods]
impl Piece {
    #[new]
    fn new(color: &str, kind: &str) -> PyResult<Piece> {
        let (color, kind) = (choose("colour", color, &COLORS)?, choose("kind of piece", kind, &KINDS)?);
        Ok(Piece(duiyi_xiangqi::Piece::new(color, kind)))
    }

    /// The piece of a FEN letter, upper case for Red; both sets of letters are read.
    #[staticmethod]
    fn from_symbol(symbol: char) -> PyResult<Piece> {
        let piece = duiyi_xiangqi::Piece::from_letter(symbol);
        piece.map(Piece).ok_or_else(|| {
            refused(format_args!("'{symbol}' is not a piece: expected one of KABNRCP, or EH, in either case"))
        })
    }

    /// Its colour: "red" or "black".
    #[getter]
    fn color(&self) -> &'static str {
        color_name(self.0.color)
    }

    /// Its kind: "king", "advisor", "elephant", "horse", "rook", "cannon" or "pawn".
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// Its letter in FEN: upper case for Red.
    #[getter]
    fn symbol(&self) -> char {
        self.0.letter()
    }

    /// Its Chinese character.
    #[getter]
    fn character(&self) -> char {
        self.0.character()
    }

    fn __str__(&self) -> char {
        self.0.letter()
    }

    fn __repr__(&self) -> String {
        format!("Piece('{}', '{}')", self.color(), self.kind())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (&'static str, &'static str)) {
        (py.get_type::<Piece>().into_any(), (self.color(), self.kind()))
    }
}
