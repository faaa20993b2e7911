//! Calibration: the relation of scores to results.
//!
//! The scores of an evaluation are compared with the results of the games that the positions are
//! from ([`Calibration`]). In bins with equal numbers of positions the mean result should be the
//! sigmoid of the score, 1 / (1 + exp(−score / scale)), whose scale is fitted. The positions of a
//! game are not independent of each other, so errors are computed over whole games.

use crate::texel::{Sample, SampleError, Samples, fit_k, predict};
use std::fmt::Write as _;

/// 95 % of a normal distribution lie within this number of standard deviations.
const SIGMAS: f64 = 1.96;

/// The scores of an evaluation with results.
///
/// ```
/// use duiyi_train::calibration::Calibration;
/// let mut calibration = Calibration::new("material");
/// for game in 0..400 {
///     // An extra pawn wins three games of four: the scale is 100 / ln 3.
///     calibration.push(game, 100, if game % 4 == 0 { 0.0 } else { 1.0 })?;
/// }
/// assert!((calibration.scale().value - 91.0).abs() < 0.1);
/// let bin = calibration.bins(1)[0];
/// assert_eq!((bin.positions, bin.games, bin.share), (400, 400, 0.75));
/// # Ok::<(), duiyi_train::texel::SampleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Calibration {
    name: String,
    /// Score, result, game; the positions of a game are adjacent.
    points: Vec<(i16, f32, u64)>,
    /// The same data for the fit.
    samples: Samples,
}

/// A number with its 95 % margin of error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// The number.
    pub value: f64,
    /// The margin of error.
    pub error: f64,
}

/// A bin of positions with similar scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The lowest score.
    pub from: i16,
    /// The highest score.
    pub to: i16,
    /// The mean score.
    pub score: f64,
    /// The number of positions.
    pub positions: usize,
    /// The number of their games.
    pub games: usize,
    /// The mean result, from 0 to 1.
    pub share: f64,
    /// The 95 % margin of error of the mean result, over whole games; 0.5 for a single game.
    pub error: f64,
}

impl Calibration {
    /// A calibration without scores; the name is for tables and plots.
    pub fn new(name: &str) -> Calibration {
        Calibration { name: name.to_owned(), points: Vec::new(), samples: Samples::new(1) }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Adds a score with the result, from 0 to 1, for the same side. The positions of a game have
    /// its number and must be adjacent.
    ///
    /// # Errors
    /// If the result is out of range.
    pub fn push(&mut self, game: u64, score: i16, result: f32) -> Result<(), SampleError> {
        self.samples.push(&Sample { features: vec![(0, score)], phase: 1.0, scale: 1.0, target: result })?;
        self.points.push((score, result, game));
        Ok(())
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The score with an expected result of 0.731, the sigmoid of 1, for the least squared error.
    pub fn scale(&self) -> Fitted {
        let k = fit_k(&self.samples, &[[1.0; 2]]);
        // From the gradients of the games and the curvature of the total, in the logarithm of k.
        let (mut curvature, mut spread) = (0.0, 0.0);
        for game in self.points.chunk_by(|one, other| one.2 == other.2) {
            let mut slope = 0.0;
            for &(score, result, _) in game {
                let x = k * f64::from(score);
                let expected = predict(1.0, x);
                let by_log = x * expected * (1.0 - expected);
                slope += (expected - f64::from(result)) * by_log;
                curvature += by_log * by_log;
            }
            spread += slope * slope;
        }
        Fitted { value: 1.0 / k, error: SIGMAS * spread.sqrt() / curvature.max(f64::MIN_POSITIVE) / k }
    }

    /// The mean squared error of the expected results for a scale.
    pub fn squared_error(&self, scale: f64) -> f64 {
        crate::texel::error(&self.samples, &[[1.0; 2]], 1.0 / scale)
    }

    /// Splits the positions into `count` bins of equal size by score; equal scores may be in two bins.
    pub fn bins(&self, count: usize) -> Vec<Bin> {
        let mut sorted = self.points.clone();
        sorted.sort_by_key(|&(score, _, game)| (score, game));
        let size = sorted.len().div_ceil(count.max(1)).max(1);
        sorted.chunks_mut(size).map(bin).collect()
    }

    /// The root mean square deviation of the bins' mean results from the sigmoid.
    pub fn deviation(&self, scale: f64, bins: &[Bin]) -> f64 {
        let off = |bin: &Bin| bin.positions as f64 * (bin.share - predict(1.0 / scale, bin.score)).powi(2);
        (bins.iter().map(off).sum::<f64>() / self.len().max(1) as f64).sqrt()
    }
}

/// The expected root mean square deviation of the bins' mean results from a correct sigmoid, due to sampling.
pub fn chance(bins: &[Bin]) -> f64 {
    let positions = bins.iter().map(|bin| bin.positions).sum::<usize>().max(1);
    let off = |bin: &Bin| bin.positions as f64 * (bin.error / SIGMAS).powi(2);
    (bins.iter().map(off).sum::<f64>() / positions as f64).sqrt()
}

/// The bin of the given positions.
fn bin(points: &mut [(i16, f32, u64)]) -> Bin {
    let positions = points.len();
    let mean = |value: &dyn Fn(&(i16, f32, u64)) -> f64| points.iter().map(value).sum::<f64>() / positions as f64;
    let (score, share) = (mean(&|point| point.0.into()), mean(&|point| point.1.into()));
    let (from, to) = (points[0].0, points[positions - 1].0);
    points.sort_unstable_by_key(|point| point.2);
    let (mut games, mut spread) = (0, 0.0);
    for game in points.chunk_by(|one, other| one.2 == other.2) {
        games += 1;
        spread += game.iter().map(|point| f64::from(point.1) - share).sum::<f64>().powi(2);
    }
    let unbiased = spread * games as f64 / (games as f64 - 1.0);
    let error = if games > 1 { (SIGMAS * unbiased.sqrt() / positions as f64).min(0.5) } else { 0.5 };
    Bin { from, to, score, positions, games, share, error }
}

/// The bins of several evaluations as CSV with a header line.
pub fn csv(calibrations: &[Calibration], bins: usize) -> String {
    let mut text = "evaluation,from,to,score,positions,games,share,error,expected\n".to_owned();
    for calibration in calibrations {
        let scale = calibration.scale().value;
        for bin in calibration.bins(bins) {
            let Bin { from, to, score, positions, games, share, error } = bin;
            let _ = writeln!(
                text,
                "{},{from},{to},{score:.1},{positions},{games},{share:.4},{error:.4},{:.4}",
                calibration.name,
                predict(1.0 / scale, score)
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };

    /// Games with `positions` positions and one result each, drawn from a sigmoid with scale 300.
    fn drawn(games: u64, positions: u64, seed: u64) -> Calibration {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut calibration = Calibration::new("drawn");
        for game in 0..games {
            let score = (random.next_u64() % 1801) as i16 - 900;
            let chance = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            let result = if chance < predict(1.0 / 300.0, score.into()) { 1.0 } else { 0.0 };
            (0..positions).for_each(|_| calibration.push(game, score, result).unwrap());
        }
        calibration
    }

    #[test]
    fn the_scale_lies_within_its_error() {
        let inside = (0..200).filter(|&seed| {
            let scale = drawn(300, 2, seed).scale();
            (scale.value - 300.0).abs() < scale.error
        });
        let inside = inside.count();
        assert!((182..=197).contains(&inside), "{inside} of 200");
    }

    /// Four equal positions of a game contain no more information than one.
    #[test]
    fn errors_count_games() {
        let (once, often) = (drawn(1000, 1, 7), drawn(1000, 4, 7));
        let (one, other) = (once.scale(), often.scale());
        assert!((one.value - other.value).abs() < 0.1 && (one.error - other.error).abs() < 0.1, "{one:?} {other:?}");
        let (one, other) = (once.bins(4), often.bins(4));
        assert_eq!((one[1].positions, one[1].games, other[1].positions, other[1].games), (250, 250, 1000, 250));
        assert!((one[1].error - other[1].error).abs() < 1e-9 && one[1].share == other[1].share);
        let by_positions = SIGMAS * (one[1].share * (1.0 - one[1].share) / 249.0).sqrt();
        assert!((one[1].error - by_positions).abs() < 1e-9, "{} {by_positions}", one[1].error);
    }

    #[test]
    fn bins_have_equal_sizes_and_the_mean_results() {
        let mut calibration = Calibration::new("x");
        for (game, (score, result)) in [(300, 1.0), (-100, 0.0), (100, 0.5), (-300, 0.5)].into_iter().enumerate() {
            calibration.push(game as u64, score, result).unwrap();
        }
        let bins = calibration.bins(2);
        let measured: Vec<_> = bins.iter().map(|bin| (bin.from, bin.to, bin.score, bin.share)).collect();
        assert_eq!(measured, [(-300, -100, -200.0, 0.25), (100, 300, 200.0, 0.75)]);
        let off = 0.25 - predict(1.0 / 500.0, -200.0);
        assert!((calibration.deviation(500.0, &bins) - off.abs()).abs() < 1e-12);
        let chance = chance(&bins);
        assert!((chance - bins[0].error / SIGMAS).abs() < 1e-12 && bins[0].error == bins[1].error, "{chance}");
        assert_eq!(calibration.bins(0).len(), 1);
        assert_eq!(Calibration::new("none").bins(3), []);
        assert!(calibration.push(9, 0, 1.5).is_err());
    }

    #[test]
    fn the_table_contains_every_bin() {
        let two = [drawn(300, 1, 1), drawn(300, 1, 2)];
        let table = csv(&two, 10);
        assert_eq!(table.lines().count(), 21);
        assert!(table.lines().all(|line| line.split(',').count() == 9), "{table}");
    }
}
