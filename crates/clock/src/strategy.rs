//! The one trait of all allocation strategies, and what a search tells them.

use std::time::Duration;

use crate::state::{Budget, ClockState, MoveContext};

/// Where in an iteration a report comes from.
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

/// State of a search at the end of an iteration or at a turning point within one.
///
/// Scores are from the mover's side in hundredths of a pawn (兵, 卒), times run
/// from the start of the move's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchProgress {
    /// Where in the iteration this is.
    pub stage: Stage,
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Time used so far.
    pub elapsed: Duration,
    /// Nodes searched so far in the move, over all iterations.
    pub nodes: u64,
    /// Score of the best move in centipawns; a bound while failing low or high.
    pub score: i32,
    /// The best move, in any encoding that tells moves apart.
    pub best: u32,
    /// Share of the iteration's nodes spent below the best move, 0 to 1, where it is counted.
    pub best_share: Option<f32>,
    /// How far the second-best move is behind, in centipawns, where it is known.
    pub gap: Option<u32>,
    /// Plies to a forced mate: positive when the mover mates, negative when it is mated.
    pub mate: Option<i32>,
}

/// What to do after a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Go on under the budget in force.
    Continue,
    /// Go on under this budget.
    Adjust(Budget),
    /// Stop and play the best move.
    Stop,
}

/// How a move ended.
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
    /// Whether the move was looked for at all: one from a book has no nodes and no depth. What it
    /// saves, and its increment, are on the clock the next time (row T-20 of docs/sources.md).
    pub fn is_searched(&self) -> bool {
        self.nodes > 0 || self.depth > 0
    }
}

/// A way to divide the time of a game among its moves.
///
/// Calls come in the order `new_game`, then for every move `begin`, any number
/// of `during_iteration` and `after_iteration`, and `finish`. The budget of
/// `begin` (or of the last [`Decision::Adjust`]) is in force in between:
/// whoever runs the search breaks it off when the hard bound has passed,
/// starts no iteration once the soft bound has, and brings each budget under
/// the clock's limit with [`ClockState::cap`].
///
/// `finish` is left out for a move that was not searched ([`MoveSummary::is_searched`]).
///
/// The trait is object safe; strategies keep what they learn from move to move.
pub trait Strategy: Send + Sync {
    /// Name for options and tables: lower case, no blanks.
    fn name(&self) -> &str;

    /// Forgets everything learnt in the last game.
    fn new_game(&mut self) {}

    /// Budget for a move.
    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget;

    /// Called after each complete iteration.
    fn after_iteration(&mut self, report: &SearchProgress) -> Decision;

    /// Called at turning points within an iteration; by default they change nothing.
    fn during_iteration(&mut self, report: &SearchProgress) -> Decision {
        let _ = report;
        Decision::Continue
    }

    /// Called when the move is played.
    fn finish(&mut self, summary: &MoveSummary) {
        let _ = summary;
    }

    /// Nodes after which a move's search ends whatever the clock says, for strategies that count nodes.
    fn node_limit(&self) -> Option<u64> {
        None
    }

    /// A copy behind the trait, so that simulations can run side by side.
    fn boxed_clone(&self) -> Box<dyn Strategy>;
}

impl Clone for Box<dyn Strategy> {
    fn clone(&self) -> Box<dyn Strategy> {
        self.boxed_clone()
    }
}

/// A duration times a factor, to the nearest nanosecond; not-finite or negative products count as zero, huge ones as a day.
///
/// Strategies reckon with it at every report, hence without the detour of
/// [`Duration::mul_f64`], which takes a float apart bit by bit.
pub(crate) fn scale(time: Duration, factor: f64) -> Duration {
    const DAY: f64 = 86_400e9;
    let nanos = (time.as_secs() as f64 * 1e9 + f64::from(time.subsec_nanos())) * factor;
    if nanos > 0.0 { Duration::from_nanos((nanos.min(DAY) + 0.5) as u64) } else { Duration::ZERO }
}
