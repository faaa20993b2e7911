//! A small network over counts instead of a linear sum: soft counts and one hidden layer. The networks
//! of `duiyi-nnue` are different and have their own trainer.
//!
//! This network learns features that evaluations usually count explicitly ("points where I make
//! two threats"). Each occurrence of a feature adds `C` nonnegative numbers to the counts of its
//! side; the counts of both sides pass through a hidden layer of `H` rectified units and, in
//! parallel, through a linear layer to one number whose sigmoid is the expected result. The
//! feature weights are shared by both sides; there are two sets of layers, selected by the
//! position's [`Row::phase`]. An engine updates the counts incrementally and computes the layers on
//! demand (as in NNUE, Y. Nasu 2018).
//!
//! [`train`] minimises the squared error with Adam in minibatches and a penalty toward the initial
//! values, and keeps the network with the best prediction of held-out rows.

use crate::descent::{DescentError, Ending, check_rows, mean, shuffle, sigmoid};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use rayon::prelude::*;

/// A training position.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The features of the side to move, each with its number of occurrences.
    pub own: Vec<(u16, u16)>,
    /// The features of the other side.
    pub other: Vec<(u16, u16)>,
    /// The set of layers to use, 0 or 1.
    pub phase: usize,
    /// The expected result for the side to move, from 0 to 1.
    pub target: f32,
}

/// A set of layers over the counts of both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct SoftLayers<const C: usize, const H: usize> {
    /// From each count of the side to move, then of the other side, to the hidden units.
    pub hidden: [[[f32; H]; C]; 2],
    /// The biases of the hidden units.
    pub bias: [f32; H],
    /// From the hidden units to the output, in natural units of the sigmoid.
    pub output: [f32; H],
    /// From the counts directly to the output.
    pub direct: [[f32; C]; 2],
    /// The bias of the output.
    pub constant: f32,
}

impl<const C: usize, const H: usize> SoftLayers<C, H> {
    /// Layers whose output is 0.
    pub fn zero() -> SoftLayers<C, H> {
        SoftLayers {
            hidden: [[[0.0; H]; C]; 2],
            bias: [0.0; H],
            output: [0.0; H],
            direct: [[0.0; C]; 2],
            constant: 0.0,
        }
    }

    /// All parameters, always in the same order.
    fn values_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let SoftLayers { hidden, bias, output, direct, constant } = self;
        let hidden = hidden.as_flattened_mut().as_flattened_mut();
        hidden.iter_mut().chain(bias).chain(output).chain(direct.as_flattened_mut()).chain([constant])
    }

    fn units(&self, counts: &[[f32; C]; 2]) -> [f32; H] {
        let mut units = self.bias;
        for (counts, weights) in counts.iter().zip(&self.hidden) {
            for (&count, weights) in counts.iter().zip(weights) {
                units.iter_mut().zip(weights).for_each(|(unit, &weight)| *unit += count * weight);
            }
        }
        units
    }

    fn output(&self, counts: &[[f32; C]; 2], units: &[f32; H]) -> f32 {
        let direct =
            counts.as_flattened().iter().zip(self.direct.as_flattened()).map(|(&count, &weight)| count * weight);
        let hidden = units.iter().zip(&self.output).map(|(&unit, &weight)| unit.max(0.0) * weight);
        self.constant + direct.sum::<f32>() + hidden.sum::<f32>()
    }
}

/// A network over counts: the contributions of each feature to the counts, and the layers.
#[derive(Clone, Debug, PartialEq)]
pub struct SoftCounts<const C: usize, const H: usize> {
    /// By feature, from 0 to the limit of the settings.
    pub features: Vec<[f32; C]>,
    /// By phase.
    pub layers: [SoftLayers<C, H>; 2],
}

impl<const C: usize, const H: usize> SoftCounts<C, H> {
    fn counts(&self, row: &Row) -> [[f32; C]; 2] {
        [&row.own, &row.other].map(|features| {
            let mut counts = [0.0; C];
            for &(feature, times) in features {
                let values = &self.features[usize::from(feature)];
                counts.iter_mut().zip(values).for_each(|(count, &value)| *count += f32::from(times) * value);
            }
            counts
        })
    }

    /// The output for a row, in natural units of the sigmoid.
    ///
    /// # Panics
    ///
    /// If the row has an unknown feature or phase.
    pub fn evaluate(&self, row: &Row) -> f32 {
        let (counts, layers) = (self.counts(row), &self.layers[row.phase]);
        layers.output(&counts, &layers.units(&counts))
    }

    /// The mean squared error of the expected results.
    pub fn error(&self, rows: &[Row]) -> f64 {
        let squared = |row: &Row| f64::from(sigmoid(self.evaluate(row)) - row.target).powi(2);
        mean(rows.len(), CHUNK, |numbers| rows[numbers].iter().map(squared).sum())
    }

    fn zero(features: usize) -> SoftCounts<C, H> {
        SoftCounts { features: vec![[0.0; C]; features], layers: [SoftLayers::zero(), SoftLayers::zero()] }
    }

    fn values_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let [first, second] = &mut self.layers;
        self.features.as_flattened_mut().iter_mut().chain(first.values_mut()).chain(second.values_mut())
    }

    /// Adds the gradient of half the squared error of a row.
    fn add_gradient(&self, row: &Row, gradient: &mut SoftCounts<C, H>) {
        let (counts, layers) = (self.counts(row), &self.layers[row.phase]);
        let units = layers.units(&counts);
        let expected = sigmoid(layers.output(&counts, &units));
        let slope = (expected - row.target) * expected * (1.0 - expected);
        let to = &mut gradient.layers[row.phase];
        to.constant += slope;
        // The gradient with respect to each hidden unit, and through it to each count.
        let mut reach = [0.0; H];
        for unit in 0..H {
            if units[unit] > 0.0 {
                to.output[unit] += slope * units[unit];
                reach[unit] = slope * layers.output[unit];
                to.bias[unit] += reach[unit];
            }
        }
        for (side, features) in [&row.own, &row.other].into_iter().enumerate() {
            let mut pull = [0.0; C];
            for count in 0..C {
                let (value, weights) = (counts[side][count], &layers.hidden[side][count]);
                let to_weights = &mut to.hidden[side][count];
                let through: f32 = reach.iter().zip(weights).map(|(&reach, &weight)| reach * weight).sum();
                to_weights.iter_mut().zip(&reach).for_each(|(to, &reach)| *to += reach * value);
                to.direct[side][count] += slope * value;
                pull[count] = through + slope * layers.direct[side][count];
            }
            for &(feature, times) in features {
                let to = &mut gradient.features[usize::from(feature)];
                to.iter_mut().zip(&pull).for_each(|(to, &pull)| *to += f32::from(times) * pull);
            }
        }
    }
}

/// Rows that a thread sums up together; constant, so that the sums do not depend on the number of threads.
const CHUNK: usize = 512;

/// Settings of the training.
#[derive(Clone, Debug, PartialEq)]
pub struct CountSettings {
    /// Initial Adam step size of the layers.
    pub rate: f32,
    /// Initial Adam step size of the features.
    pub feature_rate: f32,
    /// The factor of the step sizes after every epoch.
    pub decay: f32,
    /// Rows in a minibatch.
    pub batch: usize,
    /// The penalty toward the initial values: this × (value − initial)² / 2 for each feature
    /// parameter. The layers have no penalty: under Adam it is as strong as any gradient, and
    /// hidden units with small gradients would vanish.
    pub pull: f32,
    /// The maximum contribution of a feature to a count.
    pub limit: f32,
    /// The number of steps per 1 in the counts of an engine: the forward pass uses rounded
    /// values while training updates unrounded ones. 0 disables rounding.
    pub steps: f32,
    /// The maximum number of epochs.
    pub epochs: u32,
    /// Stop after this number of epochs without improvement on the held-out rows.
    pub patience: u32,
    /// The seed of the order of rows.
    pub seed: u64,
}

impl Default for CountSettings {
    fn default() -> CountSettings {
        CountSettings {
            rate: 1e-3,
            feature_rate: 1e-3,
            decay: 0.97,
            batch: 2048,
            pull: 1e-7,
            limit: f32::INFINITY,
            steps: 0.0,
            epochs: 60,
            patience: 8,
            seed: 1,
        }
    }
}

/// The progress of a training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Epochs finished.
    pub epoch: u32,
    /// Mean squared error on the rows held out.
    pub held_out: f64,
}

/// The result of a training.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained<const C: usize, const H: usize> {
    /// The network with the best prediction of the held-out rows.
    pub network: SoftCounts<C, H>,
    /// Its mean squared error on them.
    pub error: f64,
    /// Why the training ended.
    pub ending: Ending,
}

/// Trains a network on rows until the prediction of held-out rows no longer improves. The
/// observer is called after every epoch and stops the training by returning `false`.
///
/// The initial network must not be all zeros: if output and hidden weights are both 0, the
/// gradient is 0. [`scatter`] sets random hidden weights.
///
/// ```
/// use duiyi_train::counts::{SoftLayers, SoftCounts, Row, CountSettings, scatter, train};
/// // The result is won if exactly one of two features is present: no linear sum can represent that.
/// let rows: Vec<Row> = [(0, 0, 0.1), (0, 1, 0.9), (1, 0, 0.9), (1, 1, 0.1)]
///     .map(|(a, b, target)| Row { own: vec![(0, a), (1, b)], other: vec![], phase: 0, target })
///     .into();
/// let mut start = SoftCounts::<2, 8> { features: vec![[1.0, 0.0], [0.0, 1.0]], layers: [SoftLayers::zero(), SoftLayers::zero()] };
/// scatter(&mut start, 0.5, 1);
/// let settings = CountSettings { rate: 0.02, decay: 1.0, epochs: 600, patience: 600, ..CountSettings::default() };
/// let trained = train(&rows, &rows, start, &settings, |_| true)?;
/// assert!(trained.error < 1e-3, "{}", trained.error);
/// # Ok::<(), duiyi_train::DescentError>(())
/// ```
///
/// # Errors
///
/// If there are no training rows, or no held-out rows.
///
/// # Panics
///
/// If a row has a feature or a phase that the network does not have.
pub fn train<const C: usize, const H: usize>(
    rows: &[Row],
    held_out: &[Row],
    start: SoftCounts<C, H>,
    settings: &CountSettings,
    mut observe: impl FnMut(Progress) -> bool,
) -> Result<Trained<C, H>, DescentError> {
    const FORGET: [f32; 2] = [0.9, 0.999];
    check_rows(rows.len(), held_out.len())?;
    let features = start.features.len();
    let embedded = features * C;
    let anchor: Vec<f32> = start.features.as_flattened().to_vec();
    let mut network = start.clone();
    let numbers = network.values_mut().count();
    // The features before rounding.
    let mut fine: Vec<f32> = start.features.as_flattened().to_vec();
    let rounded = |value: f32| {
        if settings.steps > 0.0 { (value * settings.steps).round() / settings.steps } else { value }
    };
    network.features.as_flattened_mut().iter_mut().for_each(|value| *value = rounded(*value));
    let start = network.clone();
    let mut best = (start.error(held_out), start, 0);
    let (mut average, mut square) = (vec![0.0f32; numbers], vec![0.0f32; numbers]);
    let mut order: Vec<u32> = (0..rows.len() as u32).collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let (mut steps, mut slower, mut ending) = (0, 1.0, Ending::Epochs);
    for epoch in 1..=settings.epochs {
        shuffle(&mut order, &mut random);
        for batch in order.chunks(settings.batch.max(1)) {
            let parts: Vec<SoftCounts<C, H>> = batch
                .par_chunks(CHUNK)
                .map(|part| {
                    let mut gradient = SoftCounts::zero(features);
                    part.iter().for_each(|&index| network.add_gradient(&rows[index as usize], &mut gradient));
                    gradient
                })
                .collect();
            let mut gradient = vec![0.0f32; numbers];
            for mut part in parts {
                gradient.iter_mut().zip(part.values_mut()).for_each(|(sum, value)| *sum += *value);
            }
            steps += 1;
            let unbias = FORGET.map(|forget| 1.0 - forget.powi(steps));
            for (i, value) in network.values_mut().enumerate() {
                let now = fine.get(i).copied().unwrap_or(*value);
                let pull = anchor.get(i).map_or(0.0, |start| settings.pull * (now - start));
                let slope = gradient[i] / batch.len() as f32 + pull;
                average[i] += (1.0 - FORGET[0]) * (slope - average[i]);
                square[i] += (1.0 - FORGET[1]) * (slope * slope - square[i]);
                let rate = if i < embedded { settings.feature_rate } else { settings.rate };
                let next = now - slower * rate * (average[i] / unbias[0]) / ((square[i] / unbias[1]).sqrt() + 1e-8);
                *value = next;
                if let Some(fine) = fine.get_mut(i) {
                    *fine = next.clamp(0.0, settings.limit);
                    *value = rounded(*fine);
                }
            }
        }
        slower *= settings.decay;
        let error = network.error(held_out);
        if error < best.0 {
            best = (error, network.clone(), epoch);
        }
        if !observe(Progress { epoch, held_out: error }) {
            ending = Ending::Stopped;
            break;
        }
        if epoch >= best.2 + settings.patience {
            ending = Ending::Converged;
            break;
        }
    }
    Ok(Trained { network: best.1, error: best.0, ending })
}

/// Sets random weights of the hidden units, from −`most` to `most`, and output weights of up to
/// a tenth of that, so that the gradient is not 0.
pub fn scatter<const C: usize, const H: usize>(network: &mut SoftCounts<C, H>, most: f32, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut toss = |most: f32| ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0) * most;
    for layers in &mut network.layers {
        layers.hidden.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|weight| *weight = toss(most));
        layers.output.iter_mut().for_each(|weight| *weight = toss(most / 10.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> SoftCounts<3, 4> {
        let mut network = SoftCounts {
            features: vec![[0.3, 0.0, 1.0], [0.5, 0.2, 0.4]],
            layers: [SoftLayers::zero(), SoftLayers::zero()],
        };
        scatter(&mut network, 0.7, 5);
        for (i, value) in network.values_mut().enumerate() {
            *value += 0.01 * (i % 7) as f32;
        }
        network
    }

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        for phase in 0..2 {
            let row = Row { own: vec![(0, 2), (1, 1)], other: vec![(1, 3)], phase, target: 0.8 };
            let half =
                |network: &SoftCounts<3, 4>| f64::from(sigmoid(network.evaluate(&row)) - row.target).powi(2) / 2.0;
            let mut gradient = SoftCounts::zero(2);
            network().add_gradient(&row, &mut gradient);
            let slopes: Vec<f32> = gradient.values_mut().map(|value| *value).collect();
            for (i, slope) in slopes.into_iter().enumerate() {
                let moved = |by: f32| {
                    let mut moved = network();
                    *moved.values_mut().nth(i).unwrap() += by;
                    half(&moved)
                };
                let measured = (moved(1e-2) - moved(-1e-2)) / 2e-2;
                assert!((measured - f64::from(slope)).abs() < 2e-4, "number {i}: {measured} is not {slope}");
            }
        }
    }

    #[test]
    fn feature_parameters_stay_in_their_range() {
        let rows: Vec<Row> = (0..64)
            .map(|i| Row { own: vec![(i % 2, 1)], other: vec![], phase: 0, target: f32::from(u8::from(i % 2 == 0)) })
            .collect();
        let settings = CountSettings {
            rate: 0.1,
            feature_rate: 0.3,
            limit: 1.5,
            steps: 8.0,
            epochs: 40,
            ..CountSettings::default()
        };
        let Trained { network: trained, error, ending } = train(&rows, &rows, network(), &settings, |_| true).unwrap();
        assert!(error < network().error(&rows));
        assert_eq!(ending, Ending::Epochs);
        assert_eq!(train(&rows, &[], network(), &settings, |_| true), Err(DescentError::NoHeldOut));
        assert!(trained.features.as_flattened().iter().all(|value| (0.0..=1.5).contains(value)));
        assert!(trained.features.as_flattened().iter().all(|value| (value * 8.0).fract() == 0.0), "in steps");
    }

    #[test]
    fn training_is_reproducible() {
        let rows: Vec<Row> = (0..100)
            .map(|i| Row {
                own: vec![(i % 2, 1 + i % 3)],
                other: vec![(0, i % 5)],
                phase: usize::from(i % 2),
                target: f32::from(i % 4) / 3.0,
            })
            .collect();
        let settings = CountSettings { batch: 16, epochs: 5, ..CountSettings::default() };
        let run = || train(&rows, &rows[..10], network(), &settings, |_| true);
        assert_eq!(run(), run());
    }
}
