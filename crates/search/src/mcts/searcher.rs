//! The public interface of Monte Carlo tree search.

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

/// The default memory of the tree in MiB.
const DEFAULT_MEMORY: usize = 64;

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
    root: Vec<RootMove<G::Move>>,
    /// The indices of the root moves' nodes.
    places: Vec<usize>,
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

    /// Sets the number of threads, at least one; each new thread gets an estimator.
    pub fn set_threads(&mut self, threads: usize, mut estimator: impl FnMut() -> E) {
        let (seed, mut number) = (self.seed, self.workers.len() as u64);
        self.workers.resize_with(threads.max(1), || {
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
        let score = self.root[0].score.unwrap_or_default();
        result(over, &self.root[..lines], (score, iteration), started, statistics)
    }
}

/// The score of the root if there is nothing to search.
fn score_without_moves<G: Heuristics>(game: &G, is_over: bool) -> Score {
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
fn new_tree(mebibytes: usize) -> Option<Tree> {
    Tree::new(mebibytes.saturating_mul((1 << 20) / node::SIZE))
}

/// A tree of this size in MiB, or the largest half, quarter and so on that can be allocated.
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

/// Data that the threads share in addition to the tree.
#[derive(Default)]
struct Shared {
    /// Simulations begun.
    begun: AtomicU64,
    /// Simulations completed.
    ended: AtomicU64,
    /// The number of simulations that may begin before the control is polled again.
    most: AtomicU64,
    stop: AtomicBool,
}

impl Shared {
    /// Runs a simulation, unless the control must be polled first. Returns whether it did.
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

/// Stops the helpers when the calling thread ends, even by a panic.
struct StopAtEnd<'a>(&'a AtomicBool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Release);
    }
}

/// The approximate time between two polls of the control.
const POLL_TIME: Duration = Duration::from_millis(1);

/// The number of simulations between two polls of the control, chosen so that about [`POLL_TIME`]
/// passes: a simulation takes from less than a microsecond to a millisecond.
struct Pace {
    simulations: u64,
    last: Instant,
}

impl Pace {
    /// Adapts the number to the time of the last simulations.
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
    /// The current iteration, from 1.
    iteration: u32,
    nodes_before: u64,
    best_move_changes: u32,
    previous: Option<Score>,
    statistics: Statistics,
    started: Instant,
}

impl<G: Heuristics, E: Estimator<G>> Driver<'_, G, E> {
    /// Runs simulations until the control stops or the root is decided.
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

    /// The node count at which the control is polled again.
    fn next_poll(&self, nodes: u64, pace: &Pace) -> u64 {
        let most = self.control.interval(nodes).max(1);
        self.shared.most.store(nodes.saturating_add(most), Relaxed);
        nodes + pace.simulations.min(most)
    }

    /// Reports the changes of the last simulations after all threads have ended.
    fn finish<const SHARED: bool>(&mut self) {
        let nodes = if SHARED { self.shared.ended.load(Relaxed) } else { self.statistics.nodes };
        if nodes > self.nodes_before || nodes == 0 {
            self.report(nodes);
        }
    }

    /// Whether another iteration follows a report.
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

    /// Moves the best moves to the front of the root's list and reports them to the observer.
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
        let mut report = self.report_line(0, new_nodes, changed);
        for line in 1..self.lines {
            let worse = self.report_line(line, new_nodes, changed).score;
            report.gap.get_or_insert(report.score.get().abs_diff(worse.get()));
        }
        report
    }

    /// Reports a line to the observer; `new_nodes` is the number of nodes since the last report.
    fn report_line(&mut self, line: usize, new_nodes: u64, best_move_changed: bool) -> IterationReport {
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

    /// Records the visits of the root moves and moves the best to the front with their scores and
    /// lines.
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

/// The number of simulations at the end of an iteration.
fn end_of(iteration: u32) -> u64 {
    (64.0 * 2_f64.powf(f64::from(iteration) / 2.0)) as u64
}

/// The line of best children from a node, as far as they have visits.
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
