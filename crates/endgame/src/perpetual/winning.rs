//! The nodes that a side wins because the opponent can only check forever.
//!
//! In an infinite play a side wins if from some point on every move of the opponent is a check, and the
//! side makes infinitely many moves that are not. This is a parity condition with three priorities: a move of the
//! opponent without check (3, bad), one of the side without check (2, good), a check of either side (1, bad).
//! The side wins if the greatest priority that occurs infinitely often is the good one. A node has the
//! priority of the moves that lead to it.
//!
//! Such a game is a least fixed point around a greatest one around a least one:
//!
//! 1. The outer one collects what is won: at first the exits, then one set of cycles after another,
//!    each with the nodes from which it is forced. Only here a move of priority 3 is allowed, because it
//!    occurs finitely often: from one stage to the next.
//! 2. The middle one finds a set of cycles: the greatest set of other nodes without priority 3 in which the
//!    side can stay, or leave it for what is won, and reach priority 2 again from everywhere.
//! 3. The inner one is that reaching: an attractor.
//!
//! The order follows E. A. Emerson and C.-L. Lei, *Efficient model checking in fragments of the
//! propositional mu-calculus* (1986). Winning strategies depend on the node alone.

use super::graph::{Exit, Graph};
use duiyi_game::Side;

/// The order of a node that is not won.
pub(crate) const NOT_WON: u32 = u32::MAX;

/// The order in which the nodes that `side` wins are found, and [`NOT_WON`] for the others. At a node where
/// the side is to move, without a winning exit, the successor that is found first wins.
pub(crate) fn winning(graph: &Graph, side: Side) -> Vec<u32> {
    let mut found = Found::new(graph, side);
    loop {
        found.attract();
        let cycles = Cycles::new(&found).find();
        if cycles.is_empty() {
            return found.order;
        }
        cycles.into_iter().for_each(|node| found.win(node));
    }
}

/// The nodes found so far: the outer fixed point.
struct Found<'a> {
    graph: &'a Graph,
    side: Side,
    order: Vec<u32>,
    /// The nodes in their order.
    won: Vec<u32>,
    /// The number of nodes of `won` whose predecessors have been visited.
    visited: usize,
    /// For nodes of the opponent: the number of moves that are not known to lose; all exits count as one.
    open: Vec<u32>,
}

impl<'a> Found<'a> {
    /// Only the exits.
    fn new(graph: &'a Graph, side: Side) -> Found<'a> {
        let count = graph.nodes().count();
        let (order, open) = (vec![NOT_WON; count], vec![0; count]);
        let mut found = Found { graph, side, order, won: Vec::new(), visited: 0, open };
        for (at, node) in graph.nodes() {
            if node.mover == side {
                if node.exit == Exit::Won {
                    found.win(at);
                }
                continue;
            }
            let open = graph.after(at).len() as u32 + u32::from(node.exit != Exit::Lost);
            found.open[at as usize] = open;
            if open == 0 {
                found.win(at);
            }
        }
        found
    }

    fn is_won(&self, node: u32) -> bool {
        self.order[node as usize] != NOT_WON
    }

    fn win(&mut self, node: u32) {
        if !self.is_won(node) {
            self.order[node as usize] = self.won.len() as u32;
            self.won.push(node);
        }
    }

    /// Adds the nodes from which a won node is forced.
    fn attract(&mut self) {
        while let Some(&node) = self.won.get(self.visited) {
            self.visited += 1;
            for &from in self.graph.before(node) {
                if self.is_won(from) {
                    continue;
                }
                if self.graph.node(from).mover != self.side {
                    let open = &mut self.open[from as usize];
                    *open -= 1;
                    if *open > 0 {
                        continue;
                    }
                }
                self.win(from);
            }
        }
    }
}

/// The search of a set of cycles: the middle fixed point.
struct Cycles<'a> {
    found: &'a Found<'a>,
    /// The set, from which nodes are removed.
    kept: Vec<bool>,
    count: usize,
    /// The number of successors in the set.
    choices: Vec<u32>,
    /// The removed nodes whose predecessors have not been visited.
    removed: Vec<u32>,
}

impl<'a> Cycles<'a> {
    /// All nodes without priority 3, but for those from which the opponent can leave the set.
    fn new(found: &'a Found<'a>) -> Cycles<'a> {
        let graph = found.graph;
        let allowed =
            |node: u32| !found.is_won(node) && (graph.node(node).mover != found.side || graph.node(node).checked);
        let kept: Vec<bool> = graph.nodes().map(|(node, _)| allowed(node)).collect();
        let count = kept.iter().filter(|&&kept| kept).count();
        let mut cycles = Cycles { found, choices: vec![0; kept.len()], kept, count, removed: Vec::new() };
        let mut leaving = Vec::new();
        for (at, node) in graph.nodes().filter(|&(at, _)| allowed(at)) {
            let choices = graph.after(at).iter().filter(|&&to| allowed(to)).count() as u32;
            cycles.choices[at as usize] = choices;
            let leaves = if node.mover == found.side {
                choices == 0
            } else {
                node.exit != Exit::Lost || graph.after(at).iter().any(|&to| !allowed(to) && !found.is_won(to))
            };
            if leaves {
                leaving.push(at);
            }
        }
        leaving.into_iter().for_each(|node| cycles.remove(node));
        cycles.settle();
        cycles
    }

    fn remove(&mut self, node: u32) {
        if std::mem::replace(&mut self.kept[node as usize], false) {
            self.count -= 1;
            self.removed.push(node);
        }
    }

    /// Removes the nodes from which the opponent can leave the set.
    fn settle(&mut self) {
        let graph = self.found.graph;
        while let Some(node) = self.removed.pop() {
            for &from in graph.before(node) {
                let choices = &mut self.choices[from as usize];
                *choices = choices.saturating_sub(1);
                if graph.node(from).mover != self.found.side || *choices == 0 {
                    self.remove(from);
                }
            }
        }
    }

    /// The nodes of the set from which the side can force priority 2 or a won node, in the order of that.
    fn reached(&self) -> Vec<u32> {
        let graph = self.found.graph;
        let mut reached: Vec<u32> = Vec::new();
        let mut is_reached = vec![false; self.kept.len()];
        for (at, node) in graph.nodes() {
            if self.kept[at as usize] && node.mover != self.found.side && !node.checked {
                is_reached[at as usize] = true;
                reached.push(at);
            }
        }
        let mut open = self.choices.clone();
        let mut visited = 0;
        while let Some(&node) = reached.get(visited) {
            visited += 1;
            for &from in graph.before(node) {
                if !self.kept[from as usize] || is_reached[from as usize] {
                    continue;
                }
                open[from as usize] -= 1;
                if graph.node(from).mover == self.found.side || open[from as usize] == 0 {
                    is_reached[from as usize] = true;
                    reached.push(from);
                }
            }
        }
        reached
    }

    /// The set in the order in which the side reaches priority 2; empty if there are no further cycles.
    fn find(mut self) -> Vec<u32> {
        loop {
            let reached = self.reached();
            if reached.len() == self.count {
                return reached;
            }
            let mut stays = vec![false; self.kept.len()];
            reached.into_iter().for_each(|node| stays[node as usize] = true);
            (0..).zip(stays).filter(|&(_, stays)| !stays).for_each(|(node, _)| self.remove(node));
            self.settle();
        }
    }
}
