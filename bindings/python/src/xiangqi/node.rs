//! The nodes of a game record.

use super::{
    board::Board,
    moves::Move,
    record::{Game, played, unwritten},
    words::notation,
};
use crate::{
    error::{not_legal, refused},
    search::Score,
};
use duiyi_xiangqi::{
    BLACK,
    formats::{
        self, EditError, NodeId,
        commands::{command, read_time, set_command, write_time},
    },
};
use pyo3::{PyTraverseError, PyVisit, prelude::*, types::PyFrozenSet};
use std::time::Duration;

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
#[pyclass(frozen, weakref, module = "duiyi.xiangqi")]
pub(crate) struct Node {
    pub(super) game: Py<Game>,
    pub(super) id: NodeId,
}

/// The error for a node that was removed from its game.
fn removed() -> PyErr {
    refused("the node was removed from its game")
}

/// A move, or the node after it.
#[derive(FromPyObject)]
enum Variation<'py> {
    Move(Move),
    Node(Bound<'py, Node>),
}

impl Node {
    /// Reads from the node in its record.
    fn read<T>(&self, py: Python<'_>, read: impl FnOnce(&formats::Node) -> T) -> PyResult<T> {
        let game = self.game.try_borrow(py)?;
        game.0.node(self.id).map(read).ok_or_else(removed)
    }

    fn change(&self, py: Python<'_>, change: impl FnOnce(&mut formats::Node)) -> PyResult<()> {
        let mut game = self.game.try_borrow_mut(py)?;
        game.0.node_mut(self.id).map(change).ok_or_else(removed)
    }

    fn at(&self, py: Python<'_>, id: NodeId) -> Node {
        Node { game: self.game.clone_ref(py), id }
    }

    /// The child that a move leads to, its place among the children, and their number.
    fn child(&self, py: Python<'_>, variation: &Variation<'_>) -> PyResult<(NodeId, usize, usize)> {
        self.read(py, |_| ())?;
        let game = self.game.try_borrow(py)?;
        let is_wanted = |&id: &NodeId| match variation {
            Variation::Move(mv) => game.0.node(id).and_then(formats::Node::mv) == Some(mv.0),
            Variation::Node(node) => node.get().id == id && node.get().game.is(&self.game),
        };
        let children: Vec<NodeId> = game.0.children(self.id).collect();
        let place = children.iter().position(is_wanted);
        let place = place.ok_or_else(|| refused("there is no such variation after this node"))?;
        Ok((children[place], place, children.len()))
    }

    /// Moves a child to another place, which is computed from its place.
    fn reorder(&self, py: Python<'_>, variation: &Variation<'_>, to: impl FnOnce(usize) -> usize) -> PyResult<()> {
        let (id, place, _) = self.child(py, variation)?;
        self.game.try_borrow_mut(py)?.0.reorder(id, to(place));
        Ok(())
    }

    /// The value of a command in the comment.
    fn command<T>(&self, py: Python<'_>, name: &str, read: impl FnOnce(&str) -> Option<T>) -> PyResult<Option<T>> {
        self.read(py, |node| command(&node.comment, name).and_then(read))
    }

    /// Writes a command with a time into the comment.
    fn set_time(&self, py: Python<'_>, name: &str, seconds: Option<f64>) -> PyResult<()> {
        let time = match seconds.map(Duration::try_from_secs_f64) {
            Some(Err(_)) => return Err(refused(format_args!("{name}: expected seconds, at least 0"))),
            Some(Ok(time)) => Some(write_time(time)),
            None => None,
        };
        self.change(py, |node| set_command(&mut node.comment, name, time.as_deref()))
    }

    /// Whether Black is to move after the node.
    fn is_black_to_move(&self, py: Python<'_>) -> PyResult<bool> {
        let position = self.game.try_borrow(py)?.0.position(self.id).ok_or_else(removed)?;
        Ok(position.side_to_move() == BLACK)
    }

    fn edit(
        &self,
        py: Python<'_>,
        edit: impl FnOnce(&mut formats::Editor<'_>) -> Result<NodeId, EditError>,
    ) -> PyResult<Node> {
        let mut game = self.game.try_borrow_mut(py)?;
        let mut editor = game.0.edit();
        if !editor.go_to(self.id) {
            return Err(removed());
        }
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
    pub(super) fn children(&self, py: Python<'_>) -> PyResult<Vec<Node>> {
        self.read(py, |_| ())?;
        let game = self.game.try_borrow(py)?;
        Ok(game.0.children(self.id).map(|id| self.at(py, id)).collect())
    }

    /// The board with the moves that lead here, by some rules.
    #[pyo3(signature = (*, rules=""))]
    fn board(&self, py: Python<'_>, rules: &str) -> PyResult<Board> {
        self.read(py, |_| ())?;
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

    /// The same as `children`, by its name in python-chess.
    #[getter]
    fn variations(&self, py: Python<'_>) -> PyResult<Vec<Node>> {
        self.children(py)
    }

    /// The nodes of the main line after this one.
    pub(super) fn mainline(&self, py: Python<'_>) -> PyResult<Vec<Node>> {
        self.read(py, |_| ())?;
        let game = self.game.try_borrow(py)?;
        let next = |&id: &NodeId| game.0.node(id).and_then(formats::Node::first_child);
        let line = std::iter::successors(next(&self.id), next);
        Ok(line.map(|id| self.at(py, id)).collect())
    }

    /// The moves of the main line after this node.
    fn mainline_moves(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let line = self.mainline(py)?;
        let moves: PyResult<Vec<Option<Move>>> = line.iter().map(|node| node.r#move(py)).collect();
        Ok(moves?.into_iter().flatten().collect())
    }

    /// The first node after this one; None if no move follows.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        let next = self.read(py, formats::Node::first_child)?;
        Ok(next.map(|id| self.at(py, id)))
    }

    /// The last node of the main line after this one; the node itself if no move follows.
    fn end(&self, py: Python<'_>) -> PyResult<Node> {
        Ok(self.mainline(py)?.pop().unwrap_or_else(|| self.at(py, self.id)))
    }

    /// The game of the node.
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The side to move after the node: "red" or "black".
    fn turn(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(if self.is_black_to_move(py)? { "black" } else { "red" })
    }

    /// The move in a notation. Raises DuiyiError at the root.
    ///
    /// >>> from duiyi.xiangqi import Game
    /// >>> node = Game.read("1. h2e2 h9g7 *").mainline()[1]
    /// >>> node.san(), node.san("chinese")
    /// ('H8+7', '马８进７')
    #[pyo3(signature = (notation="wxf"))]
    fn san(&self, py: Python<'_>, notation: &str) -> PyResult<String> {
        let (parent, mv) = self.read(py, |node| (node.parent(), node.mv()))?;
        let (Some(parent), Some(mv)) = (parent, mv) else { return Err(refused("no move leads to the root")) };
        let position = self.game.try_borrow(py)?.0.position(parent).ok_or_else(removed)?;
        self::notation(notation)?.write(&position, mv).map_err(not_legal)
    }

    /// The move in coordinates. Raises DuiyiError at the root.
    fn uci(&self, py: Python<'_>) -> PyResult<String> {
        self.san(py, "coordinates")
    }

    /// The node after a move. Raises DuiyiError if there is none.
    fn variation(&self, py: Python<'_>, variation: Variation<'_>) -> PyResult<Node> {
        Ok(self.at(py, self.child(py, &variation)?.0))
    }

    /// Whether there is a variation with this move.
    fn has_variation(&self, py: Python<'_>, variation: Variation<'_>) -> bool {
        self.child(py, &variation).is_ok()
    }

    /// Plays a move as `play`, and sets its comment and glyphs if they are given.
    #[pyo3(signature = (r#move, *, comment=None, nags=None))]
    fn add_variation(
        &self,
        py: Python<'_>,
        r#move: Move,
        comment: Option<String>,
        nags: Option<Vec<u8>>,
    ) -> PyResult<Node> {
        let child = self.play(py, r#move)?;
        child.change(py, |node| {
            node.comment = comment.unwrap_or_else(|| std::mem::take(&mut node.comment));
            node.glyphs = nags.unwrap_or_else(|| std::mem::take(&mut node.glyphs));
        })?;
        Ok(child)
    }

    /// Plays moves one after the other as `play`, and returns the last node.
    fn add_line(&self, py: Python<'_>, moves: Vec<Move>) -> PyResult<Node> {
        moves.into_iter().try_fold(self.at(py, self.id), |node, mv| node.play(py, mv))
    }

    /// Removes a variation with everything after it. Its nodes can no longer be used.
    ///
    /// >>> from duiyi.xiangqi import Game, Move
    /// >>> game = Game.read("1. h2e2 (1. b2e2) (1. c3c4) *")
    /// >>> game.root.promote_to_main(Move("c3c4"))
    /// >>> game.root.remove_variation(Move("b2e2"))
    /// >>> [str(node.move) for node in game.root.variations]
    /// ['c3c4', 'h2e2']
    fn remove_variation(&self, py: Python<'_>, variation: Variation<'_>) -> PyResult<()> {
        let (id, ..) = self.child(py, &variation)?;
        self.game.try_borrow_mut(py)?.0.remove(id);
        Ok(())
    }

    /// Makes a variation the main line.
    fn promote_to_main(&self, py: Python<'_>, variation: Variation<'_>) -> PyResult<()> {
        self.reorder(py, &variation, |_| 0)
    }

    /// Moves a variation one place towards the main line.
    fn promote(&self, py: Python<'_>, variation: Variation<'_>) -> PyResult<()> {
        self.reorder(py, &variation, |place| place.saturating_sub(1))
    }

    /// Moves a variation one place away from the main line.
    fn demote(&self, py: Python<'_>, variation: Variation<'_>) -> PyResult<()> {
        self.reorder(py, &variation, |place| place + 1)
    }

    /// Whether the node is on the main line of the game.
    fn is_mainline(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |_| ())?;
        let game = self.game.try_borrow(py)?;
        Ok(self.id == NodeId::ROOT || game.0.main_nodes().any(|id| id == self.id))
    }

    /// Whether no move follows.
    fn is_end(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |node| node.first_child().is_none())
    }

    /// The comment before the move, if it begins a variation.
    #[getter]
    fn starting_comment(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |node| node.comment_before.clone())
    }

    #[setter]
    fn set_starting_comment(&self, py: Python<'_>, comment: String) -> PyResult<()> {
        self.change(py, |node| node.comment_before = comment)
    }

    /// The glyphs as a set, by their name in python-chess. Assign another set to change them.
    #[getter]
    fn nags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        PyFrozenSet::new(py, self.glyphs(py)?)
    }

    #[setter]
    fn set_nags(&self, py: Python<'_>, nags: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut glyphs: Vec<u8> = nags.try_iter()?.map(|glyph| glyph?.extract()).collect::<PyResult<_>>()?;
        glyphs.sort_unstable();
        glyphs.dedup();
        self.set_glyphs(py, glyphs)
    }

    /// The time left to the player after the move, in seconds: `[%clk 0:12:30]` in the comment. None without it.
    ///
    /// >>> from duiyi.xiangqi import Game
    /// >>> node = Game.read("1. h2e2 {central [%clk 0:12:30] [%eval 0.35,12]} *").root.children[0]
    /// >>> node.clock(), node.eval(), node.eval_depth()
    /// (750.0, Score('-35'), 12)
    /// >>> node.set_clock(745.5)
    /// >>> node.comment
    /// 'central [%clk 0:12:25.5] [%eval 0.35,12]'
    fn clock(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.command(py, "clk", |text| read_time(text).map(|time| time.as_secs_f64()))
    }

    /// Sets the time left; None removes it.
    fn set_clock(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<()> {
        self.set_time(py, "clk", seconds)
    }

    /// The time spent on the move, in seconds: `[%emt 0:00:05]` in the comment. None without it.
    fn emt(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.command(py, "emt", |text| read_time(text).map(|time| time.as_secs_f64()))
    }

    /// Sets the time spent; None removes it.
    fn set_emt(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<()> {
        self.set_time(py, "emt", seconds)
    }

    /// The score for the side to move after the move: `[%eval 0.35]` in the comment, from Red's view in pawns, or
    /// `[%eval #3]`, a mate in moves. None without it.
    fn eval(&self, py: Python<'_>) -> PyResult<Option<Score>> {
        let is_black = self.is_black_to_move(py)?;
        self.command(py, "eval", |text| Score::from_comment(text.split(',').next()?.trim(), is_black))
    }

    /// The depth of the score in the comment: 12 of `[%eval 0.35,12]`. None without it.
    fn eval_depth(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        self.command(py, "eval", |text| text.split_once(',')?.1.trim().parse().ok())
    }

    /// Sets the score for the side to move after the move, with its depth; None removes it.
    #[pyo3(signature = (score, depth=None))]
    fn set_eval(&self, py: Python<'_>, score: Option<Score>, depth: Option<u32>) -> PyResult<()> {
        let is_black = self.is_black_to_move(py)?;
        let depth = depth.map(|depth| format!(",{depth}")).unwrap_or_default();
        let text = score.map(|score| score.to_comment(is_black) + &depth);
        self.change(py, |node| set_command(&mut node.comment, "eval", text.as_deref()))
    }

    fn __eq__(&self, other: &Node) -> bool {
        self.game.is(&other.game) && self.id == other.id
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (ply, mv) = self.read(py, |node| (node.ply(), node.mv()))?;
        Ok(mv.map_or_else(|| "<Node at the root>".to_owned(), |mv| format!("<Node {mv}, ply {ply}>")))
    }
}
