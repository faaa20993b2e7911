//! The search: selection of the most-proving node, expansion, and update of the numbers.

use super::{
    settings::SecondLevel,
    solved::SolvedTable,
    tree::{INFINITE, Node, ROOT, Status, Tree},
};
use crate::{Control, Game, GameMove, MAX_PLY, Reach, Score, Side, Verdict};

/// Why a search ended without a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofStop {
    /// The control stopped it: a limit of nodes or time, or a request.
    Control,
    /// The tree does not fit into the memory.
    Memory,
}

/// A node of the path, with the move that led to it.
struct Step<G: Game> {
    node: u32,
    /// Whether the winner is to move.
    is_or: bool,
    key: u64,
    made: Option<(G::Move, G::Undo)>,
}

/// The settings of a run.
#[derive(Clone, Copy)]
pub(super) struct Task {
    /// The side whose win is to be proved.
    pub(super) winner: Side,
    pub(super) second_level: Option<SecondLevel>,
    /// The maximum number of nodes in memory.
    pub(super) memory: usize,
}

/// A run of the search from one position.
pub(super) struct Prover<'a, G: Game> {
    game: &'a mut G,
    control: &'a mut dyn Control,
    table: &'a mut SolvedTable,
    task: Task,
    tree: Tree,
    path: Vec<Step<G>>,
    moves: Vec<G::Move>,
    fresh: Vec<Node>,
    nodes: u64,
    next_poll: u64,
}

/// The sum of two numbers; it becomes infinite only if one of them is.
fn plus(a: u32, b: u32) -> u32 {
    if a == INFINITE || b == INFINITE { INFINITE } else { a.saturating_add(b).min(INFINITE - 1) }
}

impl<'a, G: Game> Prover<'a, G> {
    /// A run from the position of `game`, after `nodes` nodes of earlier runs.
    pub(super) fn new(
        game: &'a mut G,
        control: &'a mut dyn Control,
        table: &'a mut SolvedTable,
        task: Task,
        nodes: u64,
    ) -> Prover<'a, G> {
        let next_poll = nodes + control.interval(nodes);
        let tree = Tree::new(task.memory);
        let (moves, fresh) = (Vec::new(), Vec::new());
        Prover { game, control, table, task, tree, path: Vec::new(), moves, fresh, nodes, next_poll }
    }

    /// Searches until the root is solved.
    pub(super) fn run(&mut self) -> Result<bool, ProofStop> {
        let root = self.judge(0);
        self.push(ROOT, None);
        if root.status() != Status::Open {
            self.tree.solve_leaf(ROOT, root.status() == Status::Proved, root.depends_on_path());
        }
        let result = self.first_level();
        self.retract(0);
        self.path.clear();
        result.map(|()| self.tree.node(ROOT).status() == Status::Proved)
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The largest number of nodes in memory so far.
    pub(super) fn peak(&self) -> usize {
        self.tree.peak()
    }

    /// The number of nodes of the solution.
    pub(super) fn solution_size(&self) -> u32 {
        self.tree.node(ROOT).size()
    }

    /// The line kept with the solution.
    pub(super) fn line(&self) -> impl Iterator<Item = G::Move> {
        std::iter::successors(self.tree.children(ROOT).next(), |&at| self.tree.children(at).next())
            .filter_map(|at| G::Move::from_bits(self.tree.node(at).mv()))
    }

    fn push(&mut self, node: u32, made: Option<(G::Move, G::Undo)>) {
        let is_or = self.game.side_to_move() == self.task.winner;
        self.path.push(Step { node, is_or, key: self.game.key(), made });
    }

    /// Shortens the path to the node at `depth`.
    fn retract(&mut self, depth: usize) {
        while self.path.len() > depth + 1 {
            if let Some((mv, undo)) = self.path.pop().and_then(|step| step.made) {
                self.game.unmake(mv, undo);
            }
        }
    }

    /// Descends from the end of the path to the most-proving node: at the winner's nodes by the proof
    /// number, at the other side's by the disproof number.
    fn descend(&mut self) {
        while let Some(&Step { node, is_or, .. }) = self.path.last() {
            let number = |index: u32| {
                let (proof, disproof) = self.tree.node(index).numbers();
                if is_or { proof } else { disproof }
            };
            let best = self.tree.children(node).min_by_key(|&child| number(child));
            let Some(child) = best else { return };
            let Some(mv) = G::Move::from_bits(self.tree.node(child).mv()) else { return };
            let undo = self.game.make(mv);
            self.push(child, Some((mv, undo)));
        }
    }

    fn poll(&mut self) -> Result<(), ProofStop> {
        if self.nodes < self.next_poll {
            return Ok(());
        }
        if self.control.poll(self.nodes) {
            return Err(ProofStop::Control);
        }
        self.next_poll = self.nodes + self.control.interval(self.nodes);
        Ok(())
    }

    fn is_open(&self, node: u32) -> bool {
        self.tree.node(node).status() == Status::Open
    }

    /// The search from the root; each leaf is developed by a search of its own if there are two
    /// levels.
    fn first_level(&mut self) -> Result<(), ProofStop> {
        while self.is_open(ROOT) {
            self.descend();
            match self.task.second_level.map(|second| second.nodes(self.tree.held(), self.task.memory)) {
                Some(size) if size > 1 => self.second_level(size)?,
                _ => self.expand()?,
            }
            self.update(0);
        }
        Ok(())
    }

    /// A search from the end of the path with at most `size` additional nodes in memory. Afterwards
    /// only the children of its root are kept, with their numbers.
    fn second_level(&mut self, size: usize) -> Result<(), ProofStop> {
        let base = self.path.len() - 1;
        let top = self.path[base].node;
        let end = self.tree.held() + size;
        let mut result = self.expand();
        while result.is_ok() && self.is_open(top) {
            self.update(base);
            if !self.is_open(top) || self.tree.held() >= end {
                break;
            }
            self.descend();
            result = self.expand();
        }
        self.retract(base);
        if self.is_open(top) {
            let mut next = self.tree.children(top).next();
            while let Some(child) = next {
                if self.is_open(child) {
                    self.tree.prune(child);
                }
                next = self.tree.sibling(child);
            }
        }
        match result {
            Err(ProofStop::Memory) if self.tree.is_expanded(top) => Ok(()),
            other => other,
        }
    }

    /// Expands the leaf at the end of the path. If one child decides it, only that child is added.
    fn expand(&mut self) -> Result<(), ProofStop> {
        self.poll()?;
        let Some(&Step { node, is_or, .. }) = self.path.last() else { return Ok(()) };
        let ply = self.path.len() - 1;
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.game.legal_moves(&mut moves);
        if moves.is_empty() {
            let mover_wins = self.game.stuck(ply.min(MAX_PLY)) > Score::ZERO;
            let other_wins = self.game.stuck(ply.min(MAX_PLY)) < Score::ZERO;
            self.tree.solve_leaf(node, if is_or { mover_wins } else { other_wins }, false);
            self.moves = moves;
            return Ok(());
        }
        let decisive = if is_or { Status::Proved } else { Status::Disproved };
        self.fresh.clear();
        for &mv in &moves {
            let undo = self.game.make(mv);
            let child = self.judge(mv.to_bits());
            self.game.unmake(mv, undo);
            self.nodes += 1;
            let decides = child.status() == decisive;
            if decides {
                self.fresh.clear();
            }
            self.fresh.push(child);
            if decides {
                break;
            }
        }
        self.moves = moves;
        if self.tree.expand(node, &self.fresh) { Ok(()) } else { Err(ProofStop::Memory) }
    }

    /// The node of the current position, whose parent is the end of the path: solved by the rules, by
    /// a repetition or by the table, or a leaf.
    fn judge(&self, mv: u32) -> Node {
        let ply = self.path.len();
        let mover_is_winner = self.game.side_to_move() == self.task.winner;
        if let Some((is_proved, reach)) = decided(self.game.verdict(ply.min(MAX_PLY)), mover_is_winner) {
            return Node::solved(mv, is_proved, reach != Reach::Position);
        }
        let key = self.game.key();
        if self.path.iter().rev().take(self.game.reversible()).any(|step| step.key == key) {
            return Node::solved(mv, false, true);
        }
        if !self.table.is_empty()
            && ply > 0
            && let Some(is_proved) = self.table.get(self.game.canonical().0)
        {
            return Node::solved(mv, is_proved, false);
        }
        Node::leaf(mv)
    }

    /// Computes the numbers along the path from its end, up to the node at `base` or to the first
    /// node whose numbers stay the same; the path then ends there.
    fn update(&mut self, base: usize) {
        loop {
            let depth = self.path.len() - 1;
            let Step { node, is_or, .. } = self.path[depth];
            let changed = self.update_node(node, is_or);
            if depth == base || !changed {
                return;
            }
            self.retract(depth - 1);
        }
    }

    /// Computes the numbers of the node at the end of the path from those of its children; returns
    /// whether they changed.
    fn update_node(&mut self, node: u32, is_or: bool) -> bool {
        if self.is_open(node) && self.tree.is_expanded(node) {
            let (mut least, mut sum) = (INFINITE, 0);
            for child in self.tree.children(node) {
                let (proof, disproof) = self.tree.node(child).numbers();
                let (of_least, of_sum) = if is_or { (proof, disproof) } else { (disproof, proof) };
                least = least.min(of_least);
                sum = plus(sum, of_sum);
            }
            let (proof, disproof) = if is_or { (least, sum) } else { (sum, least) };
            if proof != 0 && disproof != 0 {
                return self.tree.set_numbers(node, (proof, disproof));
            }
            let is_proved = proof == 0;
            self.tree.solve(node, is_proved, is_proved == is_or);
        }
        let solved = *self.tree.node(node);
        if solved.status() != Status::Open && !self.table.is_empty() && !solved.depends_on_path() {
            self.table.set(self.game.canonical().0, solved.status() == Status::Proved);
        }
        true
    }
}

/// Whether a verdict decides that the winner wins, and how far back it reaches.
fn decided(verdict: Verdict, mover_is_winner: bool) -> Option<(bool, Reach)> {
    let (least, greatest, reach) = match verdict {
        Verdict::Open => return None,
        Verdict::Exact(score, reach) => (score, score, reach),
        Verdict::AtLeast(score, reach) => (score, Score::INFINITE, reach),
        Verdict::AtMost(score, reach) => (-Score::INFINITE, score, reach),
    };
    let (least, greatest) = if mover_is_winner { (least, greatest) } else { (-greatest, -least) };
    if least > Score::ZERO { Some((true, reach)) } else { (greatest <= Score::ZERO).then_some((false, reach)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_and_bounds_decide_for_either_side() {
        let reach = Reach::Position;
        for (verdict, mover, other) in [
            (Verdict::Open, None, None),
            (Verdict::Exact(Score::mate_in(3), reach), Some(true), Some(false)),
            (Verdict::Exact(Score::ZERO, reach), Some(false), Some(false)),
            (Verdict::Exact(Score::rule_loss(3), reach), Some(false), Some(true)),
            (Verdict::AtLeast(Score::mate_in(3), reach), Some(true), Some(false)),
            (Verdict::AtLeast(Score::ZERO, reach), None, Some(false)),
            (Verdict::AtMost(Score::ZERO, reach), Some(false), None),
            (Verdict::AtMost(Score::mated_in(3), reach), Some(false), Some(true)),
        ] {
            let of = |is_mover| decided(verdict, is_mover).map(|(is_proved, _)| is_proved);
            assert_eq!([of(true), of(false)], [mover, other], "{verdict:?}");
        }
    }

    #[test]
    fn sums_stay_finite() {
        assert_eq!([plus(2, 3), plus(INFINITE - 2, 7), plus(1, INFINITE)], [5, INFINITE - 1, INFINITE]);
    }

    /// The side that needs one move has the least number of its moves; the side that needs all, the
    /// sum. A solved node has the size of one solution, or of all together.
    #[test]
    fn numbers_are_least_or_summed_by_the_side_to_move() {
        use crate::{LimitControl, Limits, StopHandle};
        let numbers = |is_or: bool, children: &[Node]| {
            let mut game = duiyi_game::nim::Nim::new(9);
            let mut control = LimitControl::new(Limits::default(), StopHandle::new());
            let mut table = SolvedTable::new(0);
            let task = Task { winner: Side::First, second_level: None, memory: 100 };
            let mut prover = Prover::new(&mut game, &mut control, &mut table, task, 0);
            assert!(prover.tree.expand(ROOT, children));
            prover.update_node(ROOT, is_or);
            let root = prover.tree.node(ROOT);
            (root.numbers(), root.size())
        };
        let (open, lost) = (Node::leaf(1), Node::solved(2, false, false));
        assert_eq!(numbers(true, &[open, open, open]), ((1, 3), 0));
        assert_eq!(numbers(false, &[open, open, open]), ((3, 1), 0));
        assert_eq!(numbers(true, &[open, lost, open]), ((1, 2), 0));
        assert_eq!(numbers(false, &[open, lost, open]), ((INFINITE, 0), 2));
        let won = Node::solved(3, true, false);
        assert_eq!(numbers(true, &[won, open, won]), ((0, INFINITE), 2));
        assert_eq!(numbers(false, &[won, won, won]), ((0, INFINITE), 4));
        assert_eq!(numbers(true, &[lost, lost, lost]), ((INFINITE, 0), 4));
    }
}
