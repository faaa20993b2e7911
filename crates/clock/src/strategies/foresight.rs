//! The default strategy: plan by the moves that are left, spend by the doubt that is left.
//!
//! The plan is a share of the time left over the expected number of moves
//! still to come ([`MovesLeft`]), with a reserve kept back for late answers.
//! During the search the share is stretched or shrunk by what the iterations
//! tell: a best move that stays, a score that holds and nodes that gather
//! below one move mean that more time will change nothing; the opposites mean
//! that it may. An iteration that cannot end within the budget is not begun.

use std::time::Duration;

use crate::moves_left::MovesLeft;
use crate::state::{Budget, ClockState, MoveContext};
use crate::strategy::{Decision, IterationReport, MoveSummary, Stage, Strategy, scale};

/// The constants of [`Foresight`]. Times are seconds, scores centipawns, the rest are factors.
#[derive(Clone, Debug, PartialEq)]
pub struct ForesightParameters {
    /// Median length of a game in own moves.
    pub game_length: f64,
    /// Steepness of the distribution of lengths.
    pub length_steepness: f64,
    /// Factor on the expected number of moves left: above 1 saves time for later.
    pub horizon: f64,
    /// Share of the increment that is spent at once.
    pub bonus_share: f64,
    /// Factor on the whole plan: shares are rarely used up, since most searches stop early.
    pub spend: f64,
    /// Hard bound as a multiple of the soft one.
    pub hard_multiple: f64,
    /// Hard bound as a share of the usable time.
    pub hard_share: f64,
    /// Factor when the best move has just changed.
    pub unstable: f64,
    /// Factor per iteration that the best move has stayed.
    pub stable_decay: f64,
    /// The least that staying can bring the factor down to.
    pub stable_least: f64,
    /// Factor added per centipawn that the score is below the last ones.
    pub falling: f64,
    /// Bounds of the score factor.
    pub falling_bounds: (f64, f64),
    /// Node-share factor: `share_base − share_slope · share of the best move`.
    pub share_base: f64,
    /// See [`share_base`](ForesightParameters::share_base).
    pub share_slope: f64,
    /// An iteration is begun only if it is expected to end by this multiple of the soft bound.
    pub overrun: f64,
    /// Share of the first clock kept as a reserve against late answers.
    pub reserve_share: f64,
    /// The largest reserve.
    pub reserve_most: f64,
}

impl Default for ForesightParameters {
    fn default() -> ForesightParameters {
        ForesightParameters {
            game_length: 45.0,
            length_steepness: 5.0,
            horizon: 1.0,
            bonus_share: 0.85,
            spend: 1.2,
            hard_multiple: 5.0,
            hard_share: 0.3,
            unstable: 1.6,
            stable_decay: 0.82,
            stable_least: 0.55,
            falling: 0.012,
            falling_bounds: (0.8, 2.2),
            share_base: 1.75,
            share_slope: 1.1,
            overrun: 1.3,
            reserve_share: 0.05,
            reserve_most: 1.3,
        }
    }
}

/// What the iterations of a move have shown so far.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    iterations: u32,
    best: u32,
    stable: u32,
    changes: f64,
    score: f64,
    smooth_score: f64,
    ended: Duration,
    took: Duration,
    growth: f64,
    failed_low: bool,
}

/// The default strategy.
#[derive(Clone, Debug)]
pub struct Foresight {
    parameters: ForesightParameters,
    moves_left: MovesLeft,
    first_clock: Option<Duration>,
    last_score: Option<f64>,
    base: Budget,
    progress: Progress,
    urgent: Option<f64>,
}

impl Foresight {
    /// The strategy with the given constants.
    pub fn new(parameters: ForesightParameters) -> Foresight {
        let moves_left = MovesLeft::new(parameters.game_length, parameters.length_steepness);
        Foresight {
            parameters,
            moves_left,
            first_clock: None,
            last_score: None,
            base: Budget::default(),
            progress: Progress::default(),
            urgent: None,
        }
    }

    /// Time kept back so that a late answer does not lose the game.
    fn reserve(&self, clock: &ClockState) -> Duration {
        let first = self.first_clock.unwrap_or(clock.left);
        scale(first, self.parameters.reserve_share).min(Duration::from_secs_f64(self.parameters.reserve_most))
    }

    /// The plan for a move: soft and hard bound before anything is searched.
    fn plan(&self, clock: &ClockState, context: &MoveContext) -> Budget {
        let p = &self.parameters;
        let usable = clock.left.saturating_sub(clock.overhead + self.reserve(clock));
        let expected = (self.moves_left.expected(context.own_moves()) * p.horizon).max(1.0);
        let moves = clock.moves_to_go.map_or(expected, |n| f64::from(n.get()).min(expected));
        let bonus = scale(clock.bonus.amount(), p.bonus_share).min(scale(clock.left, 0.5));
        let period = clock.byo_yomi.map_or(Duration::ZERO, |b| b.time.saturating_sub(clock.overhead));
        let most = scale(usable, if moves <= 1.0 { 1.0 } else { p.hard_share.max(1.0 / moves) }) + bonus / 2 + period;
        let soft = scale(usable, p.spend / moves.max(1.2)) + bonus + scale(period, 0.9);
        let hard = scale(soft, p.hard_multiple).min(most);
        Budget::new(soft.max(ClockState::LEAST), hard.max(ClockState::LEAST))
    }

    /// The factor on the soft bound that the search so far asks for.
    fn factor(&self, report: &IterationReport) -> f64 {
        let p = &self.parameters;
        let g = &self.progress;
        let stability = if g.stable == 0 {
            p.unstable
        } else {
            (p.unstable * p.stable_decay.powi(g.stable as i32)).max(p.stable_least)
        };
        let drop = g.smooth_score - g.score;
        let (low, high) = p.falling_bounds;
        let trend = (1.0 + p.falling * drop).clamp(low, high);
        let share = report.best_share.map_or(1.0, |s| p.share_base - p.share_slope * f64::from(s.clamp(0.0, 1.0)));
        stability * trend * share.max(0.3)
    }

    fn absorb(&mut self, report: &IterationReport) {
        let g = &mut self.progress;
        let score = f64::from(report.score.clamp(-2_000, 2_000));
        if g.iterations == 0 {
            g.smooth_score = self.last_score.unwrap_or(score);
            g.growth = 2.5;
        } else {
            g.smooth_score += 0.4 * (g.score - g.smooth_score);
            g.stable = if report.best == g.best { g.stable + 1 } else { 0 };
            g.changes = g.changes * 0.5 + f64::from(u8::from(report.best != g.best));
            let took = report.elapsed.saturating_sub(g.ended);
            if !g.took.is_zero() {
                let ratio = (took.as_secs_f64() / g.took.as_secs_f64()).clamp(1.2, 6.0);
                g.growth += 0.5 * (ratio - g.growth);
            }
            g.took = took;
        }
        g.best = report.best;
        g.score = score;
        g.ended = report.elapsed;
        g.iterations += 1;
        g.failed_low = false;
    }
}

impl Default for Foresight {
    fn default() -> Foresight {
        Foresight::new(ForesightParameters::default())
    }
}

impl Strategy for Foresight {
    fn name(&self) -> &str {
        "foresight"
    }

    fn new_game(&mut self) {
        self.first_clock = None;
        self.last_score = None;
    }

    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget {
        self.first_clock = Some(self.first_clock.map_or(clock.left, |first| first.max(clock.left)));
        self.progress = Progress::default();
        self.base = self.plan(clock, context);
        self.urgent = if context.known_repetition || context.known_mate {
            Some(0.0)
        } else if context.single_reply() {
            Some(0.1)
        } else if context.forced_recapture {
            Some(0.4)
        } else {
            None
        };
        if let Some(factor) = self.urgent {
            self.base = Budget::exactly(scale(self.base.soft, factor).max(ClockState::LEAST));
        }
        self.base
    }

    fn after_iteration(&mut self, report: &IterationReport) -> Decision {
        self.absorb(report);
        if self.urgent == Some(0.0) || report.mate.is_some_and(|m| (0..=3).contains(&m)) {
            return Decision::Stop;
        }
        let soft = scale(self.base.soft, self.factor(report)).min(self.base.hard);
        let next_end = report.elapsed + scale(self.progress.took, self.progress.growth);
        if report.elapsed >= soft || next_end > scale(soft, self.parameters.overrun).min(self.base.hard) {
            return Decision::Stop;
        }
        Decision::Adjust(Budget { soft, hard: self.base.hard })
    }

    fn during_iteration(&mut self, report: &IterationReport) -> Decision {
        if report.stage == Stage::FailLow {
            self.progress.failed_low = true;
        }
        Decision::Continue
    }

    fn finish(&mut self, summary: &MoveSummary) {
        self.last_score = Some(f64::from(summary.score.clamp(-2_000, 2_000)));
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
