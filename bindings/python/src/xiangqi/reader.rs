//! Readers of game records, and what they leave out.

use super::{moves::Move, record::Game};
use crate::{
    error::{no_file, refused},
    pickle::{Pickled, pickled},
    text::choose,
};
use duiyi_game::files;
use duiyi_xiangqi::formats::{self, Format, GameError, GameErrorKind, GameRecord, TextEncoding};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyString},
};
use std::{
    io::{self, BufRead, BufReader, Cursor, Read},
    path::PathBuf,
};

/// The most games that a reader lists as unreadable.
const MAX_FAULTS: usize = 1000;

const FORMATS: [(&str, Format); Format::ALL.len()] = {
    let mut formats = [("", Format::Pgn); Format::ALL.len()];
    let mut index = 0;
    while index < formats.len() {
        formats[index] = (Format::ALL[index].name(), Format::ALL[index]);
        index += 1;
    }
    formats
};
const ENCODINGS: [(&str, TextEncoding); 4] = [
    ("detect", TextEncoding::Detect),
    ("utf-8", TextEncoding::Utf8),
    ("gb18030", TextEncoding::Gb18030),
    ("big5", TextEncoding::Big5),
];

/// What a reader left out of a record: the branch of an illegal move, or a whole game that has no valid start.
///
/// >>> from duiyi.xiangqi import Game
/// >>> fault = Game.read("1. h2e2 h9h8 *").faults[0]
/// >>> fault.line, fault.column, fault.move_number
/// (1, 9, 1)
/// >>> str(fault)[:72]
/// "game 1 (from line 1): line 1: move 1 of Black (ply 2): 'h9h8' is not a l"
/// >>> [str(move) for move in fault.legal if str(move).startswith("h9")]
/// ['h9g7', 'h9i7']
#[pyclass(frozen, eq, hash, from_py_object, module = "duiyi.xiangqi")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Fault {
    /// The number of the game in its collection, from 1.
    #[pyo3(get)]
    game: usize,
    /// The line in the text, from 1; that in which the game begins if the format has no lines.
    #[pyo3(get)]
    line: usize,
    /// The column in characters, from 1; None if it is unknown.
    #[pyo3(get)]
    column: Option<usize>,
    /// The number of the move in the notation of the game; None if the fault is not about a move.
    #[pyo3(get)]
    move_number: Option<u16>,
    /// What is wrong, with the place.
    #[pyo3(get)]
    message: String,
    /// The legal moves in the position; empty if the fault is not about a move.
    #[pyo3(get)]
    legal: Vec<Move>,
}

/// The game, line, column, number of the move, message and legal moves of a pickled fault.
type FaultFields = (usize, usize, Option<usize>, Option<u16>, String, Vec<Move>);

impl From<&GameError> for Fault {
    fn from(error: &GameError) -> Fault {
        let ((line, column), illegal) = (error.place(), error.illegal_move());
        Fault {
            game: error.game,
            line,
            column: Some(column).filter(|&column| column > 0),
            move_number: illegal.map(|(number, _)| number.number),
            message: error.to_string(),
            legal: illegal.map_or(&[][..], |(_, legal)| legal).iter().copied().map(Move).collect(),
        }
    }
}

#[pymethods]
impl Fault {
    fn __str__(&self) -> &str {
        &self.message
    }

    fn __repr__(&self) -> String {
        let column = self.column.map(|column| format!(", column {column}")).unwrap_or_default();
        let number = self.move_number.map(|number| format!(": move {number}")).unwrap_or_default();
        format!("<Fault at line {}{column}{number}>", self.line)
    }

    #[staticmethod]
    fn _restore(
        game: usize,
        line: usize,
        column: Option<usize>,
        move_number: Option<u16>,
        message: String,
        legal: Vec<Move>,
    ) -> Fault {
        Fault { game, line, column, move_number, message, legal }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, FaultFields>> {
        let Fault { game, line, column, move_number, message, legal } = self.clone();
        pickled::<Fault, _>(py, (game, line, column, move_number, message, legal))
    }
}

/// A game, or its first fault if it has to be whole.
pub(super) fn whole(game: Game, strict: bool) -> PyResult<Game> {
    match game.1.first() {
        Some(fault) if strict => Err(refused(&fault.message)),
        _ => Ok(game),
    }
}

/// The games of a collection, one at a time: PGN, DhtmlXQ, XQF, WXF, CBF, CBR or CBL, in UTF-8, GB or Big5.
///
/// `source` is the path of a file, bytes, or an open file, binary or of text. Format and encoding are detected unless given. A damaged game is read as far
/// as it goes, and `faults` of the game lists what was left out; games that cannot be read at all are skipped, and `faults`
/// of the reader lists them. With `strict=True` both raise a DuiyiError, and the reader continues with the next game.
///
/// >>> from duiyi.xiangqi import GameReader
/// >>> text = b'[Red "A"]\n1. h2e2 h9g7 *\n[Red "B"]\n1. h2e2 h9h8 *\n[FEN "C"]\n1. b2e2 *\n'
/// >>> reader = GameReader(text)
/// >>> [(game.tag("Red"), len(game), game.faults) for game in reader]
/// [('A', 2, []), ('B', 1, [<Fault at line 4, column 9: move 1>])]
/// >>> reader.faults
/// [<Fault at line 5>]
#[pyclass(weakref, module = "duiyi.xiangqi")]
pub(crate) struct GameReader {
    games: Games,
    strict: bool,
    /// The file, for errors.
    path: Option<PathBuf>,
    /// The games that cannot be read so far.
    faults: Vec<Fault>,
}

/// The source of games.
#[derive(FromPyObject)]
enum Source {
    Bytes(Vec<u8>),
    Path(PathBuf),
    File(Py<PyAny>),
}

/// An open file of Python.
struct PythonFile {
    file: Py<PyAny>,
    /// What was read of it and not yet used.
    read: Cursor<Vec<u8>>,
}

/// The number of bytes, or characters of text, that are read from a file at once.
const CHUNK: usize = 1 << 16;

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let count = self.read.read(buffer)?;
        if count > 0 {
            return Ok(count);
        }
        let chunk = Python::attach(|py| {
            let chunk = self.file.bind(py).call_method1("read", (CHUNK,))?;
            if let Ok(text) = chunk.cast::<PyString>() {
                return Ok(text.to_cow()?.as_bytes().to_vec());
            }
            chunk.cast::<PyBytes>().map(|bytes| bytes.as_bytes().to_vec()).map_err(PyErr::from)
        })?;
        self.read = Cursor::new(chunk);
        self.read.read(buffer)
    }
}

#[pymethods]
impl GameReader {
    #[new]
    #[pyo3(signature = (source, *, format=None, encoding="detect", strict=false))]
    fn new(py: Python<'_>, source: Source, format: Option<&str>, encoding: &str, strict: bool) -> PyResult<GameReader> {
        let mut encoding = choose("encoding", encoding, &ENCODINGS)?;
        let (input, path): (Box<dyn BufRead + Send + Sync>, _) = match source {
            Source::Bytes(bytes) => (Box::new(Cursor::new(bytes)), None),
            Source::Path(path) => {
                let file = files::open(&path, u64::MAX).map_err(|error| no_file(&error, &path))?;
                (Box::new(BufReader::new(file)), Some(path))
            }
            Source::File(file) => {
                if !file.bind(py).hasattr("read")? {
                    let name = file.bind(py).get_type().name()?.to_string();
                    return Err(PyTypeError::new_err(format!("'{name}': expected a path, bytes or an open file")));
                }
                if file.bind(py).hasattr("encoding")? {
                    // Python has decoded the text.
                    encoding = TextEncoding::Utf8;
                }
                (Box::new(BufReader::new(PythonFile { file, read: Cursor::default() })), None)
            }
        };
        let mut games = formats::GameReader::new(input).encoding(encoding).lenient();
        if let Some(path) = &path {
            games = games.named(path.display().to_string());
        }
        if let Some(format) = format {
            games = games.format(choose("format", format, &FORMATS)?);
        }
        Ok(GameReader { games, strict, path, faults: Vec::new() })
    }

    /// The games that cannot be read so far, at most a thousand.
    #[getter]
    fn faults(&self) -> Vec<Fault> {
        self.faults.clone()
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Game>> {
        self.read(py, |games| games.next())
    }

    /// The next game without its moves; None at the end.
    fn _headers(&mut self, py: Python<'_>) -> PyResult<Option<Game>> {
        self.read(py, |games| games.next_headers())
    }

    /// The game whose headers were read last.
    fn _whole(&mut self, py: Python<'_>) -> PyResult<Option<Game>> {
        self.read(py, |games| games.whole())
    }

    /// Reads the next game for a visitor, and returns the visitor's `result()`; None at the end of the collection. If
    /// `end_headers` of the visitor returns SKIP, the moves are not read.
    ///
    /// >>> from duiyi.xiangqi import SKIP, GameReader, Visitor
    /// >>> class Names(Visitor):
    /// ...     def begin_game(self):
    /// ...         self.names = []
    /// ...     def visit_header(self, name, value):
    /// ...         self.names.append(value)
    /// ...     def end_headers(self):
    /// ...         return SKIP
    /// ...     def result(self):
    /// ...         return self.names
    /// >>> reader = GameReader(b'[Red "A"]\n1. h2e2 h9g7 *\n[Red "B"]\n1. h2e2 1-0\n')
    /// >>> reader.visit(Names()), reader.visit(Names()), reader.visit(Names())
    /// (['A', '*'], ['B', '*'], None)
    fn visit<'py>(slf: &Bound<'py, Self>, visitor: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("duiyi._visitors")?.call_method1("read", (slf, visitor))
    }
}

/// The games of a collection.
type Games = formats::GameReader<Box<dyn BufRead + Send + Sync>>;

impl GameReader {
    /// The next game that can be read, by a function of the collection.
    fn read(
        &mut self,
        py: Python<'_>,
        next: fn(&mut Games) -> Option<Result<GameRecord, GameError>>,
    ) -> PyResult<Option<Game>> {
        py.detach(|| {
            loop {
                return match next(&mut self.games) {
                    None => Ok(None),
                    Some(Ok(record)) => {
                        let faults = self.games.faults().iter().map(Fault::from).collect();
                        whole(Game(record, faults), self.strict).map(Some)
                    }
                    Some(Err(error)) => match error.kind {
                        GameErrorKind::Io(error) => Err(match &self.path {
                            Some(path) => no_file(&error, path),
                            None => error.into(),
                        }),
                        _ if !self.strict => {
                            // A file of another kind may have one in every line.
                            if self.faults.len() < MAX_FAULTS {
                                self.faults.push(Fault::from(&error));
                            }
                            Python::attach(|py| py.check_signals())?;
                            continue;
                        }
                        _ => Err(refused(error)),
                    },
                };
            }
        })
    }
}
