//! When a player stops: by the clock, at a mate, or by a signal.

use duiyi_clock::{GoParameters, MoveContext, MoveSummary, NodeClock, PollInterval, Stage, TimeKeeper};
use duiyi_search::{Control, Instant, IterationReport, Purpose, StopHandle, TurningPoint};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

/// The limits of a turn.
#[derive(Clone, Debug, Default)]
pub struct TurnLimits {
    /// Clocks and fixed limits.
    pub go: GoParameters,
    /// Stop at a mate in at most this number of moves of the side to move.
    pub mate: Option<u32>,
    /// Stop at any mate, even without another limit.
    pub until_mate: bool,
    /// Measure time by the nodes of the search; `None` measures real time.
    pub node_clock: Option<NodeClock>,
}

impl TurnLimits {
    /// A fixed time for the turn.
    pub fn move_time(time: Duration) -> TurnLimits {
        TurnLimits { go: GoParameters { move_time: Some(time), ..GoParameters::default() }, ..TurnLimits::default() }
    }

    /// A maximum depth in plies.
    pub fn depth(plies: u32) -> TurnLimits {
        TurnLimits { go: GoParameters { depth: Some(plies), ..GoParameters::default() }, ..TurnLimits::default() }
    }

    /// A maximum number of nodes.
    pub fn nodes(nodes: u64) -> TurnLimits {
        TurnLimits { go: GoParameters { nodes: Some(nodes), ..GoParameters::default() }, ..TurnLimits::default() }
    }

    /// Whether only a stop ends the search.
    pub fn is_unlimited(&self) -> bool {
        self.may_not_end() && self.mate.is_none()
    }

    /// Whether the search may go on without an end: a stop or a mate ends it, and there may be no mate.
    pub(crate) fn may_not_end(&self) -> bool {
        let GoParameters { own, move_time, depth, nodes, .. } = self.go;
        own.is_none() && move_time.is_none() && depth.is_none() && nodes.is_none()
    }
}

/// Signals to a running search from another thread.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Stops the search.
    pub stop: StopHandle,
    hit: std::sync::Arc<AtomicBool>,
}

impl Signals {
    /// Signals that the expected move was played.
    pub fn ponder_hit(&self) {
        self.hit.store(true, Ordering::Release);
    }
}

/// Measures the time of a turn.
struct Stopwatch {
    started: Instant,
    node_clock: Option<NodeClock>,
    /// The nodes of the finished searches of the turn, which may need several.
    before: u64,
    /// The nodes of the current search.
    nodes: u64,
}

impl Stopwatch {
    fn start(node_clock: Option<NodeClock>) -> Stopwatch {
        Stopwatch { started: Instant::now(), node_clock, before: 0, nodes: 0 }
    }

    /// Takes note of the nodes of the current search. A smaller number belongs to a new search.
    fn count(&mut self, nodes: u64) {
        if nodes < self.nodes {
            self.before += self.nodes;
        }
        self.nodes = nodes;
    }

    fn elapsed(&self) -> Duration {
        self.elapsed_after(self.before + self.nodes)
    }

    /// The time after this number of nodes in all searches of the turn.
    fn elapsed_after(&self, nodes: u64) -> Duration {
        self.node_clock.map_or_else(|| self.started.elapsed(), |clock| clock.elapsed(nodes))
    }
}

/// A [`Control`] with a [`TimeKeeper`] and [`Signals`].
///
/// ```
/// use duiyi_clock::{Foresight, GoParameters, MoveContext, PlayerClock, TimeKeeper};
/// use duiyi_engine::{ClockControl, Signals, TurnLimits};
/// use std::time::Duration;
///
/// let own = PlayerClock { left: Duration::from_secs(60), ..PlayerClock::default() };
/// let limits = TurnLimits { go: GoParameters { own: Some(own), ..GoParameters::default() }, ..TurnLimits::default() };
/// let mut keeper = TimeKeeper::new(Box::new(Foresight::default()));
/// let mut control = ClockControl::start(&mut keeper, &limits, &MoveContext::default(), Signals::default());
/// // searcher.search(&game).table(&table).control(&mut control).run()
/// ```
pub struct ClockControl<'a> {
    keeper: &'a mut TimeKeeper,
    signals: Signals,
    limits: TurnLimits,
    stopwatch: Stopwatch,
    interval: PollInterval,
    polled: (u64, Duration),
}

impl<'a> ClockControl<'a> {
    /// Begins a turn: the keeper divides the time, and the clock starts.
    pub fn start(
        keeper: &'a mut TimeKeeper,
        limits: &TurnLimits,
        context: &MoveContext,
        signals: Signals,
    ) -> ClockControl<'a> {
        keeper.start(&limits.go, context);
        ClockControl {
            keeper,
            signals,
            limits: limits.clone(),
            stopwatch: Stopwatch::start(limits.node_clock),
            interval: PollInterval::default(),
            polled: (0, Duration::ZERO),
        }
    }

    /// The keeper's budget for the turn.
    pub fn budget(&self) -> Option<duiyi_clock::Budget> {
        self.keeper.budget()
    }

    /// Waits until the answer may be sent: an infinite search waits for a stop, a
    /// ponder search for a stop or a ponder hit. Unpark the thread to wake it.
    pub fn wait_until_wanted(&mut self) {
        loop {
            self.take_hit();
            let waits = self.limits.go.infinite || self.limits.go.ponder;
            if !waits || self.signals.stop.is_stopped() {
                return;
            }
            thread::park_timeout(Duration::from_millis(20));
        }
    }

    /// Ends the turn and reports its time to the keeper; `nodes` are those that a
    /// [node clock](TurnLimits::node_clock) counts. Returns `false` for pondering on a move that was
    /// not played, which does not count as a turn.
    pub fn finish(self, summary: MoveSummary, nodes: u64) -> bool {
        let elapsed = self.stopwatch.elapsed_after(nodes);
        let own_turn = !self.limits.go.ponder;
        if own_turn {
            self.keeper.finish(&MoveSummary { elapsed, ..summary });
        } else {
            self.keeper.ponder_miss(elapsed);
        }
        own_turn
    }

    /// Converts a report for the time strategy.
    fn progress(&self, stage: Stage, report: &IterationReport) -> duiyi_clock::SearchProgress {
        duiyi_clock::SearchProgress {
            stage,
            depth: report.depth,
            elapsed: self.stopwatch.elapsed(),
            nodes: report.nodes,
            score: report.score.get(),
            best: report.best_move,
            best_share: (stage == Stage::Complete).then_some(report.best_move_permille as f32 / 1000.0),
            gap: report.gap,
            mate: report.score.mate_distance(),
        }
    }

    /// Passes a ponder hit to the clock, once.
    fn take_hit(&mut self) {
        if self.signals.hit.swap(false, Ordering::AcqRel) {
            self.keeper.ponder_hit(self.stopwatch.elapsed());
            self.limits.go.ponder = false;
        }
    }

    /// Whether a mate ends this kind of search.
    fn mate_ends(&self, report: &IterationReport) -> bool {
        let Some(plies) = report.score.mate_distance().map(i32::unsigned_abs) else { return false };
        if plies > report.depth {
            return false;
        }
        match self.limits.mate {
            Some(moves) => plies.div_ceil(2) <= moves,
            None => {
                let go = &self.limits.go;
                // With a clock, more time brings nothing. A fixed time for the turn is
                // used as long as a shorter mate is possible.
                let enough = go.own.is_some() || report.is_shortest_mate;
                self.limits.until_mate || enough && !go.infinite && !go.ponder
            }
        }
    }
}

impl Control for ClockControl<'_> {
    fn interval(&self, nodes: u64) -> u64 {
        let left = self.limits.go.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(nodes));
        self.interval.nodes().min(left).max(1)
    }

    fn poll(&mut self, nodes: u64) -> bool {
        self.stopwatch.count(nodes);
        self.take_hit();
        let elapsed = self.stopwatch.elapsed();
        // An interval that is too short to measure the speed is added to the next one.
        if self.interval.observe(nodes.saturating_sub(self.polled.0), elapsed.saturating_sub(self.polled.1)) {
            self.polled = (nodes, elapsed);
        }
        self.signals.stop.is_stopped() || self.keeper.must_stop(elapsed, nodes)
    }

    fn begin_iteration(&mut self, depth: u32) -> bool {
        !self.signals.stop.is_stopped() && self.limits.go.depth.is_none_or(|limit| depth <= limit)
    }

    fn purpose(&self) -> Purpose {
        let go = &self.limits.go;
        let (waits, mate) = (go.infinite || go.ponder, self.limits.mate.is_some());
        let fixed_time = go.move_time.is_some() && go.own.is_none();
        Purpose {
            last_depth: go.depth,
            mate,
            shortest: fixed_time && !waits && !mate && !self.limits.until_mate,
            analysis: go.infinite || mate,
        }
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.stopwatch.count(report.nodes);
        self.take_hit();
        let progress = self.progress(Stage::Complete, report);
        let mate = self.mate_ends(report);
        // An infinite search that waits for a mate may end now.
        self.limits.go.infinite &= !(mate && self.limits.until_mate);
        let stop = self.keeper.report(&progress) || mate || self.signals.stop.is_stopped();
        !stop
    }

    fn turning_point(&mut self, point: TurningPoint, report: &IterationReport) -> bool {
        self.stopwatch.count(report.nodes);
        let stage = match point {
            TurningPoint::FirstMove => Stage::FirstMove,
            TurningPoint::FailLow => Stage::FailLow,
            TurningPoint::FailHigh => Stage::FailHigh,
        };
        // The first iteration is always finished, for there is no score before.
        !self.keeper.report(&self.progress(stage, report)) || report.depth <= 1
    }
}

/// A control with additional limits of nodes and depth, for levels of strength.
pub struct NodeLimit<'a> {
    /// The control for everything else.
    pub inner: &'a mut dyn Control,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The maximum depth, in plies.
    pub depth: Option<u32>,
}

impl Control for NodeLimit<'_> {
    fn interval(&self, nodes: u64) -> u64 {
        let left = self.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(nodes));
        self.inner.interval(nodes).min(left).max(1)
    }

    fn poll(&mut self, nodes: u64) -> bool {
        self.inner.poll(nodes) || self.nodes.is_some_and(|limit| nodes >= limit)
    }

    fn begin_iteration(&mut self, depth: u32) -> bool {
        self.depth.is_none_or(|limit| depth <= limit) && self.inner.begin_iteration(depth)
    }

    fn purpose(&self) -> Purpose {
        let inner = self.inner.purpose();
        Purpose { last_depth: [inner.last_depth, self.depth].into_iter().flatten().min(), ..inner }
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.inner.end_iteration(report)
    }

    fn turning_point(&mut self, point: TurningPoint, report: &IterationReport) -> bool {
        self.inner.turning_point(point, report)
    }
}
