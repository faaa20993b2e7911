//! The nodes of a game record.

use super::{board::Board, record::Game};
use crate::error::refused;
use duiyi_connect6::Point;
use duiyi_game::{NodeId, TreeNode};
use pyo3::{PyTraverseError, PyVisit, prelude::*};

/// A node in the tree of stones of a game. A turn of two stones is two nodes.
///
/// >>> from duiyi.connect6 import Board, Game
/// >>> game = Game(Board.read("moves J10 I11-K11"))
/// >>> first = game.root.children[0]
/// >>> node = first.play_turn("I9-K9")
/// >>> node.comment = "below"
/// >>> first.promote_to_main(node.parent)
/// >>> game.turns, len(first.children)
/// (['J10', 'I9-K9'], 2)
#[pyclass(frozen, weakref, module = "duiyi.connect6")]
pub(crate) struct Node {
    pub(super) game: Py<Game>,
    pub(super) id: NodeId,
}

/// The error for a node that was removed from its game.
fn removed() -> PyErr {
    refused("the node was removed from its game")
}

/// A point, or the node after its stone.
#[derive(FromPyObject)]
enum Variation<'py> {
    Point(usize),
    Node(Bound<'py, Node>),
}

impl Node {
    fn at(&self, py: Python<'_>, id: NodeId) -> Node {
        Node { game: self.game.clone_ref(py), id }
    }

    fn read<T>(&self, py: Python<'_>, read: impl FnOnce(&TreeNode<Point>) -> T) -> PyResult<T> {
        self.game.try_borrow(py)?.0.tree.node(self.id).map(read).ok_or_else(removed)
    }

    fn change(&self, py: Python<'_>, change: impl FnOnce(&mut TreeNode<Point>)) -> PyResult<()> {
        self.game.try_borrow_mut(py)?.0.tree.node_mut(self.id).map(change).ok_or_else(removed)
    }

    /// Adds stones that are legal one after the other, and returns the last node.
    fn add(&self, py: Python<'_>, points: &[usize]) -> PyResult<Node> {
        let tree = &mut self.game.try_borrow_mut(py)?.0.tree;
        let add = |id, &point| tree.add_legal(id, Point::from_index(point));
        Ok(self.at(py, points.iter().fold(self.id, add)))
    }

    /// The child that a stone leads to.
    fn child(&self, py: Python<'_>, variation: &Variation<'_>) -> PyResult<NodeId> {
        let children = self.read(py, |node| node.children().to_vec())?;
        let game = self.game.try_borrow(py)?;
        let is_wanted = |&id: &NodeId| match variation {
            Variation::Point(point) => {
                game.0.tree.node(id).and_then(TreeNode::mv).is_some_and(|stone| stone.index() == *point)
            }
            Variation::Node(node) => node.get().id == id && node.get().game.is(&self.game),
        };
        let found = children.into_iter().find(is_wanted);
        found.ok_or_else(|| refused("there is no such variation after this node"))
    }
}

#[pymethods]
impl Node {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.game)
    }

    /// The point of the stone that leads here; None at the root.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        self.read(py, |node| node.mv().map(Point::index))
    }

    /// The number of stones that lead here.
    #[getter]
    fn ply(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, TreeNode::ply)
    }

    /// The comment after the stone; at the root, the comment before the game.
    #[getter]
    fn comment(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |node| node.comment.clone())
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, comment: String) -> PyResult<()> {
        self.change(py, |node| node.comment = comment)
    }

    /// Marks by their numbers in PGN: 1 is "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!".
    #[getter]
    fn glyphs(&self, py: Python<'_>) -> PyResult<Vec<u16>> {
        self.read(py, |node| node.marks.iter().copied().map(u16::from).collect())
    }

    #[setter]
    fn set_glyphs(&self, py: Python<'_>, glyphs: Vec<u8>) -> PyResult<()> {
        self.change(py, |node| node.marks = glyphs)
    }

    /// The node before the stone; None at the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        let parent = self.read(py, TreeNode::parent)?;
        Ok(parent.map(|id| self.at(py, id)))
    }

    /// The nodes after each stone from here, the main line first.
    #[getter]
    fn children(&self, py: Python<'_>) -> PyResult<Vec<Node>> {
        let children = self.read(py, |node| node.children().to_vec())?;
        Ok(children.into_iter().map(|id| self.at(py, id)).collect())
    }

    /// The board with the stones that lead here.
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        self.read(py, |_| ())?;
        Ok(Board(self.game.try_borrow(py)?.0.tree.history(self.id)))
    }

    /// Places a stone: returns the child with it, or adds one after the others.
    fn play(&self, py: Python<'_>, point: usize) -> PyResult<Node> {
        self.board(py)?.push(point)?;
        self.add(py, &[point])
    }

    /// Plays a turn such as "I11-K11", and returns the node after it.
    fn play_turn(&self, py: Python<'_>, text: &str) -> PyResult<Node> {
        let points = self.board(py)?.push_turn(text)?;
        self.add(py, &points)
    }

    /// Removes the variation of a stone with everything after it. Its nodes can no longer be used.
    fn remove_variation(&self, py: Python<'_>, variation: Variation<'_>) -> PyResult<()> {
        let id = self.child(py, &variation)?;
        self.game.try_borrow_mut(py)?.0.tree.remove(id);
        Ok(())
    }

    /// Makes the variation of a stone the first one here.
    fn promote_to_main(&self, py: Python<'_>, variation: Variation<'_>) -> PyResult<()> {
        let id = self.child(py, &variation)?;
        let tree = &mut self.game.try_borrow_mut(py)?.0.tree;
        while tree.node(self.id).and_then(|node| node.children().first()) != Some(&id) {
            tree.raise(id);
        }
        Ok(())
    }

    /// Moves the variation of a stone one place towards the main line.
    fn promote(&self, py: Python<'_>, variation: Variation<'_>) -> PyResult<()> {
        let id = self.child(py, &variation)?;
        let tree = &mut self.game.try_borrow_mut(py)?.0.tree;
        if tree.node(self.id).and_then(|node| node.children().first()) != Some(&id) {
            tree.raise(id);
        }
        Ok(())
    }

    fn __eq__(&self, other: &Node) -> bool {
        self.game.is(&other.game) && self.id == other.id
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (ply, point) = self.read(py, |node| (node.ply(), node.mv()))?;
        Ok(match point {
            None => "<Node at the root>".to_owned(),
            Some(point) => format!("<Node {}, ply {ply}>", self.board(py)?.name(point.index())?),
        })
    }
}
