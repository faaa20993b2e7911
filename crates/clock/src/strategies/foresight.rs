//! The default strategy: planned by the expected moves left, adjusted by the progress of the search.
//!
//! The plan divides the time left, after a reserve against late answers, by the
//! expected number of moves left ([`MovesLeft`]). During the search the plan is
//! extended or reduced after each iteration: with a stable best move, a stable
//! score and most nodes below one move, more time is unlikely to change the move;
//! otherwise it may. An iteration that is not expected to end in time is not
//! begun.
//!
//! Time that would be lost otherwise, the last periods of a byo-yomi clock, is
//! used.
//!
//! Sources: the score trend is the continuous form of the piecewise function of
//! row T-12 of docs/sources.md, the reduction while far ahead is the softening of
//! row T-15, and the special cases are those of row T-14. Stability and node share
//! are common in current engines. Not beginning an iteration that cannot end in
//! time is the STOP rule of Baier and Winands, "Time management for Monte Carlo
//! tree search", 2016. The constants were tuned with the simulator on recorded
//! searches.

use std::time::Duration;

use crate::control::ByoYomi;
use crate::moves_left::MovesLeft;
use crate::progress::Progress;
use crate::state::{Budget, ClockState, MoveContext};
use crate::strategy::{MoveSummary, SearchProgress, Stage, Strategy, StrategyDecision, scale};

/// Mates within this number of plies need no further search.
const NEAR_MATE: i32 = 6;

/// The factor on the plan from which a move may use another period of byo-yomi.
const TROUBLE: f64 = 2.0;

/// The part of the reserve below which no bonus is spent.
const RESERVE_LEAST: f64 = 0.95;

/// The constants of [`Foresight`]. Times are in seconds, scores in centipawns, the rest are factors and shares.
#[derive(Clone, Debug, PartialEq)]
pub struct ForesightParameters {
    /// Median length of a game in own moves.
    pub game_length: f64,
    /// Steepness of the distribution of lengths.
    pub length_steepness: f64,
    /// Factor on the expected number of moves left: above 1 saves time for later.
    pub horizon: f64,
    /// Factor on the whole plan, to compensate for searches that stop before it.
    pub spend: f64,
    /// The share of the move's bonus that is added to the plan.
    pub bonus_share: f64,
    /// Hard bound as a multiple of the plan.
    pub hard_multiple: f64,
    /// Hard bound as a share of the usable time.
    pub hard_share: f64,
    /// Factor on the plan when the best move has just changed.
    pub unstable: f64,
    /// Factor for each iteration with the same best move.
    pub stable_decay: f64,
    /// The minimum of that factor.
    pub stable_least: f64,
    /// Added to the factor for every recent change of the best move, each halved per iteration.
    pub change: f64,
    /// Added to the factor for each centipawn that the score is below its running mean.
    pub falling: f64,
    /// The minimum of the score factor, for rising scores.
    pub falling_least: f64,
    /// The maximum of the score factor.
    pub falling_most: f64,
    /// Node-share factor: this value minus the slope times the share of the best move.
    pub share_base: f64,
    /// See [`share_base`](ForesightParameters::share_base).
    pub share_slope: f64,
    /// Factor when one side is far ahead, approached as the score goes from 300 to 900.
    pub decided: f64,
    /// An iteration is begun only if it is expected to end by this multiple of the plan.
    pub overrun: f64,
    /// Reserve against late answers as a share of the first clock.
    pub reserve_share: f64,
    /// The largest reserve, in seconds.
    pub reserve_most: f64,
    /// The longest stall covered by the reserve, in seconds; on a clock that
    /// begins with less than about 1.5 times this, it is a share of the clock.
    pub stall: f64,
    /// That share: the largest part of the first clock reserved for a stall.
    pub stall_share: f64,
}

impl Default for ForesightParameters {
    fn default() -> ForesightParameters {
        ForesightParameters {
            game_length: 39.0,
            length_steepness: 4.1,
            horizon: 1.19,
            spend: 1.65,
            bonus_share: 1.03,
            hard_multiple: 5.1,
            hard_share: 0.55,
            unstable: 3.25,
            stable_decay: 0.83,
            stable_least: 0.19,
            change: 0.78,
            falling: 0.04,
            falling_least: 0.98,
            falling_most: 3.15,
            share_base: 1.34,
            share_slope: 1.39,
            decided: 0.9,
            overrun: 0.71,
            reserve_share: 0.12,
            reserve_most: 1.2,
            stall: 0.64,
            stall_share: 0.65,
        }
    }
}

impl ForesightParameters {
    /// The name, lower bound, upper bound and reference of every constant, for tuners.
    pub fn named(&mut self) -> [(&'static str, f64, f64, &mut f64); 22] {
        [
            ("game_length", 20.0, 80.0, &mut self.game_length),
            ("length_steepness", 2.0, 8.0, &mut self.length_steepness),
            ("horizon", 0.5, 2.5, &mut self.horizon),
            ("spend", 0.5, 4.0, &mut self.spend),
            ("bonus_share", 0.3, 1.2, &mut self.bonus_share),
            ("hard_multiple", 1.5, 10.0, &mut self.hard_multiple),
            ("hard_share", 0.1, 0.6, &mut self.hard_share),
            ("unstable", 0.8, 4.0, &mut self.unstable),
            ("stable_decay", 0.5, 1.0, &mut self.stable_decay),
            ("stable_least", 0.1, 1.0, &mut self.stable_least),
            ("change", 0.0, 1.5, &mut self.change),
            ("falling", 0.0, 0.05, &mut self.falling),
            ("falling_least", 0.4, 1.0, &mut self.falling_least),
            ("falling_most", 1.0, 4.0, &mut self.falling_most),
            ("share_base", 1.0, 3.5, &mut self.share_base),
            ("share_slope", 0.0, 3.0, &mut self.share_slope),
            ("decided", 0.2, 1.0, &mut self.decided),
            ("overrun", 0.6, 3.0, &mut self.overrun),
            ("reserve_share", 0.0, 0.3, &mut self.reserve_share),
            ("reserve_most", 0.0, 5.0, &mut self.reserve_most),
            ("stall", 0.0, 2.0, &mut self.stall),
            ("stall_share", 0.0, 1.0, &mut self.stall_share),
        ]
    }
}

/// How a move's time may be adjusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// By the progress of the search.
    Free,
    /// The position is special (T-14): the plan is not adjusted.
    Special,
    /// Unused time is lost, so stopping early gains nothing. With more than two
    /// periods, a difficult move may use one of them.
    UseOrLose {
        /// The hard bound with another period, if one can be spared.
        extended: Option<Duration>,
    },
}

/// The default strategy.
#[derive(Clone, Debug)]
pub struct Foresight {
    parameters: ForesightParameters,
    moves_left: MovesLeft,
    first_clock: Option<Duration>,
    first_periods: u32,
    last_score: Option<i32>,
    plan: Budget,
    soft: Duration,
    mode: Mode,
    mean_score: f64,
    progress: Progress,
}

impl Foresight {
    /// The strategy with the given constants.
    pub fn new(parameters: ForesightParameters) -> Foresight {
        let moves_left = MovesLeft::new(parameters.game_length, parameters.length_steepness);
        Foresight {
            parameters,
            moves_left,
            first_clock: None,
            first_periods: 0,
            last_score: None,
            plan: Budget::default(),
            soft: Duration::ZERO,
            mode: Mode::Free,
            mean_score: 0.0,
            progress: Progress::default(),
        }
    }

    /// The constants in use.
    pub fn parameters(&self) -> &ForesightParameters {
        &self.parameters
    }

    /// The reserve for late answers during the whole game.
    ///
    /// A stall longer than the time left loses the game with any strategy, so
    /// the reserve is never part of the plan.
    fn reserve(&self, first: Duration) -> Duration {
        let p = &self.parameters;
        let by_share = scale(first, p.reserve_share).min(self.max_reserve());
        let stall = Duration::try_from_secs_f64(p.stall).unwrap_or_default();
        by_share.max(stall.min(scale(first, p.stall_share)))
    }

    fn max_reserve(&self) -> Duration {
        Duration::try_from_secs_f64(self.parameters.reserve_most).unwrap_or_default()
    }

    /// The plan for a move on the main clock.
    fn plan_main(&self, clock: &ClockState, context: &MoveContext) -> Budget {
        let p = &self.parameters;
        let first = self.first_clock.unwrap_or(clock.left);
        let reserve = self.reserve(first);
        let usable = clock.left.saturating_sub(clock.overhead + reserve);
        let expected = (self.moves_left.expected(context.own_moves()) * p.horizon).max(1.0);
        let moves = clock.moves_to_go.map_or(expected, |n| f64::from(n.get()).min(expected));
        // A future period is like a bonus: it does not depend on the time used now.
        let period = clock.byo_yomi.map_or(Duration::ZERO, |b| b.time.saturating_sub(clock.overhead));
        // Close to the reserve the bonus is saved, or each lag would reduce the reserve.
        let above = clock.left.as_secs_f64() - RESERVE_LEAST * reserve.as_secs_f64();
        let room = (above / ((1.0 - RESERVE_LEAST) * 1.5 * reserve.as_secs_f64()).max(1e-9)).clamp(0.0, 1.0);
        let income = scale(clock.bonus.amount(), p.bonus_share * room);
        // The bonus comes after the move, so it cannot be used on an almost empty clock.
        let lendable = (clock.bonus.grace() + clock.left / 4).saturating_sub(clock.overhead);
        let soft = scale(usable, (p.spend / moves).min(0.8)) + income.min(lendable) + period;
        let share = if moves < 2.0 { 0.9 } else { p.hard_share.max(1.0 / moves) };
        let most = scale(usable, share) + income.min(lendable) + period;
        Budget::new(soft.max(ClockState::LEAST), scale(soft, p.hard_multiple).min(most).max(ClockState::LEAST))
    }

    /// The plan for a move that begins in byo-yomi.
    ///
    /// A spare period protects against a stall. The last period therefore has
    /// its own reserve, larger if the engine has already lost periods.
    fn plan_overtime(&self, clock: &ClockState, overtime: ByoYomi) -> (Budget, Mode) {
        let (periods, period) = (overtime.periods.get(), overtime.time);
        let keep = if periods > 1 {
            Duration::ZERO
        } else {
            scale(period, if self.first_periods > 1 { 0.65 } else { 0.2 }).min(self.max_reserve() / 2)
        };
        let plan = period.saturating_sub(clock.overhead + keep).max(ClockState::LEAST);
        let extended = (periods > 2).then_some(plan + period);
        (Budget::exactly(plan), Mode::UseOrLose { extended })
    }

    /// The factor on the plan according to the search so far.
    fn factor(&self, report: &SearchProgress) -> f64 {
        let p = &self.parameters;
        let g = &self.progress;
        let stability = (p.unstable * p.stable_decay.powi(g.stable.min(60) as i32)).max(p.stable_least);
        let stability = stability + p.change * g.recent_changes;
        let trend = 1.0 + p.falling * (self.mean_score - f64::from(g.score));
        let share = report.best_share.map_or(1.0, |s| p.share_base - p.share_slope * f64::from(s.clamp(0.0, 1.0)));
        let ahead = ((f64::from(g.score).abs() - 300.0) / 600.0).clamp(0.0, 1.0);
        let decided = 1.0 + (p.decided - 1.0) * ahead;
        stability * trend.clamp(p.falling_least, p.falling_most) * share.max(0.2) * decided
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
        (self.first_clock, self.first_periods, self.last_score) = (None, 0, None);
    }

    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget {
        let periods = clock.byo_yomi.map_or(0, |b| b.periods.get());
        self.first_clock = Some(self.first_clock.map_or(clock.left, |first| first.max(clock.left)));
        self.first_periods = self.first_periods.max(periods);
        self.progress = Progress::default();
        (self.plan, self.mode) = match clock.byo_yomi {
            // A main clock of less than half a period needs no separate plan.
            Some(b) if clock.left < b.time / 2 => self.plan_overtime(clock, b),
            _ => (self.plan_main(clock, context), Mode::Free),
        };
        let special = if context.known_repetition || context.known_mate {
            Some(0.0)
        } else if context.single_reply() {
            Some(0.1)
        } else if context.forced_recapture && self.mode == Mode::Free {
            // In overtime it would save nothing.
            Some(0.25)
        } else {
            None
        };
        if let Some(factor) = special {
            self.mode = Mode::Special;
            self.plan = Budget::exactly(scale(self.plan.soft, factor));
        }
        self.soft = self.plan.soft;
        self.plan
    }

    fn after_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.progress.absorb(report);
        let g = &self.progress;
        if g.iterations == 1 {
            self.mean_score = f64::from(self.last_score.unwrap_or(g.score));
        } else {
            self.mean_score += 0.3 * (f64::from(g.last_score) - self.mean_score);
        }
        if report.mate.is_some_and(|m| m.abs() <= NEAR_MATE) {
            return StrategyDecision::Stop;
        }
        match self.mode {
            Mode::Free => {}
            Mode::UseOrLose { extended: Some(time) } if self.factor(report) >= TROUBLE => {
                return StrategyDecision::Adjust(Budget::exactly(time));
            }
            // Without difficulties, one period is enough.
            Mode::UseOrLose { .. } | Mode::Special if report.elapsed >= self.plan.soft => {
                return StrategyDecision::Stop;
            }
            Mode::UseOrLose { .. } | Mode::Special => return StrategyDecision::Adjust(self.plan),
        }
        let next_end = report.elapsed + scale(g.took, g.growth);
        self.soft = scale(self.plan.soft, self.factor(report)).min(self.plan.hard);
        let latest = scale(self.soft, self.parameters.overrun).min(self.plan.hard);
        if report.elapsed >= self.soft || next_end > latest {
            return StrategyDecision::Stop;
        }
        StrategyDecision::Adjust(Budget { soft: self.soft, hard: self.plan.hard })
    }

    fn during_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.progress.absorb(report);
        let g = &self.progress;
        let holds = report.stage == Stage::FirstMove && g.iterations > 0 && !g.failing_low && report.score >= g.score;
        if self.mode == Mode::Free && holds && report.elapsed >= self.soft {
            StrategyDecision::Stop
        } else {
            StrategyDecision::Continue
        }
    }

    fn finish(&mut self, summary: &MoveSummary) {
        self.last_score = Some(summary.score.clamp(-2_000, 2_000));
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
