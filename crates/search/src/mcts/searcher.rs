//! The public interface of Monte Carlo tree search.

use super::{
    driver::{Driver, Root, Shared, StopAtEnd, shown},
    estimator::Estimator,
    node,
    parameters::{MonteCarloParameters, Selection},
    simulation::Job,
    tree::{ROOT, Tree},
    worker::Worker,
};
use crate::{
    Control, Heuristics, MAX_THREADS, Observer, RootMove, Score, SearchResult, Statistics, Verdict,
    heuristics::listed_root_moves,
    instant::Instant,
    shown::Shown,
    sync::atomic::Ordering::{Acquire, Release},
};
use std::thread;

/// The default memory of the tree in MiB.
pub(super) const DEFAULT_MEMORY: usize = 64;

/// Stack size of a helper thread in bytes.
const STACK: usize = 8 << 20;

/// The memory for a tree of this size could not be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a tree of {mebibytes} MiB")]
pub struct TreeSizeError {
    /// The requested size in MiB.
    pub mebibytes: usize,
}

/// Monte Carlo tree search, with the same [`Control`] and [`Observer`] as alpha-beta.
///
/// A *node* in its counts is a simulation: a descent through the tree, an estimate of the leaf, and
/// the backup. Iteration `d` ends after 64 · 2^(d/2) simulations, so that depth limits are
/// meaningful and a clock is consulted regularly; the depth in reports is that number, the
/// selective depth the longest path. A search ends early when its root is
/// [decided](SearchResult::score): a win, a loss or a draw is proved.
///
/// The tree has a fixed amount of memory ([`MonteCarloSearcher::set_memory`]); when it is full, the
/// search continues without new nodes. Simulations do not allocate. With one thread equal seeds
/// give equal results; several threads share the tree, and a result that is not known yet counts as
/// a loss, so that the threads take different paths (Chaslot, Winands and van den Herik 2008: tree
/// parallelization with virtual loss).
///
/// ```
/// use duiyi_game::nim::Nim;
/// use duiyi_search::*;
///
/// // The player who takes the last stone wins; a move takes one or two.
/// let mut searcher = MonteCarloSearcher::new(Playouts::<Nim>::new());
/// let mut control = LimitControl::new(Limits::nodes(2000), StopHandle::new());
/// let found = searcher.search(&mut Nim::new(7), &mut control, &mut (), |_| true);
/// assert_eq!((found.best, found.score.is_mate()), (Some(1), true));
///
/// // With an evaluation and the priors of the game.
/// let mut searcher = MonteCarloSearcher::new(Evaluated(|_: &Nim| Score::ZERO));
/// searcher.selection = Selection::Puct;
/// let mut control = LimitControl::new(Limits::nodes(2000), StopHandle::new());
/// let found = searcher.search(&mut Nim::new(8), &mut control, &mut (), |_| true);
/// assert_eq!(found.best, Some(2));
/// ```
#[derive(Debug)]
pub struct MonteCarloSearcher<G: Heuristics, E> {
    /// The constants.
    pub parameters: MonteCarloParameters,
    /// How a simulation selects among the moves of a node.
    pub selection: Selection,
    /// The number of best moves with a line (Multi-PV); 1 by default. Lines cost nothing.
    pub multi_pv: usize,
    /// Whether to search a game that earlier moves have ended; see
    /// [`Searcher::plays_on`](crate::Searcher::plays_on). `false` by default.
    pub plays_on: bool,
    /// The tree, allocated when first needed.
    tree: Option<Tree>,
    /// Its memory in MiB.
    memory: usize,
    /// One worker per thread, the calling thread's first.
    workers: Vec<Worker<G, E>>,
    seed: u64,
    root: Root<G::Move>,
}

impl<G: Heuristics, E: Estimator<G>> MonteCarloSearcher<G, E> {
    /// One thread, a tree of 64 MiB, seed 0.
    pub fn new(estimator: E) -> MonteCarloSearcher<G, E> {
        MonteCarloSearcher {
            parameters: MonteCarloParameters::default(),
            selection: Selection::default(),
            multi_pv: 1,
            plays_on: false,
            tree: None,
            memory: DEFAULT_MEMORY,
            workers: vec![Worker::new(estimator, 0)],
            seed: 0,
            root: Root::default(),
        }
    }

    /// The memory of the tree in MiB; 32 bytes for each move of a position that has been visited
    /// more than once.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Sets the memory of the tree in MiB, at least 1.
    ///
    /// # Errors
    /// If the memory cannot be allocated; the old tree is kept.
    pub fn set_memory(&mut self, mebibytes: usize) -> Result<(), TreeSizeError> {
        let mebibytes = mebibytes.max(1);
        self.tree = Some(new_tree(mebibytes).ok_or(TreeSizeError { mebibytes })?);
        self.memory = mebibytes;
        Ok(())
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Sets the number of threads, from one to [`MAX_THREADS`]; each new thread gets an estimator.
    pub fn set_threads(&mut self, threads: usize, mut estimator: impl FnMut() -> E) {
        let (seed, mut number) = (self.seed, self.workers.len() as u64);
        self.workers.resize_with(threads.clamp(1, MAX_THREADS), || {
            number += 1;
            Worker::new(estimator(), seed_of(seed, number - 1))
        });
    }

    /// Sets the seed of all random numbers, from the next search on.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        for (worker, number) in self.workers.iter_mut().zip(0..) {
            worker.set_seed(seed_of(seed, number));
        }
    }
}

impl<G, E> MonteCarloSearcher<G, E>
where
    G: Heuristics + Clone + Send,
    E: Estimator<G> + Send,
{
    /// Searches a position until `control` ends the search or the root is decided.
    ///
    /// Only moves accepted by `allowed` are considered at the root. The position is restored. At
    /// least one simulation is run, unless the moves at the root decide the game. Only the root
    /// moves with a line are sorted. With several threads, control and observer are called on the
    /// calling thread only, with the nodes of all threads; a node limit is exact. The statistics
    /// count nodes, in total and by iteration.
    ///
    /// # Panics
    /// If the game or the estimator panics on a helper thread, the panic is propagated.
    pub fn search(
        &mut self,
        game: &mut G,
        control: &mut dyn Control,
        observer: &mut dyn Observer<G::Move>,
        mut allowed: impl FnMut(G::Move) -> bool,
    ) -> SearchResult<G::Move> {
        let started = Instant::now();
        let over = game.outcome();
        let tree = &*self.tree.get_or_insert_with(|| largest_tree(&mut self.memory));
        let job = Job { tree, selection: self.selection, parameters: &self.parameters };
        tree.clear();
        for worker in &mut self.workers {
            worker.begin(game);
        }
        let plays = over.is_none() || self.plays_on;
        let moves = if plays { listed_root_moves(game, &mut allowed) } else { Vec::new() };
        self.root.set(moves.into_iter());
        if self.root.moves.is_empty() {
            let score = score_without_moves(game, over.is_some());
            return result(over, &[], (score, 0), started, Statistics::default());
        }
        let (own, helpers) = self.workers.split_at_mut(1);
        if own[0].grow_root(job, game, self.root.moves.iter().map(|root| root.mv)) {
            self.root.adopt(tree);
        }
        let shared = Shared::default();
        let (root, multi_pv) = (&mut self.root, self.multi_pv);
        let mut driver = Driver::new((job, &shared), &mut own[0], (control, observer), (root, multi_pv), started);
        if helpers.is_empty() {
            driver.run::<false>(game);
            driver.finish::<false>();
        } else {
            thread::scope(|scope| {
                let _stop = StopAtEnd(&shared.stop);
                // If the system cannot create a thread, the search continues with the existing
                // ones.
                let spawned: Vec<_> = helpers
                    .iter_mut()
                    .filter_map(|helper| {
                        let (mut game, shared) = (game.clone(), &shared);
                        let builder = thread::Builder::new().name("monte carlo".to_owned()).stack_size(STACK);
                        builder.spawn_scoped(scope, move || help(helper, job, &mut game, shared)).ok()
                    })
                    .collect();
                driver.run::<true>(game);
                shared.stop.store(true, Release);
                for handle in spawned {
                    handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                }
            });
            driver.finish::<true>();
        }
        let (iteration, statistics) = (driver.iteration, driver.statistics);
        let lines = self.multi_pv.clamp(1, self.root.moves.len());
        let score = self.root.moves[0].score.unwrap_or_default();
        result(over, &self.root.moves[..lines], (score, iteration), started, statistics)
    }
}

/// The score of the root if there is nothing to search.
pub(super) fn score_without_moves<G: Heuristics>(game: &G, is_over: bool) -> Score {
    match game.verdict(0) {
        Verdict::Exact(score, _) => score,
        _ if is_over => game.stuck(0),
        _ => Score::ZERO,
    }
}

/// Runs simulations on another thread until the search ends.
fn help<G: Heuristics, E: Estimator<G>>(worker: &mut Worker<G, E>, job: Job<'_>, game: &mut G, shared: &Shared) {
    // It ends with the search or by a panic: then the calling thread must not wait for it.
    let _stop = StopAtEnd(&shared.stop);
    while !shared.stop.load(Acquire) && !job.tree.node(ROOT).bounds().is_decided() {
        shared.simulate(worker, job, game);
    }
}

/// A tree of this size in MiB.
pub(super) fn new_tree(mebibytes: usize) -> Option<Tree> {
    Tree::new(mebibytes.saturating_mul((1 << 20) / node::SIZE))
}

/// A tree of this size in MiB, or the largest half, quarter and so on that can be allocated.
pub(super) fn largest_tree(mebibytes: &mut usize) -> Tree {
    loop {
        if let Some(tree) = new_tree(*mebibytes) {
            return tree;
        }
        *mebibytes = (*mebibytes / 2).max(1);
    }
}

/// The seed of a thread.
fn seed_of(seed: u64, thread: u64) -> u64 {
    seed.wrapping_add(thread.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

pub(super) fn result<M: Copy>(
    over: Option<crate::Outcome>,
    lines: &[RootMove<M>],
    (value, depth): (Score, u32),
    started: Instant,
    statistics: Statistics,
) -> SearchResult<M> {
    let best = lines.first();
    let Shown { score, claim, .. } = best.map_or(Shown::rules(value), |best| shown(best, value));
    SearchResult {
        over,
        best: best.map(|best| best.mv),
        pv: best.map_or_else(Vec::new, |best| best.pv.clone()),
        score,
        claim,
        value,
        depth,
        elapsed: started.elapsed(),
        statistics,
        lines: lines.iter().filter(|line| line.depth > 0).map(RootMove::shown).collect(),
    }
}
