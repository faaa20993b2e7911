//! The static strategies: the same time, depth or number of nodes for every move.
//!
//! They are simple and ignore the clock: a fixed time searches complicated middle
//! games too shallowly and simple endgames too deeply, and a fixed depth or number
//! of nodes may take too long. They serve as baselines and during development.
//! Source: row T-7 of docs/sources.md.

use std::time::Duration;

use crate::state::{Budget, ClockState, MoveContext};
use crate::strategy::{SearchProgress, Strategy, StrategyDecision};

/// The same time for every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedTime(pub Duration);

impl Strategy for FixedTime {
    fn name(&self) -> &str {
        "fixed-time"
    }

    fn begin(&mut self, _clock: &ClockState, _context: &MoveContext) -> Budget {
        Budget::exactly(self.0)
    }

    fn after_iteration(&mut self, _report: &SearchProgress) -> StrategyDecision {
        StrategyDecision::Continue
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}

/// The same depth for every move, in plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedDepth(pub u32);

impl Strategy for FixedDepth {
    fn name(&self) -> &str {
        "fixed-depth"
    }

    fn begin(&mut self, clock: &ClockState, _context: &MoveContext) -> Budget {
        Budget::exactly(clock.limit())
    }

    fn after_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        if report.depth >= self.0 { StrategyDecision::Stop } else { StrategyDecision::Continue }
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}

/// The same number of nodes for every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedNodes(pub u64);

impl Strategy for FixedNodes {
    fn name(&self) -> &str {
        "fixed-nodes"
    }

    fn begin(&mut self, clock: &ClockState, _context: &MoveContext) -> Budget {
        Budget::exactly(clock.limit())
    }

    fn after_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        if report.nodes >= self.0 { StrategyDecision::Stop } else { StrategyDecision::Continue }
    }

    fn node_limit(&self) -> Option<u64> {
        Some(self.0)
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}

/// A fixed time from the first clock of the game: T0 / N, plus the increment.
///
/// This is how a fixed time is chosen in practice, and the baseline for dynamic
/// strategies. It does not use the clock again; only the keeper's cap prevents
/// losses on time in long games.
#[derive(Clone, Debug, PartialEq)]
pub struct FixedShare {
    divisor: f64,
    first: Option<Duration>,
}

impl FixedShare {
    /// A share of 1/`divisor` of the first clock for every move; a divisor below 1 counts as 1.
    pub fn new(divisor: f64) -> FixedShare {
        FixedShare { divisor: if divisor >= 1.0 { divisor } else { 1.0 }, first: None }
    }
}

impl Strategy for FixedShare {
    fn name(&self) -> &str {
        "fixed-share"
    }

    fn new_game(&mut self) {
        self.first = None;
    }

    fn begin(&mut self, clock: &ClockState, _context: &MoveContext) -> Budget {
        let first = *self.first.get_or_insert(super::average::share(clock, self.divisor));
        Budget::exactly(first)
    }

    fn after_iteration(&mut self, _report: &SearchProgress) -> StrategyDecision {
        StrategyDecision::Continue
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
