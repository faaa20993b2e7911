//! The Monte Carlo tree search as its user sees it.

use super::{
    choice::best_child,
    estimator::Estimator,
    node,
    parameters::{MonteCarloParameters, Selection},
    tree::{ROOT, Tree},
    worker::{Job, Worker, children_of},
};
use crate::{
    Bound, Control, GameMove, Heuristics, IterationReport, MAX_PLY, Observer, Report, RootMove, Score, SearchResult,
    Statistics, Verdict, candidates,
    instant::Instant,
    sync::atomic::{
        AtomicBool, AtomicU64,
        Ordering::{Acquire, Relaxed, Release},
    },
};
use std::{thread, time::Duration};

/// The memory of the tree in MiB at first.
const DEFAULT_MEMORY: usize = 64;

/// Bytes of stack for a helping thread.
const STACK: usize = 8 << 20;

/// There is no memory for a tree of the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for a tree of {mebibytes} MiB")]
pub struct TreeSizeError {
    /// The size that was asked for, in MiB.
    pub mebibytes: usize,
}

/// Monte Carlo tree search: beside alpha-beta, behind the same [`Control`] and [`Observer`].
///
/// A *node* of its counts is a simulation: one way down the tree, an estimate of the
/// leaf, and the way back. Iteration `d` ends after 64 · 2^(d/2) simulations, so that a limit
/// of depth means something and a clock is asked now and then; the depth in reports is that
/// number, the selective depth the longest path. A search ends early when its root is
/// [decided](SearchResult::score): a win, a loss or a draw is proved.
///
/// The tree has the memory that it was given ([`MonteCarloSearcher::set_memory`]); when that is
/// full, the search goes on without new nodes. Nothing is allocated by a simulation. With one
/// thread equal seeds give equal results; with several they share the tree, and a result
/// that is not known yet counts as a loss, so that they go different ways (Chaslot, Winands and
/// van den Herik 2008: tree parallelization with virtual loss).
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
/// # use nim::Nim;
/// use duiyi_search::*;
/// # impl Heuristics for Nim { type Insight = (); }
///
/// // Who takes the last stone wins, and a move takes one or two.
/// let mut searcher = MonteCarloSearcher::new(Playouts::<Nim>::new());
/// let mut control = LimitControl::new(Limits::nodes(2000), StopHandle::new());
/// let found = searcher.search(&mut Nim::new(7), &mut control, &mut (), |_| true);
/// assert_eq!((found.best, found.score.is_mate()), (Some(1), true));
///
/// // With an evaluation, and the prior that the game has of its moves.
/// let mut searcher = MonteCarloSearcher::new(Evaluated(Stateless(|_: &Nim| Score::ZERO)));
/// searcher.selection = Selection::Puct;
/// let mut control = LimitControl::new(Limits::nodes(2000), StopHandle::new());
/// let found = searcher.search(&mut Nim::new(8), &mut control, &mut (), |_| true);
/// assert_eq!(found.best, Some(2));
/// ```
#[derive(Debug)]
pub struct MonteCarloSearcher<G: Heuristics, E> {
    /// The constants.
    pub parameters: MonteCarloParameters,
    /// How a simulation chooses among the moves of a node.
    pub selection: Selection,
    /// How many of the best moves are to have a line (Multi-PV); 1 at first. They cost nothing.
    pub multi_pv: usize,
    /// Whether a game that the moves before have ended is searched all the same; see
    /// [`Searcher::plays_on`](crate::Searcher::plays_on). `false` at first.
    pub plays_on: bool,
    /// The tree, made when it is first needed.
    tree: Option<Tree>,
    /// Its memory in MiB.
    memory: usize,
    /// One for each thread, the calling thread's first.
    workers: Vec<Worker<G, E>>,
    seed: u64,
    root: Vec<RootMove<G::Move>>,
    /// Where the nodes of the root moves are in the tree.
    places: Vec<usize>,
}

impl<G: Heuristics, E: Estimator<G>> MonteCarloSearcher<G, E> {
    /// One thread, a tree of 64 MiB, the seed 0.
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
            root: Vec::new(),
            places: Vec::new(),
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
    /// If the system refuses it. The old tree stays then.
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

    /// Sets the number of threads, at least one; each new one takes an estimator.
    pub fn set_threads(&mut self, threads: usize, mut estimator: impl FnMut() -> E) {
        let (seed, mut number) = (self.seed, self.workers.len() as u64);
        self.workers.resize_with(threads.max(1), || {
            number += 1;
            Worker::new(estimator(), seed_of(seed, number - 1))
        });
    }

    /// Sets the seed from which all chance follows, from the next search on.
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
    /// Searches a position until `control` ends it, or it is decided.
    ///
    /// Only the moves that `allowed` accepts are considered at the root. The position is given
    /// back as it was. At least one simulation is made, unless the moves at the root decide the game. Of
    /// the root's moves only those that have a line are in order. With several threads, control and
    /// observer are called on the calling thread only, with the nodes of all; a limit of nodes
    /// is kept exactly. The statistics count nodes, in all and by iteration.
    ///
    /// # Panics
    /// If the game or the estimator panics on a helping thread, that panic goes on here.
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
        self.root.clear();
        self.places.clear();
        if over.is_none() || self.plays_on {
            let moves = candidates(game, &G::Insight::default()).into_iter().filter(|&mv| allowed(mv));
            self.root.extend(moves.map(RootMove::new));
        }
        if self.root.is_empty() {
            let score = score_without_moves(game, over.is_some());
            return result(over, &[], (score, 0), started, Statistics::default());
        }
        let (own, helpers) = self.workers.split_at_mut(1);
        if own[0].grow_root(job, game, self.root.iter().map(|root| root.mv)) {
            let nodes = children_of(tree, ROOT);
            self.places.extend(nodes.clone());
            self.root.clear();
            self.root.extend(nodes.filter_map(|place| G::Move::from_bits(tree.node(place).mv())).map(RootMove::new));
        }
        let lines = self.multi_pv.clamp(1, self.root.len());
        let shared = Shared::default();
        let mut driver = Driver {
            job,
            shared: &shared,
            worker: &mut own[0],
            control,
            observer,
            root: &mut self.root,
            places: &mut self.places,
            lines,
            iteration: 1,
            nodes_before: 0,
            best_move_changes: 0,
            previous: None,
            statistics: Statistics::default(),
            started,
        };
        if helpers.is_empty() {
            driver.run::<false>(game);
            driver.finish::<false>();
        } else {
            thread::scope(|scope| {
                let _stop = StopAtEnd(&shared.stop);
                // Without a thread from the system the search goes on with those there are.
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
        let score = self.root[0].score.unwrap_or_default();
        result(over, &self.root[..lines], (score, iteration), started, statistics)
    }
}

/// What the root is worth if there is nothing to search.
fn score_without_moves<G: Heuristics>(game: &G, is_over: bool) -> Score {
    match game.verdict(0) {
        Verdict::Exact(score, _) => score,
        _ if is_over => game.stuck(0),
        _ => Score::ZERO,
    }
}

/// Simulations on another thread, until the search ends.
fn help<G: Heuristics, E: Estimator<G>>(worker: &mut Worker<G, E>, job: Job<'_>, game: &mut G, shared: &Shared) {
    // It ends with the search, or by a panic: then the calling thread must not wait for it.
    let _stop = StopAtEnd(&shared.stop);
    while !shared.stop.load(Acquire) && !job.tree.node(ROOT).bounds().is_decided() {
        shared.simulate(worker, job, game);
    }
}

/// A tree of so many MiB.
fn new_tree(mebibytes: usize) -> Option<Tree> {
    Tree::new(mebibytes.saturating_mul((1 << 20) / node::SIZE))
}

/// A tree of so many MiB, or of the largest half, quarter and so on that can be had.
fn largest_tree(mebibytes: &mut usize) -> Tree {
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

fn result<M: Copy>(
    over: Option<crate::Outcome>,
    lines: &[RootMove<M>],
    (score, depth): (Score, u32),
    started: Instant,
    statistics: Statistics,
) -> SearchResult<M> {
    let best = lines.first();
    SearchResult {
        over,
        best: best.map(|best| best.mv),
        pv: best.map_or_else(Vec::new, |best| best.pv.clone()),
        score,
        depth,
        elapsed: started.elapsed(),
        statistics,
        lines: lines.iter().filter(|line| line.depth > 0).cloned().collect(),
    }
}

/// What the threads share besides the tree.
#[derive(Default)]
struct Shared {
    /// Simulations that were begun.
    begun: AtomicU64,
    /// Simulations that are over.
    ended: AtomicU64,
    /// Simulations that may be begun before the control is asked again.
    most: AtomicU64,
    stop: AtomicBool,
}

impl Shared {
    /// Makes a simulation, unless the control must be asked before. Whether it did.
    fn simulate<G, E>(&self, worker: &mut Worker<G, E>, job: Job<'_>, game: &mut G) -> bool
    where
        G: Heuristics,
        E: Estimator<G>,
    {
        let next = |begun| (begun < self.most.load(Relaxed)).then_some(begun + 1);
        let may = self.begun.fetch_update(Relaxed, Relaxed, next).is_ok();
        if may {
            worker.simulate::<true>(job, game);
            self.ended.fetch_add(1, Relaxed);
        } else {
            thread::yield_now();
        }
        may
    }
}

/// Stops the helpers however the calling thread ends.
struct StopAtEnd<'a>(&'a AtomicBool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Release);
    }
}

/// About this long passes between two questions whether to stop.
const POLL_TIME: Duration = Duration::from_millis(1);

/// Simulations between two questions whether to stop, so many that about [`POLL_TIME`]
/// passes: a simulation may take less than a microsecond, or a millisecond.
struct Pace {
    simulations: u64,
    last: Instant,
}

impl Pace {
    /// Adapts the number to how long the last ones took.
    fn adapt(&mut self) {
        let now = Instant::now();
        let passed = now.duration_since(self.last);
        self.last = now;
        if passed > POLL_TIME {
            self.simulations = (self.simulations / 2).max(1);
        } else if passed < POLL_TIME / 2 {
            self.simulations = (self.simulations * 2).min(1 << 20);
        }
    }
}

/// The search on the calling thread.
struct Driver<'a, G: Heuristics, E> {
    job: Job<'a>,
    shared: &'a Shared,
    worker: &'a mut Worker<G, E>,
    control: &'a mut dyn Control,
    observer: &'a mut dyn Observer<G::Move>,
    root: &'a mut Vec<RootMove<G::Move>>,
    places: &'a mut Vec<usize>,
    lines: usize,
    /// The iteration under way, from 1.
    iteration: u32,
    nodes_before: u64,
    best_move_changes: u32,
    previous: Option<Score>,
    statistics: Statistics,
    started: Instant,
}

impl<G: Heuristics, E: Estimator<G>> Driver<'_, G, E> {
    /// Simulations until the control ends it or the root is decided.
    fn run<const SHARED: bool>(&mut self, game: &mut G) {
        let root = self.job.tree.node(ROOT);
        let mut pace = Pace { simulations: 4, last: Instant::now() };
        let mut next_poll = self.next_poll(0, &pace);
        let mut end = end_of(self.iteration);
        let mut nodes = 0;
        while !root.bounds().is_decided() && !self.places.is_empty() {
            if SHARED {
                if self.shared.stop.load(Relaxed) {
                    break;
                }
                self.shared.simulate(self.worker, self.job, game);
                nodes = self.shared.ended.load(Relaxed);
            } else {
                self.worker.simulate::<false>(self.job, game);
                nodes += 1;
            }
            if nodes >= end {
                let report = self.report(nodes);
                if !self.goes_on_after(&report) {
                    break;
                }
                end = end_of(self.iteration);
            }
            if nodes >= next_poll {
                if self.control.poll(nodes) {
                    break;
                }
                pace.adapt();
                next_poll = self.next_poll(nodes, &pace);
            }
        }
        self.statistics.nodes = nodes;
    }

    /// The node at which the control is asked again.
    fn next_poll(&self, nodes: u64, pace: &Pace) -> u64 {
        let most = self.control.interval(nodes).max(1);
        self.shared.most.store(nodes.saturating_add(most), Relaxed);
        nodes + pace.simulations.min(most)
    }

    /// Tells what the last simulations have changed, when all threads have ended.
    fn finish<const SHARED: bool>(&mut self) {
        let nodes = if SHARED { self.shared.ended.load(Relaxed) } else { self.statistics.nodes };
        if nodes > self.nodes_before || nodes == 0 {
            self.report(nodes);
        }
    }

    /// Whether another iteration begins after what one has found.
    fn goes_on_after(&mut self, report: &IterationReport) -> bool {
        let goes_on = self.control.end_iteration(report)
            && self.iteration + 2 < MAX_PLY as u32
            && self.control.begin_iteration(self.iteration + 1);
        if goes_on {
            self.iteration += 1;
            self.previous = Some(report.score);
        }
        goes_on
    }

    /// Brings the best moves to the front of the root's list, and tells the observer.
    fn report(&mut self, nodes: u64) -> IterationReport {
        let before = self.root.first().map(|root| root.mv);
        self.order();
        let changed = self.root.first().map(|root| root.mv) != before;
        if changed && self.previous.is_some() {
            self.best_move_changes += 1;
        }
        let new_nodes = nodes - self.nodes_before;
        self.nodes_before = nodes;
        self.statistics.nodes = nodes;
        if let Some(count) = self.statistics.iteration_nodes.get_mut(self.iteration as usize - 1) {
            *count += new_nodes;
        }
        let mut report = self.tell(0, new_nodes, changed);
        for line in 1..self.lines {
            let worse = self.tell(line, new_nodes, changed).score;
            report.gap.get_or_insert(report.score.get().abs_diff(worse.get()));
        }
        report
    }

    /// Tells the observer of a line; `new_nodes` are those since the last report.
    fn tell(&mut self, line: usize, new_nodes: u64, best_move_changed: bool) -> IterationReport {
        let best = &self.root[line];
        let report = Report {
            depth: self.iteration,
            selective_depth: self.worker.deepest as u32,
            line: line + 1,
            score: best.score.unwrap_or_default(),
            bound: Bound::Exact,
            nodes: self.statistics.nodes,
            elapsed: self.started.elapsed(),
            table_permille: self.job.tree.permille_full(),
            pv: &best.pv,
            best_move_permille: (best.nodes * 1000 / new_nodes.max(1)).min(1000) as u32,
            best_move_changed,
            best_move_changes: self.best_move_changes,
            previous_score: self.previous,
            root: self.root,
        };
        self.observer.progress(&report);
        (&report).into()
    }

    /// Notes the visits of the root moves, and puts the best ones in front with their scores and lines.
    fn order(&mut self) {
        let tree = self.job.tree;
        for (root, &place) in self.root.iter_mut().zip(self.places.iter()) {
            let visits = u64::from(tree.node(place).visits());
            root.nodes = visits.saturating_sub(root.all_nodes);
            root.all_nodes = visits;
        }
        for line in 0..self.lines.min(self.places.len()) {
            let nodes = self.places[line..].iter().map(|&place| tree.node(place));
            let Some(best) = best_child(nodes).map(|at| at + line) else { break };
            self.root[line..=best].rotate_right(1);
            self.places[line..=best].rotate_right(1);
            let place = self.places[line];
            let (node, root) = (tree.node(place), &mut self.root[line]);
            let bounds = node.bounds();
            let score = if bounds.is_decided() {
                bounds.score()
            } else {
                let mean = if node.visits() == 0 { 0.5 } else { node.mean(node.visits()) };
                Score::new(self.job.parameters.units_of(bounds.limited(mean))).clamped()
            };
            root.note(score, self.iteration);
            root.pv.truncate(1);
            follow(tree, place, &mut root.pv);
        }
    }
}

/// The simulations after which an iteration ends.
fn end_of(iteration: u32) -> u64 {
    (64.0 * 2_f64.powf(f64::from(iteration) / 2.0)) as u64
}

/// The line of the best children from a node on, as far as they have been tried.
fn follow<M: GameMove>(tree: &Tree, mut place: usize, line: &mut Vec<M>) {
    while line.len() < MAX_PLY {
        let children = children_of(tree, place);
        let Some(best) = best_child(tree.nodes(children.clone()).iter()) else { return };
        place = children.start + best;
        let node = tree.node(place);
        if node.visits() == 0 && !node.bounds().is_decided() {
            return;
        }
        line.extend(M::from_bits(node.mv()));
    }
}
