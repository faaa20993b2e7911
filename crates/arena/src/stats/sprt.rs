//! The sequential probability ratio test (SPRT).
//!
//! There are two hypotheses about the strength of a player, elo0 and elo1. After each game or pair,
//! the log-likelihood ratio (LLR) of the results shows which one explains them better, and the test
//! stops as soon as the LLR leaves an interval chosen for the wanted error rates (A. Wald 1945,
//! "Sequential tests of statistical hypotheses"). The distribution of the results is not from a
//! one-parameter family, so the likelihoods are those of the maximum-likelihood distributions that
//! satisfy each hypothesis (the generalised SPRT: M. Van den Bergh, "A practical introduction to the
//! GSPRT", notes to the fishtest framework).
//!
//! A hypothesis may fix the *logistic* Elo, a mean score, or the *normalised*
//! Elo, a mean advantage in standard deviations ("Normalized Elo", ibid.); the
//! latter makes the length of a test independent of the share of draws.

use super::outcomes::{NORMALIZED_ELO_PER_DEVIATION, Outcomes, score_of_elo};
use serde::{Deserialize, Serialize};

/// The unit of the hypotheses of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Logistic Elo: fixes the mean score.
    Logistic,
    /// Normalised Elo: fixes the mean advantage in standard deviations of a game.
    Normalized,
}

/// A test: two hypotheses and the accepted error rates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Invalid parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are not in order.
    #[error("elo0 = {elo0} must be less than elo1 = {elo1}")]
    Order {
        /// The lower hypothesis.
        elo0: f64,
        /// The upper hypothesis.
        elo1: f64,
    },
    /// A hypothesis beyond the range of the model.
    #[error("a hypothesis of {0} Elo: expected at most 300 either way")]
    Range(f64),
    /// An error rate out of range.
    #[error("an error rate of {0}: expected more than 0 and less than 0.5")]
    ErrorRate(f64),
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// Not decided yet.
    Open,
    /// The upper bound was reached: elo1 is accepted.
    AcceptsElo1,
    /// The lower bound was reached: elo0 is accepted.
    AcceptsElo0,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// The log-likelihood ratio, natural logarithm.
    pub llr: f64,
    /// The LLR at which elo0 is accepted.
    pub lower: f64,
    /// The LLR at which elo1 is accepted.
    pub upper: f64,
    /// The decision.
    pub decision: SprtDecision,
}

impl Sprt {
    /// A test of `elo0` against `elo1`: `alpha` is the probability of accepting
    /// elo1 when elo0 is true, `beta` of accepting elo0 when elo1 is true.
    ///
    /// # Errors
    /// [`SprtError`] unless −300 ≤ `elo0` < `elo1` ≤ 300 and both rates lie
    /// strictly between 0 and ½.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Sprt, SprtError> {
        if let Some(&elo) = [elo0, elo1].iter().find(|elo| !(-300.0..=300.0).contains(*elo)) {
            return Err(SprtError::Range(elo));
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        if let Some(&rate) = [alpha, beta].iter().find(|&&rate| !(rate > 0.0 && rate < 0.5)) {
            return Err(SprtError::ErrorRate(rate));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The hypotheses, lower first.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The unit of the hypotheses.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// Wald's bounds of the LLR: ln(β / (1 − α)) and ln((1 − β) / α).
    ///
    /// ```
    /// use duiyi_arena::{EloModel, Sprt};
    /// let (lower, upper) = Sprt::new(0.0, 2.0, 0.05, 0.05, EloModel::Normalized)?.bounds();
    /// assert!((lower + 2.944).abs() < 5e-4 && (upper - 2.944).abs() < 5e-4);
    /// # Ok::<(), duiyi_arena::SprtError>(())
    /// ```
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the results: positive values favour elo1. 0 without
    /// results.
    ///
    /// A score that has not occurred counts as a thousandth of a result, so that no
    /// hypothesis is impossible.
    pub fn llr<const N: usize>(&self, outcomes: &Outcomes<N>) -> f64 {
        if outcomes.units() == 0 {
            return 0.0;
        }
        let counts = outcomes.0.map(|n| if n == 0 { 1e-3 } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|n| n / total);
        let [at0, at1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => with_mean(&observed, score_of_elo(elo)),
            EloModel::Normalized => with_effect(&observed, unit_effect::<N>(elo)),
        });
        (0..N).map(|i| counts[i] * (at1[i] / at0[i]).ln()).sum()
    }

    /// The state of the test for these results.
    pub fn state<const N: usize>(&self, outcomes: &Outcomes<N>) -> SprtState {
        let llr = self.llr(outcomes);
        let (lower, upper) = self.bounds();
        let decision = if llr >= upper {
            SprtDecision::AcceptsElo1
        } else if llr <= lower {
            SprtDecision::AcceptsElo0
        } else {
            SprtDecision::Open
        };
        SprtState { llr, lower, upper, decision }
    }

    /// The expected number of games until the test stops, if the true difference
    /// is `elo` (in the test's own model).
    ///
    /// The LLR is treated as a Brownian motion (Wald's approximation: the overshoot at the bounds is
    /// neglected). `game_deviation` is the standard deviation of the score of one game in pairs, √(2 ·
    /// variance of a pair's mean score); 0.35 is typical. The normalised model does not use it.
    pub fn expected_games(&self, elo: f64, game_deviation: f64) -> f64 {
        let effect = |elo: f64| match self.model {
            EloModel::Logistic => (score_of_elo(elo) - 0.5) / game_deviation,
            EloModel::Normalized => elo / NORMALIZED_ELO_PER_DEVIATION,
        };
        let (t0, t1, t) = (effect(self.elo0), effect(self.elo1), effect(elo));
        // Per game: the LLR of a normal observation of unit variance.
        let drift = (t1 - t0) * (t - (t0 + t1) / 2.0);
        let variance = (t1 - t0).powi(2);
        let (lower, upper) = self.bounds();
        let slope = -2.0 * drift / variance;
        if slope.abs() < 1e-9 {
            return -lower * upper / variance;
        }
        let at_upper = -(slope * lower).exp_m1() / ((slope * upper).exp() - (slope * lower).exp());
        (at_upper * upper + (1.0 - at_upper) * lower) / drift
    }
}

/// The effect size of a unit with `N` scores: √2 times the effect of a game for a pair of
/// games.
fn unit_effect<const N: usize>(normalized_elo: f64) -> f64 {
    normalized_elo / NORMALIZED_ELO_PER_DEVIATION * (Outcomes::<N>::GAMES_PER_UNIT as f64).sqrt()
}

/// The distribution closest in likelihood to `observed` whose mean is `mean`.
fn with_mean<const N: usize>(observed: &[f64; N], mean: f64) -> [f64; N] {
    let deviations = std::array::from_fn(|i| Outcomes::<N>::score_at(i) - mean);
    // A mean strictly between 0 and 1 has scores on both sides.
    constrained(observed, &deviations).unwrap_or(*observed)
}

/// The distribution closest in likelihood to `observed` whose mean is `effect`
/// standard deviations above ½.
///
/// The constraint is not linear in the probabilities. From a mean of ½ the effect is raised in steps, each
/// solved from the distribution of the one before: from far away the linearised constraint may have no
/// solution. A step without one is halved.
fn with_effect<const N: usize>(observed: &[f64; N], effect: f64) -> [f64; N] {
    const STEP: f64 = 0.1;
    const LEAST_STEP: f64 = 1e-6;
    const STRIDES: [f64; 3] = [1.0, 0.5, 0.1];
    let (mut fitted, mut reached, mut step) = (with_mean(observed, 0.5), 0.0, STEP);
    while reached != effect && step > LEAST_STEP {
        let next = if (effect - reached).abs() <= step { effect } else { reached + step.copysign(effect) };
        // Where the repetition does not converge, shorter strides do.
        match STRIDES.iter().find_map(|&stride| near_effect(observed, fitted, next, stride)) {
            Some(found) => (fitted, reached, step) = (found, next, (2.0 * step).min(STEP)),
            None => step /= 2.0,
        }
    }
    fitted
}

/// The distribution for an effect near that of `fitted`: the constraint is linearised at the current
/// distribution and solved repeatedly until convergence, each time moving by the share `stride` of the way to
/// the solution. `None` if it does not converge.
fn near_effect<const N: usize>(
    observed: &[f64; N],
    mut fitted: [f64; N],
    effect: f64,
    stride: f64,
) -> Option<[f64; N]> {
    const MAX_ROUNDS: usize = 300;
    for _ in 0..MAX_ROUNDS {
        let mean: f64 = (0..N).map(|i| fitted[i] * Outcomes::<N>::score_at(i)).sum();
        let variance: f64 = (0..N).map(|i| fitted[i] * (Outcomes::<N>::score_at(i) - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let linear = std::array::from_fn(|i| {
            let score = Outcomes::<N>::score_at(i);
            score - 0.5 - effect * deviation * (1.0 + ((mean - score) / deviation).powi(2)) / 2.0
        });
        let solved = constrained(observed, &linear)?;
        let step = (0..N).map(|i| (solved[i] - fitted[i]).abs()).fold(0.0, f64::max);
        fitted = std::array::from_fn(|i| fitted[i] + stride * (solved[i] - fitted[i]));
        if step < 1e-10 {
            return Some(fitted);
        }
    }
    None
}

/// The distribution p̂ closest in likelihood to `observed` with Σ p̂·`values` = 0:
/// p̂ = observed / (1 + x·values), x the root of Σ observed·values / (1 + x·values).
/// `None` if all values have the same sign.
fn constrained<const N: usize>(observed: &[f64; N], values: &[f64; N]) -> Option<[f64; N]> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    // The sum falls from +∞ to −∞ between the poles.
    let (mut left, mut right) = (-1.0 / most, -1.0 / least);
    loop {
        let x = (left + right) / 2.0;
        if x <= left || x >= right {
            return Some(std::array::from_fn(|i| observed[i] / (1.0 + x * values[i])));
        }
        let sum: f64 = (0..N).map(|i| observed[i] * values[i] / (1.0 + x * values[i])).sum();
        if sum > 0.0 { left = x } else { right = x }
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcomes::{Pentanomial, Trinomial};
    use super::*;
    use proptest::prelude::*;
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };

    fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("valid")
    }

    /// Pentanomial, hypotheses, LLR and Elo with its margin, as printed by the
    /// fishtest and OpenBench instances that ran these tests.
    type Published = ([u64; 5], f64, f64, &'static str, &'static str);
    const PUBLISHED: [Published; 11] = [
        ([332, 11870, 24938, 12162, 394], 0.0, 2.0, "2.95", "1.45 ± 1.12"),
        ([33, 4419, 10899, 4753, 32], 0.5, 2.5, "2.95", "2.86 ± 1.64"),
        ([145, 7214, 17207, 7466, 192], 0.0, 2.0, "2.93", "1.87 ± 1.34"),
        ([140, 5033, 11685, 5319, 159], 0.0, 2.0, "2.93", "2.52 ± 1.64"),
        ([46, 277, 738, 514, 99], 0.0, 2.0, "2.99", "35.72 ± 7.41"),
        ([11, 353, 919, 550, 57], 0.0, 2.0, "2.95", "26.62 ± 6.09"),
        ([310, 10163, 23041, 10466, 356], 0.0, 2.0, "2.97", "1.55 ± 1.17"),
        ([784, 37970, 97496, 37841, 789], -1.75, 0.25, "2.93", "-0.12 ± 0.56"),
        ([56, 193, 470, 280, 88], 0.0, 5.0, "2.89", "24.17 ± 10.09"),
        ([75, 1553, 3412, 1659, 103], 0.0, 5.0, "2.93", "4.14"),
        ([26, 238, 542, 343, 39], 0.0, 5.0, "2.91", "19.18 ± 8.27"),
    ];

    #[test]
    fn published_tests_are_reproduced_to_the_printed_digit() {
        for (counts, elo0, elo1, llr, elo) in PUBLISHED {
            let outcomes = Outcomes(counts);
            assert_eq!(format!("{:.2}", test(elo0, elo1, EloModel::Normalized).llr(&outcomes)), llr, "{counts:?}");
            let estimate = outcomes.elo();
            let printed = format!("{:.2} ± {:.2}", estimate.value, estimate.margin());
            assert!(printed.starts_with(elo), "{counts:?}: {printed}, published {elo}");
            if elo.contains('±') {
                assert_eq!(printed, elo);
            }
        }
    }

    #[test]
    fn the_published_tests_agree_with_the_closed_form() {
        // (games / 2)·ln[(1 + (t − t0)²) / (1 + (t − t1)²)], for small effects.
        for (counts, elo0, elo1, _, _) in PUBLISHED {
            let outcomes = Outcomes(counts);
            let t = (outcomes.mean() - 0.5) / outcomes.game_deviation();
            let [t0, t1] = [elo0, elo1].map(|elo| elo / NORMALIZED_ELO_PER_DEVIATION);
            let closed = outcomes.games() as f64 / 2.0 * ((1.0 + (t - t0).powi(2)) / (1.0 + (t - t1).powi(2))).ln();
            let llr = test(elo0, elo1, EloModel::Normalized).llr(&outcomes);
            assert!((llr - closed).abs() < 0.02 * llr, "{counts:?}: {llr} {closed}");
        }
    }

    /// Forty pairs of two wins each: a larger hypothesis fits better. SciPy's constrained optimiser gives
    /// 22.92 for 300.
    #[test]
    fn hypotheses_of_any_size_are_fitted() {
        let won = Outcomes([0, 0, 0, 0, 40]);
        let llr = |elo1: f64| test(0.0, elo1, EloModel::Normalized).llr(&won);
        let all: Vec<f64> = (1..=60).map(|step| llr(5.0 * f64::from(step))).collect();
        assert!(all.is_sorted() && all[0] > 0.0, "{all:?}");
        assert!((llr(231.0) - 20.87).abs() < 0.005 && (llr(300.0) - 22.92).abs() < 0.005, "{}", llr(300.0));
        let lost = Outcomes([40, 0, 0, 0, 0]);
        assert!((test(-300.0, 0.0, EloModel::Normalized).llr(&lost) + llr(300.0)).abs() < 1e-6);
    }

    #[test]
    fn bounds_depend_on_both_error_rates() {
        let (lower, upper) = Sprt::new(0.0, 2.0, 0.05, 0.10, EloModel::Logistic).expect("valid").bounds();
        assert_eq!((format!("{lower:.3}"), format!("{upper:.3}")), ("-2.251".into(), "2.890".into()));
    }

    /// A Gaussian walk with the drift of each hypothesis leaves the bounds on the wrong side with about
    /// the accepted rates, however different these are.
    #[test]
    fn the_error_rates_are_those_of_the_hypotheses() {
        const WALKS: usize = 4_000;
        for (alpha, beta) in [(0.05, 0.2), (0.2, 0.05), (0.4, 0.1), (0.1, 0.4)] {
            let (lower, upper) = Sprt::new(0.0, 2.0, alpha, beta, EloModel::Logistic).expect("valid").bounds();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
            let mut unit = || (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            // Steps with variance v have a drift of v / 2 towards the true hypothesis.
            let mut accepts_elo1 = |drift: f64| {
                let mut llr = 0.0;
                while lower < llr && llr < upper {
                    let sum: f64 = (0..12).map(|_| unit()).sum();
                    llr += drift + 0.1 * (sum - 6.0);
                }
                llr >= upper
            };
            let wrong = |count: usize| count as f64 / WALKS as f64;
            let found = [
                wrong((0..WALKS).filter(|_| accepts_elo1(-0.005)).count()),
                wrong((0..WALKS).filter(|_| !accepts_elo1(0.005)).count()),
            ];
            // The overshoot makes errors a little rarer.
            for (found, rate) in found.into_iter().zip([alpha, beta]) {
                assert!(found < rate + 0.015 && found > 0.85 * rate - 0.015, "{found} for {rate} of ({alpha}, {beta})");
            }
        }
    }

    #[test]
    fn invalid_parameters_are_rejected() {
        let new = |a, b, alpha, beta| Sprt::new(a, b, alpha, beta, EloModel::Logistic).expect_err("refused");
        assert_eq!(new(2.0, 2.0, 0.05, 0.05), SprtError::Order { elo0: 2.0, elo1: 2.0 });
        assert_eq!(new(0.0, 1e9, 0.05, 0.05), SprtError::Range(1e9));
        assert!(matches!(new(f64::NAN, 1.0, 0.05, 0.05), SprtError::Range(_)));
        assert_eq!(new(0.0, 2.0, 0.0, 0.05), SprtError::ErrorRate(0.0));
        assert!(matches!(new(0.0, 2.0, 0.05, f64::NAN), SprtError::ErrorRate(_)));
    }

    #[test]
    fn one_sided_results_have_a_finite_ratio_with_the_right_sign() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let sprt = test(0.0, 10.0, model);
            assert!(sprt.llr(&Outcomes([0, 0, 0, 0, 40])) > 0.0, "{model:?}");
            assert!(sprt.llr(&Outcomes([40, 0, 0, 0, 0])) < 0.0, "{model:?}");
            assert!(sprt.llr(&Trinomial::of(40, 0, 0)).is_finite());
            let drawn = sprt.llr(&Outcomes([0, 0, 400, 0, 0]));
            assert!(drawn.is_finite() && drawn < 0.0, "{model:?} {drawn}");
            assert_eq!(sprt.llr(&Pentanomial::default()), 0.0);
        }
    }

    /// Expected lengths computed for a variance of 0.06 of the pair score.
    #[test]
    fn expected_games_of_typical_tests() {
        let deviation = (2.0 * 0.06f64).sqrt();
        let games = |elo0, elo1, elo| test(elo0, elo1, EloModel::Logistic).expected_games(elo, deviation);
        for (elo0, elo1, elo, thousands) in [
            (0.0, 2.0, 0.0, 77.0),
            (0.0, 2.0, 2.0, 77.0),
            (0.0, 2.0, 5.0, 21.0),
            (0.0, 2.0, 10.0, 9.5),
            (0.0, 5.0, 5.0, 12.0),
            (0.0, 5.0, 10.0, 4.6),
            (0.0, 5.0, 20.0, 2.0),
            (0.0, 10.0, 10.0, 3.1),
            (0.0, 10.0, 20.0, 1.1),
        ] {
            let found = games(elo0, elo1, elo) / 1000.0;
            assert!((found / thousands - 1.0).abs() < 0.06, "[{elo0}, {elo1}] at {elo}: {found} thousand");
        }
        // In the middle there is no drift; the formula must be continuous there.
        let middle = games(0.0, 2.0, 1.0);
        assert!((games(0.0, 2.0, 1.0 + 1e-4) / middle - 1.0).abs() < 1e-3);
    }

    proptest! {
        #[test]
        fn fitted_distributions_satisfy_their_hypothesis(
            counts in proptest::array::uniform5(1u32..500),
            elo in -300.0..300.0f64,
        ) {
            let total: f64 = counts.iter().map(|&n| f64::from(n)).sum();
            let observed = counts.map(|n| f64::from(n) / total);
            let moments = |p: [f64; 5]| {
                let mean: f64 = (0..5).map(|i| p[i] * i as f64 / 4.0).sum();
                let variance: f64 = (0..5).map(|i| p[i] * (i as f64 / 4.0 - mean).powi(2)).sum();
                (p.iter().sum::<f64>(), mean, variance.sqrt())
            };
            let (sum, mean, _) = moments(with_mean(&observed, score_of_elo(elo)));
            prop_assert!((sum - 1.0).abs() < 1e-9);
            prop_assert!((mean - score_of_elo(elo)).abs() < 1e-9);
            let effect = unit_effect::<5>(elo);
            let (sum, mean, deviation) = moments(with_effect(&observed, effect));
            prop_assert!((sum - 1.0).abs() < 1e-6);
            prop_assert!(((mean - 0.5) / deviation - effect).abs() < 1e-6);
        }

        #[test]
        fn swapping_players_and_hypotheses_negates_the_ratio(counts in proptest::array::uniform5(1u64..500)) {
            for model in [EloModel::Logistic, EloModel::Normalized] {
                let llr = test(-1.0, 4.0, model).llr(&Outcomes(counts));
                let mirrored = test(-4.0, 1.0, model).llr(&Outcomes(counts).swapped());
                prop_assert!((llr + mirrored).abs() < 1e-6, "{} {}", llr, mirrored);
            }
        }
    }

    /// Plays simulated pairs of independent games until the test stops; returns
    /// the share that accepted elo1 and the mean number of games.
    fn simulate(sprt: &Sprt, elo: f64, matches: u32) -> (f64, f64) {
        const DRAWS: f64 = 0.4;
        // Scores of a game: win with probability `win`, draw with DRAWS. Under the
        // normalised model the mean that gives the effect follows from the variance.
        let mut mean = score_of_elo(elo);
        if sprt.model == EloModel::Normalized {
            for _ in 0..50 {
                let variance = mean - DRAWS / 4.0 - mean * mean;
                mean = 0.5 + elo / NORMALIZED_ELO_PER_DEVIATION * variance.sqrt();
            }
        }
        let win = mean - DRAWS / 2.0;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2026);
        let mut game = || {
            let u = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            if u < win { 2 } else { usize::from(u < win + DRAWS) }
        };
        let (mut accepted, mut games) = (0, 0);
        for _ in 0..matches {
            let mut outcomes = Pentanomial::default();
            loop {
                outcomes.record(game() + game());
                match sprt.state(&outcomes).decision {
                    SprtDecision::Open => continue,
                    decision => accepted += u32::from(decision == SprtDecision::AcceptsElo1),
                }
                break;
            }
            games += outcomes.games();
        }
        (f64::from(accepted) / f64::from(matches), games as f64 / f64::from(matches))
    }

    fn error_rates_hold(model: EloModel, matches: u32) {
        // Wide hypotheses limit a simulated match to a few hundred games. The rate may exceed 5 % by
        // three standard errors.
        let sprt = Sprt::new(0.0, 60.0, 0.05, 0.05, model).expect("valid");
        let allowed = 0.05 + 3.0 * (0.05 * 0.95 / f64::from(matches)).sqrt();
        let (false_alarms, games0) = simulate(&sprt, 0.0, matches);
        let (power, games1) = simulate(&sprt, 60.0, matches);
        assert!(false_alarms <= allowed, "{model:?}: {false_alarms} accept elo1 at elo0");
        assert!(1.0 - power <= allowed, "{model:?}: {} accept elo0 at elo1", 1.0 - power);
        // The rates must not be far too low either: Wald's length, plus the overshoot.
        assert!(false_alarms > 0.01 && 1.0 - power > 0.01, "{model:?}: {false_alarms} {power}");
        for (games, elo) in [(games0, 0.0), (games1, 60.0)] {
            let expected = sprt.expected_games(elo, (0.25f64 - 0.1).sqrt());
            assert!((0.9..1.4).contains(&(games / expected)), "{model:?}: {games} games, expected {expected}");
        }
    }

    #[test]
    fn error_rates_in_500_simulated_matches() {
        error_rates_hold(EloModel::Logistic, 500);
        error_rates_hold(EloModel::Normalized, 500);
    }

    #[test]
    #[ignore = "10,000 simulated matches of each kind: 30 s"]
    fn error_rates_in_10000_simulated_matches() {
        error_rates_hold(EloModel::Logistic, 10_000);
        error_rates_hold(EloModel::Normalized, 10_000);
    }
}
