//! A game with variations, comments and marks.

use crate::{Game, History, Illegal};
use alloc::{string::String, vec, vec::Vec};
use core::fmt;

/// The identity of a node in its tree. It stays valid until the node is removed, and is not used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The root: the start of the game.
    pub const ROOT: NodeId = NodeId(0);

    /// The node with an index, as [`NodeId::index`] returns it; a tree may have no such node.
    pub fn new(index: u32) -> NodeId {
        NodeId(index)
    }

    /// The index: 0 for the root, larger for nodes that were added later.
    pub fn index(self) -> u32 {
        self.0
    }
}

/// A position in a tree: the move that leads to it, and what an annotator wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode<M> {
    mv: Option<M>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    ply: usize,
    /// The comment after the move; of the root, the comment before the game. Empty if there is none.
    pub comment: String,
    /// Marks by their numbers in the PGN standard (numeric annotation glyphs): 1 `!`, 2 `?`, 3 `!!`, 4 `??`,
    /// 5 `!?`, 6 `?!`.
    pub marks: Vec<u8>,
}

impl<M: Copy> TreeNode<M> {
    fn new(mv: Option<M>, parent: Option<NodeId>, ply: usize) -> TreeNode<M> {
        TreeNode { mv, parent, children: Vec::new(), ply, comment: String::new(), marks: Vec::new() }
    }

    /// The move that leads here; `None` at the root.
    pub fn mv(&self) -> Option<M> {
        self.mv
    }

    /// The node before the move; `None` at the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The nodes after the moves from here: the main continuation first, then the variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The number of moves from the start.
    pub fn ply(&self) -> usize {
        self.ply
    }
}

/// Why a tree cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeError<M> {
    /// The tree has no such node.
    Missing(NodeId),
    /// The move is not legal after the node.
    Illegal(Illegal<M>),
}

impl<M: fmt::Debug> fmt::Display for TreeError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::Missing(id) => write!(f, "the game has no position {}", id.0),
            TreeError::Illegal(illegal) => illegal.fmt(f),
        }
    }
}

impl<M: fmt::Debug> core::error::Error for TreeError<M> {}

/// A game as a tree of moves: a main line and variations. The main line follows the first child of each node.
///
/// ```
/// use duiyi_game::{GameTree, NodeId, nim::Nim};
///
/// let mut tree = GameTree::new(Nim::new(7));
/// let first = tree.add(NodeId::ROOT, 1)?;
/// let other = tree.add(NodeId::ROOT, 2)?;
/// tree.add(first, 2)?;
/// assert_eq!(tree.main_line().len(), 2);
/// tree.promote(other);
/// assert_eq!(tree.main_line(), [other]);
/// tree.remove(other);
/// assert_eq!((tree.main_line().len(), tree.node(other)), (2, None));
/// # Ok::<(), duiyi_game::TreeError<u8>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree<G: Game> {
    start: G,
    /// By index; `None` where a node was removed. The root is never removed.
    nodes: Vec<Option<TreeNode<G::Move>>>,
}

impl<G: Game + Clone> GameTree<G> {
    /// A game without moves.
    pub fn new(start: G) -> GameTree<G> {
        GameTree { start, nodes: vec![Some(TreeNode::new(None, None, 0))] }
    }

    /// A game without variations.
    pub fn of(game: &History<G>) -> GameTree<G> {
        let mut tree = GameTree::new(game.start().clone());
        let mut last = NodeId::ROOT;
        for &mv in game.moves() {
            last = tree.attach(last, mv);
        }
        tree
    }

    /// The start position.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// A node, unless it was removed.
    pub fn node(&self, id: NodeId) -> Option<&TreeNode<G::Move>> {
        self.nodes.get(id.0 as usize)?.as_ref()
    }

    /// A node, to change its comment and marks.
    pub fn node_mut(&mut self, id: NodeId) -> Option<&mut TreeNode<G::Move>> {
        self.nodes.get_mut(id.0 as usize)?.as_mut()
    }

    /// One more than the largest index of a node that the tree has or had.
    pub fn bound(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// All nodes in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.bound()).map(NodeId).filter(|&id| self.node(id).is_some())
    }

    /// The nodes from the root to a node, without the root; empty if there is no such node.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut at = id;
        while let Some(node) = self.node(at)
            && let Some(parent) = node.parent
        {
            path.push(at);
            at = parent;
        }
        path.reverse();
        path
    }

    /// The game that leads to a node; the start alone if there is no such node.
    pub fn history(&self, id: NodeId) -> History<G> {
        let mut game = History::new(self.start.clone());
        for mv in self.path(id).into_iter().filter_map(|id| self.node(id)?.mv) {
            // The move was legal when it was added.
            let _ = game.play(mv);
        }
        game
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> Vec<NodeId> {
        let mut line = Vec::new();
        let mut at = NodeId::ROOT;
        while let Some(&next) = self.node(at).and_then(|node| node.children.first()) {
            line.push(next);
            at = next;
        }
        line
    }

    /// The child of a node by its move.
    pub fn child(&self, id: NodeId, mv: G::Move) -> Option<NodeId> {
        let children = &self.node(id)?.children;
        children.iter().copied().find(|&child| self.node(child).is_some_and(|node| node.mv == Some(mv)))
    }

    /// Returns the node after a move, which is added as the last variation if it does not exist.
    ///
    /// # Errors
    /// If the tree has no such node, or the move is not legal there.
    pub fn add(&mut self, id: NodeId, mv: G::Move) -> Result<NodeId, TreeError<G::Move>> {
        if self.node(id).is_none() {
            return Err(TreeError::Missing(id));
        }
        if let Some(child) = self.child(id, mv) {
            return Ok(child);
        }
        if !self.history(id).now().is_legal(mv) {
            return Err(TreeError::Illegal(Illegal(mv)));
        }
        Ok(self.attach(id, mv))
    }

    /// Like [`GameTree::add`] for an existing node and a move that is known to be legal, such as one of another record
    /// of the game. Without replaying the game, it takes constant time.
    ///
    /// ```
    /// use duiyi_game::{GameTree, NodeId, nim::Nim};
    ///
    /// let mut tree = GameTree::new(Nim::new(7));
    /// let first = tree.add_legal(NodeId::ROOT, 1);
    /// assert_eq!(tree.add_legal(NodeId::ROOT, 1), first);
    /// tree.add_legal(first, 2);
    /// assert_eq!(tree.write_moves(), "1 2");
    /// ```
    pub fn add_legal(&mut self, id: NodeId, mv: G::Move) -> NodeId {
        self.child(id, mv).unwrap_or_else(|| self.attach(id, mv))
    }

    /// Adds a legal move as the last child.
    pub(crate) fn attach(&mut self, id: NodeId, mv: G::Move) -> NodeId {
        let added = NodeId(self.bound());
        let ply = self.node(id).map_or(0, |node| node.ply) + 1;
        self.nodes.push(Some(TreeNode::new(Some(mv), Some(id), ply)));
        if let Some(node) = self.node_mut(id) {
            node.children.push(added);
        }
        added
    }

    /// Makes the line through a node the main line. A missing node changes nothing.
    pub fn promote(&mut self, id: NodeId) {
        for at in self.path(id) {
            let Some(parent) = self.node(at).and_then(|node| node.parent) else { continue };
            if let Some(node) = self.node_mut(parent)
                && let Some(place) = node.children.iter().position(|&child| child == at)
            {
                node.children[..=place].rotate_right(1);
            }
        }
    }

    /// Moves the variation that contains a node one place up where it branches off. On the main line and for a
    /// missing node, nothing changes.
    pub fn raise(&mut self, id: NodeId) {
        for at in self.path(id).into_iter().rev() {
            let Some(parent) = self.node(at).and_then(|node| node.parent) else { continue };
            let Some(node) = self.node_mut(parent) else { continue };
            let place = node.children.iter().position(|&child| child == at).unwrap_or(0);
            if place > 0 {
                node.children.swap(place - 1, place);
                return;
            }
        }
    }

    /// Removes a node with everything after it. The root stays, without children.
    pub fn remove(&mut self, id: NodeId) {
        let mut rest = vec![id];
        while let Some(at) = rest.pop() {
            let Some(node) = self.node(at) else { continue };
            rest.extend(&node.children);
            if at == NodeId::ROOT {
                continue;
            }
            if at == id
                && let Some(parent) = node.parent
                && let Some(parent) = self.node_mut(parent)
            {
                parent.children.retain(|&child| child != id);
            }
            self.nodes[at.0 as usize] = None;
        }
        if id == NodeId::ROOT
            && let Some(root) = self.node_mut(id)
        {
            root.children.clear();
        }
    }
}

/// Trees are equal if they have the same moves, comments and marks in the same order; the identities of their
/// nodes may differ. Start positions are not compared.
impl<G: Game + Clone> PartialEq for GameTree<G> {
    fn eq(&self, other: &GameTree<G>) -> bool {
        let mut rest = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((here, there)) = rest.pop() {
            let (Some(here), Some(there)) = (self.node(here), other.node(there)) else { return false };
            let same = here.mv == there.mv && here.comment == there.comment && here.marks == there.marks;
            if !same || here.children.len() != there.children.len() {
                return false;
            }
            rest.extend(here.children.iter().copied().zip(there.children.iter().copied()));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::Nim;

    /// 1 2 (1) 1 (2 1): the main line is 1 2 1. Returns its nodes, the variation at the start with its reply, and
    /// the variation after the first move.
    fn sample() -> (GameTree<Nim>, [NodeId; 6]) {
        let mut tree = GameTree::new(Nim::new(7));
        let mut add = |id, mv| tree.add(id, mv).unwrap();
        let one = add(NodeId::ROOT, 1);
        let two = add(one, 2);
        let end = add(two, 1);
        let other = add(NodeId::ROOT, 2);
        let reply = add(other, 1);
        let third = add(one, 1);
        (tree, [one, two, end, other, reply, third])
    }

    #[test]
    fn an_existing_move_is_found_and_an_illegal_one_refused() {
        let (mut tree, [one, two, ..]) = sample();
        let bound = tree.bound();
        assert_eq!(tree.add(one, 2), Ok(two));
        assert_eq!(tree.bound(), bound);
        assert_eq!(tree.add(one, 9), Err(TreeError::Illegal(Illegal(9))));
        assert_eq!(tree.add(NodeId(99), 1), Err(TreeError::Missing(NodeId(99))));
    }

    #[test]
    fn the_history_of_a_node_has_the_moves_of_its_path() {
        let (tree, [one, _, end, other, reply, third]) = sample();
        assert_eq!(tree.history(end).moves(), [1, 2, 1]);
        assert_eq!(tree.history(reply).moves(), [2, 1]);
        assert_eq!(tree.history(third).moves(), [1, 1]);
        assert_eq!(tree.path(reply), [other, reply]);
        assert_eq!(tree.node(reply).unwrap().ply(), 2);
        assert_eq!(tree.node(one).unwrap().parent(), Some(NodeId::ROOT));
        assert_eq!(GameTree::of(&tree.history(end)).main_line().len(), 3);
    }

    #[test]
    fn a_promoted_variation_becomes_the_main_line() {
        let (mut tree, [one, two, end, other, reply, third]) = sample();
        tree.promote(third);
        assert_eq!(tree.main_line(), [one, third]);
        assert_eq!(tree.node(one).unwrap().children(), [third, two]);
        tree.raise(end);
        assert_eq!(tree.main_line(), [one, two, end], "the variation is raised where it branches off");
        tree.raise(end);
        assert_eq!(tree.main_line(), [one, two, end], "the main line cannot be raised");
        tree.promote(reply);
        assert_eq!(tree.main_line(), [other, reply]);
        // The other variations keep their order.
        let last = tree.attach(NodeId::ROOT, 3);
        tree.promote(last);
        assert_eq!(tree.node(NodeId::ROOT).unwrap().children(), [last, other, one]);
    }

    #[test]
    fn removing_a_node_removes_everything_after_it() {
        let (mut tree, [one, two, end, other, reply, third]) = sample();
        tree.remove(two);
        assert!(tree.node(end).is_none() && tree.node(two).is_none());
        assert_eq!(tree.main_line(), [one, third]);
        assert!(tree.node(reply).is_some());
        tree.remove(NodeId::ROOT);
        assert_eq!(tree.ids().collect::<Vec<_>>(), [NodeId::ROOT]);
        assert!(tree.node(other).is_none() && tree.main_line().is_empty());
        let again = tree.add(NodeId::ROOT, 1).unwrap();
        assert!(again > third, "an index is not used again");
    }

    #[test]
    fn trees_differ_by_order_comments_and_marks_but_not_by_identities() {
        let (tree, [one, two, ..]) = sample();
        let (mut other, _) = sample();
        other.remove(two);
        let (two, third) = (other.add(one, 2).unwrap(), other.child(one, 1).unwrap());
        other.add(two, 1).unwrap();
        assert!(tree != other, "the order differs");
        other.raise(two);
        assert!(tree == other);
        other.node_mut(third).unwrap().comment = "?".into();
        assert!(tree != other);
        other.node_mut(third).unwrap().comment.clear();
        other.node_mut(third).unwrap().marks.push(2);
        assert!(tree != other);
    }
}
