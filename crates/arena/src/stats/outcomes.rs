//! Scores of games or of game pairs, and Elo from them.
//!
//! Two games with the same opening and swapped colours are not independent: an
//! unbalanced opening gives a win to each side. Counting the score of the *pair*
//! (0, ½, 1, 1½ or 2 points: the pentanomial) has the right variance, which is
//! smaller than that of the single games (the trinomial) when openings are
//! unbalanced. Source: M. Van den Bergh, "The generalized sequential probability
//! ratio test" and "Normalized Elo" (notes to the fishtest framework), as used by
//! fishtest, OpenBench and fastchess.

/// Converts normalised Elo to effect size: a normalised Elo of one is a mean
/// advantage of 1/347.4 standard deviations of a single game, where 800 / ln 10 is
/// the factor that makes it equal to Elo if no games are drawn.
pub(crate) const NORMALIZED_ELO_PER_DEVIATION: f64 = 400.0 / std::f64::consts::LN_10 * 2.0;

/// The standard normal quantile of 97.5 %: half the width of a 95 % interval.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// A value with its 95 % interval. The ends are infinite where a score of 0 or 1
/// is possible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval, the number behind "±".
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: f(self.value), low: f(self.low), high: f(self.high) }
    }
}

/// The Elo difference at which the expected score is `score` (0 to 1):
/// −400·log₁₀(1/score − 1). Infinite at 0 and 1.
///
/// ```
/// assert_eq!(duiyi_arena::elo_of_score(0.5), 0.0);
/// assert_eq!(duiyi_arena::elo_of_score(1.0), f64::INFINITY);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    // Adding 0 makes a zero positive.
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10() + 0.0
}

/// The expected score (0 to 1) at an Elo difference: 1 / (1 + 10^(−elo/400)).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How often each of `N` equally spaced scores from 0 to 1 occurred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes<const N: usize>(
    /// The counts, lowest score first.
    pub [u64; N],
);

/// Losses, draws and wins of single games.
pub type Trinomial = Outcomes<3>;

/// Pairs of games with 0, ½, 1, 1½ and 2 points.
pub type Pentanomial = Outcomes<5>;

impl<const N: usize> Default for Outcomes<N> {
    fn default() -> Self {
        Outcomes([0; N])
    }
}

impl<const N: usize> Outcomes<N> {
    /// Games in one counted unit: 1 for the trinomial, 2 for the pentanomial.
    pub const GAMES_PER_UNIT: u64 = (N as u64 - 1) / 2;

    /// Counts one unit with `half_points` half points (0 to `N` − 1; more is counted as `N` − 1).
    pub fn record(&mut self, half_points: usize) {
        self.0[half_points.min(N - 1)] += 1;
    }

    /// Units counted: games, or pairs.
    pub fn units(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.units() * Self::GAMES_PER_UNIT
    }

    /// The same results from the opponent's view.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Outcomes(counts)
    }

    /// The score of the unit at an index, from 0 to 1.
    pub(crate) fn score_at(index: usize) -> f64 {
        index as f64 / (N - 1) as f64
    }

    /// Mean score of a unit, from 0 to 1; ½ without units.
    pub fn mean(&self) -> f64 {
        let total = self.units();
        if total == 0 {
            return 0.5;
        }
        self.0.iter().enumerate().map(|(i, &n)| n as f64 * Self::score_at(i)).sum::<f64>() / total as f64
    }

    /// Variance of the score of a unit; 0 without units.
    pub fn variance(&self) -> f64 {
        let total = self.units();
        if total == 0 {
            return 0.0;
        }
        let mean = self.mean();
        self.0.iter().enumerate().map(|(i, &n)| n as f64 * (Self::score_at(i) - mean).powi(2)).sum::<f64>()
            / total as f64
    }

    /// Standard deviation of the score of one *game* that corresponds to this variance.
    pub fn game_deviation(&self) -> f64 {
        (self.variance() * Self::GAMES_PER_UNIT as f64).sqrt()
    }

    /// The mean score with its 95 % interval, mean ± 1.96·√(variance / units).
    ///
    /// If all units have the same score, that interval would be a point. Then it is extended by the
    /// share of other results that is compatible with the counts (Clopper and Pearson 1934, for none
    /// in `units`: 1 − 0.025^(1/units)). Without any results it is 0 to 1.
    pub fn score(&self) -> Estimate {
        let (value, units) = (self.mean(), self.units() as f64);
        if units == 0.0 {
            return Estimate { value, low: 0.0, high: 1.0 };
        }
        let variance = self.variance();
        if variance == 0.0 {
            let hidden = 1.0 - 0.025f64.powf(1.0 / units);
            return Estimate { value, low: value * (1.0 - hidden), high: value + (1.0 - value) * hidden };
        }
        let margin = Z95 * (variance / units).sqrt();
        Estimate { value, low: (value - margin).max(0.0), high: (value + margin).min(1.0) }
    }

    /// Elo difference with its 95 % interval: the score and the ends of its
    /// interval through [`elo_of_score`].
    pub fn elo(&self) -> Estimate {
        self.score().map(elo_of_score)
    }

    /// Normalised Elo with its 95 % interval: the mean advantage in standard
    /// deviations of a single game, times 800 / ln 10. It determines the number of games
    /// needed to detect a difference, regardless of the share of draws.
    ///
    /// NaN while the variance is 0.
    pub fn normalized_elo(&self) -> Estimate {
        let deviation = self.game_deviation();
        let scale = |score: f64| (score - 0.5) / deviation * NORMALIZED_ELO_PER_DEVIATION;
        if deviation == 0.0 {
            return Estimate { value: f64::NAN, low: f64::NAN, high: f64::NAN };
        }
        // Not computed from `score()`, whose ends are limited to 0 and 1.
        let (value, margin) = (self.mean(), Z95 * (self.variance() / self.units() as f64).sqrt());
        Estimate { value, low: value - margin, high: value + margin }.map(scale)
    }

    /// Likelihood of superiority: the probability that the true mean score is
    /// above ½ given the counts, Φ((mean − ½) / √(variance / units)). If all units have the same
    /// score other than ½, the probability that such units are more likely than others (Laplace's
    /// rule of succession): 1 − 2^−(units + 1).
    pub fn superiority(&self) -> f64 {
        let advantage = self.mean() - 0.5;
        if advantage == 0.0 {
            return 0.5;
        }
        if self.variance() == 0.0 {
            let inferior = 0.5f64.powf(self.units() as f64 + 1.0);
            return if advantage > 0.0 { 1.0 - inferior } else { inferior };
        }
        normal_cdf(advantage / (self.variance() / self.units() as f64).sqrt())
    }
}

impl Trinomial {
    /// The trinomial with these wins, draws and losses.
    pub fn of(wins: u64, draws: u64, losses: u64) -> Trinomial {
        Outcomes([losses, draws, wins])
    }

    /// Games won.
    pub fn wins(&self) -> u64 {
        self.0[2]
    }

    /// Games drawn.
    pub fn draws(&self) -> u64 {
        self.0[1]
    }

    /// Games lost.
    pub fn losses(&self) -> u64 {
        self.0[0]
    }
}

/// The standard normal distribution function.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_normalised_scale_agrees_with_the_published_one() {
        assert!((NORMALIZED_ELO_PER_DEVIATION - 347.4356).abs() < 5e-5);
    }

    #[test]
    fn the_normal_distribution_agrees_with_known_values() {
        for (x, p) in [(0.0, 0.5), (Z95, 0.975), (-Z95, 0.025), (1.0, 0.841_344_746_068_543)] {
            assert!((normal_cdf(x) - p).abs() < 1e-12, "{x}");
        }
    }

    #[test]
    fn without_games_the_interval_is_unbounded() {
        let none = Pentanomial::default();
        assert_eq!(none.elo(), Estimate { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY });
        assert_eq!(none.superiority(), 0.5);
        assert!(none.normalized_elo().value.is_nan());
    }

    #[test]
    fn a_perfect_score_has_a_finite_lower_bound() {
        let clean = Trinomial::of(10, 0, 0);
        let elo = clean.elo();
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        // 0.025^(1/10) = 0.6915: ten wins are compatible with a score of 69 %.
        assert!((elo.low - elo_of_score(0.691_502_892_181_239)).abs() < 1e-6, "{elo:?}");
        assert_eq!(clean.superiority(), 1.0 - 0.5f64.powi(11));
        assert_eq!(clean.swapped().superiority(), 0.5f64.powi(11));
        assert!(elo_of_score(0.5).is_sign_positive());
        let drawn = Trinomial::of(0, 10, 0).elo();
        assert!(drawn.low < -50.0 && drawn.high > 50.0 && drawn.value == 0.0);
    }

    #[test]
    fn estimates_agree_with_a_manual_computation() {
        // 60 wins, 20 draws, 20 losses: score 0.7, variance 0.6·0.09 + 0.2·0.04 + 0.2·0.49 = 0.16.
        let outcomes = Trinomial::of(60, 20, 20);
        assert!((outcomes.mean() - 0.7).abs() < 1e-12);
        assert!((outcomes.variance() - 0.16).abs() < 1e-12);
        assert!((outcomes.elo().value - 147.19).abs() < 0.005);
        assert!((outcomes.normalized_elo().value - 0.2 / 0.4 * 347.4356).abs() < 1e-3);
        assert!((outcomes.normalized_elo().margin() - Z95 * 347.4356 / 10.0).abs() < 1e-3);
    }

    fn counts() -> impl Strategy<Value = [u64; 5]> {
        proptest::array::uniform5(1u64..2000)
    }

    proptest! {
        #[test]
        fn swapping_the_players_negates_elo(counts in counts()) {
            let (one, other) = (Outcomes(counts), Outcomes(counts).swapped());
            for (a, b) in [(one.elo(), other.elo()), (one.normalized_elo(), other.normalized_elo())] {
                prop_assert!((a.value + b.value).abs() < 1e-9);
                prop_assert!((a.low + b.high).abs() < 1e-9);
                prop_assert!((a.high + b.low).abs() < 1e-9);
            }
            prop_assert!((one.superiority() + other.superiority() - 1.0).abs() < 1e-12);
        }

        #[test]
        fn doubling_the_games_narrows_the_interval_by_root_two(counts in counts()) {
            let (once, twice) = (Outcomes(counts), Outcomes(counts.map(|n| 2 * n)));
            let ratio = once.normalized_elo().margin() / twice.normalized_elo().margin();
            prop_assert!((ratio - 2f64.sqrt()).abs() < 1e-9);
            let score = once.score();
            prop_assume!(score.low > 0.0 && score.high < 1.0);
            let ratio = score.margin() / twice.score().margin();
            prop_assert!((ratio - 2f64.sqrt()).abs() < 1e-9);
            prop_assert!((once.elo().value - twice.elo().value).abs() < 1e-9);
        }

        #[test]
        fn independent_games_have_the_same_deviation_in_pairs(losses in 1u64..40, draws in 1u64..40, wins in 1u64..40) {
            // Pairs of independent games: the convolution of the trinomial with itself.
            let (l, d, w) = (losses, draws, wins);
            let pairs = Outcomes([l * l, 2 * l * d, 2 * l * w + d * d, 2 * d * w, w * w]);
            let games = Trinomial::of(w, d, l);
            prop_assert!((pairs.game_deviation() - games.game_deviation()).abs() < 1e-9);
            prop_assert!((pairs.elo().value - games.elo().value).abs() < 1e-9);
        }

        #[test]
        fn elo_and_score_are_inverse(elo in -800.0..800.0f64) {
            prop_assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-6);
        }
    }
}
