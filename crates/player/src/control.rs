//! When a player stops: by the clock, at a mate, when it is told to.

use duiyi_clock::{GoParameters, MoveContext, MoveSummary, PollInterval, Stage, TimeKeeper};
use duiyi_search::{Control, Instant, IterationReport, StopHandle, TurningPoint};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

/// When a turn is to be given.
#[derive(Clone, Debug, Default)]
pub struct TurnLimits {
    /// Clocks and fixed limits.
    pub go: GoParameters,
    /// A mate in at most so many moves of the side to move is wanted, and enough.
    pub mate: Option<u32>,
    /// Any mate is enough, even without another limit.
    pub until_mate: bool,
}

impl TurnLimits {
    /// So long for the turn.
    pub fn move_time(time: Duration) -> TurnLimits {
        TurnLimits { go: GoParameters { move_time: Some(time), ..GoParameters::default() }, ..TurnLimits::default() }
    }

    /// At most so many plies deep.
    pub fn depth(plies: u32) -> TurnLimits {
        TurnLimits { go: GoParameters { depth: Some(plies), ..GoParameters::default() }, ..TurnLimits::default() }
    }

    /// At most so many nodes.
    pub fn nodes(nodes: u64) -> TurnLimits {
        TurnLimits { go: GoParameters { nodes: Some(nodes), ..GoParameters::default() }, ..TurnLimits::default() }
    }

    /// Whether nothing ends the search but being told to.
    pub fn is_unlimited(&self) -> bool {
        let GoParameters { own, move_time, depth, nodes, .. } = self.go;
        own.is_none() && move_time.is_none() && depth.is_none() && nodes.is_none() && self.mate.is_none()
    }
}

/// What a running search is told from another thread.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Answer now.
    pub stop: StopHandle,
    hit: std::sync::Arc<AtomicBool>,
}

impl Signals {
    /// The move that was pondered on has been played.
    pub fn ponder_hit(&self) {
        self.hit.store(true, Ordering::Release);
    }
}

/// The [`Control`] that lets a [`TimeKeeper`] decide and obeys [`Signals`]: a
/// search with a clock in three lines.
///
/// ```
/// use duiyi_clock::{Foresight, GoParameters, MoveContext, PlayerClock, TimeKeeper};
/// use duiyi_player::{ClockControl, Signals, TurnLimits};
/// use std::time::Duration;
///
/// let own = PlayerClock { left: Duration::from_secs(60), ..PlayerClock::default() };
/// let limits = TurnLimits { go: GoParameters { own: Some(own), ..GoParameters::default() }, ..TurnLimits::default() };
/// let mut keeper = TimeKeeper::new(Box::new(Foresight::default()));
/// let mut control = ClockControl::start(&mut keeper, &limits, &MoveContext::default(), Signals::default());
/// // searcher.search(&mut game, &table, &mut control, &mut (), |_| true)
/// ```
pub struct ClockControl<'a> {
    keeper: &'a mut TimeKeeper,
    signals: Signals,
    limits: TurnLimits,
    started: Instant,
    interval: PollInterval,
    polled: (u64, Duration),
}

impl<'a> ClockControl<'a> {
    /// Begins a turn: the keeper divides the time, and the mover's clock runs from now.
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
            started: Instant::now(),
            interval: PollInterval::default(),
            polled: (0, Duration::ZERO),
        }
    }

    /// The keeper's budget for the turn.
    pub fn budget(&self) -> Option<duiyi_clock::Budget> {
        self.keeper.budget()
    }

    /// A search that is over too early must not answer before it may: an
    /// infinite one waits for the stop, one on the opponent's time for the stop or
    /// the ponder hit. Wake the thread by unparking it.
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

    /// Ends the turn: the keeper learns what it took. Returns whether the turn was the mover's;
    /// one that was pondered on a move that did not come is no move of the strategy's.
    pub fn finish(self, summary: MoveSummary) -> bool {
        let elapsed = self.started.elapsed();
        let own_turn = !self.limits.go.ponder;
        if own_turn {
            self.keeper.finish(&MoveSummary { elapsed, ..summary });
        } else {
            self.keeper.ponder_miss(elapsed);
        }
        own_turn
    }

    /// A report in the words of the clock.
    fn told(&self, stage: Stage, report: &IterationReport) -> duiyi_clock::SearchProgress {
        duiyi_clock::SearchProgress {
            stage,
            depth: report.depth,
            elapsed: self.started.elapsed(),
            nodes: report.nodes,
            score: report.score.get(),
            best: report.best_move,
            best_share: (stage == Stage::Complete).then_some(report.best_move_permille as f32 / 1000.0),
            gap: report.gap,
            mate: report.score.mate_distance(),
        }
    }

    /// Passes a ponder hit on to the clock, once.
    fn take_hit(&mut self) {
        if self.signals.hit.swap(false, Ordering::AcqRel) {
            self.keeper.ponder_hit(self.started.elapsed());
            self.limits.go.ponder = false;
        }
    }

    /// Whether a mate was found that ends this kind of search.
    fn mate_ends(&self, report: &IterationReport) -> bool {
        let Some(plies) = report.score.mate_distance().map(i32::unsigned_abs) else { return false };
        if plies > report.depth {
            return false;
        }
        match self.limits.mate {
            Some(moves) => plies.div_ceil(2) <= moves,
            None => {
                let go = &self.limits.go;
                // With a clock there is nothing to gain by more thought. A time for this
                // turn alone is there to be used, as long as the mate may be shorter.
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
        self.take_hit();
        let elapsed = self.started.elapsed();
        // A span that was too short to tell the speed is counted with the next one.
        if self.interval.observe(nodes.saturating_sub(self.polled.0), elapsed.saturating_sub(self.polled.1)) {
            self.polled = (nodes, elapsed);
        }
        self.signals.stop.is_stopped() || self.keeper.must_stop(elapsed, nodes)
    }

    fn begin_iteration(&mut self, depth: u32) -> bool {
        !self.signals.stop.is_stopped() && self.limits.go.depth.is_none_or(|limit| depth <= limit)
    }

    fn last_depth(&self) -> Option<u32> {
        self.limits.go.depth
    }

    fn seeks_mate(&self) -> bool {
        self.limits.mate.is_some()
    }

    fn wants_shortest_mate(&self) -> bool {
        let go = &self.limits.go;
        let waits = go.infinite || go.ponder;
        go.move_time.is_some() && go.own.is_none() && !waits && self.limits.mate.is_none() && !self.limits.until_mate
    }

    fn analyses(&self) -> bool {
        self.limits.go.infinite || self.limits.mate.is_some()
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.take_hit();
        let told = self.told(Stage::Complete, report);
        let mate = self.mate_ends(report);
        // What `infinite` waited for has come.
        self.limits.go.infinite &= !(mate && self.limits.until_mate);
        let stop = self.keeper.report(&told) || mate || self.signals.stop.is_stopped();
        !stop
    }

    fn turning_point(&mut self, point: TurningPoint, report: &IterationReport) -> bool {
        let stage = match point {
            TurningPoint::FirstMove => Stage::FirstMove,
            TurningPoint::FailLow => Stage::FailLow,
            TurningPoint::FailHigh => Stage::FailHigh,
        };
        // The first iteration gives the first score that there is: it is always finished.
        !self.keeper.report(&self.told(stage, report)) || report.depth <= 1
    }
}

/// A control with a limit of nodes and of depth of its own: for levels of strength.
pub struct NodeLimit<'a> {
    /// Decides everything else.
    pub inner: &'a mut dyn Control,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The greatest depth, in plies.
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

    fn last_depth(&self) -> Option<u32> {
        [self.inner.last_depth(), self.depth].into_iter().flatten().min()
    }

    fn seeks_mate(&self) -> bool {
        self.inner.seeks_mate()
    }

    fn wants_shortest_mate(&self) -> bool {
        self.inner.wants_shortest_mate()
    }

    fn analyses(&self) -> bool {
        self.inner.analyses()
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.inner.end_iteration(report)
    }

    fn turning_point(&mut self, point: TurningPoint, report: &IterationReport) -> bool {
        self.inner.turning_point(point, report)
    }
}
