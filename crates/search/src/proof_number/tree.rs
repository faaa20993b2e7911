//! The tree: nodes in one array, linked to their first child and next sibling.

/// The number of a node that cannot be proved (or disproved).
pub(super) const INFINITE: u32 = u32::MAX;

/// No node.
const NONE: u32 = u32::MAX;

const PROVED: u32 = 1 << 30;
const DISPROVED: u32 = 1 << 29;
/// The result depends on the path to the node.
const BY_PATH: u32 = 1 << 28;
const MOVE: u32 = (1 << 24) - 1;

/// What is known about a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Open,
    Proved,
    Disproved,
}

/// A node: the move to it and its numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The proof number; in a solved node the number of nodes of the solution.
    proof: u32,
    disproof: u32,
    /// The first child.
    children: u32,
    /// The next sibling, or the next free node.
    next: u32,
    bits: u32,
}

impl Node {
    /// A leaf after a packed move.
    pub(super) const fn leaf(mv: u32) -> Node {
        Node { proof: 1, disproof: 1, children: NONE, next: NONE, bits: mv & MOVE }
    }

    /// A solved leaf after a packed move.
    pub(super) fn solved(mv: u32, is_proved: bool, by_path: bool) -> Node {
        let mut node = Node::leaf(mv);
        node.solve(is_proved, by_path, 1);
        node
    }

    fn solve(&mut self, is_proved: bool, by_path: bool, size: u32) {
        self.proof = size;
        self.bits |= if is_proved { PROVED } else { DISPROVED } | if by_path { BY_PATH } else { 0 };
    }

    /// The packed move to the node.
    pub(super) fn mv(&self) -> u32 {
        self.bits & MOVE
    }

    pub(super) fn status(&self) -> Status {
        match self.bits & (PROVED | DISPROVED) {
            PROVED => Status::Proved,
            DISPROVED => Status::Disproved,
            _ => Status::Open,
        }
    }

    /// The numbers of leaves that must at least be proved to prove the node, and disproved to
    /// disprove it.
    pub(super) fn numbers(&self) -> (u32, u32) {
        match self.status() {
            Status::Open => (self.proof, self.disproof),
            Status::Proved => (0, INFINITE),
            Status::Disproved => (INFINITE, 0),
        }
    }

    /// Whether the result depends on the path to the node.
    pub(super) fn depends_on_path(&self) -> bool {
        self.bits & BY_PATH != 0
    }

    /// The number of nodes of the solution; 0 if the node is not solved.
    pub(super) fn size(&self) -> u32 {
        if self.status() == Status::Open { 0 } else { self.proof }
    }
}

/// The nodes in memory. Siblings form a list, and so do the free nodes.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The first free node.
    free: u32,
    limit: usize,
    held: usize,
    peak: usize,
    /// The lists of siblings to release.
    pending: Vec<u32>,
}

/// The root.
pub(super) const ROOT: u32 = 0;

impl Tree {
    /// A tree of one open root, which may grow to `limit` nodes.
    pub(super) fn new(limit: usize) -> Tree {
        let limit = limit.clamp(1, NONE as usize);
        Tree { nodes: vec![Node::leaf(0)], free: NONE, limit, held: 1, peak: 1, pending: Vec::new() }
    }

    pub(super) fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    /// The number of nodes held now.
    pub(super) fn held(&self) -> usize {
        self.held
    }

    /// The largest number of nodes held at the same time.
    pub(super) fn peak(&self) -> usize {
        self.peak
    }

    /// The indices of a node's children; none if it was not expanded.
    pub(super) fn children(&self, index: u32) -> impl Iterator<Item = u32> + Clone {
        self.siblings(self.node(index).children)
    }

    /// Whether a node has children.
    pub(super) fn is_expanded(&self, index: u32) -> bool {
        self.node(index).children != NONE
    }

    /// The next sibling of a node.
    pub(super) fn sibling(&self, index: u32) -> Option<u32> {
        let next = self.node(index).next;
        (next != NONE).then_some(next)
    }

    /// A node and the siblings after it.
    fn siblings(&self, first: u32) -> impl Iterator<Item = u32> + Clone {
        std::iter::successors((first != NONE).then_some(first), |&index| self.sibling(index))
    }

    /// Gives a leaf its children. Returns whether there was room; otherwise it remains a leaf.
    pub(super) fn expand(&mut self, index: u32, children: &[Node]) -> bool {
        if self.held + children.len() > self.limit {
            return false;
        }
        let mut next = NONE;
        for child in children.iter().rev() {
            let at = self.take();
            self.nodes[at as usize] = Node { next, ..*child };
            next = at;
        }
        self.nodes[index as usize].children = next;
        self.held += children.len();
        self.peak = self.peak.max(self.held);
        true
    }

    /// A free node, or a new one.
    fn take(&mut self) -> u32 {
        if self.free != NONE {
            let at = self.free;
            self.free = self.node(at).next;
            return at;
        }
        let at = self.nodes.len();
        if at == self.nodes.capacity() {
            // Not twice as many as usual, which could exceed the limit.
            self.nodes.reserve_exact((at / 2).max(1024).min(self.limit - at));
        }
        self.nodes.push(Node::leaf(0));
        at as u32
    }

    fn release(&mut self, index: u32) {
        self.nodes[index as usize].next = self.free;
        self.free = index;
        self.held -= 1;
    }

    /// Deletes everything below a node.
    pub(super) fn prune(&mut self, index: u32) {
        let first = std::mem::replace(&mut self.nodes[index as usize].children, NONE);
        self.pending.push(first);
        while let Some(mut at) = self.pending.pop() {
            while at != NONE {
                let Node { next, children, .. } = *self.node(at);
                if children != NONE {
                    self.pending.push(children);
                }
                self.release(at);
                at = next;
            }
        }
    }

    /// Sets the numbers of an open node, and returns whether they changed.
    pub(super) fn set_numbers(&mut self, index: u32, (proof, disproof): (u32, u32)) -> bool {
        let node = &mut self.nodes[index as usize];
        let changed = (node.proof, node.disproof) != (proof, disproof);
        (node.proof, node.disproof) = (proof, disproof);
        changed
    }

    /// Marks a leaf as solved.
    pub(super) fn solve_leaf(&mut self, index: u32, is_proved: bool, by_path: bool) {
        self.nodes[index as usize].solve(is_proved, by_path, 1);
    }

    /// Marks an expanded node as solved and deletes its subtree, except one child with its line: if
    /// one child decides, that with the smallest solution, otherwise that with the largest.
    pub(super) fn solve(&mut self, index: u32, is_proved: bool, by_one: bool) {
        let status = if is_proved { Status::Proved } else { Status::Disproved };
        let (mut kept, mut below, mut by_path) = (None::<(u32, u32)>, 0_u32, false);
        for child in self.children(index) {
            let node = self.node(child);
            if node.status() != status {
                continue;
            }
            let size = node.size();
            let better = kept.is_none_or(|(_, of_kept)| if by_one { size < of_kept } else { size > of_kept });
            if by_one && better {
                (below, by_path) = (size, node.depends_on_path());
            } else if !by_one {
                below = below.saturating_add(size);
                by_path |= node.depends_on_path();
            }
            if better {
                kept = Some((child, size));
            }
        }
        let mut at = self.node(index).children;
        while at != NONE {
            let next = self.node(at).next;
            if kept.is_some_and(|(kept, _)| kept == at) {
                self.nodes[at as usize].next = NONE;
                self.nodes[index as usize].children = at;
            } else {
                self.prune(at);
                self.release(at);
            }
            at = next;
        }
        self.nodes[index as usize].solve(is_proved, by_path, below.saturating_add(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(length: u32) -> Vec<Node> {
        (1..=length).map(Node::leaf).collect()
    }

    #[test]
    fn deleted_nodes_are_used_again() {
        let mut tree = Tree::new(12);
        assert!(tree.expand(ROOT, &leaves(3)));
        let [first, second, third] = [0, 1, 2].map(|i| tree.children(ROOT).nth(i).unwrap());
        assert!(tree.expand(first, &leaves(5)));
        assert!(!tree.expand(second, &leaves(4)), "9 of 12 nodes are held");
        assert_eq!((tree.held(), tree.children(second).count()), (9, 0));
        tree.prune(first);
        assert_eq!((tree.held(), tree.peak()), (4, 9));
        assert!(tree.expand(second, &leaves(2)) && tree.expand(third, &leaves(3)) && tree.expand(first, &leaves(3)));
        assert_eq!((tree.held(), tree.nodes.len()), (12, 12));
        let moves = |index| tree.children(index).map(|child| tree.node(child).mv()).collect::<Vec<_>>();
        assert_eq!([ROOT, first, second].map(moves), [vec![1, 2, 3], vec![1, 2, 3], vec![1, 2]]);
    }

    #[test]
    fn a_solved_node_keeps_one_line_and_the_size_of_its_solution() {
        let mut tree = Tree::new(100);
        let children = [Node::solved(1, true, false), Node::leaf(2), Node::solved(3, true, true)];
        assert!(tree.expand(ROOT, &children));
        let second = tree.children(ROOT).nth(1).unwrap();
        assert!(tree.expand(second, &[Node::solved(4, true, false), Node::solved(5, true, false)]));
        tree.solve(second, true, false);
        assert_eq!((tree.node(second).size(), tree.held()), (3, 5));
        tree.solve(ROOT, true, false);
        let root = *tree.node(ROOT);
        assert_eq!((root.status(), root.numbers()), (Status::Proved, (0, INFINITE)));
        assert_eq!((root.size(), root.depends_on_path(), tree.held()), (6, true, 3));
        let line: Vec<u32> =
            std::iter::successors(Some(ROOT), |&at| tree.children(at).next()).map(|at| tree.node(at).mv()).collect();
        assert_eq!(line, [0, 2, 4]);
    }
}
