//! Game records in all formats.

use super::{
    board::{Board, begin},
    moves::Move,
    words::notation,
};
use crate::{
    error::{illegal, not_legal, refused, unread},
    pickle::{Pickled, pickled},
    text::choose,
};
use duiyi_game::files;
use duiyi_game::{History, Notation};
use duiyi_xiangqi::{
    Xiangqi,
    formats::{
        self, EditError, Format, GameError, GameErrorKind, GameRecord, GameResult, NodeId, TextEncoding, dhtmlxq, pgn,
        wxf, xqf,
    },
    notation::Notation as Writing,
};
use pyo3::{PyTraverseError, PyVisit, exceptions::PyOSError, prelude::*, types::PyBytes};
use std::{
    io::{BufRead, BufReader, Cursor},
    path::PathBuf,
};

/// A game record: tags, the initial position, and the tree of moves with comments and variations.
///
/// >>> from duiyi.xiangqi import Game
/// >>> game = Game.read('[Red "胡榮華"]\n\n1. 炮二平五 马８进７ (1... 炮８平５) 2. 马二进三 1-0')
/// >>> game.tag("Red"), game.result, [str(move) for move in game.moves]
/// ('胡榮華', '1-0', ['h2e2', 'h9g7', 'h0g2'])
/// >>> game.to_pgn("iccs").splitlines()[-1]
/// '1. H2-E2 H9-G7 (1... H7-E7) 2. H0-G2 1-0'
/// >>> damaged = Game.read("1. 炮二平五 炮2平2")
/// >>> len(damaged), damaged.faults
/// (1, [<Fault at line 1, column 9: move 1>])
/// >>> Game.read("1. 炮二平二", strict=True)
/// Traceback (most recent call last):
///   ...
/// duiyi.DuiyiError: game 1 (from line 1): line 1: move 1 of Red (ply 1): '炮二平二' is not a legal move here
#[pyclass(module = "duiyi.xiangqi")]
pub(crate) struct Game(
    GameRecord,
    /// What was left out when it was read.
    Vec<Fault>,
);

/// A node of a pickled record: the index of its parent, its move, the comments before and after it, and its glyphs.
type Pickle = (usize, Option<Move>, String, String, Vec<u8>);

/// The position, result, tags, nodes and faults of a pickled record.
type Fields = (String, String, Vec<(String, String)>, Vec<Pickle>, Vec<Fault>);

/// Moves played from the start of a record, by some rules.
fn played(record: &GameRecord, moves: impl IntoIterator<Item = duiyi_xiangqi::Move>, rules: &str) -> PyResult<Board> {
    let rules = *Xiangqi::begin(rules).map_err(refused)?.game_rules();
    let mut game = History::new(Xiangqi::new(*record.start()).with_rules(rules));
    moves.into_iter().try_for_each(|mv| game.play(mv)).map_err(illegal)?;
    Ok(Board(game))
}

#[pymethods]
impl Game {
    /// A record of the moves played on a board; an empty one without a board.
    #[new]
    #[pyo3(signature = (board=None))]
    fn new(board: Option<&Board>) -> PyResult<Game> {
        let Some(Board(game)) = board else { return Ok(Game(GameRecord::default(), Vec::new())) };
        let mut record = GameRecord::new(*game.start().position());
        let mut editor = record.edit();
        game.moves().iter().try_for_each(|&mv| editor.play(mv).map(|_| ())).map_err(unwritten)?;
        record.result = match game.outcome() {
            None => GameResult::Unknown,
            Some(outcome) => {
                GameResult::from_text(outcome.to_string().split(' ').next().unwrap_or_default()).unwrap_or_default()
            }
        };
        Ok(Game(record, Vec::new()))
    }

    /// Reads the first game of a text in any format, as far as it goes: an illegal move is left out with the branch that
    /// follows it, and `faults` lists it. With `strict=True` it raises a DuiyiError.
    #[staticmethod]
    #[pyo3(signature = (text, *, strict=false))]
    fn read(text: String, strict: bool) -> PyResult<Game> {
        let mut games = formats::GameReader::new(Cursor::new(text)).encoding(TextEncoding::Utf8).lenient();
        let first = games.next().ok_or_else(|| refused("the text has no game"))?;
        whole(Game(first.map_err(refused)?, games.faults().iter().map(Fault::from).collect()), strict)
    }

    /// What was left out when the game was read.
    #[getter]
    fn faults(&self) -> Vec<Fault> {
        self.1.clone()
    }

    /// The tags as pairs of name and value, without the result and the initial position.
    #[getter]
    fn tags(&self) -> Vec<(String, String)> {
        self.0.tags().iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect()
    }

    /// The value of a tag; the case of its name does not matter. None if there is none.
    fn tag(&self, name: &str) -> Option<&str> {
        self.0.tag(name)
    }

    /// Sets a tag.
    fn set_tag(&mut self, name: &str, value: &str) {
        self.0.set_tag(name, value);
    }

    /// The result: "1-0", "0-1", "1/2-1/2" or "*".
    #[getter]
    fn result(&self) -> String {
        self.0.result.to_string()
    }

    #[setter]
    fn set_result(&mut self, result: &str) -> PyResult<()> {
        let read = GameResult::from_text(result);
        self.0.result =
            read.ok_or_else(|| refused(format_args!("'{result}' is not a result: expected 1-0, 0-1, 1/2-1/2 or *")))?;
        Ok(())
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.0.main_line().map(Move).collect()
    }

    /// The position before the first move.
    #[getter]
    fn root(slf: Bound<'_, Self>) -> Node {
        Node { game: slf.unbind(), id: NodeId::ROOT }
    }

    /// The board before the first move, by some rules.
    #[pyo3(signature = (*, rules=""))]
    fn board(&self, rules: &str) -> PyResult<Board> {
        played(&self.0, [], rules)
    }

    /// The board after the moves of the main line, by some rules.
    #[pyo3(signature = (*, rules=""))]
    fn end(&self, rules: &str) -> PyResult<Board> {
        played(&self.0, self.0.main_line(), rules)
    }

    /// The game as PGN, its moves in a notation.
    #[pyo3(signature = (notation="chinese"))]
    fn to_pgn(&self, notation: &str) -> PyResult<String> {
        Ok(pgn::write(&self.0, self::notation(notation)?))
    }

    /// The game as DhtmlXQ, for web pages.
    fn to_dhtmlxq(&self) -> String {
        dhtmlxq::write(&self.0)
    }

    /// The game as a file of XQF, for XQStudio (象棋演播室).
    fn to_xqf<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &xqf::write(&self.0))
    }

    /// The game as WXF.
    fn to_wxf(&self) -> String {
        wxf::write(&self.0)
    }

    /// The number of moves of the game, including variations.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// Compares the written games; the order in which variations were added does not matter.
    fn __eq__(&self, other: &Game) -> bool {
        self.0 == other.0 || pgn::write(&self.0, Writing::Iccs) == pgn::write(&other.0, Writing::Iccs)
    }

    /// The game as PGN in Chinese.
    fn __str__(&self) -> PyResult<String> {
        self.to_pgn("chinese")
    }

    fn __repr__(&self) -> String {
        let player = |name| self.0.tag(name).unwrap_or("?");
        format!("<Game {} - {}, {} moves, {}>", player("Red"), player("Black"), self.moves().len(), self.0.result)
    }

    fn __copy__(&self) -> Game {
        Game(self.0.clone(), self.1.clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.__copy__()
    }

    #[staticmethod]
    fn _restore(
        fen: &str,
        result: &str,
        tags: Vec<(String, String)>,
        nodes: Vec<Pickle>,
        faults: Vec<Fault>,
    ) -> PyResult<Game> {
        let mut record = GameRecord::new(*begin(Some(fen), "", true)?.start().position());
        record.result = GameResult::from_text(result).unwrap_or_default();
        tags.iter().for_each(|(name, value)| record.set_tag(name, value));
        let (mut editor, mut ids) = (record.edit(), Vec::new());
        for (parent, mv, comment_before, comment, glyphs) in nodes {
            editor.go_to(ids.get(parent).copied().unwrap_or(NodeId::ROOT));
            if let Some(mv) = mv {
                editor.play(mv.0).map_err(unwritten)?;
            }
            let node = editor.node_mut();
            (node.comment_before, node.comment, node.glyphs) = (comment_before, comment, glyphs);
            ids.push(editor.id());
        }
        Ok(Game(record, faults))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, Fields>> {
        let (mut nodes, mut rest) = (Vec::new(), vec![(0, NodeId::ROOT)]);
        while let Some((parent, id)) = rest.pop() {
            let Some(node) = self.0.node(id) else { continue };
            let children: Vec<NodeId> = self.0.children(id).collect();
            rest.extend(children.into_iter().rev().map(|child| (nodes.len(), child)));
            let texts = (node.comment_before.clone(), node.comment.clone());
            nodes.push((parent, node.mv().map(Move), texts.0, texts.1, node.glyphs.clone()));
        }
        pickled::<Game, _>(py, (self.0.start().to_fen(), self.result(), self.tags(), nodes, self.faults()))
    }
}

fn unwritten(error: EditError) -> PyErr {
    match error {
        EditError::Illegal(error) => not_legal(error),
        EditError::Unreadable(error) => unread(error),
        EditError::TooLong => refused(error),
    }
}

/// A node in the tree of moves of a game.
///
/// >>> from duiyi.xiangqi import Game
/// >>> game = Game()
/// >>> node = game.root.play_text("炮二平五")
/// >>> node.comment = "中炮"
/// >>> _ = node.play_text("马8进7"), node.play_text("炮8平5")
/// >>> [str(child.move) for child in node.children], node.children[0].ply
/// (['h9g7', 'h7e7'], 2)
/// >>> game.to_pgn().splitlines()[-1]
/// '1. 炮二平五 {中炮} 1... 马８进７ (1... 炮８平５) *'
#[pyclass(frozen, module = "duiyi.xiangqi")]
pub(crate) struct Node {
    game: Py<Game>,
    id: NodeId,
}

impl Node {
    /// Reads from the node in its record. Nodes are never removed, so it exists.
    fn read<T>(&self, py: Python<'_>, read: impl FnOnce(&formats::Node) -> T) -> PyResult<T> {
        let game = self.game.try_borrow(py)?;
        game.0.node(self.id).map(read).ok_or_else(|| refused("the game has no such node"))
    }

    fn change(&self, py: Python<'_>, change: impl FnOnce(&mut formats::Node)) -> PyResult<()> {
        let mut game = self.game.try_borrow_mut(py)?;
        game.0.node_mut(self.id).map(change).ok_or_else(|| refused("the game has no such node"))
    }

    fn at(&self, py: Python<'_>, id: NodeId) -> Node {
        Node { game: self.game.clone_ref(py), id }
    }

    fn edit(
        &self,
        py: Python<'_>,
        edit: impl FnOnce(&mut formats::Editor<'_>) -> Result<NodeId, EditError>,
    ) -> PyResult<Node> {
        let mut game = self.game.try_borrow_mut(py)?;
        let mut editor = game.0.edit();
        editor.go_to(self.id);
        Ok(self.at(py, edit(&mut editor).map_err(unwritten)?))
    }
}

#[pymethods]
impl Node {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.game)
    }

    /// The move that leads here; None at the root.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Move>> {
        self.read(py, |node| node.mv().map(Move))
    }

    /// The number of moves that lead here.
    #[getter]
    fn ply(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, formats::Node::ply)
    }

    /// The comment after the move; at the root, the comment before the first move.
    #[getter]
    fn comment(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |node| node.comment.clone())
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, comment: String) -> PyResult<()> {
        self.change(py, |node| node.comment = comment)
    }

    /// Numeric annotation glyphs: 1 is "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!".
    #[getter]
    fn glyphs(&self, py: Python<'_>) -> PyResult<Vec<u16>> {
        self.read(py, |node| node.glyphs.iter().copied().map(u16::from).collect())
    }

    #[setter]
    fn set_glyphs(&self, py: Python<'_>, glyphs: Vec<u8>) -> PyResult<()> {
        self.change(py, |node| node.glyphs = glyphs)
    }

    /// The node before the move; None at the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        let parent = self.read(py, formats::Node::parent)?;
        Ok(parent.map(|id| self.at(py, id)))
    }

    /// The nodes after each move from here, the main line first.
    #[getter]
    fn children(&self, py: Python<'_>) -> PyResult<Vec<Node>> {
        let game = self.game.try_borrow(py)?;
        Ok(game.0.children(self.id).map(|id| self.at(py, id)).collect())
    }

    /// The board with the moves that lead here, by some rules.
    #[pyo3(signature = (*, rules=""))]
    fn board(&self, py: Python<'_>, rules: &str) -> PyResult<Board> {
        let game = self.game.try_borrow(py)?;
        let (mut moves, mut here) = (Vec::new(), game.0.node(self.id));
        while let Some(node) = here {
            moves.extend(node.mv());
            here = node.parent().and_then(|id| game.0.node(id));
        }
        played(&game.0, moves.into_iter().rev(), rules)
    }

    /// Plays a move: returns the child with this move, or adds one after the others.
    fn play(&self, py: Python<'_>, r#move: Move) -> PyResult<Node> {
        self.edit(py, |editor| editor.play(r#move.0))
    }

    /// Plays a move written in any notation.
    fn play_text(&self, py: Python<'_>, text: &str) -> PyResult<Node> {
        self.edit(py, |editor| editor.read(text))
    }

    fn __eq__(&self, other: &Node) -> bool {
        self.game.is(&other.game) && self.id == other.id
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (ply, mv) = self.read(py, |node| (node.ply(), node.mv()))?;
        Ok(mv.map_or_else(|| "<Node at the root>".to_owned(), |mv| format!("<Node {mv}, ply {ply}>")))
    }
}

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
fn whole(game: Game, strict: bool) -> PyResult<Game> {
    match game.1.first() {
        Some(fault) if strict => Err(refused(&fault.message)),
        _ => Ok(game),
    }
}

/// The games of a collection, one at a time: PGN, DhtmlXQ, XQF, WXF, CBF, CBR or CBL, in UTF-8, GB or Big5.
///
/// `source` is the path of a file, or bytes. Format and encoding are detected unless given. A damaged game is read as far
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
#[pyclass(module = "duiyi.xiangqi")]
pub(crate) struct GameReader {
    games: formats::GameReader<Box<dyn BufRead + Send + Sync>>,
    strict: bool,
    /// The games that cannot be read so far.
    faults: Vec<Fault>,
}

/// The source of games.
#[derive(FromPyObject)]
enum Source {
    Bytes(Vec<u8>),
    Path(PathBuf),
}

#[pymethods]
impl GameReader {
    #[new]
    #[pyo3(signature = (source, *, format=None, encoding="detect", strict=false))]
    fn new(source: Source, format: Option<&str>, encoding: &str, strict: bool) -> PyResult<GameReader> {
        let (input, name): (Box<dyn BufRead + Send + Sync>, _) = match source {
            Source::Bytes(bytes) => (Box::new(Cursor::new(bytes)), None),
            Source::Path(path) => (Box::new(BufReader::new(files::open(&path, u64::MAX)?)), Some(path)),
        };
        let mut games = formats::GameReader::new(input).encoding(choose("encoding", encoding, &ENCODINGS)?).lenient();
        if let Some(path) = name {
            games = games.named(path.display().to_string());
        }
        if let Some(format) = format {
            games = games.format(choose("format", format, &FORMATS)?);
        }
        Ok(GameReader { games, strict, faults: Vec::new() })
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
        py.detach(|| {
            loop {
                return match self.games.next() {
                    None => Ok(None),
                    Some(Ok(record)) => {
                        let faults = self.games.faults().iter().map(Fault::from).collect();
                        whole(Game(record, faults), self.strict).map(Some)
                    }
                    Some(Err(error)) => match error.kind {
                        GameErrorKind::Io(_) => Err(PyOSError::new_err(error.to_string())),
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
