//! When to stop: the search asks a [`Control`] at every iteration and at
//! intervals inside it.

use crate::{GameMove, Report, Score, instant::Instant};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// Decides whether the search goes on.
pub trait Control {
    /// Nodes from now until [`Control::poll`] must be called; at least 1.
    fn interval(&self, nodes: u64) -> u64;

    /// Asked inside an iteration, at the node that [`Control::interval`]
    /// named: whether to stop at once.
    fn poll(&mut self, nodes: u64) -> bool;

    /// Asked before every iteration but the first: whether to search `depth` plies.
    fn begin_iteration(&mut self, depth: u32) -> bool;

    /// The last iteration, if it is known beforehand; a search without
    /// iterative deepening begins with it.
    fn last_depth(&self) -> Option<u32> {
        None
    }

    /// Whether a mate is sought rather than a good move. The search then leaves
    /// out the null move, which may hide a quiet mating move for many plies.
    fn seeks_mate(&self) -> bool {
        false
    }

    /// Whether it matters that no mate is shorter than the one found. The search then
    /// looks, after an iteration that found one, at every line that could be shorter, and
    /// says in [`IterationReport::is_shortest_mate`] whether there is none.
    fn wants_shortest_mate(&self) -> bool {
        false
    }

    /// Whether a position is analysed rather than a move of a game chosen. What is known
    /// without a search, as from a book, is then no answer.
    fn analyses(&self) -> bool {
        false
    }

    /// Given what an iteration found; whether to go on to the next one.
    fn end_iteration(&mut self, report: &IterationReport) -> bool;

    /// Called at a turning point within an iteration; whether to go on with it.
    /// By default it always goes on.
    fn turning_point(&mut self, _point: TurningPoint, _report: &IterationReport) -> bool {
        true
    }
}

/// A moment within an iteration at which a clock may decide again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurningPoint {
    /// The last iteration's best move has its new score, which lies within
    /// the window; the other moves are still to come.
    FirstMove,
    /// No move reaches the lower end of the window: the position is worse than thought.
    FailLow,
    /// A move is better than the upper end of the window.
    FailHigh,
}

/// What a finished iteration found, as far as the decision to go on needs it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct IterationReport {
    /// Its depth in plies.
    pub depth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// All nodes of the search so far.
    pub nodes: u64,
    /// The best move, packed.
    pub best_move: u32,
    /// The nodes of this iteration under its best move, of all its nodes, in thousandths.
    pub best_move_permille: u32,
    /// Whether its best move differs from the one before.
    pub best_move_changed: bool,
    /// How often a move has taken the best one's place, over all iterations and within each.
    pub best_move_changes: u32,
    /// The score of the iteration before; none in the first.
    pub previous_score: Option<Score>,
    /// The mean of the best move's scores, each new one counting as much as all
    /// before; none before it has had one.
    pub average_score: Option<Score>,
    /// How far the second-best move is behind, if two lines are searched.
    pub gap: Option<u32>,
    /// Whether the score is a win by mate and every line that could be shorter has been
    /// looked at; only if the control [wants](Control::wants_shortest_mate) to know.
    pub is_shortest_mate: bool,
    /// The number of moves at the root.
    pub root_moves: usize,
    /// Time since the search began.
    pub elapsed: Duration,
}

impl<M: GameMove> From<&Report<'_, M>> for IterationReport {
    fn from(report: &Report<'_, M>) -> IterationReport {
        let best = report.root.first();
        IterationReport {
            depth: report.depth,
            score: report.score,
            nodes: report.nodes,
            best_move: best.map_or(0, |best| best.mv.to_bits()),
            best_move_permille: report.best_move_permille,
            best_move_changed: report.best_move_changed,
            best_move_changes: report.best_move_changes,
            previous_score: report.previous_score,
            average_score: best.and_then(|best| best.average),
            gap: None,
            is_shortest_mate: false,
            root_moves: report.root.len(),
            elapsed: report.elapsed,
        }
    }
}

/// Stops a search from another thread.
#[derive(Clone, Debug, Default)]
pub struct StopHandle(Arc<AtomicBool>);

impl StopHandle {
    /// A handle that has not been used.
    pub fn new() -> StopHandle {
        StopHandle::default()
    }

    /// Makes every search that looks at this handle stop soon.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was told to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Limits of a search; whichever is reached first ends it. The default has
/// none: such a search ends by its [`StopHandle`], or at the greatest depth.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// The nodes after which it stops, exactly.
    pub nodes: Option<u64>,
    /// The time after which it begins no further iteration.
    pub soft_time: Option<Duration>,
    /// The time after which it stops inside an iteration.
    pub hard_time: Option<Duration>,
    /// Stop when a mate in at most so many moves of the side to move is found
    /// (or it is mated in as many).
    pub mate: Option<u32>,
}

impl Limits {
    /// Stop after the iteration of `plies`.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// Stop after so many nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Stop after this time, wherever the search is.
    pub fn time(time: Duration) -> Limits {
        Limits { hard_time: Some(time), ..Limits::default() }
    }

    /// Stop when a mate in at most `moves` is found.
    pub fn mate(moves: u32) -> Limits {
        Limits { mate: Some(moves), ..Limits::default() }
    }
}

/// The [`Control`] that keeps to [`Limits`] and obeys a [`StopHandle`].
#[derive(Clone, Debug)]
pub struct LimitControl {
    limits: Limits,
    stop: StopHandle,
    started: Instant,
}

/// Nodes between two looks at the clock: about a millisecond.
const POLL_INTERVAL: u64 = 1024;

impl LimitControl {
    /// Begins to count time now.
    pub fn new(limits: Limits, stop: StopHandle) -> LimitControl {
        LimitControl { limits, stop, started: Instant::now() }
    }
}

impl Control for LimitControl {
    fn interval(&self, nodes: u64) -> u64 {
        match self.limits.nodes {
            Some(limit) => limit.saturating_sub(nodes).clamp(1, POLL_INTERVAL),
            None => POLL_INTERVAL,
        }
    }

    fn poll(&mut self, nodes: u64) -> bool {
        self.stop.is_stopped()
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self.limits.hard_time.is_some_and(|limit| self.started.elapsed() >= limit)
    }

    fn last_depth(&self) -> Option<u32> {
        self.limits.depth
    }

    fn seeks_mate(&self) -> bool {
        self.limits.mate.is_some()
    }

    fn begin_iteration(&mut self, depth: u32) -> bool {
        !self.stop.is_stopped() && self.limits.depth.is_none_or(|limit| depth <= limit)
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        let moves = |plies: u32| plies.div_ceil(2);
        let mate_found = self
            .limits
            .mate
            .zip(report.score.mate_distance().map(i32::unsigned_abs))
            .is_some_and(|(limit, plies)| moves(plies) <= limit && plies <= report.depth);
        !self.poll(report.nodes)
            && self.limits.soft_time.is_none_or(|limit| self.started.elapsed() < limit)
            && !mate_found
    }
}
