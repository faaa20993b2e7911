//! Walking through a tree and adding moves.

use crate::{Game, GameTree, History, Illegal, NodeId, TreeNode};
use alloc::vec::Vec;

/// A place in a tree, with the game that leads to it. Adding n moves one after the other takes time proportional
/// to n, whereas [`GameTree::add`] replays the game before each move.
///
/// ```
/// use duiyi_game::{GameTree, nim::Nim};
///
/// let mut tree = GameTree::new(Nim::new(7));
/// let mut editor = tree.edit();
/// let first = editor.play(1)?;
/// editor.play(2)?;
/// editor.go_to(first);
/// editor.play(1)?;
/// assert_eq!(tree.write_moves(), "1 2 (1)");
/// # Ok::<(), duiyi_game::Illegal<u8>>(())
/// ```
#[derive(Debug)]
pub struct TreeEditor<'a, G: Game> {
    tree: &'a mut GameTree<G>,
    game: History<G>,
    at: NodeId,
}

impl<G: Game + Clone> GameTree<G> {
    /// An editor at the start of the game.
    pub fn edit(&mut self) -> TreeEditor<'_, G> {
        TreeEditor { game: History::new(self.start().clone()), tree: self, at: NodeId::ROOT }
    }
}

impl<G: Game + Clone> TreeEditor<'_, G> {
    /// The current node.
    pub fn id(&self) -> NodeId {
        self.at
    }

    /// The game that leads to the current node.
    pub fn game(&self) -> &History<G> {
        &self.game
    }

    /// The current node, to change its comment and marks.
    pub fn node_mut(&mut self) -> Option<&mut TreeNode<G::Move>> {
        self.tree.node_mut(self.at)
    }

    /// Plays a move: enters the child with this move, or adds one after the others.
    ///
    /// # Errors
    /// If the move is not legal here; the place is unchanged.
    pub fn play(&mut self, mv: G::Move) -> Result<NodeId, Illegal<G::Move>> {
        self.game.play(mv)?;
        self.at = self.tree.add_legal(self.at, mv);
        Ok(self.at)
    }

    /// Goes back one move; returns false at the start.
    pub fn back(&mut self) -> bool {
        let parent = self.tree.node(self.at).and_then(TreeNode::parent);
        if let Some(parent) = parent {
            self.game.undo();
            self.at = parent;
        }
        parent.is_some()
    }

    /// Goes to a node through the last node common to both lines; returns false, and stays, if the tree does not
    /// have it.
    pub fn go_to(&mut self, id: NodeId) -> bool {
        if self.tree.node(id).is_none() {
            return false;
        }
        let (mut at, mut way) = (id, Vec::new());
        while at != self.at {
            let Some(node) = self.tree.node(at) else { break };
            let (ply, step) = (node.ply(), (node.mv(), node.parent()));
            if self.game.moves().len() >= ply && self.back() {
                continue;
            }
            let (Some(mv), Some(parent)) = step else { break };
            way.push((at, mv));
            at = parent;
        }
        for (id, mv) in way.into_iter().rev() {
            // The move was legal when it was added.
            let _ = self.game.play(mv);
            self.at = id;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::Nim;

    #[test]
    fn the_editor_walks_between_all_nodes() {
        let mut tree = GameTree::new(Nim::new(20));
        tree.read_moves("1 (2 1 (2 2) 2) 2 (1 2 (1 1) 2) 1").unwrap();
        let ids: Vec<_> = tree.ids().collect();
        let games: Vec<_> = ids.iter().map(|&id| tree.history(id)).collect();
        let text = tree.write_moves();
        let mut editor = tree.edit();
        for &from in &ids {
            for (&to, game) in ids.iter().zip(&games) {
                assert!(editor.go_to(from) && editor.go_to(to));
                assert_eq!((editor.id(), editor.game().moves()), (to, game.moves()));
            }
        }
        assert!(!editor.go_to(NodeId::new(99)));
        assert_eq!(editor.id(), ids[ids.len() - 1]);
        assert_eq!(tree.write_moves(), text);
    }

    #[test]
    fn an_existing_move_is_entered_and_an_illegal_one_refused() {
        let mut tree = GameTree::new(Nim::new(4));
        let mut editor = tree.edit();
        assert!(!editor.back());
        let first = editor.play(1).unwrap();
        assert_eq!(editor.play(9), Err(Illegal(9)));
        assert_eq!(editor.id(), first);
        assert!(editor.back());
        assert_eq!(editor.play(1), Ok(first));
        editor.node_mut().unwrap().comment = "one".into();
        assert_eq!(tree.write_moves(), "1 {one}");
    }
}
