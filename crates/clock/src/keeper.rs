//! The time keeper: runs a strategy for a search, one move after another.
//!
//! A search only reports and asks; this module handles everything between a
//! `go` command and the answer: the limits in force, the overhead, the cap on
//! every budget, pondering. It has no clock: the caller passes the time elapsed
//! since the search began, so that the same code serves an engine with
//! `Instant` and the simulator with a virtual clock.

use std::{fmt, time::Duration};

use crate::ledger::PhaseUse;
use crate::overhead::OverheadMargin;
use crate::ponder::PonderAccount;
use crate::state::{Budget, ClockState, GoParameters, MoveContext, Phase};
use crate::strategy::{MoveSummary, SearchProgress, Strategy, StrategyDecision};

/// The pondering state of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pondering {
    /// The mover's clock has run since the start.
    No,
    /// On the opponent's time; `ready` if the strategy would already have stopped.
    Yes { ready: bool },
    /// The expected move was played this time after the start of the search.
    Hit(Duration),
}

/// The share of the pondered time that counts against the soft bound after a ponder hit. Less than
/// all, since the length of the ponder search was not chosen for this position.
const PONDER_CREDIT: f64 = 0.5;

/// Runs a [`Strategy`] for the searches of an engine.
///
/// ```
/// use duiyi_clock::{Average, GoParameters, SearchProgress, MoveContext, PlayerClock, TimeKeeper};
/// use std::time::Duration;
///
/// let mut keeper = TimeKeeper::new(Box::new(Average::new(40.0)));
/// let clock = PlayerClock { left: Duration::from_secs(60), ..PlayerClock::default() };
/// let go = GoParameters { own: Some(clock), depth: Some(20), ..GoParameters::default() };
/// keeper.start(&go, &MoveContext::default());
///
/// // Every few thousand nodes:
/// assert!(!keeper.must_stop(Duration::from_millis(3), 4_096));
/// // After each iteration; false as long as another one should be searched:
/// let report = SearchProgress { depth: 8, elapsed: Duration::from_millis(200), nodes: 180_000, ..SearchProgress::default() };
/// assert!(!keeper.report(&report));
/// assert!(keeper.must_stop(Duration::from_millis(1_500), 1_500_000));
/// ```
#[derive(Clone)]
pub struct TimeKeeper {
    strategy: Box<dyn Strategy>,
    overhead: OverheadMargin,
    pondering_enabled: bool,
    account: PonderAccount,
    go: GoParameters,
    clock: Option<ClockState>,
    budget: Option<Budget>,
    node_limit: u64,
    state: Pondering,
    stop: bool,
    /// The phase of the current move.
    phase: Phase,
    phases: [PhaseUse; 3],
}

impl fmt::Debug for TimeKeeper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (strategy, budget) = (self.strategy.name(), &self.budget);
        f.debug_struct("TimeKeeper").field("strategy", &strategy).field("budget", budget).finish_non_exhaustive()
    }
}

impl TimeKeeper {
    /// A keeper for `strategy`, with the default overhead and without pondering.
    pub fn new(strategy: Box<dyn Strategy>) -> TimeKeeper {
        TimeKeeper {
            strategy,
            overhead: OverheadMargin::default(),
            pondering_enabled: false,
            account: PonderAccount::default(),
            go: GoParameters::default(),
            clock: None,
            budget: None,
            node_limit: u64::MAX,
            state: Pondering::No,
            stop: false,
            phase: Phase::default(),
            phases: [PhaseUse::default(); 3],
        }
    }

    /// Replaces the strategy; takes effect at the next [`start`](TimeKeeper::start).
    pub fn set_strategy(&mut self, strategy: Box<dyn Strategy>) {
        self.strategy = strategy;
    }

    /// The strategy in use.
    pub fn strategy(&self) -> &dyn Strategy {
        &*self.strategy
    }

    /// The overhead margin, to read or to set its floor.
    pub fn overhead_mut(&mut self) -> &mut OverheadMargin {
        &mut self.overhead
    }

    /// Sets whether the engine will ponder in this game (the `Ponder` option).
    pub fn set_pondering(&mut self, enabled: bool) {
        self.pondering_enabled = enabled;
    }

    /// The results of pondering so far.
    pub fn ponder_account(&self) -> &PonderAccount {
        &self.account
    }

    /// The budget in force, counted from the start of the mover's clock; `None` without a clock or a move time.
    pub fn budget(&self) -> Option<Budget> {
        self.budget
    }

    /// Clears everything learnt in the last game.
    pub fn new_game(&mut self) {
        self.strategy.new_game();
        self.overhead.new_game();
        self.account = PonderAccount::default();
        self.phases = [PhaseUse::default(); 3];
    }

    /// The moves made in a phase of this game and their time on the mover's clock, by the engine's
    /// own measurement. Searches without an end (`infinite`) are not moves of a game.
    pub fn phase(&self, phase: Phase) -> PhaseUse {
        self.phases[phase as usize]
    }

    /// Begins a search.
    pub fn start(&mut self, go: &GoParameters, context: &MoveContext) {
        self.abandon_ponder(Duration::ZERO);
        self.go = *go;
        self.phase = context.phase;
        self.stop = false;
        self.state = if go.ponder { Pondering::Yes { ready: false } } else { Pondering::No };
        self.node_limit = go.nodes.unwrap_or(u64::MAX);
        let clock = go.clock(self.overhead.margin(), self.pondering_enabled);
        if let Some(clock) = &clock {
            self.overhead.next_clock(clock);
        }
        // The lag just measured applies from this move on.
        self.clock = clock.map(|c| ClockState { overhead: self.overhead.margin(), ..c });
        self.budget = match (&self.clock, go.move_time) {
            (Some(clock), _) => {
                let budget = self.strategy.begin(clock, context);
                self.node_limit = self.node_limit.min(self.strategy.node_limit().unwrap_or(u64::MAX));
                Some(clock.cap(budget))
            }
            (None, Some(time)) if !go.infinite => {
                Some(Budget::exactly(time.saturating_sub(self.overhead.margin()).max(ClockState::LEAST)))
            }
            _ => None,
        };
    }

    /// Time on the mover's clock, `elapsed` after the start of the search.
    fn on_clock(&self, elapsed: Duration) -> Duration {
        match self.state {
            Pondering::No => elapsed,
            Pondering::Yes { .. } => Duration::ZERO,
            Pondering::Hit(at) => elapsed.saturating_sub(at),
        }
    }

    /// The time that counts against the soft bound: the mover's clock and part of the pondered time.
    fn effort(&self, elapsed: Duration) -> Duration {
        let pondered = match self.state {
            Pondering::No => return elapsed,
            Pondering::Yes { .. } => elapsed,
            Pondering::Hit(at) => at.min(elapsed),
        };
        self.on_clock(elapsed) + pondered.mul_f64(PONDER_CREDIT)
    }

    /// Whether the search must be stopped now: at the hard bound, at the node
    /// limit, or after a decision to stop. Cheap enough for every poll.
    ///
    /// `elapsed` is the time since the start of the search, pondering included.
    pub fn must_stop(&self, elapsed: Duration, nodes: u64) -> bool {
        if nodes >= self.node_limit {
            return true;
        }
        if matches!(self.state, Pondering::Yes { .. }) {
            return false;
        }
        self.stop || self.budget.is_some_and(|b| self.on_clock(elapsed) >= b.hard)
    }

    /// Handles a report of the search, with `elapsed` counted from the start of
    /// the search, and returns whether to stop.
    ///
    /// While pondering it returns `false` unless a node or depth limit is met:
    /// the search continues until the opponent has moved.
    pub fn report(&mut self, report: &SearchProgress) -> bool {
        let complete = report.stage == crate::strategy::Stage::Complete;
        let has_reached = |limit: Option<u64>, reached| limit.is_some_and(|limit| reached >= limit);
        let is_last = has_reached(self.go.depth.map(u64::from), u64::from(report.depth))
            || has_reached(self.go.soft_nodes, report.nodes);
        if complete && is_last {
            self.stop = true;
            return true;
        }
        let Some(clock) = self.clock else {
            return self.must_stop(report.elapsed, report.nodes);
        };
        let seen = SearchProgress { elapsed: self.effort(report.elapsed), ..*report };
        let decision =
            if complete { self.strategy.after_iteration(&seen) } else { self.strategy.during_iteration(&seen) };
        if let StrategyDecision::Adjust(budget) = decision {
            self.budget = Some(clock.cap(budget));
        }
        let past_soft = complete && self.budget.is_some_and(|b| seen.elapsed >= b.soft);
        let enough = decision == StrategyDecision::Stop || past_soft;
        match &mut self.state {
            Pondering::Yes { ready } => {
                *ready = enough;
                false
            }
            _ => {
                self.stop |= enough;
                self.must_stop(report.elapsed, report.nodes)
            }
        }
    }

    /// The expected move was played, and the mover's clock starts.
    ///
    /// `elapsed` is the time since the start of the search. Returns whether to
    /// stop at once. Without a ponder search it has no effect.
    pub fn ponder_hit(&mut self, elapsed: Duration) -> bool {
        if let Pondering::Yes { ready } = self.state {
            self.state = Pondering::Hit(elapsed);
            self.account.hit(elapsed);
            self.stop |= ready;
        }
        self.stop
    }

    /// Another move was played: the ponder search ends without a move.
    pub fn ponder_miss(&mut self, elapsed: Duration) {
        self.abandon_ponder(elapsed);
    }

    fn abandon_ponder(&mut self, elapsed: Duration) {
        if matches!(self.state, Pondering::Yes { .. }) {
            self.account.miss(elapsed);
            self.state = Pondering::No;
        }
    }

    /// The move is played; `summary.elapsed` counts from the start of the search.
    pub fn finish(&mut self, summary: &MoveSummary) {
        let spent = MoveSummary { elapsed: self.on_clock(summary.elapsed), ..*summary };
        self.abandon_ponder(summary.elapsed);
        if !self.go.infinite {
            self.phases[self.phase as usize].add(spent.elapsed);
        }
        if let Some(clock) = self.clock.take() {
            self.overhead.move_done(&clock, spent.elapsed);
            // A book move gives no information on how searches use their time.
            if summary.is_searched() {
                self.strategy.finish(&spent);
            }
        }
        self.state = Pondering::No;
    }
}
