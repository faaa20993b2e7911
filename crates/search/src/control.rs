//! When to stop: the search calls a [`Control`] at every iteration and at intervals within it.

use crate::{GameMove, Report, Score, instant::Instant};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// Decides whether the search continues. No method has a default, so that a control that wraps another
/// cannot lose one.
pub trait Control {
    /// The number of nodes until the next call of [`Control::poll`]; at least 1.
    fn interval(&self, nodes: u64) -> u64;

    /// Called within an iteration, after the nodes of [`Control::interval`]: whether to stop at
    /// once.
    fn poll(&mut self, nodes: u64) -> bool;

    /// Called before every iteration but the first: whether to search to `depth` plies.
    fn begin_iteration(&mut self, depth: u32) -> bool;

    /// What the search is for. It does not change during a search.
    fn purpose(&self) -> Purpose;

    /// Called with the result of an iteration; whether to start the next one.
    fn end_iteration(&mut self, report: &IterationReport) -> bool;

    /// Called at a turning point within an iteration; whether to continue it.
    fn turning_point(&mut self, point: TurningPoint, report: &IterationReport) -> bool;
}

/// What a search is for. The default is a good move in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Purpose {
    /// The depth of the last iteration in plies, if known in advance; a search without iterative
    /// deepening searches to this depth at once.
    pub last_depth: Option<u32>,
    /// Whether to find a mate rather than a good move. The search then disables the null move, which
    /// may hide a quiet mating move for many plies.
    pub mate: bool,
    /// Whether a mate must be proved to be the shortest. After an iteration that found a mate, the
    /// search then tries every line that could be shorter and sets
    /// [`IterationReport::is_shortest_mate`] if there is none.
    pub shortest: bool,
    /// Whether a position is analysed, as opposed to choosing a move in a game. Results without a
    /// search, such as book moves, are then not acceptable.
    pub analysis: bool,
}

/// A moment within an iteration at which a clock may decide again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurningPoint {
    /// The best move of the last iteration has its new score, which lies within the window; the
    /// other moves have not been searched yet.
    FirstMove,
    /// No move reaches the lower end of the window: the position is worse than expected.
    FailLow,
    /// A move exceeds the upper end of the window.
    FailHigh,
}

/// The result of a completed iteration, as [`Control::end_iteration`] needs it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct IterationReport {
    /// The depth in plies.
    pub depth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// The total nodes of the search so far.
    pub nodes: u64,
    /// The best move, packed.
    pub best_move: u32,
    /// The share of this iteration's nodes below its best move, in thousandths.
    pub best_move_permille: u32,
    /// Whether the best move differs from that of the previous iteration.
    pub best_move_changed: bool,
    /// The number of changes of the best move, over all iterations and within each.
    pub best_move_changes: u32,
    /// The score of the previous iteration; none in the first.
    pub previous_score: Option<Score>,
    /// The mean of the best move's scores, in which each new score counts as much as all earlier
    /// ones together; none if it had no score before.
    pub average_score: Option<Score>,
    /// The distance to the second-best move, if two lines are searched.
    pub gap: Option<u32>,
    /// Whether the score is a win by mate and every line that could be shorter has been tried; only
    /// if [`Purpose::shortest`] is set.
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
    /// A new handle.
    pub fn new() -> StopHandle {
        StopHandle::default()
    }

    /// Makes every search with this handle stop soon.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`StopHandle::stop`] was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Limits of a search; the first one reached ends it. The default has none: the search ends by its
/// [`StopHandle`] or at the maximum depth.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// The exact number of nodes after which the search stops.
    pub nodes: Option<u64>,
    /// The time after which no new iteration begins.
    pub soft_time: Option<Duration>,
    /// The time after which the search stops within an iteration.
    pub hard_time: Option<Duration>,
    /// Stop when a mate in at most this number of moves of the side to move is found (or the side
    /// to move is mated in as many).
    pub mate: Option<u32>,
}

impl Limits {
    /// Stops after the iteration at `plies`. The first iteration is always searched, so that 0 counts
    /// as 1, and the last has [`MAX_PLY`](crate::MAX_PLY) − 2 plies.
    #[must_use]
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// Stops after this number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Stops after this time, even within an iteration.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits { hard_time: Some(time), ..Limits::default() }
    }

    /// Stops when a mate in at most `moves` is found.
    #[must_use]
    pub fn mate(moves: u32) -> Limits {
        Limits { mate: Some(moves), ..Limits::default() }
    }

    /// Also stops after the iteration at `plies`.
    #[must_use]
    pub fn with_depth(self, plies: u32) -> Limits {
        Limits { depth: Some(plies), ..self }
    }

    /// Also stops after this number of nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }
}

/// A [`Control`] that applies [`Limits`] and a [`StopHandle`].
#[derive(Clone, Debug)]
pub struct LimitControl {
    limits: Limits,
    stop: StopHandle,
    started: Instant,
}

/// Nodes between two readings of the clock: about a millisecond.
const POLL_INTERVAL: u64 = 1024;

impl LimitControl {
    /// Starts the clock.
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

    fn purpose(&self) -> Purpose {
        Purpose { last_depth: self.limits.depth, mate: self.limits.mate.is_some(), ..Purpose::default() }
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

    fn turning_point(&mut self, _: TurningPoint, _: &IterationReport) -> bool {
        true
    }
}
