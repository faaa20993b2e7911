//! A thread of Monte Carlo tree search: selection, expansion, estimation, backup.

use super::{
    bounds::Bounds,
    choice::{Parent, select},
    estimator::{Estimator, Leaf},
    node::{Node, WHOLE, joined},
    parameters::Selection,
    playouts::below,
    simulation::{Job, Simulator},
    tree::ROOT,
};
use crate::{Depth, GameMove, Heuristics, MAX_PLY, Score, Side, heuristics::generate_all, move_sink::Candidate};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// A move from one node of the path to the next.
#[derive(Debug)]
struct Step<M, U> {
    /// The node after the move.
    place: usize,
    /// The side that made it.
    mover: Side,
    mv: M,
    undo: U,
}

/// The depth passed to verdicts in the tree: nodes are visited repeatedly.
pub(super) const VERDICT_DEPTH: Depth = Depth::plies(2);

/// Initial capacity for the moves of a position.
pub(super) const ROOM: usize = 512;

/// A thread's state, kept between simulations.
#[derive(Debug)]
pub(super) struct Worker<G: Heuristics, E> {
    pub(super) estimator: E,
    random: Xoshiro256PlusPlus,
    path: Vec<Step<G::Move, G::Undo>>,
    /// The moves of a node that is being expanded, and their priors.
    stack: Vec<Candidate<G::Move>>,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
    /// Whether this simulation has proved something that must be backed up.
    proved: bool,
    /// The longest path since the search began.
    deepest: usize,
}

/// Converts a result between a side's and the first side's point of view.
pub(super) fn turned_if(turns: bool, result: f32) -> f32 {
    if turns { 1.0 - result } else { result }
}

impl<G: Heuristics, E: Estimator<G>> Worker<G, E> {
    pub(super) fn new(estimator: E, seed: u64) -> Worker<G, E> {
        Worker {
            estimator,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            path: Vec::with_capacity(MAX_PLY),
            stack: Vec::with_capacity(ROOM),
            moves: Vec::with_capacity(ROOM),
            priors: Vec::with_capacity(ROOM),
            proved: false,
            deepest: 0,
        }
    }

    pub(super) fn set_seed(&mut self, seed: u64) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    /// Sets up a root.
    pub(super) fn begin(&mut self, game: &G) {
        self.estimator.reset(game);
        self.path.clear();
        self.deepest = 0;
    }

    /// Creates the root's children. Returns whether there was room.
    pub(super) fn grow_root(&mut self, job: Job<'_>, game: &mut G, moves: impl Iterator<Item = G::Move>) -> bool {
        self.stack.clear();
        self.stack.extend(moves.map(|mv| Candidate { mv, value: 0 }));
        let root = job.tree.node(ROOT);
        root.begin_children() && self.grow(job, game, root, game.side_to_move())
    }

    /// Runs one simulation: descends by the results so far, expands a node, and backs up the
    /// estimate of the leaf. The position is restored.
    fn run<const SHARED: bool>(&mut self, job: Job<'_>, game: &mut G) {
        let root_mover = game.side_to_move();
        let (mut place, mut mover) = (ROOT, root_mover);
        let mut seen = job.tree.node(ROOT).visit::<SHARED>();
        self.proved = false;
        let result = loop {
            let node = job.tree.node(place);
            let side = game.side_to_move();
            let bounds = node.bounds().turned_if(side != mover);
            if bounds.is_decided() {
                break bounds.result();
            }
            let Some(children) = node.children() else {
                match self.visit_leaf(job, game, (node, mover), seen) {
                    // It has children now, or is decided.
                    None => continue,
                    Some(result) => break result,
                }
            };
            let visits = node.visits();
            let parent = Parent { visits, mean: turned_if(side != mover, node.mean(visits.max(1))), bounds };
            let first = children.start;
            let nodes = job.tree.nodes(children);
            let Some(chosen) = select(nodes, parent, job.selection, job.parameters) else {
                // Other threads have just proved the last moves.
                self.proved |= node.prove(joined(nodes).turned_if(side != mover));
                break node.bounds().turned_if(side != mover).limited(parent.mean);
            };
            (place, mover) = (first + chosen, side);
            let child = &nodes[chosen];
            seen = child.visit::<SHARED>();
            // Moves in the tree have a valid packed form.
            let Some(mv) = G::Move::from_bits(child.mv()) else { break 0.5 };
            self.estimator.push(game, mv);
            let undo = game.make(mv);
            self.path.push(Step { place, mover, mv, undo });
        };
        self.deepest = self.deepest.max(self.path.len());
        let result = turned_if(game.side_to_move() != Side::First, result);
        self.back_up::<SHARED>(job, game, root_mover, result);
    }

    /// Visits a node without children: expands it, or returns its value for the side to move.
    fn visit_leaf(&mut self, job: Job<'_>, game: &mut G, (node, mover): (&Node, Side), seen: u32) -> Option<f32> {
        let (ply, side) = (self.path.len(), game.side_to_move());
        let window = (-Score::INFINITE, Score::INFINITE);
        let (verdict, insight) = game.verdict_within(ply, window, VERDICT_DEPTH, &G::Insight::default());
        self.proved |= node.prove(Bounds::of_verdict(verdict).turned_if(side != mover));
        let bounds = node.bounds().turned_if(side != mover);
        if bounds.is_decided() {
            return Some(bounds.result());
        }
        let wanted = i64::from(seen) >= i64::from(job.parameters.expand_after) && ply + 1 < MAX_PLY;
        if wanted && node.begin_children() {
            self.stack.clear();
            generate_all(game, &insight, &mut self.stack);
            if self.stack.is_empty() {
                self.proved |= node.prove(Bounds::exactly(game.stuck(ply)).turned_if(side != mover));
                node.give_up_children();
                return None;
            }
            if self.grow(job, game, node, mover) {
                return None;
            }
        }
        let Worker { estimator, random, .. } = self;
        let result = estimator.result(Leaf { game, ply, insight: &insight, parameters: job.parameters, random });
        Some(bounds.limited(result.clamp(0.0, 1.0)))
    }

    /// Creates nodes for the moves on the stack, highest prior first, equal priors in random order.
    /// Returns whether there was room; the creation of the children has been reserved.
    fn grow(&mut self, job: Job<'_>, game: &mut G, node: &Node, mover: Side) -> bool {
        shuffle(&mut self.stack, &mut self.random);
        if job.selection == Selection::Puct {
            self.weigh(job, game);
        }
        let Some(places) = job.tree.allocate(self.stack.iter().map(|child| (child.mv, child.value as u32))) else {
            node.give_up_children();
            return false;
        };
        if job.parameters.decisive_moves != 0 {
            look_for_the_end(&self.stack, job.tree.nodes(places.clone()), game, self.path.len() + 1);
            let proved = joined(job.tree.nodes(places.clone()));
            self.proved |= node.prove(proved.turned_if(game.side_to_move() != mover));
        }
        node.publish_children(places);
        true
    }

    /// Sorts the moves on the stack by their priors.
    fn weigh(&mut self, job: Job<'_>, game: &G) {
        self.moves.clear();
        self.moves.extend(self.stack.iter().map(|candidate| candidate.mv));
        self.priors.clear();
        self.priors.resize(self.moves.len(), 0.0);
        self.estimator.priors(game, &self.moves, job.parameters, &mut self.priors);
        sort_by_priors(&mut self.stack, &self.priors);
    }

    /// Adds the result to every node of the path, from the leaf, and backs up proved bounds. The
    /// result is for the first side.
    fn back_up<const SHARED: bool>(&mut self, job: Job<'_>, game: &mut G, root_mover: Side, mut result: f32) {
        while let Some(step) = self.path.pop() {
            let (node, turns) = (job.tree.node(step.place), step.mover != Side::First);
            // Not worse than a proved result: a simulation looks for a better one.
            let own = node.bounds().limited(turned_if(turns, result));
            node.add::<SHARED>(own);
            result = turned_if(turns, own);
            game.unmake(step.mv, step.undo);
            self.estimator.pop();
            if !self.proved {
                continue;
            }
            let (above, mover) = self.path.last().map_or((ROOT, root_mover), |step| (step.place, step.mover));
            let node = job.tree.node(above);
            let children = node.children().unwrap_or_default();
            node.prove(joined(job.tree.nodes(children)).turned_if(step.mover != mover));
        }
        job.tree.node(ROOT).add::<SHARED>(turned_if(root_mover != Side::First, result));
    }
}

/// Puts the moves in random order.
pub(super) fn shuffle<M>(stack: &mut [M], random: &mut Xoshiro256PlusPlus) {
    for end in (1..stack.len()).rev() {
        let at = below(random, end + 1);
        stack.swap(at, end);
    }
}

/// Sorts the moves by their priors, which are normalized to sum to 1.
pub(super) fn sort_by_priors<M>(stack: &mut [Candidate<M>], priors: &[f32]) {
    let sum: f32 = priors.iter().sum();
    let even = 1.0 / priors.len() as f32;
    for (candidate, &prior) in stack.iter_mut().zip(priors) {
        let part = if sum > 0.0 && prior >= 0.0 { prior / sum } else { even };
        candidate.value = (part.min(1.0) * WHOLE) as i32;
    }
    stack.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.value));
}

/// Applies the verdict of the rules to each move of a node, `ply` plies from the root after the
/// move, up to the first win.
pub(super) fn look_for_the_end<G: Heuristics>(
    stack: &[Candidate<G::Move>],
    children: &[Node],
    game: &mut G,
    ply: usize,
) {
    let side = game.side_to_move();
    for (candidate, child) in stack.iter().zip(children) {
        let undo = game.make(candidate.mv);
        let bounds = Bounds::of_verdict(game.verdict(ply)).turned_if(game.side_to_move() != side);
        game.unmake(candidate.mv, undo);
        child.prove(bounds);
        if bounds.is_win() {
            break;
        }
    }
}

impl<G: Heuristics, E: Estimator<G>> Simulator<G> for Worker<G, E> {
    fn simulate<const SHARED: bool>(&mut self, job: Job<'_>, game: &mut G, _most: u64) -> u64 {
        self.run::<SHARED>(job, game);
        1
    }

    fn deepest(&self) -> usize {
        self.deepest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Game, MonteCarloParameters, Reach, Verdict,
        mcts::{
            playouts::Playouts,
            tree::{Tree, children_of},
        },
    };

    /// Nine cells in a row; three side by side win.
    #[derive(Clone, Copy)]
    struct Line([u16; 2], usize);

    impl Game for Line {
        type Move = u8;
        type Undo = ();
        fn side_to_move(&self) -> Side {
            Side::BOTH[self.1]
        }
        fn make(&mut self, cell: u8) {
            self.0[self.1] |= 1 << cell;
            self.1 ^= 1;
        }
        fn unmake(&mut self, cell: u8, (): ()) {
            self.1 ^= 1;
            self.0[self.1] &= !(1 << cell);
        }
        fn legal_moves(&self, moves: &mut impl Extend<u8>) {
            moves.extend((0..9).filter(|&cell| self.is_legal(cell)));
        }
        fn is_legal(&self, cell: u8) -> bool {
            cell < 9 && (self.0[0] | self.0[1]) >> cell & 1 == 0
        }
        fn key(&self) -> u64 {
            (u64::from(self.0[0]) << 9 | u64::from(self.0[1])) + 1
        }
        fn verdict(&self, ply: usize) -> Verdict {
            let last = self.0[self.1 ^ 1];
            if last & last >> 1 & last >> 2 != 0 {
                Verdict::Exact(Score::mated_in(ply), Reach::Position)
            } else if self.0[0] | self.0[1] == 0x1ff {
                Verdict::Exact(Score::ZERO, Reach::Position)
            } else {
                Verdict::Open
            }
        }
    }

    impl Heuristics for Line {
        type Insight = ();
    }

    /// The tree after 3000 simulations.
    fn grown<const SHARED: bool>(selection: Selection, parameters: &MonteCarloParameters) -> Tree {
        let tree = Tree::new(NODES).unwrap();
        tree.clear();
        let job = Job { tree: &tree, selection, parameters };
        let mut worker = Worker::new(Playouts::new(), 3);
        let mut game = Line([0; 2], 0);
        assert!(worker.grow_root(job, &mut game, 0..9));
        for _ in 0..3000 {
            worker.run::<SHARED>(job, &mut game);
        }
        assert_eq!(tree.node(ROOT).visits(), 3000);
        tree
    }

    const NODES: usize = 20_000;

    /// Visits, means and proofs of all nodes after some simulations.
    fn nodes<const SHARED: bool>(selection: Selection) -> Vec<(u32, f32, Bounds)> {
        let tree = grown::<SHARED>(selection, &MonteCarloParameters::default());
        let read = |place| {
            let node = tree.node(place);
            (node.visits(), node.mean(node.visits().max(1)), node.bounds())
        };
        (0..NODES).map(read).collect()
    }

    /// Whichever side moves, and for any random numbers, the first side wins these.
    #[test]
    fn a_playout_returns_the_result_of_the_side_to_move() {
        let set = |cells: &[u8]| cells.iter().fold(0, |set, cell| set | 1 << cell);
        let parameters = MonteCarloParameters::default();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut result = |mut game: Line| {
            let leaf = Leaf { game: &mut game, ply: 0, insight: &(), parameters: &parameters, random: &mut random };
            Playouts::new().result(leaf)
        };
        let first = set(&[0, 3, 6, 7]);
        for _ in 0..9 {
            assert_eq!(result(Line([first, set(&[1, 2, 4, 5])], 0)), 1.0);
            assert_eq!(result(Line([first, set(&[1, 2, 4])], 1)), 0.0);
        }
    }

    /// Every node but the root has one parent, with enough visits to have children.
    /// A tree with one move at the root, to cell 4, and the replies 0 and 1.
    fn two_replies(parameters: &MonteCarloParameters) -> (Tree, Worker<Line, Playouts<Line>>, [usize; 3]) {
        let tree = Tree::new(NODES).unwrap();
        tree.clear();
        let mut worker = Worker::new(Playouts::new(), 3);
        let job = Job { tree: &tree, selection: Selection::Uct, parameters };
        assert!(worker.grow_root(job, &mut Line([0; 2], 0), 4..5));
        let move_of_first = children_of(&tree, ROOT).start;
        let node = tree.node(move_of_first);
        assert!(node.begin_children());
        let replies = tree.allocate([0, 1].map(|mv: u8| (mv, 0)).into_iter()).unwrap();
        node.publish_children(replies.clone());
        (tree, worker, [move_of_first, replies.start, replies.start + 1])
    }

    #[test]
    fn a_result_counts_within_the_proved_bounds_of_each_node() {
        let parameters = MonteCarloParameters::default();
        let sure = Bounds { least: Score::ZERO, ..Bounds::OPEN };
        for (result, proved, means) in [
            (0.0, [Bounds::OPEN; 2], [0.0, 1.0]),
            // The first side has at least a draw after its move.
            (0.0, [sure, Bounds::OPEN], [0.5, 1.0]),
            // So has the second after its reply.
            (1.0, [Bounds::OPEN, sure], [0.5, 0.5]),
            (0.0, [Bounds::OPEN, sure.turned()], [0.5, 0.5]),
        ] {
            let (tree, mut worker, [first, reply, _]) = two_replies(&parameters);
            let mut game = Line([0; 2], 0);
            for (place, mover, mv, bounds) in [(first, Side::First, 4, proved[0]), (reply, Side::Second, 0, proved[1])]
            {
                tree.node(place).visit::<false>();
                tree.node(place).prove(bounds);
                game.make(mv);
                worker.path.push(Step { place, mover, mv, undo: () });
            }
            tree.node(ROOT).visit::<false>();
            worker.back_up::<false>(
                Job { tree: &tree, selection: Selection::Uct, parameters: &parameters },
                &mut game,
                Side::First,
                result,
            );
            assert_eq!([first, reply].map(|place| tree.node(place).mean(1)), means, "{result} {proved:?}");
            assert_eq!((tree.node(ROOT).mean(1), game.0), (means[0], [0; 2]));
        }
    }

    /// An untried move is expected to be worth as much as the node for the side that moves there.
    #[test]
    fn untried_replies_are_judged_from_their_movers_view() {
        let parameters = MonteCarloParameters {
            uct_exploration: 0,
            uct_first_play: 0,
            decisive_moves: 0,
            ..MonteCarloParameters::default()
        };
        for (mean, visits) in [(0.9, [2, 0]), (0.2, [1, 1])] {
            let (tree, mut worker, [first, tried, untried]) = two_replies(&parameters);
            for place in [ROOT, first] {
                for _ in 0..10 {
                    tree.node(place).visit::<false>();
                    tree.node(place).add::<false>(mean);
                }
            }
            tree.node(tried).visit::<false>();
            tree.node(tried).add::<false>(0.5);
            let job = Job { tree: &tree, selection: Selection::Uct, parameters: &parameters };
            worker.run::<false>(job, &mut Line([0; 2], 0));
            assert_eq!([tried, untried].map(|place| tree.node(place).visits()), visits, "{mean} for the first side");
        }
    }

    #[test]
    fn a_node_is_expanded_once_and_after_enough_visits() {
        for expand_after in [0, 1, 6] {
            let parameters = MonteCarloParameters { expand_after, ..MonteCarloParameters::default() };
            let tree = grown::<false>(Selection::Uct, &parameters);
            let made = (0..NODES).filter(|&place| tree.node(place).mv() != 0).count();
            let parents = (0..NODES).filter(|&place| tree.node(place).children().is_some());
            let children: usize = parents.clone().map(|place| children_of(&tree, place).len()).sum();
            assert_eq!(children, made);
            let least = parents.filter(|&place| place != ROOT).map(|place| tree.node(place).visits()).min();
            assert_eq!(least, Some(expand_after as u32 + 1));
        }
    }

    #[test]
    fn a_shared_tree_with_one_thread_is_the_same() {
        for selection in [Selection::Uct, Selection::Puct] {
            let alone = nodes::<false>(selection);
            assert_eq!(nodes::<true>(selection), alone, "no virtual loss remains");
            assert!(alone.iter().all(|&(_, mean, _)| (0.0..=1.0).contains(&mean)));
            let children: u32 = alone[1..10].iter().map(|node| node.0).sum();
            assert_eq!(children, 3000);
            assert!(alone.iter().any(|&(_, _, bounds)| bounds.is_win()));
            // Means are from the point of view of the side that moved to the node, here the winner.
            let wins = alone.iter().filter(|(visits, _, bounds)| *visits > 0 && bounds.is_win());
            let (count, sum) = wins.fold((0, 0.0), |(count, sum), win| (count + 1, sum + win.1));
            assert!(count > 0 && sum / count as f32 > 0.5, "{sum} of {count}");
        }
    }
}
