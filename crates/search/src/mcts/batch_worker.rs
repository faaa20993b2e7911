//! The simulations of a batch: descents to leaves, one call of the evaluator, backups.

use super::{
    batch::{BatchEvaluator, BatchLeaf},
    bounds::Bounds,
    choice::{Parent, select},
    node::{Node, joined},
    parameters::Selection,
    simulation::{Job, Simulator},
    tree::{ROOT, Tree, children_of},
    worker::{VERDICT_DEPTH, look_for_the_end, shuffle, sort_by_priors, turned_if},
};
use crate::{GameMove, Heuristics, MAX_PLY, Score, Side, heuristics::generate_all, move_sink::Candidate};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// A move from one node of a path to the next.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The node after the move.
    place: usize,
    /// The side that made it.
    mover: Side,
}

/// The way from the root to a leaf.
#[derive(Debug)]
struct Descent {
    steps: Vec<Step>,
    /// The side to move at the root.
    root_mover: Side,
    /// Whether something was proved on the way that must be backed up.
    proved: bool,
}

impl Descent {
    /// The last node, and the side that moved to it.
    fn end(&self) -> (usize, Side) {
        self.steps.last().map_or((ROOT, self.root_mover), |step| (step.place, step.mover))
    }

    /// Adds a result for the first side to every node, from the leaf, and backs up proved bounds.
    fn back_up(&self, tree: &Tree, mut result: f32) {
        for (at, step) in self.steps.iter().enumerate().rev() {
            let (node, turns) = (tree.node(step.place), step.mover != Side::First);
            let own = node.bounds().limited(turned_if(turns, result));
            node.add::<false>(own);
            result = turned_if(turns, own);
            if self.proved {
                let (above, mover) = match at.checked_sub(1) {
                    Some(before) => (self.steps[before].place, self.steps[before].mover),
                    None => (ROOT, self.root_mover),
                };
                let proved = joined(tree.nodes(children_of(tree, above)));
                tree.node(above).prove(proved.turned_if(step.mover != mover));
            }
        }
        tree.node(ROOT).add::<false>(turned_if(self.root_mover != Side::First, result));
    }

    /// Takes back the visits.
    fn withdraw(&self, tree: &Tree) {
        tree.node(ROOT).unvisit();
        self.steps.iter().for_each(|step| tree.node(step.place).unvisit());
    }
}

/// The end of a descent.
enum End<G: Heuristics> {
    /// The result for the side to move, by the rules or by proofs.
    Result(f32),
    /// A leaf, which is reserved.
    Leaf(BatchLeaf<G>),
    /// A leaf of the same batch.
    Collision,
}

/// The state of the search apart from the tree.
#[derive(Debug)]
pub(super) struct BatchWorker<G: Heuristics, E: BatchEvaluator<G>> {
    evaluator: E,
    error: Option<E::Error>,
    batch: u64,
    random: Xoshiro256PlusPlus,
    descents: Vec<Descent>,
    leaves: Vec<BatchLeaf<G>>,
    made: Vec<(G::Move, G::Undo)>,
    stack: Vec<Candidate<G::Move>>,
    deepest: usize,
}

impl<G: Heuristics + Clone, E: BatchEvaluator<G>> BatchWorker<G, E> {
    pub(super) fn new(evaluator: E) -> BatchWorker<G, E> {
        BatchWorker {
            evaluator,
            error: None,
            batch: 1,
            random: Xoshiro256PlusPlus::seed_from_u64(0),
            descents: Vec::new(),
            leaves: Vec::new(),
            made: Vec::new(),
            stack: Vec::new(),
            deepest: 0,
        }
    }

    /// Begins a search.
    pub(super) fn begin(&mut self, batch: usize, seed: u64) {
        self.batch = batch as u64;
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.deepest = 0;
    }

    /// The error that ended the search.
    pub(super) fn take_error(&mut self) -> Option<E::Error> {
        self.error.take()
    }

    /// Puts the moves of the root in random order.
    pub(super) fn shuffle(&mut self, moves: &mut [G::Move]) {
        shuffle(moves, &mut self.random);
    }

    /// Estimates the root and creates its children. Returns whether there was room.
    ///
    /// # Errors
    /// The error of the evaluator.
    pub(super) fn grow_root(&mut self, job: Job<'_>, mut leaf: BatchLeaf<G>) -> Result<bool, E::Error> {
        self.evaluator.evaluate(std::slice::from_mut(&mut leaf))?;
        let (root, mover) = (job.tree.node(ROOT), leaf.game().side_to_move());
        root.begin_children();
        self.grow(job, (root, mover), &mut leaf, 0);
        Ok(root.children().is_some())
    }

    /// Descends once, by the results so far. The position is restored.
    fn descend(&mut self, job: Job<'_>, game: &mut G) -> (Descent, End<G>, Side) {
        let mut descent = Descent { steps: Vec::new(), root_mover: game.side_to_move(), proved: false };
        job.tree.node(ROOT).visit::<false>();
        let end = loop {
            let (place, mover) = descent.end();
            let (node, side) = (job.tree.node(place), game.side_to_move());
            let bounds = node.bounds().turned_if(side != mover);
            if bounds.is_decided() {
                break End::Result(bounds.result());
            }
            let Some(children) = node.children() else {
                break self.reach(job, game, (node, mover), &mut descent);
            };
            let visits = node.visits();
            let parent = Parent { visits, mean: turned_if(side != mover, node.mean(visits.max(1))), bounds };
            let (first, nodes) = (children.start, job.tree.nodes(children));
            let Some(chosen) = select(nodes, parent, job.selection, job.parameters) else {
                // Another descent of the batch has proved the last moves.
                descent.proved |= node.prove(joined(nodes).turned_if(side != mover));
                break End::Result(node.bounds().turned_if(side != mover).limited(parent.mean));
            };
            let child = &nodes[chosen];
            child.visit::<false>();
            descent.steps.push(Step { place: first + chosen, mover: side });
            // Moves in the tree have a valid packed form.
            let Some(mv) = G::Move::from_bits(child.mv()) else { break End::Result(0.5) };
            let undo = game.make(mv);
            self.made.push((mv, undo));
        };
        let side = game.side_to_move();
        while let Some((mv, undo)) = self.made.pop() {
            game.unmake(mv, undo);
        }
        self.deepest = self.deepest.max(descent.steps.len());
        (descent, end, side)
    }

    /// The end of a descent at a node without children.
    fn reach(&mut self, job: Job<'_>, game: &mut G, (node, mover): (&Node, Side), descent: &mut Descent) -> End<G> {
        let (ply, side) = (descent.steps.len(), game.side_to_move());
        let window = (-Score::INFINITE, Score::INFINITE);
        let (verdict, insight) = game.verdict_within(ply, window, VERDICT_DEPTH, &G::Insight::default());
        descent.proved |= node.prove(Bounds::of_verdict(verdict).turned_if(side != mover));
        let bounds = node.bounds().turned_if(side != mover);
        if bounds.is_decided() {
            return End::Result(bounds.result());
        }
        if !node.begin_children() {
            return End::Collision;
        }
        self.stack.clear();
        generate_all(game, &insight, &mut self.stack);
        if self.stack.is_empty() {
            descent.proved |= node.prove(Bounds::exactly(game.stuck(ply)).turned_if(side != mover));
            node.give_up_children();
            return End::Result(node.bounds().turned_if(side != mover).result());
        }
        shuffle(&mut self.stack, &mut self.random);
        let moves = self.stack.iter().map(|candidate| candidate.mv).collect();
        End::Leaf(BatchLeaf::new(game.clone(), moves, job.parameters))
    }

    /// Creates the reserved children of an estimated node, `ply` plies from the root, if there is room.
    /// Returns whether the moves have proved something.
    fn grow(&mut self, job: Job<'_>, (node, mover): (&Node, Side), leaf: &mut BatchLeaf<G>, ply: usize) -> bool {
        self.stack.clear();
        self.stack.extend(leaf.moves().iter().map(|&mv| Candidate { mv, value: 0 }));
        if job.selection == Selection::Puct {
            sort_by_priors(&mut self.stack, leaf.priors());
        }
        let moves = self.stack.iter().map(|child| (child.mv, child.value as u32));
        let Some(places) = (ply + 1 < MAX_PLY).then(|| job.tree.allocate(moves)).flatten() else {
            node.give_up_children();
            return false;
        };
        let mut proved = false;
        if job.parameters.decisive_moves != 0 {
            let side = leaf.game().side_to_move();
            look_for_the_end(&self.stack, job.tree.nodes(places.clone()), leaf.game_mut(), ply + 1);
            proved = node.prove(joined(job.tree.nodes(places.clone())).turned_if(side != mover));
        }
        node.publish_children(places);
        proved
    }

    /// Estimates the leaves of the batch and backs up their values. Returns their number; none after an
    /// error.
    fn estimate(&mut self, job: Job<'_>) -> u64 {
        if self.leaves.is_empty() {
            return 0;
        }
        if let Err(error) = self.evaluator.evaluate(&mut self.leaves) {
            self.error = Some(error);
            return 0;
        }
        let (mut leaves, mut descents) = (std::mem::take(&mut self.leaves), std::mem::take(&mut self.descents));
        for (leaf, descent) in leaves.iter_mut().zip(&mut descents) {
            let (place, mover) = descent.end();
            let (node, side) = (job.tree.node(place), leaf.game().side_to_move());
            descent.proved |= self.grow(job, (node, mover), leaf, descent.steps.len());
            let result = node.bounds().turned_if(side != mover).limited(leaf.clamped());
            descent.back_up(job.tree, turned_if(side != Side::First, result));
        }
        leaves.len() as u64
    }
}

impl<G: Heuristics + Clone, E: BatchEvaluator<G>> Simulator<G> for BatchWorker<G, E> {
    fn simulate<const SHARED: bool>(&mut self, job: Job<'_>, game: &mut G, most: u64) -> u64 {
        self.descents.clear();
        self.leaves.clear();
        let (root, mut ended) = (job.tree.node(ROOT), 0);
        while ended + (self.leaves.len() as u64) < most.min(self.batch) && !root.bounds().is_decided() {
            let (descent, end, side) = self.descend(job, game);
            match end {
                End::Result(result) => {
                    descent.back_up(job.tree, turned_if(side != Side::First, result));
                    ended += 1;
                }
                End::Leaf(leaf) => {
                    self.descents.push(descent);
                    self.leaves.push(leaf);
                }
                End::Collision => {
                    descent.withdraw(job.tree);
                    break;
                }
            }
        }
        let estimated = self.estimate(job);
        if self.error.is_some() { 0 } else { ended + estimated }
    }

    fn deepest(&self) -> usize {
        self.deepest
    }
}
