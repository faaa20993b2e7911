//! The tree: nodes in one allocation of a fixed size.

use super::node::Node;
use crate::{
    GameMove,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};
use std::ops::Range;

/// The index of the root.
pub(super) const ROOT: usize = 0;

/// The nodes of a search. Children are adjacent; nodes are freed only when the tree is cleared, and
/// when the memory is full no node gets children.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    used: AtomicUsize,
}

/// The indices of a node's children; empty if it has none.
pub(super) fn children_of(tree: &Tree, place: usize) -> Range<usize> {
    tree.node(place).children().unwrap_or_default()
}

impl Tree {
    /// A tree with this number of nodes, at least one; `None` if it cannot be allocated.
    pub(super) fn new(nodes: usize) -> Option<Tree> {
        // Indices of nodes have 32 bits.
        let count = nodes.clamp(1, u32::MAX as usize);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(count).ok()?;
        nodes.extend((0..count).map(|_| Node::new()));
        Some(Tree { nodes, used: AtomicUsize::new(0) })
    }

    /// Resets the tree to a root without children.
    pub(super) fn clear(&self) {
        self.used.store(1, Relaxed);
        self.nodes[ROOT].begin(0, 0);
    }

    #[inline]
    pub(super) fn node(&self, place: usize) -> &Node {
        &self.nodes[place]
    }

    #[inline]
    pub(super) fn nodes(&self, places: Range<usize>) -> &[Node] {
        &self.nodes[places]
    }

    /// The share of nodes in use, in thousandths.
    pub(super) fn permille_full(&self) -> u32 {
        (self.used.load(Relaxed) * 1000 / self.nodes.len()) as u32
    }

    /// Creates adjacent nodes for moves with their priors; `None` if there is no room.
    pub(super) fn allocate<M: GameMove>(&self, moves: impl ExactSizeIterator<Item = (M, u32)>) -> Option<Range<usize>> {
        let count = moves.len();
        let room = |used: usize| used.checked_add(count).filter(|&end| end <= self.nodes.len() && count < 1 << 24);
        let first = self.used.fetch_update(Relaxed, Relaxed, room).ok()?;
        for (node, (mv, prior)) in self.nodes[first..].iter().zip(moves) {
            node.begin(mv.to_bits(), prior);
        }
        Some(first..first + count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_limited_to_its_capacity() {
        let tree = Tree::new(5).unwrap();
        tree.clear();
        let moves = |count: u8| (0..count).map(|mv| (mv, 0)).collect::<Vec<_>>().into_iter();
        assert_eq!(tree.allocate(moves(3)), Some(1..4));
        assert_eq!(tree.allocate(moves(2)), None);
        assert_eq!(tree.permille_full(), 800);
        assert_eq!(tree.allocate(moves(1)), Some(4..5));
        assert_eq!(tree.node(3).mv(), 2_u8.to_bits());
        tree.clear();
        assert_eq!(tree.allocate(moves(4)), Some(1..5));
    }
}
