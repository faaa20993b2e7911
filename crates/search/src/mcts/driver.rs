//! The loop around simulations: the control is polled, iterations end and are reported.

use super::{
    choice::best_child,
    simulation::{Job, Simulator},
    tree::{ROOT, Tree, children_of},
};
use crate::{
    Bound, Control, GameMove, Heuristics, IterationReport, MAX_PLY, Observer, Report, RootMove, Score, Statistics,
    instant::Instant,
    shown::Shown,
    sync::atomic::{
        AtomicBool, AtomicU64,
        Ordering::{Relaxed, Release},
    },
};
use std::{thread, time::Duration};

/// Data that the threads share in addition to the tree.
#[derive(Default)]
pub(super) struct Shared {
    /// Simulations begun.
    begun: AtomicU64,
    /// Simulations completed.
    ended: AtomicU64,
    /// The number of simulations that may begin before the control is polled again.
    most: AtomicU64,
    pub(super) stop: AtomicBool,
}

impl Shared {
    /// Runs a simulation, unless the control must be polled first. Returns whether it did.
    pub(super) fn simulate<G: Heuristics>(
        &self,
        simulator: &mut impl Simulator<G>,
        job: Job<'_>,
        game: &mut G,
    ) -> bool {
        let next = |begun| (begun < self.most.load(Relaxed)).then_some(begun + 1);
        let may = self.begun.fetch_update(Relaxed, Relaxed, next).is_ok();
        if may {
            self.ended.fetch_add(simulator.simulate::<true>(job, game, 1), Relaxed);
        } else {
            thread::yield_now();
        }
        may
    }
}

/// Stops the helpers when the calling thread ends, even by a panic.
pub(super) struct StopAtEnd<'a>(pub(super) &'a AtomicBool);

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
pub(super) struct Driver<'a, G: Heuristics, S> {
    job: Job<'a>,
    shared: &'a Shared,
    pub(super) simulator: &'a mut S,
    control: &'a mut dyn Control,
    observer: &'a mut dyn Observer<G::Move>,
    root: &'a mut Root<G::Move>,
    lines: usize,
    /// The current iteration, from 1.
    pub(super) iteration: u32,
    nodes_before: u64,
    best_move_changes: u32,
    previous: Option<Score>,
    pub(super) statistics: Statistics,
    started: Instant,
}

impl<'a, G: Heuristics, S: Simulator<G>> Driver<'a, G, S> {
    /// A search that began at `started`; `root` has at least one move.
    pub(super) fn new(
        (job, shared): (Job<'a>, &'a Shared),
        simulator: &'a mut S,
        (control, observer): (&'a mut dyn Control, &'a mut dyn Observer<G::Move>),
        (root, multi_pv): (&'a mut Root<G::Move>, usize),
        started: Instant,
    ) -> Driver<'a, G, S> {
        Driver {
            job,
            shared,
            simulator,
            control,
            observer,
            lines: multi_pv.clamp(1, root.moves.len()),
            root,
            iteration: 1,
            nodes_before: 0,
            best_move_changes: 0,
            previous: None,
            statistics: Statistics::default(),
            started,
        }
    }

    /// Runs simulations until the control stops or the root is decided.
    pub(super) fn run<const SHARED: bool>(&mut self, game: &mut G) {
        let root = self.job.tree.node(ROOT);
        let mut pace = Pace { simulations: 4, last: Instant::now() };
        let mut next_poll = self.next_poll(0, &pace);
        let mut end = end_of(self.iteration);
        let mut nodes = 0;
        while !root.bounds().is_decided() && !self.root.places.is_empty() {
            if SHARED {
                if self.shared.stop.load(Relaxed) {
                    break;
                }
                self.shared.simulate(self.simulator, self.job, game);
                nodes = self.shared.ended.load(Relaxed);
            } else {
                let most = self.shared.most.load(Relaxed).saturating_sub(nodes).max(1);
                let new = self.simulator.simulate::<false>(self.job, game, most);
                if new == 0 {
                    break;
                }
                nodes += new;
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
    pub(super) fn finish<const SHARED: bool>(&mut self) {
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
        let before = self.root.moves.first().map(|root| root.mv);
        self.root.order(self.job, self.lines, self.iteration);
        let changed = self.root.moves.first().map(|root| root.mv) != before;
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
        let best = &self.root.moves[line];
        let Shown { score, bound, claim } = shown(best, best.score.unwrap_or_default());
        let report = Report {
            depth: self.iteration,
            selective_depth: self.simulator.deepest() as u32,
            line: line + 1,
            score,
            claim,
            bound,
            nodes: self.statistics.nodes,
            elapsed: self.started.elapsed(),
            table_permille: self.job.tree.permille_full(),
            pv: &best.pv,
            best_move_permille: (best.nodes * 1000 / new_nodes.max(1)).min(1000) as u32,
            best_move_changed,
            best_move_changes: self.best_move_changes,
            previous_score: self.previous,
            root: &self.root.moves,
        };
        self.observer.progress(&report);
        (&report).into()
    }
}

/// The moves of the root.
#[derive(Debug)]
pub(super) struct Root<M> {
    /// Those that are searched, the ones with a line first.
    pub(super) moves: Vec<RootMove<M>>,
    /// The indices of their nodes; none if the tree has no room.
    places: Vec<usize>,
}

impl<M> Default for Root<M> {
    fn default() -> Root<M> {
        Root { moves: Vec::new(), places: Vec::new() }
    }
}

impl<M: GameMove> Root<M> {
    /// Replaces the moves.
    pub(super) fn set(&mut self, moves: impl Iterator<Item = M>) {
        self.places.clear();
        self.moves.clear();
        self.moves.extend(moves.map(RootMove::new));
    }

    /// Takes the moves in the order of the tree, whose root has just got its children.
    pub(super) fn adopt(&mut self, tree: &Tree) {
        let nodes = children_of(tree, ROOT);
        self.set(nodes.clone().filter_map(|place| M::from_bits(tree.node(place).mv())));
        self.places.extend(nodes);
    }

    /// Records the visits of the moves and moves the best `lines` to the front with their scores and
    /// lines.
    fn order(&mut self, job: Job<'_>, lines: usize, iteration: u32) {
        let tree = job.tree;
        for (root, &place) in self.moves.iter_mut().zip(self.places.iter()) {
            let visits = u64::from(tree.node(place).visits());
            root.nodes = visits.saturating_sub(root.all_nodes);
            root.all_nodes = visits;
        }
        for line in 0..lines.min(self.places.len()) {
            let nodes = self.places[line..].iter().map(|&place| tree.node(place));
            let Some(best) = best_child(nodes).map(|at| at + line) else { break };
            self.moves[line..=best].rotate_right(1);
            self.places[line..=best].rotate_right(1);
            let place = self.places[line];
            let (node, root) = (tree.node(place), &mut self.moves[line]);
            let bounds = node.bounds();
            let mean = if node.visits() == 0 { 0.5 } else { node.mean(node.visits()) };
            let units = |mean| Score::new(job.parameters.units_of(mean)).clamped();
            root.note(if bounds.is_decided() { bounds.score() } else { units(bounds.limited(mean)) }, iteration);
            root.ordinary = Some(units(mean));
            root.pv.truncate(1);
            follow(tree, place, &mut root.pv);
        }
    }
}

/// The score to show for the value of a root move.
pub(super) fn shown<M>(root: &RootMove<M>, value: Score) -> Shown {
    Shown::unconfirmed(value, Bound::Exact, root.has_whole_line(value), root.ordinary.unwrap_or_default())
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
