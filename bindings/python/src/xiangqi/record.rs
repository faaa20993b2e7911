//! Game records in all formats.

use super::{
    board::{Board, begin},
    moves::Move,
    node::Node,
    reader::{Fault, whole},
    words::notation,
};
use crate::{
    error::{illegal, not_legal, refused, unread},
    pickle::{Pickled, pickled},
};
use duiyi_game::{History, Notation};
use duiyi_xiangqi::{
    Xiangqi,
    formats::{self, EditError, GameRecord, GameResult, NodeId, TextEncoding, dhtmlxq, pgn, wxf, xqf},
};
use pyo3::{exceptions::PyKeyError, prelude::*, types::PyBytes};
use std::io::Cursor;

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
#[pyclass(weakref, module = "duiyi.xiangqi")]
pub(crate) struct Game(
    pub(super) GameRecord,
    /// What was left out when it was read.
    pub(super) Vec<Fault>,
);

/// Names that are not tags, because the record stores or the writer chooses what they stand for.
const RESERVED: [&str; 4] = ["FEN", "SetUp", "Game", "Format"];

/// A node of a pickled record: the index of its parent, its move, the comments before and after it, and its glyphs.
type Pickle = (usize, Option<Move>, String, String, Vec<u8>);

/// The position, result, tags, nodes and faults of a pickled record.
type Fields = (String, String, Vec<(String, String)>, Vec<Pickle>, Vec<Fault>);

/// Moves played from the start of a record, by some rules.
pub(super) fn played(
    record: &GameRecord,
    moves: impl IntoIterator<Item = duiyi_xiangqi::Move>,
    rules: &str,
) -> PyResult<Board> {
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

    /// Sets a tag. A name consists of letters, digits and underscores; line breaks in the value become blanks. The
    /// result, the initial position and the notation are not tags: "Result" sets `result`, and "FEN", "SetUp", "Game"
    /// and "Format" are refused.
    fn set_tag(&mut self, name: &str, value: &str) -> PyResult<()> {
        if name.eq_ignore_ascii_case("Result") {
            return self.set_result(value);
        }
        let letters = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if name.is_empty() || !letters || RESERVED.iter().any(|reserved| name.eq_ignore_ascii_case(reserved)) {
            return Err(refused(format_args!(
                "the tag name '{}': expected letters, digits and underscores, and not one of {}",
                duiyi_game::shortened(name),
                RESERVED.join(", ")
            )));
        }
        self.0.set_tag(name, value);
        Ok(())
    }

    /// Removes a tag. Raises KeyError if there is none.
    fn remove_tag(&mut self, name: &str) -> PyResult<()> {
        let removed = self.0.remove_tag(name);
        if removed { Ok(()) } else { Err(PyKeyError::new_err(name.to_owned())) }
    }

    /// The tags as a mapping that changes the game, with "Result", and with "FEN" if the game does not begin in the
    /// initial position. Names are compared without case.
    ///
    /// >>> from duiyi.xiangqi import Game
    /// >>> game = Game()
    /// >>> game.headers["Red"] = "胡榮華"
    /// >>> game.headers.get("red"), "Black" in game.headers, dict(game.headers)
    /// ('胡榮華', False, {'Red': '胡榮華', 'Result': '*'})
    #[getter]
    fn headers<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("duiyi._headers")?.call_method1("Headers", (slf,))
    }

    /// Walks through the game with a visitor, and returns the visitor's `result()`.
    ///
    /// >>> from duiyi.xiangqi import Game, Visitor
    /// >>> class Moves(Visitor):
    /// ...     texts = []
    /// ...     def visit_move(self, board, move):
    /// ...         self.texts.append(board.write_move(move, "wxf"))
    /// ...     def begin_variation(self):
    /// ...         self.texts.append("(")
    /// ...     def end_variation(self):
    /// ...         self.texts.append(")")
    /// ...     def result(self):
    /// ...         return " ".join(self.texts)
    /// >>> Game.read("1. h2e2 h9g7 (1... h7e7 2. h0g2) 2. b0c2 *").accept(Moves())
    /// 'C2=5 H8+7 ( C8=5 H2+3 ) H8+7'
    fn accept<'py>(slf: &Bound<'py, Self>, visitor: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("duiyi._visitors")?.call_method1("walk", (slf, visitor))
    }

    /// The same as `faults`, by its name in python-chess.
    #[getter]
    fn errors(&self) -> Vec<Fault> {
        self.faults()
    }

    /// The nodes of the main line, without the root.
    fn mainline(slf: Bound<'_, Self>) -> PyResult<Vec<Node>> {
        let py = slf.py();
        Game::root(slf).mainline(py)
    }

    /// The moves of the main line: `moves`, by its name in python-chess.
    fn mainline_moves(&self) -> Vec<Move> {
        self.moves()
    }

    /// The nodes after each first move, the main line first.
    #[getter]
    fn variations(slf: Bound<'_, Self>) -> PyResult<Vec<Node>> {
        let py = slf.py();
        Game::root(slf).children(py)
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

    /// Compares the start, the result, the tags, and the moves with their comments, glyphs and the order of variations.
    /// The order of the tags and `faults` do not matter.
    fn __eq__(&self, other: &Game) -> bool {
        self.0 == other.0
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

/// The exception for a move that cannot be added to a record.
pub(super) fn unwritten(error: EditError) -> PyErr {
    match error {
        EditError::Illegal(error) => not_legal(error),
        EditError::Unreadable(error) => unread(error),
        EditError::TooLong => refused(error),
    }
}
