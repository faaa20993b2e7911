//! Training: Adam in minibatches on the squared error of the expected result.

use super::samples::{Row, Samples};
use crate::{
    chance,
    descent::{DescentError, Ending, check_rows, mean, shuffle},
};
use duiyi_game::hash::extend_digest;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// A weight for the full board and for the empty one.
pub type Weight = [f64; 2];

/// Rows that a thread sums up together; constant, so that the sums do not depend on the number of threads.
const CHUNK: usize = 2_048;

/// The evaluation of a row.
fn evaluate(row: Row<'_>, weights: &[Weight]) -> f64 {
    let mut sums = [0.0; 2];
    for &(feature, count) in row.entries {
        let weight = weights[feature as usize];
        sums[0] += weight[0] * count as f64;
        sums[1] += weight[1] * count as f64;
    }
    let phase = row.phase as f64;
    row.scale as f64 * (sums[0] * phase + sums[1] * (1.0 - phase))
}

/// The expected result of an evaluation, from 0 to 1.
pub fn predict(k: f64, evaluation: f64) -> f64 {
    1.0 / (1.0 + (-k * evaluation).exp())
}

/// The mean squared error of the expected results.
pub fn error(samples: &Samples, weights: &[Weight], k: f64) -> f64 {
    let squared = |row: Row<'_>| (predict(k, evaluate(row, weights)) - row.target as f64).powi(2);
    mean(samples.len(), CHUNK, |numbers| numbers.map(|number| squared(samples.row(number))).sum())
}

/// The steepness `k` of the sigmoid, in 1 / unit of the evaluation, with the least error for the
/// given weights (golden-section search on its logarithm).
pub fn fit_k(samples: &Samples, weights: &[Weight]) -> f64 {
    const RATIO: f64 = 0.618_033_988_749_895;
    let (mut low, mut high) = (1e-5_f64.ln(), 1.0_f64.ln());
    let at = |x: f64| error(samples, weights, x.exp());
    let mut inner = [high - RATIO * (high - low), low + RATIO * (high - low)];
    let mut values = [at(inner[0]), at(inner[1])];
    while high - low > 1e-4 {
        if values[0] < values[1] {
            high = inner[1];
            inner = [high - RATIO * (high - low), inner[0]];
            values = [at(inner[0]), values[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + RATIO * (high - low)];
            values = [values[1], at(inner[1])];
        }
    }
    f64::midpoint(low, high).exp()
}

/// Settings of the training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TexelSettings {
    /// The steepness of the sigmoid (see [`fit_k`]).
    pub k: f64,
    /// Adam step size, in units of the evaluation.
    pub rate: f64,
    /// The factor of the step size after every epoch.
    pub decay: f64,
    /// Rows in a minibatch.
    pub batch: usize,
    /// The L2 penalty toward the initial weights: this × (weight − initial)² / 2, in squared error per unit.
    pub pull: f64,
    /// The maximum number of epochs.
    pub epochs: u32,
    /// Stop after this number of epochs without improvement on the held-out rows.
    pub patience: u32,
    /// The seed of the order of rows.
    pub seed: u64,
}

impl Default for TexelSettings {
    fn default() -> TexelSettings {
        TexelSettings { k: 0.005, rate: 1.0, decay: 0.97, batch: 8_192, pull: 1e-9, epochs: 100, patience: 8, seed: 1 }
    }
}

/// The state of a training, to resume it later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainerState {
    /// The settings of the run.
    pub settings: TexelSettings,
    /// The initial weights.
    pub start: Vec<Weight>,
    /// The current weights.
    pub weights: Vec<Weight>,
    /// The weights with the best prediction of the held-out rows.
    pub best: Vec<Weight>,
    /// Their error.
    pub best_error: f64,
    /// The epoch in which they were found.
    pub best_epoch: u32,
    /// Epochs finished.
    pub epoch: u32,
    /// Minibatches finished.
    batches: u64,
    /// Adam's averages of the gradient and of its square.
    moments: Vec<[Weight; 2]>,
    /// The progress of each finished epoch.
    pub history: Vec<Progress>,
    /// The description of the rows.
    made_with: String,
}

/// The progress of a training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Epochs finished.
    pub epoch: u32,
    /// Mean squared error on the training rows.
    pub training: f64,
    /// Mean squared error on the held-out rows.
    pub held_out: f64,
}

/// The training on a set of rows.
///
/// ```
/// use duiyi_train::texel::{Sample, Samples, TexelSettings, Trainer};
/// let mut samples = Samples::new(1);
/// for (count, target) in [(1, 1.0), (1, 1.0), (1, 0.0), (-1, 0.0)] {
///     samples.push(&Sample { features: vec![(0, count)], phase: 1.0, scale: 1.0, target })?;
/// }
/// let settings = TexelSettings { k: 0.01, epochs: 600, patience: 600, decay: 0.99, rate: 4.0, ..TexelSettings::default() };
/// let mut trainer = Trainer::new(&samples, &samples, vec![[0.0; 2]], settings)?;
/// trainer.run(|_, _| true);
/// // The smallest squared error is at an expected result of 0.75: k × weight = ln 3.
/// assert!((trainer.state().best[0][0] - 110.0).abs() < 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Trainer<'a> {
    training: &'a Samples,
    held_out: &'a Samples,
    state: TrainerState,
}

impl<'a> Trainer<'a> {
    /// Starts a training from initial weights, one for each feature.
    ///
    /// # Errors
    /// If there are no training rows or no held-out rows, or the number of weights differs from the
    /// number of features.
    pub fn new(
        training: &'a Samples,
        held_out: &'a Samples,
        start: Vec<Weight>,
        settings: TexelSettings,
    ) -> Result<Trainer<'a>, DescentError> {
        check_state(training, held_out, &start)?;
        let state = TrainerState {
            best_error: error(held_out, &start, settings.k),
            moments: vec![[[0.0; 2]; 2]; start.len()],
            weights: start.clone(),
            best: start.clone(),
            start,
            settings,
            best_epoch: 0,
            epoch: 0,
            batches: 0,
            history: Vec::new(),
            made_with: description(training, held_out),
        };
        Ok(Trainer { training, held_out, state })
    }

    /// Resumes from a state, with the same rows.
    ///
    /// # Errors
    /// As [`Trainer::new`], or if the rows are not those of the state.
    pub fn resume(
        training: &'a Samples,
        held_out: &'a Samples,
        state: TrainerState,
    ) -> Result<Trainer<'a>, DescentError> {
        check_state(training, held_out, &state.weights)?;
        let found = description(training, held_out);
        if state.made_with != found {
            return Err(DescentError::OtherRows { found, expected: state.made_with });
        }
        Ok(Trainer { training, held_out, state })
    }

    /// The state.
    pub fn state(&self) -> &TrainerState {
        &self.state
    }

    /// Why the training has ended, if it has.
    fn ending(&self) -> Option<Ending> {
        let state = &self.state;
        if state.epoch >= state.best_epoch + state.settings.patience {
            return Some(Ending::Converged);
        }
        (state.epoch >= state.settings.epochs).then_some(Ending::Epochs)
    }

    /// Trains to the end, or until the observer, called after every epoch, returns `false`.
    pub fn run(&mut self, mut observe: impl FnMut(Progress, &TrainerState) -> bool) -> Ending {
        loop {
            if let Some(ending) = self.ending() {
                return ending;
            }
            let progress = self.epoch();
            if !observe(progress, &self.state) {
                return Ending::Stopped;
            }
        }
    }

    /// One pass over all rows, in an order that depends on seed and epoch.
    fn epoch(&mut self) -> Progress {
        let mut order: Vec<u32> = (0..self.training.len() as u32).collect();
        shuffle(&mut order, &mut chance::of_step(self.state.settings.seed, self.state.epoch.into()));
        for batch in order.chunks(self.state.settings.batch.max(1)) {
            let gradient = self.gradient(batch);
            self.step(&gradient, batch.len());
        }
        let state = &mut self.state;
        state.epoch += 1;
        let k = state.settings.k;
        let training = error(self.training, &state.weights, k);
        let held_out = error(self.held_out, &state.weights, k);
        if held_out < state.best_error {
            state.best_error = held_out;
            state.best_epoch = state.epoch;
            state.best.clone_from(&state.weights);
        }
        let progress = Progress { epoch: state.epoch, training, held_out };
        state.history.push(progress);
        progress
    }

    /// The sum of the gradients of half the squared error over the rows of a batch.
    fn gradient(&self, batch: &[u32]) -> Vec<Weight> {
        let TrainerState { weights, settings, .. } = &self.state;
        let parts: Vec<Vec<Weight>> = batch
            .par_chunks(CHUNK)
            .map(|chunk| {
                let mut sum = vec![[0.0; 2]; weights.len()];
                for &index in chunk {
                    let row = self.training.row(index as usize);
                    let expected = predict(settings.k, evaluate(row, weights));
                    let slope = settings.k * expected * (1.0 - expected);
                    let pull = (expected - row.target as f64) * slope * row.scale as f64;
                    let (full, bare) = (pull * row.phase as f64, pull * (1.0 - row.phase as f64));
                    for &(feature, count) in row.entries {
                        sum[feature as usize][0] += full * count as f64;
                        sum[feature as usize][1] += bare * count as f64;
                    }
                }
                sum
            })
            .collect();
        let mut sum = vec![[0.0; 2]; weights.len()];
        for part in parts {
            for (total, value) in sum.iter_mut().zip(part) {
                total[0] += value[0];
                total[1] += value[1];
            }
        }
        sum
    }

    /// One Adam step for a gradient that is a sum over `rows` rows.
    fn step(&mut self, gradient: &[Weight], rows: usize) {
        const FORGET: [f64; 2] = [0.9, 0.999];
        const TINY: f64 = 1e-12;
        let state = &mut self.state;
        state.batches += 1;
        let rate = state.settings.rate * state.settings.decay.powi(state.epoch as i32);
        let unbiased = FORGET.map(|forget| 1.0 - forget.powf(state.batches as f64));
        let weights = state.weights.iter_mut().zip(&state.start).zip(state.moments.iter_mut()).zip(gradient);
        for (((weight, start), moments), sum) in weights {
            for half in 0..2 {
                let slope = sum[half] / rows as f64 + state.settings.pull * (weight[half] - start[half]);
                moments[0][half] = FORGET[0] * moments[0][half] + (1.0 - FORGET[0]) * slope;
                moments[1][half] = FORGET[1] * moments[1][half] + (1.0 - FORGET[1]) * slope * slope;
                let average = moments[0][half] / unbiased[0];
                let spread = (moments[1][half] / unbiased[1]).sqrt();
                weight[half] -= rate * average / (spread + TINY);
            }
        }
    }
}

/// The rows of a training.
fn description(training: &Samples, held_out: &Samples) -> String {
    let digest = extend_digest(training.digest(), held_out.digest());
    format!("{} training rows and {} held-out rows, digest {digest:016x}", training.len(), held_out.len())
}

fn check_state(training: &Samples, held_out: &Samples, weights: &[Weight]) -> Result<(), DescentError> {
    check_rows(training.len(), held_out.len())?;
    let wrong = [training, held_out].into_iter().find(|samples| samples.width() != weights.len());
    wrong.map_or(Ok(()), |samples| Err(DescentError::Weights { found: weights.len(), expected: samples.width() }))
}

#[cfg(test)]
mod tests {
    use super::super::Sample;
    use super::*;
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };

    const K: f64 = 0.005;

    /// Rows with results drawn from the probabilities of known weights.
    fn drawn(truth: &[Weight], rows: usize, seed: u64) -> Samples {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut samples = Samples::new(truth.len());
        for row in 0..rows {
            let mut features = Vec::new();
            for feature in 0..truth.len() as u16 {
                let count = (rng.next_u64() % 5) as i16 - 2;
                if count != 0 {
                    features.push((feature, count));
                }
            }
            let scale = [1.0, 0.5, 0.75][row % 3];
            let mut sample = Sample { features, phase: chance::unit(&mut rng) as f32, scale, target: 0.0 };
            let mut one = Samples::new(truth.len());
            one.push(&sample).unwrap();
            let chance = predict(K, evaluate(one.row(0), truth));
            sample.target = (chance::unit(&mut rng) < chance) as u8 as f32;
            samples.push(&sample).unwrap();
        }
        samples
    }

    const TRUTH: [Weight; 4] = [[100.0, 160.0], [450.0, 500.0], [-30.0, 20.0], [0.0, -80.0]];

    fn settings() -> TexelSettings {
        TexelSettings {
            k: K,
            rate: 4.0,
            decay: 0.95,
            batch: 1_000,
            epochs: 60,
            patience: 60,
            ..TexelSettings::default()
        }
    }

    #[test]
    fn known_weights_are_recovered() {
        let (training, held_out) = (drawn(&TRUTH, 60_000, 1), drawn(&TRUTH, 10_000, 2));
        let mut trainer = Trainer::new(&training, &held_out, vec![[50.0; 2]; 4], settings()).unwrap();
        let before = trainer.state().best_error;
        trainer.run(|_, _| true);
        let found = &trainer.state().best;
        for (found, truth) in found.iter().zip(&TRUTH) {
            for half in 0..2 {
                assert!((found[half] - truth[half]).abs() < 30.0, "{found:?} for {truth:?}");
            }
        }
        assert!(trainer.state().best_error < before - 0.01);
        // Other weights are better than the true ones only by sampling error.
        assert!((trainer.state().best_error - error(&held_out, &TRUTH, K)).abs() < 1e-3);
    }

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        let samples = drawn(&TRUTH, 500, 3);
        let at: Vec<Weight> = vec![[70.0, 90.0], [300.0, 310.0], [5.0, -5.0], [10.0, 20.0]];
        let trainer = Trainer::new(&samples, &samples, at.clone(), settings()).unwrap();
        let all: Vec<u32> = (0..500).collect();
        let gradient = trainer.gradient(&all);
        for feature in 0..4 {
            for half in 0..2 {
                let nudged = |by: f64| {
                    let mut weights = at.clone();
                    weights[feature][half] += by;
                    error(&samples, &weights, K) / 2.0
                };
                let slope = (nudged(0.01) - nudged(-0.01)) / 0.02;
                assert!((gradient[feature][half] / 500.0 - slope).abs() < 1e-9, "{feature} {half}");
            }
        }
    }

    #[test]
    fn the_steepness_is_recovered() {
        let samples = drawn(&TRUTH, 40_000, 4);
        let k = fit_k(&samples, &TRUTH);
        assert!((k / K - 1.0).abs() < 0.03, "{k}");
    }

    #[test]
    fn a_resumed_run_equals_an_uninterrupted_one() {
        let (training, held_out) = (drawn(&TRUTH, 5_000, 5), drawn(&TRUTH, 1_000, 6));
        let start = vec![[50.0; 2]; 4];
        let mut whole = Trainer::new(&training, &held_out, start.clone(), settings()).unwrap();
        for _ in 0..6 {
            whole.epoch();
        }
        let mut first = Trainer::new(&training, &held_out, start, settings()).unwrap();
        first.run(|progress, _| progress.epoch < 3);
        let kept = serde_json::to_string(first.state()).unwrap();
        let mut second = Trainer::resume(&training, &held_out, serde_json::from_str(&kept).unwrap()).unwrap();
        second.run(|progress, _| progress.epoch < 6);
        assert_eq!(second.state(), whole.state());
        assert_eq!(second.state().history.iter().map(|it| it.epoch).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        for (training, held_out) in [
            (drawn(&TRUTH, 5_000, 7), drawn(&TRUTH, 1_000, 6)),
            (drawn(&TRUTH, 5_000, 5), drawn(&TRUTH, 1_000, 7)),
            (drawn(&TRUTH, 5_001, 5), drawn(&TRUTH, 1_000, 6)),
        ] {
            let refused = Trainer::resume(&training, &held_out, whole.state().clone()).unwrap_err();
            assert!(matches!(refused, DescentError::OtherRows { .. }), "{refused}");
        }
    }

    #[test]
    fn weights_without_rows_keep_their_values() {
        let mut samples = Samples::new(2);
        for i in 0..100 {
            let target = (i % 4 != 0) as u8 as f32;
            samples.push(&Sample { features: vec![(0, 1)], phase: 1.0, scale: 1.0, target }).unwrap();
        }
        let mut trainer = Trainer::new(&samples, &samples, vec![[10.0, 20.0], [30.0, 40.0]], settings()).unwrap();
        trainer.run(|_, _| true);
        let found = &trainer.state().weights;
        assert_eq!(found[1], [30.0, 40.0]);
        assert_eq!(found[0][1], 20.0);
        assert!(found[0][0] > 60.0);
    }

    /// Without held-out rows every set of weights has the same error on them.
    #[test]
    fn training_needs_rows_of_both_kinds_and_matching_weights() {
        let (some, none) = (drawn(&TRUTH, 10, 7), Samples::new(4));
        let refused = |training, held_out, weights: usize| {
            Trainer::new(training, held_out, vec![[0.0; 2]; weights], settings()).err()
        };
        assert_eq!(refused(&some, &some, 4), None);
        assert_eq!(refused(&none, &some, 4), Some(DescentError::NoTraining));
        assert_eq!(refused(&some, &none, 4), Some(DescentError::NoHeldOut));
        assert_eq!(refused(&some, &some, 3), Some(DescentError::Weights { found: 3, expected: 4 }));
    }

    #[test]
    fn reaching_the_maximum_of_epochs_is_not_convergence() {
        let (training, held_out) = (drawn(&TRUTH, 5_000, 8), drawn(&TRUTH, 1_000, 9));
        let ending = |epochs, patience| {
            let settings = TexelSettings { rate: 1.0, epochs, patience, ..settings() };
            Trainer::new(&training, &held_out, vec![[50.0; 2]; 4], settings).unwrap().run(|_, _| true)
        };
        // Twenty steps of 1 do not reach weights of 500.
        assert_eq!(ending(20, 8), Ending::Epochs);
        assert_eq!(ending(10_000, 8), Ending::Converged);
        let mut trainer = Trainer::new(&training, &held_out, vec![[50.0; 2]; 4], settings()).unwrap();
        assert_eq!(trainer.run(|progress, _| progress.epoch < 2), Ending::Stopped);
    }

    #[test]
    fn samples_out_of_range_are_refused() {
        let mut samples = Samples::new(2);
        let good = Sample { features: vec![(1, 1)], phase: 0.5, scale: 1.0, target: 0.5 };
        assert!(samples.push(&Sample { features: vec![(2, 1)], ..good.clone() }).is_err());
        assert!(samples.push(&Sample { phase: 1.5, ..good.clone() }).is_err());
        assert!(samples.push(&Sample { target: f32::NAN, ..good.clone() }).is_err());
        assert!(samples.is_empty());
        samples.push(&good).unwrap();
        assert_eq!(samples.len(), 1);
    }
}
