//! The average model (平均配时): every move gets the same part of the time left.
//!
//! u(k) = T_left(k−1) / N, so that without increment T_left falls as the
//! geometric series (1 − 1/N)^k. It never reaches zero on an ideal clock, gives
//! early moves more time than late ones, and ignores the position. Source: rows
//! T-8 and T-9 of docs/sources.md.

use std::time::Duration;

use crate::state::{Budget, ClockState, MoveContext};
use crate::strategy::{SearchProgress, Strategy, StrategyDecision, scale};

/// The expected time E_t of the average model: a part of the time left, plus the
/// bonus of the move.
///
/// `divisor` is N. A session of fewer moves than N is divided by
/// its moves. In byo-yomi the period counts as a bonus, since it is lost if not used.
pub(crate) fn share(clock: &ClockState, divisor: f64) -> Duration {
    let moves = clock.moves_to_go.map_or(divisor, |n| f64::from(n.get()).min(divisor));
    let period = clock.byo_yomi.map_or(Duration::ZERO, |b| b.time);
    scale(clock.left, 1.0 / moves.max(1.0)) + clock.bonus.amount() + period
}

/// The average model as a strategy: the search is stopped when its share is used.
#[derive(Clone, Debug, PartialEq)]
pub struct Average {
    divisor: f64,
}

impl Average {
    /// A share of 1/`divisor` of the time left for every move; a divisor below 1 counts as 1.
    pub fn new(divisor: f64) -> Average {
        Average { divisor: if divisor >= 1.0 { divisor } else { 1.0 } }
    }
}

impl Strategy for Average {
    fn name(&self) -> &str {
        "average"
    }

    fn begin(&mut self, clock: &ClockState, _context: &MoveContext) -> Budget {
        Budget::exactly(share(clock, self.divisor))
    }

    fn after_iteration(&mut self, _report: &SearchProgress) -> StrategyDecision {
        StrategyDecision::Continue
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
