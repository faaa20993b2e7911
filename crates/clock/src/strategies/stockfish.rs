//! The structure of Stockfish's time management: one optimum, four multipliers.
//!
//! The optimum is a share of the time left that grows with the ply and with
//! the logarithm of the clock; the maximum is a multiple of it. After every
//! iteration the optimum is multiplied by a falling-score factor, a factor for
//! the stability of the best move, one for its recent changes and one for the
//! share of nodes below it. Based on the structure and its published figures,
//! rounded; its source was not used. The constants are tuned for chess with
//! increments, and fit sudden death less well.

use std::time::Duration;

use crate::progress::Progress;
use crate::state::{Budget, ClockState, MoveContext};
use crate::strategy::{MoveSummary, SearchProgress, Strategy, StrategyDecision, scale};

/// Stockfish's internal score units per centipawn, in which the falling-score factor is published.
const UNITS_PER_CENTIPAWN: f64 = 3.5;

/// A strategy similar to Stockfish's.
#[derive(Clone, Debug, PartialEq)]
pub struct StockfishLike {
    adjustment: Option<f64>,
    times: Budget,
    single: bool,
    progress: Progress,
    average_score: Option<f64>,
    last_reduction: f64,
    reduction: f64,
}

impl StockfishLike {
    /// The strategy at the start of a game.
    pub fn new() -> StockfishLike {
        StockfishLike {
            adjustment: None,
            times: Budget::default(),
            single: false,
            progress: Progress::default(),
            average_score: None,
            last_reduction: 0.85,
            reduction: 0.85,
        }
    }

    fn plan(&mut self, clock: &ClockState, context: &MoveContext) -> Budget {
        let ply = f64::from(context.ply);
        let own = (clock.left.as_secs_f64() * 1000.0).max(1.0);
        let overhead = clock.overhead.as_secs_f64() * 1000.0;
        // The original has no byo-yomi: here a period is used with each move.
        let period = clock.byo_yomi.map_or(0.0, |b| (b.time.as_secs_f64() * 1000.0 - overhead).max(0.0));
        let mut horizon = clock.moves_to_go.map_or(50.0, |n| f64::from(n.get()).min(50.0));
        if own < 1000.0 {
            horizon = horizon.min((0.05 * own).max(1.0));
        }
        let bonus = clock.bonus.amount().as_secs_f64() * 1000.0;
        let left = (own + bonus * (horizon - 1.0) - overhead * (2.0 + horizon)).max(1.0);
        let (share, multiple) = if clock.moves_to_go.is_some() {
            ((0.88 + ply / 116.0).min(1.2) / horizon, (1.3 + 0.11 * horizon).min(8.0))
        } else {
            let adjustment = *self.adjustment.get_or_insert(0.327 * left.log10() - 0.414);
            let log_seconds = (own / 1000.0).log10();
            let slope = (0.003 + 0.000_336 * log_seconds).min(0.0049);
            let share = (0.0121 + (ply + 3.2).powf(0.469) * slope).min(0.194 * own / left) * adjustment.max(0.1);
            let multiple = (3.37 + 3.06 * log_seconds).max(3.144) + ply / 12.35;
            (share, multiple.min(6.87))
        };
        let optimum = (share * left).min(own * 0.88) + period;
        let most = (0.81 * own + period - overhead).min(multiple * optimum).max(optimum);
        let optimum = if clock.pondering { optimum * 1.25 } else { optimum };
        let millis = |ms: f64| Duration::from_secs_f64(ms.max(1.0) / 1000.0);
        Budget::new(millis(optimum), millis(most))
    }

    fn factor(&mut self, report: &SearchProgress) -> f64 {
        let p = &self.progress;
        let score = f64::from(p.score);
        let versus_average = self.average_score.unwrap_or(score) - score;
        let versus_earlier = f64::from(p.history[3]) - score;
        let falling = (11.5 + UNITS_PER_CENTIPAWN * (2.3 * versus_average + 1.1 * versus_earlier)) / 100.0;
        // From 5 to 19 plies without a change the reduction increases smoothly.
        let settled = ((f64::from(report.depth.saturating_sub(p.changed_at)) - 5.0) / 13.8).clamp(0.0, 1.0);
        let smooth = settled * settled * (3.0 - 2.0 * settled);
        self.reduction = 0.64 + 1.07 * smooth;
        let stability = (1.468 + self.last_reduction) / (2.284 * self.reduction);
        let instability = 1.077 + 2.229 * p.recent_changes;
        let effort = report.best_share.map_or(1.0, |share| {
            let beyond = ((f64::from(share) - 0.758) / 0.287).clamp(0.0, 1.0);
            if share > 0.758 { 0.969 - 0.255 * beyond } else { 1.0 }
        });
        falling.clamp(0.576, 1.728) * stability * instability * effort
    }
}

impl Default for StockfishLike {
    fn default() -> StockfishLike {
        StockfishLike::new()
    }
}

impl Strategy for StockfishLike {
    fn name(&self) -> &str {
        "stockfish"
    }

    fn new_game(&mut self) {
        *self = StockfishLike::new();
    }

    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget {
        self.progress = Progress::default();
        self.single = context.single_reply();
        self.last_reduction = self.reduction;
        self.times = self.plan(clock, context);
        self.times
    }

    fn after_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.progress.absorb(report);
        if report.mate.is_some_and(|m| (-4..=5).contains(&m)) {
            return StrategyDecision::Stop;
        }
        let mut total = scale(self.times.soft, self.factor(report)).min(self.times.hard);
        if self.single {
            total = total.min(Duration::from_millis(500));
        }
        if report.elapsed >= total {
            return StrategyDecision::Stop;
        }
        StrategyDecision::Adjust(Budget { soft: total, hard: self.times.hard })
    }

    fn during_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.progress.absorb(report);
        StrategyDecision::Continue
    }

    fn finish(&mut self, summary: &MoveSummary) {
        let score = f64::from(summary.score.clamp(-2_000, 2_000));
        self.average_score = Some(self.average_score.map_or(score, |average| (average + score) / 2.0));
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
