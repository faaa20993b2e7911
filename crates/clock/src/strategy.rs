//! The trait of all allocation strategies, and the reports of a search.

use std::time::Duration;

use crate::state::{Budget, ClockState, MoveContext};

/// The stage of an iteration at a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// The iteration is complete.
    #[default]
    Complete,
    /// The first root move of the iteration has its value; the others are still to come (row T-16 of docs/sources.md).
    FirstMove,
    /// A root move failed low against the window: the position may be worse than thought.
    FailLow,
    /// A root move failed high against the window.
    FailHigh,
}

/// The state of a search at the end of an iteration or at a turning point within one.
///
/// Scores are from the mover's side in hundredths of a pawn (兵, 卒), times run
/// from the start of the move's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchProgress {
    /// The stage of the iteration.
    pub stage: Stage,
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Time used so far.
    pub elapsed: Duration,
    /// Nodes searched so far in the move, over all iterations.
    pub nodes: u64,
    /// Score of the best move in centipawns; a bound while failing low or high.
    pub score: i32,
    /// The best move, in any encoding that distinguishes moves.
    pub best: u32,
    /// The share of the iteration's nodes below the best move, 0 to 1, if it is counted.
    pub best_share: Option<f32>,
    /// The gap to the second-best move in centipawns, if it is known.
    pub gap: Option<u32>,
    /// Plies to a forced mate: positive when the mover mates, negative when it is mated.
    pub mate: Option<i32>,
}

/// A strategy's decision after a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyDecision {
    /// Continue with the current budget.
    Continue,
    /// Continue with this budget.
    Adjust(Budget),
    /// Stop and play the best move.
    Stop,
}

/// The summary of a finished move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveSummary {
    /// Time used, as the engine measured it.
    pub elapsed: Duration,
    /// Nodes searched.
    pub nodes: u64,
    /// Depth of the last complete iteration.
    pub depth: u32,
    /// Score of the move played in centipawns from the mover's side.
    pub score: i32,
}

impl MoveSummary {
    /// Whether the move was searched: a book move has no nodes and no depth. The saved time and the
    /// increment are on the clock at the next move (row T-20 of docs/sources.md).
    pub fn is_searched(&self) -> bool {
        self.nodes > 0 || self.depth > 0
    }
}

/// A way to divide the time of a game among its moves.
///
/// Calls come in the order `new_game`, then for every move `begin`, any number
/// of `during_iteration` and `after_iteration`, and `finish`. The budget of
/// `begin` (or of the last [`StrategyDecision::Adjust`]) is in force in between:
/// the caller stops the search at the hard bound, starts no iteration after
/// the soft bound, and limits each budget with [`ClockState::cap`].
///
/// `finish` is not called for a move that was not searched ([`MoveSummary::is_searched`]).
///
/// The trait is object safe; strategies may keep state from move to move.
pub trait Strategy: Send + Sync {
    /// Name for options and tables: lower case, no blanks.
    fn name(&self) -> &str;

    /// Resets the state of the last game.
    fn new_game(&mut self) {}

    /// Budget for a move.
    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget;

    /// Called after each complete iteration.
    fn after_iteration(&mut self, report: &SearchProgress) -> StrategyDecision;

    /// Called at turning points within an iteration; by default it changes nothing.
    fn during_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        let _ = report;
        StrategyDecision::Continue
    }

    /// Called when the move is played.
    fn finish(&mut self, summary: &MoveSummary) {
        let _ = summary;
    }

    /// The node limit of a move's search, for strategies that count nodes.
    fn node_limit(&self) -> Option<u64> {
        None
    }

    /// A boxed copy, so that simulations can run in parallel.
    fn boxed_clone(&self) -> Box<dyn Strategy>;
}

impl Clone for Box<dyn Strategy> {
    fn clone(&self) -> Box<dyn Strategy> {
        self.boxed_clone()
    }
}

/// A duration times a factor, rounded to nanoseconds; non-finite or negative products become zero, huge ones a day.
///
/// Used at every report, so it avoids the slower [`Duration::mul_f64`], which
/// decomposes the float.
pub(crate) fn scale(time: Duration, factor: f64) -> Duration {
    const DAY: f64 = 86_400e9;
    let nanos = (time.as_secs() as f64 * 1e9 + f64::from(time.subsec_nanos())) * factor;
    if nanos > 0.0 { Duration::from_nanos((nanos.min(DAY) + 0.5) as u64) } else { Duration::ZERO }
}
