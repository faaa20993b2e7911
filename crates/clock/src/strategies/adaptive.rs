//! The complete adaptive strategy of Xu, Nan, Wang and Xu, 2006: rows T-8 to
//! T-18 of docs/sources.md.
//!
//! A move gets an expected time E_t from the average model and a limit M_t, a
//! multiple of E_t (T-10). Special cases end the search early (T-14): a forced
//! recapture gets E_t/4, a single legal move E_t/10, and a known repetition or a
//! mate found for or against is played at once. Otherwise the time depends on the
//! drop Δ of the score from one iteration to the next (T-12), unless the first
//! root move has stayed best and never failed low (T-11):
//!
//! | Δ in the paper's unit (pawn 60) | in pawns | T |
//! |---|---|---|
//! | Δ ≤ 0 | | E_t |
//! | 0 < Δ < 30 | below ½ | 2·E_t |
//! | 30 ≤ Δ < 70 | below 1⅙ | 4·E_t |
//! | 70 ≤ Δ | 1⅙ or more | M_t |
//!
//! The paper prints the last condition as "70 ≥ Δ" and omits the first row; both
//! are read as above, and every T is limited to M_t, so that T is a total and
//! monotone function of Δ. The thresholds of the paper are in a unit where the
//! pawn (兵) is 60 and the chariot 1000 (T-13); here they are fractions of a pawn.
//! The paper has no formula for the softening while still ahead (T-15);
//! [`AdaptiveParameters::softened`] is ours.

use std::time::Duration;

use crate::progress::Progress;
use crate::state::{Budget, ClockState, MoveContext};
use crate::strategies::average::share;
use crate::strategy::{SearchProgress, Stage, Strategy, StrategyDecision, scale};

/// The constants of [`Adaptive`].
#[derive(Clone, Debug, PartialEq)]
pub struct AdaptiveParameters {
    /// N of the average model for E_t.
    pub divisor: f64,
    /// M_t as a multiple of E_t. The paper has "several"; 5 is the choice of Crafty, which it cites.
    pub hard_multiple: f64,
    /// Centipawns per pawn, to which the thresholds of T-12 are scaled.
    pub pawn: i32,
    /// The number of iterations with the same best move, without a fail low, after which E_t is not adjusted (T-11).
    pub settled: u32,
    /// The score in centipawns from which a side counts as clearly ahead after a drop; the extension shrinks from here (T-15).
    pub ahead: i32,
    /// Whether the search is stopped at T, as printed, or only no iteration is begun after T (and the search is stopped at M_t).
    pub interrupt: bool,
}

impl Default for AdaptiveParameters {
    fn default() -> AdaptiveParameters {
        AdaptiveParameters { divisor: 40.0, hard_multiple: 5.0, pawn: 100, settled: 4, ahead: 150, interrupt: false }
    }
}

impl AdaptiveParameters {
    /// The piecewise function of T-12: the time for a move whose score dropped by `drop` centipawns.
    ///
    /// Never below `expected`, never above `most` (if `expected` is not), and monotone in `drop`.
    pub fn extended(&self, drop: i32, expected: Duration, most: Duration) -> Duration {
        // Integer comparison in the paper's unit times the pawn makes the thresholds exact.
        let drop = i64::from(drop) * 60;
        let pawn = i64::from(self.pawn);
        let extended = if drop <= 0 {
            expected
        } else if drop < 30 * pawn {
            expected * 2
        } else if drop < 70 * pawn {
            expected * 4
        } else {
            most
        };
        extended.min(most)
    }

    /// The extension, reduced while the score is still good after the drop (T-15).
    ///
    /// The excess over `expected` is unchanged up to a score of
    /// [`ahead`](AdaptiveParameters::ahead), and falls linearly to a quarter at
    /// four times that.
    pub fn softened(&self, extended: Duration, expected: Duration, score: i32) -> Duration {
        let beyond = f64::from(score - self.ahead) / (3.0 * f64::from(self.ahead.max(1)));
        let kept = 1.0 - 0.75 * beyond.clamp(0.0, 1.0);
        expected + scale(extended.saturating_sub(expected), kept)
    }

    /// E_t and M_t for a clock, with E_t < M_t < time available (T-10).
    pub fn expected_and_most(&self, clock: &ClockState) -> Budget {
        let expected = share(clock, self.divisor);
        // Strictly less than the available time, even without an overhead.
        let ceiling = clock.limit().min(scale(clock.available(), 0.98)).max(ClockState::LEAST);
        let most = scale(expected, self.hard_multiple.max(1.5)).min(ceiling);
        Budget { soft: expected.min(scale(most, 0.9)), hard: most }
    }
}

/// The adaptive strategy of rows T-8 to T-18.
#[derive(Clone, Debug, PartialEq)]
pub struct Adaptive {
    parameters: AdaptiveParameters,
    times: Budget,
    special: bool,
    current: Duration,
    progress: Progress,
}

impl Adaptive {
    /// The strategy with the given constants.
    pub fn new(parameters: AdaptiveParameters) -> Adaptive {
        Adaptive {
            parameters,
            times: Budget::default(),
            special: false,
            current: Duration::ZERO,
            progress: Progress::default(),
        }
    }

    /// Whether the move was best from the first iteration on, often enough, and never failed low: T-11.
    fn is_settled(&self) -> bool {
        let p = &self.progress;
        p.changes == 0 && p.stable >= self.parameters.settled && !p.failed_low
    }

    /// The time of this move as it is now: a special move, and the strategy that interrupts iterations, keep to it.
    fn budget(&self) -> Budget {
        let is_exact = self.special || self.parameters.interrupt;
        Budget { soft: self.current, hard: if is_exact { self.current } else { self.times.hard } }
    }
}

impl Default for Adaptive {
    fn default() -> Adaptive {
        Adaptive::new(AdaptiveParameters::default())
    }
}

impl Strategy for Adaptive {
    fn name(&self) -> &str {
        if self.parameters.interrupt { "adaptive-interrupt" } else { "adaptive" }
    }

    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget {
        self.progress = Progress::default();
        self.times = self.parameters.expected_and_most(clock);
        let expected = self.times.soft;
        let special = if context.known_repetition || context.known_mate {
            Some(Duration::ZERO)
        } else if context.single_reply() {
            Some(expected / 10)
        } else if context.forced_recapture {
            Some(expected / 4)
        } else {
            None
        };
        self.special = special.is_some();
        self.current = special.unwrap_or(expected);
        self.budget()
    }

    fn after_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.progress.absorb(report);
        if report.mate.is_some() {
            return StrategyDecision::Stop;
        }
        if !self.special {
            let Budget { soft: expected, hard: most } = self.times;
            let p = &self.parameters;
            self.current = if self.is_settled() {
                expected
            } else {
                p.softened(p.extended(self.progress.drop(), expected, most), expected, report.score)
            };
        }
        if report.elapsed >= self.current {
            return StrategyDecision::Stop;
        }
        StrategyDecision::Adjust(self.budget())
    }

    fn during_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.progress.absorb(report);
        // T-16: with good ordering the first root move is usually the best. If its
        // score has not dropped and the time is used, the others are not searched.
        let satisfied = report.stage == Stage::FirstMove
            && self.progress.iterations > 0
            && !self.progress.failing_low
            && report.score >= self.progress.score;
        if satisfied && report.elapsed >= self.current { StrategyDecision::Stop } else { StrategyDecision::Continue }
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
