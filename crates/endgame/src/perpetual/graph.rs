//! A finite game with checks, as a graph.

use duiyi_game::Side;

/// What the best move that leaves the graph gives the side that makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// A loss; also if no move leaves.
    #[default]
    Lost,
    /// A draw.
    Drawn,
    /// A win.
    Won,
}

/// A node: a position that is a draw by the plain rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The side to move.
    pub(crate) mover: Side,
    /// Whether the side to move is in check, by the opponent's last move.
    pub(crate) checked: bool,
    /// The best move that leaves the graph.
    pub(crate) exit: Exit,
}

/// A list of nodes for each node.
#[derive(Debug)]
struct Lists {
    /// The end of each list; it begins where the one before ends.
    ends: Vec<usize>,
    items: Vec<u32>,
}

impl Lists {
    fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.items[start..self.ends[node]]
    }

    /// The lists of the nodes before each of `count` nodes.
    fn reversed(&self, count: u32) -> Lists {
        let mut ends = vec![0; count as usize];
        for &to in &self.items {
            ends[to as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            // The start of the list, which moves to its end below.
            sum += std::mem::replace(end, sum);
        }
        let mut items = vec![0; self.items.len()];
        for from in 0..count {
            for &to in self.of(from) {
                items[ends[to as usize]] = from;
                ends[to as usize] += 1;
            }
        }
        Lists { ends, items }
    }
}

/// All nodes, and the moves between them, each once. Other moves lose by the plain rules or leave.
#[derive(Debug)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
    after: Lists,
    before: Lists,
}

impl Graph {
    /// A graph of up to `u32::MAX` nodes. `expand` appends the nodes after a node, each once.
    pub(crate) fn new<E>(
        count: u32,
        mut expand: impl FnMut(u32, &mut Vec<u32>) -> Result<Node, E>,
    ) -> Result<Graph, E> {
        let mut nodes = Vec::with_capacity(count as usize);
        let mut after = Lists { ends: Vec::with_capacity(count as usize), items: Vec::new() };
        for node in 0..count {
            nodes.push(expand(node, &mut after.items)?);
            after.ends.push(after.items.len());
        }
        let before = after.reversed(count);
        Ok(Graph { nodes, after, before })
    }

    /// All nodes.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (u32, &Node)> {
        (0..).zip(&self.nodes)
    }

    pub(crate) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// The nodes after a node.
    pub(crate) fn after(&self, node: u32) -> &[u32] {
        self.after.of(node)
    }

    /// The nodes before a node.
    pub(crate) fn before(&self, node: u32) -> &[u32] {
        self.before.of(node)
    }
}
