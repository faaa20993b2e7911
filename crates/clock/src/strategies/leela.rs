//! The ideas of Leela Chess Zero's "smooth" time manager.
//!
//! The plan divides the time left by the expectation of the moves left, from
//! a log-logistic survival function of the move number. A "piggy bank", which
//! starts with part of the clock and receives part of every move's budget, is
//! used by moves that need more. The share of its budget that a move really
//! uses is estimated by exponential smoothing, and the plan is extended
//! accordingly. The search stops when the second-best move can't overtake in
//! the remaining time. That rule is about visits of a tree search; an
//! alpha-beta search uses the share of nodes below the best move instead.
//! Based on the published ideas and figures; its source was not used.

use std::time::Duration;

use crate::moves_left::MovesLeft;
use crate::progress::Progress;
use crate::state::{Budget, ClockState, MoveContext};
use crate::strategy::{MoveSummary, SearchProgress, Strategy, StrategyDecision, scale};

/// Share of the first clock in the bank at the start.
const BANK_START: f64 = 0.09;
/// The share of a move's budget that is added to the bank.
const BANK_TAX: f64 = 0.12;
/// The maximum of the bank, in budgets of a move.
const BANK_MOVES: f64 = 36.5;
/// The hard bound as a share of the time left.
const HARD_SHARE: f64 = 0.42;

/// A strategy similar to Leela's smooth time manager.
#[derive(Clone, Debug, PartialEq)]
pub struct LeelaLike {
    moves_left: MovesLeft,
    bank: Option<Duration>,
    use_ratio: f64,
    budget: Duration,
    from_bank: Duration,
    times: Budget,
    single: bool,
    progress: Progress,
}

impl LeelaLike {
    /// The strategy at the start of a game.
    pub fn new() -> LeelaLike {
        LeelaLike {
            moves_left: MovesLeft::new(45.2, 5.93),
            bank: None,
            use_ratio: 0.8,
            budget: Duration::ZERO,
            from_bank: Duration::ZERO,
            times: Budget::default(),
            single: false,
            progress: Progress::default(),
        }
    }

    /// Whether another move could still get more nodes if it had the rest of the soft budget.
    fn can_be_overtaken(&self, report: &SearchProgress, soft: Duration) -> bool {
        let Some(best) = report.best_share.map(f64::from) else {
            return self.progress.stable < 4 || report.elapsed < soft / 2;
        };
        if report.elapsed.is_zero() {
            return true;
        }
        let rest = soft.saturating_sub(report.elapsed).as_secs_f64() / report.elapsed.as_secs_f64();
        (1.0 - best) + rest >= best
    }
}

impl Default for LeelaLike {
    fn default() -> LeelaLike {
        LeelaLike::new()
    }
}

impl Strategy for LeelaLike {
    fn name(&self) -> &str {
        "leela-smooth"
    }

    fn new_game(&mut self) {
        *self = LeelaLike::new();
    }

    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget {
        self.progress = Progress::default();
        self.single = context.single_reply();
        let left = clock.left.saturating_sub(clock.overhead);
        let bank = self.bank.unwrap_or(scale(left, BANK_START)).min(left);
        let expected = self.moves_left.expected(context.own_moves());
        let moves = clock.moves_to_go.map_or(expected, |n| f64::from(n.get()).min(expected)).max(1.0);
        let period = clock.byo_yomi.map_or(Duration::ZERO, |b| b.time.saturating_sub(clock.overhead));
        let share = scale(left - bank, 1.0 / moves) + clock.bonus.amount() + period;
        let untaxed = scale(share, 1.0 - BANK_TAX);
        self.bank = Some((bank + (share - untaxed)).min(scale(share, BANK_MOVES)));
        self.budget = untaxed;
        self.from_bank = bank / 4;
        let hard = scale(clock.left, HARD_SHARE) + clock.bonus.grace() + period;
        let soft = scale(untaxed, 1.0 / self.use_ratio.max(0.25));
        self.times = Budget::new(soft, hard.max(ClockState::LEAST));
        self.times
    }

    fn after_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.progress.absorb(report);
        if self.single || report.mate.is_some() {
            return StrategyDecision::Stop;
        }
        let troubled = self.progress.stable == 0 && self.progress.iterations > 1;
        let soft = (self.times.soft + if troubled { self.from_bank } else { Duration::ZERO }).min(self.times.hard);
        if report.elapsed >= soft || !self.can_be_overtaken(report, soft) {
            return StrategyDecision::Stop;
        }
        StrategyDecision::Adjust(Budget { soft, hard: self.times.hard })
    }

    fn finish(&mut self, summary: &MoveSummary) {
        let (budget, used) = (self.budget.as_secs_f64(), summary.elapsed.as_secs_f64());
        if budget > 0.0 {
            let ratio = (used * self.use_ratio.max(0.25) / budget).clamp(0.1, 1.5);
            self.use_ratio += 0.1 * (ratio - self.use_ratio);
        }
        let overdrawn = summary.elapsed.saturating_sub(self.times.soft);
        self.bank = self.bank.map(|bank| bank.saturating_sub(overdrawn));
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
