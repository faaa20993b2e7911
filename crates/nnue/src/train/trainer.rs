//! The trainer: batches, epochs, and the error of held-out samples.

use super::{
    InputSet,
    adamw::AdamW,
    network::{Units, add_gradient, forward, parts, parts_mut, random_network, sigmoid, zero, zero_like},
    samples::{Sample, Samples},
};
use crate::{FloatNetwork, NetworkError, Origin, Parameters};
use duiyi_search::Game;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The number of parts of a batch that are summed separately; constant, so that the sums do not
/// depend on the number of threads.
const PARTS: usize = 4;

/// Settings of the training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingSettings {
    /// The number of epochs of the learning rate schedule.
    pub epochs: u32,
    /// Samples per minibatch.
    pub batch: usize,
    /// The initial AdamW step size.
    pub rate: f32,
    /// The final step size relative to the initial one, with a cosine schedule in between.
    pub last_rate: f32,
    /// The weight decay per step, relative to the step size.
    pub decay: f32,
    /// The weight of the result in the target; the score has the rest.
    pub result_share: f32,
    /// The score with an expected result of 0.731, the sigmoid of 1.
    pub scale: f32,
    /// The seed of the order of samples.
    pub seed: u64,
}

impl Default for TrainingSettings {
    fn default() -> TrainingSettings {
        TrainingSettings {
            epochs: 20,
            batch: 16384,
            rate: 0.001,
            last_rate: 0.01,
            decay: 0.01,
            result_share: 0.3,
            scale: 400.0,
            seed: 1,
        }
    }
}

impl TrainingSettings {
    /// The target of a sample, from 0 to 1.
    pub fn target(&self, sample: &Sample<'_>) -> f32 {
        let by_score = sigmoid(f32::from(sample.score) / self.scale);
        by_score + self.result_share * (sample.result - by_score)
    }
}

/// Why training cannot start or continue.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrainerError {
    /// There are no training samples, or no held-out samples.
    #[error("{training} training samples and {held_out} held-out samples; expected at least 1 of each")]
    Empty {
        /// The number of training samples.
        training: usize,
        /// The number of held-out samples.
        held_out: usize,
    },
    /// An invalid setting.
    #[error("{name} is {value}; expected {expected}")]
    Setting {
        /// The name of the setting.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The allowed values.
        expected: &'static str,
    },
    /// A network without parameters, or whose number of parameters does not match its shape.
    #[error("a part of the network has {found} numbers; expected {expected}, at least 1")]
    Numbers {
        /// The number of parameters.
        found: usize,
        /// The number according to the shape.
        expected: usize,
    },
    /// Samples or a state for a network with another shape.
    #[error("{what} of {found:?} inputs and buckets; the network has {expected:?}")]
    Shape {
        /// The kind of data.
        what: &'static str,
        /// Its inputs and buckets.
        found: (usize, usize),
        /// The inputs and buckets of the network.
        expected: (usize, usize),
    },
    /// The bytes are not a valid training state.
    #[error("training state: {0}")]
    State(String),
}

/// The results of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// The number, from 1.
    pub number: u32,
    /// The mean squared error of the training samples during the epoch.
    pub training: f64,
    /// The mean squared error of the held-out samples after the epoch.
    pub held_out: f64,
    /// The learning rate at the end.
    pub rate: f32,
}

/// A training in progress, whose state can be saved between epochs.
///
/// ```
/// use duiyi_nnue::train::{Sample, Samples, TrainingSettings, Trainer, random_network};
/// // The side with input 0 wins.
/// let mut samples = Samples::new(2, 1);
/// for _ in 0..64 {
///     samples.push(Sample { own: &[0], other: &[1], bucket: 0, score: 200, result: 1.0 })?;
///     samples.push(Sample { own: &[1], other: &[0], bucket: 0, score: -200, result: 0.0 })?;
/// }
/// let settings = TrainingSettings { epochs: 30, batch: 16, rate: 0.01, ..TrainingSettings::default() };
/// let mut trainer = Trainer::new(random_network(2, 8, 1, 1), settings)?;
/// while let Some(epoch) = trainer.epoch(&samples, &samples, &mut |_| true)? {
///     assert!(epoch.held_out < 0.5);
/// }
/// assert!(trainer.network().evaluate(&[0], &[1], 0) > 120.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trainer {
    settings: TrainingSettings,
    network: FloatNetwork,
    descent: AdamW,
    /// Epochs finished.
    history: Vec<Epoch>,
}

/// The signature of a saved state.
const MAGIC: &[u8; 8] = b"DUIYITR1";

impl Trainer {
    /// Starts with a network, whose scale is set to the scale of the settings.
    ///
    /// # Errors
    /// If a setting is invalid, or the number of parameters does not match the shape of the network.
    pub fn new(network: FloatNetwork, settings: TrainingSettings) -> Result<Trainer, TrainerError> {
        let TrainingSettings { epochs, batch, rate, last_rate, decay, result_share, scale, .. } = settings;
        let positive = "a number above 0";
        for (name, value, good, expected) in [
            ("epochs", f64::from(epochs), epochs > 0, positive),
            ("batch", batch as f64, batch > 0, positive),
            ("rate", rate.into(), rate > 0.0 && rate.is_finite(), positive),
            ("last rate", last_rate.into(), (0.0..=1.0).contains(&last_rate), "a share, from 0 to 1"),
            ("decay", decay.into(), (0.0..=1.0).contains(&decay), "a share, from 0 to 1"),
            ("share of the result", result_share.into(), (0.0..=1.0).contains(&result_share), "from 0 to 1"),
            ("scale", scale.into(), scale > 0.0 && scale.is_finite(), positive),
        ] {
            if !good {
                return Err(TrainerError::Setting { name, value, expected });
            }
        }
        let FloatNetwork { inputs, hidden, buckets, .. } = network;
        let counts = [inputs.saturating_mul(hidden), hidden, buckets.saturating_mul(2 * hidden), buckets];
        for (values, expected) in parts(&network).into_iter().zip(counts) {
            if values.len() != expected || expected == 0 {
                return Err(TrainerError::Numbers { found: values.len(), expected });
            }
        }
        let network = FloatNetwork { scale: settings.scale, ..network };
        Ok(Trainer { descent: AdamW::new(&network), settings, network, history: Vec::new() })
    }

    /// Starts with a random network for a game's inputs with `hidden` units per view, drawn with the
    /// seed of the settings.
    ///
    /// # Errors
    /// As [`Trainer::new`].
    pub fn begin<G: Game>(
        inputs: &InputSet<G>,
        hidden: usize,
        settings: TrainingSettings,
    ) -> Result<Trainer, TrainerError> {
        Trainer::new(random_network(inputs.inputs, hidden, inputs.buckets, settings.seed), settings)
    }

    /// The network with integer weights, in the form of an engine.
    ///
    /// # Errors
    /// If the file format does not support its shape.
    pub fn parameters<G: Game>(&self, inputs: &InputSet<G>, provenance: String) -> Result<Parameters, NetworkError> {
        self.network.quantise(Origin { features: inputs.name.to_owned(), provenance })
    }

    /// The settings.
    pub fn settings(&self) -> &TrainingSettings {
        &self.settings
    }

    /// The current network.
    pub fn network(&self) -> &FloatNetwork {
        &self.network
    }

    /// The finished epochs.
    pub fn history(&self) -> &[Epoch] {
        &self.history
    }

    /// Trains one epoch. Returns `None` when all epochs are finished, or when `goes_on`, which receives
    /// the number of samples processed in the epoch, returns `false`: the state is then in the middle
    /// of an epoch, and should be read again from its file.
    ///
    /// # Errors
    /// If there are no samples, or they have another shape than the network.
    pub fn epoch(
        &mut self,
        training: &Samples,
        held_out: &Samples,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Option<Epoch>, TrainerError> {
        if training.is_empty() || held_out.is_empty() {
            return Err(TrainerError::Empty { training: training.len(), held_out: held_out.len() });
        }
        for samples in [training, held_out] {
            let (found, expected) =
                ((samples.inputs(), samples.buckets()), (self.network.inputs, self.network.buckets));
            if found != expected {
                return Err(TrainerError::Shape { what: "samples", found, expected });
            }
        }
        let number = self.history.len() as u32 + 1;
        if number > self.settings.epochs {
            return Ok(None);
        }
        let order = shuffled(training.len(), self.settings.seed ^ u64::from(number) << 32);
        let batches = order.len().div_ceil(self.settings.batch);
        let mut gradients = vec![zero_like(&self.network); PARTS];
        let (mut error, mut rate) = (0.0, self.settings.rate);
        for (index, batch) in order.chunks(self.settings.batch).enumerate() {
            let done = (number - 1) as f32 + index as f32 / batches as f32;
            rate = self.rate_after(done / self.settings.epochs as f32);
            error += self.descend(training, batch, rate, &mut gradients);
            if !goes_on((index * self.settings.batch + batch.len()).min(order.len())) {
                return Ok(None);
            }
        }
        let epoch = Epoch { number, training: error / order.len() as f64, held_out: self.error(held_out), rate };
        self.history.push(epoch);
        Ok(Some(epoch))
    }

    /// Trains all epochs. `progress` receives the number of samples processed in the epoch; `after`
    /// receives the trainer after each epoch, to save its state and to show its history.
    ///
    /// # Errors
    /// As [`Trainer::epoch`], and the errors of `after`: the state is then between two epochs.
    pub fn run<E: From<TrainerError>>(
        &mut self,
        training: &Samples,
        held_out: &Samples,
        progress: &mut dyn FnMut(usize),
        after: &mut dyn FnMut(&Trainer, Epoch) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut goes_on = |done| {
            progress(done);
            true
        };
        while let Some(epoch) = self.epoch(training, held_out, &mut goes_on)? {
            after(self, epoch)?;
        }
        Ok(())
    }

    /// The learning rate after a share of the training.
    fn rate_after(&self, share: f32) -> f32 {
        let wave = (1.0 + (std::f32::consts::PI * share).cos()) / 2.0;
        self.settings.rate * (self.settings.last_rate + (1.0 - self.settings.last_rate) * wave)
    }

    /// Updates the network for a batch and returns the sum of its squared errors.
    fn descend(&mut self, samples: &Samples, batch: &[u32], rate: f32, gradients: &mut [FloatNetwork]) -> f64 {
        let (network, settings) = (&self.network, &self.settings);
        let size = batch.len().div_ceil(PARTS);
        let errors: Vec<f64> = gradients
            .par_iter_mut()
            .enumerate()
            .map(|(part, gradient)| {
                parts_mut(gradient).into_iter().for_each(|values| values.fill(0.0));
                let mut units = Units::new(network.hidden);
                let own = batch.get(part * size..).unwrap_or(&[]);
                let learn = |&number: &u32| {
                    let sample = samples.get(number as usize);
                    f64::from(add_gradient(network, &sample, settings.target(&sample), &mut units, gradient))
                };
                own.iter().take(size).map(learn).sum()
            })
            .collect();
        let (sum, others) = gradients.split_first_mut().expect("there is more than one part");
        for other in others {
            for (sum, other) in parts_mut(sum).into_iter().zip(parts(other)) {
                sum.iter_mut().zip(other).for_each(|(sum, &other)| *sum += other);
            }
        }
        self.descent.step(&mut self.network, sum, 1.0 / batch.len() as f32, rate, self.settings.decay);
        errors.iter().sum()
    }

    /// The mean squared error of samples.
    pub fn error(&self, samples: &Samples) -> f64 {
        const CHUNK: usize = 4096;
        let errors: Vec<f64> = (0..samples.len().div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let mut units = Units::new(self.network.hidden);
                let numbers = chunk * CHUNK..((chunk + 1) * CHUNK).min(samples.len());
                let squared = |number| {
                    let sample = samples.get(number);
                    let value = sigmoid(forward(&self.network, &sample, &mut units));
                    f64::from(value - self.settings.target(&sample)).powi(2)
                };
                numbers.map(squared).sum()
            })
            .collect();
        errors.iter().sum::<f64>() / samples.len().max(1) as f64
    }

    /// The whole state, to resume later.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = Head {
            settings: self.settings.clone(),
            shape: [self.network.inputs, self.network.hidden, self.network.buckets],
            steps: self.descent.steps,
            history: self.history.clone(),
        };
        let head = serde_json::to_vec(&head).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((head.len() as u64).to_le_bytes());
        bytes.extend(head);
        for network in [&self.network, &self.descent.first, &self.descent.second] {
            for part in parts(network) {
                part.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
            }
        }
        bytes
    }

    /// Reads a saved state.
    ///
    /// # Errors
    /// If the bytes are not a valid state.
    pub fn from_bytes(bytes: &[u8]) -> Result<Trainer, TrainerError> {
        let bad = |what: &str| TrainerError::State(what.to_owned());
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| bad("it does not begin with DUIYITR1"))?;
        let (length, rest) = rest.split_first_chunk::<8>().ok_or_else(|| bad("truncated header"))?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| bad("invalid length of the header"))?;
        let (head, mut rest) = rest.split_at_checked(length).ok_or_else(|| bad("truncated header"))?;
        let Head { settings, shape, steps, history } =
            serde_json::from_slice(head).map_err(|error| TrainerError::State(error.to_string()))?;
        let [inputs, hidden, buckets] = shape;
        if shape.iter().any(|&side| side == 0 || side > 1 << 20) || inputs * hidden > 1 << 28 {
            return Err(bad("unsupported shape"));
        }
        let values = inputs * hidden + hidden + buckets * (2 * hidden + 1);
        if rest.len() != 3 * 4 * values {
            return Err(TrainerError::State(format!("{} bytes of numbers; expected {}", rest.len(), 12 * values)));
        }
        let mut next = || {
            let mut network = zero(inputs, hidden, buckets, settings.scale);
            for value in parts_mut(&mut network).into_iter().flatten() {
                let (four, after) = rest.split_first_chunk::<4>()?;
                *value = f32::from_le_bytes(*four);
                rest = after;
            }
            Some(network)
        };
        let (Some(network), Some(first), Some(second)) = (next(), next(), next()) else {
            return Err(bad("truncated numbers"));
        };
        let trainer = Trainer::new(network, settings)?;
        Ok(Trainer { descent: AdamW { steps, first, second }, history, ..trainer })
    }
}

/// The data of a saved state except its parameters.
#[derive(Serialize, Deserialize)]
struct Head {
    settings: TrainingSettings,
    /// Inputs, hidden units, buckets.
    shape: [usize; 3],
    steps: u64,
    history: Vec<Epoch>,
}

/// The numbers from 0 in random order.
fn shuffled(count: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for last in (1..order.len()).rev() {
        // The high half of a product, uniform up to the precision of 64 bits.
        let chosen = (u128::from(random.next_u64()) * (last as u128 + 1)) >> 64;
        order.swap(last, chosen as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::{super::network::random_network, *};

    /// Input n is worth n hundred, for n from 0 to 9.
    fn samples(count: usize, seed: u64) -> Samples {
        let mut samples = Samples::new(10, 2);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..count {
            let view = |bits: u64| (0..10).filter(|input| bits >> input & 1 == 1).collect::<Vec<u16>>();
            let (own, other) = (view(random.next_u64()), view(random.next_u64()));
            let worth = |view: &[u16]| view.iter().map(|&input| i32::from(input)).sum::<i32>();
            let score = 20 * (worth(&own) - worth(&other));
            let result = if score > 0 { 1.0 } else { 0.0 };
            let bucket = (own.len() % 2) as u8;
            samples.push(Sample { own: &own, other: &other, bucket, score: score as i16, result }).unwrap();
        }
        samples
    }

    fn settings() -> TrainingSettings {
        TrainingSettings { epochs: 8, batch: 64, rate: 0.01, result_share: 0.0, ..TrainingSettings::default() }
    }

    fn trained(threads: usize) -> Trainer {
        let (training, held_out) = (samples(2000, 1), samples(200, 2));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut trainer = Trainer::new(random_network(10, 16, 2, 3), settings()).unwrap();
        pool.install(|| while trainer.epoch(&training, &held_out, &mut |_| true).unwrap().is_some() {});
        trainer
    }

    #[test]
    fn a_network_learns_independently_of_the_number_of_threads() {
        let trainer = trained(1);
        let history = trainer.history();
        assert_eq!(history.len(), 8);
        assert!(history[7].held_out < 0.05 * history[0].training, "{history:?}");
        assert!(history[7].held_out < 3e-4, "{history:?}");
        assert!(history[7].rate < 0.0006);
        assert_eq!(trained(3), trainer);
    }

    #[test]
    fn a_saved_training_resumes() {
        let (training, held_out) = (samples(500, 1), samples(50, 2));
        let begin = || Trainer::new(random_network(10, 16, 2, 3), settings()).unwrap();
        let (mut whole, mut parts) = (begin(), begin());
        for _ in 0..3 {
            whole.epoch(&training, &held_out, &mut |_| true).unwrap();
            parts.epoch(&training, &held_out, &mut |_| true).unwrap();
            parts = Trainer::from_bytes(&parts.to_bytes()).unwrap();
            assert_eq!(parts.network().scale, 400.0);
        }
        assert_eq!(whole, parts);
        let bytes = whole.to_bytes();
        for end in [0, 7, 12, 40, bytes.len() - 1] {
            assert!(matches!(Trainer::from_bytes(&bytes[..end]), Err(TrainerError::State(_))), "{end} bytes");
        }
    }

    #[test]
    fn the_target_blends_score_and_result() {
        let sample = Sample { own: &[], other: &[], bucket: 0, score: 400, result: 0.0 };
        let target = |result_share| TrainingSettings { result_share, ..TrainingSettings::default() }.target(&sample);
        assert!((target(0.0) - 0.731).abs() < 1e-3);
        assert_eq!(target(1.0), 0.0);
        assert!((target(0.5) - 0.3655).abs() < 1e-3);
    }

    #[test]
    fn invalid_settings_and_samples_are_rejected() {
        let network = || random_network(10, 16, 2, 3);
        let refused = |settings| matches!(Trainer::new(network(), settings), Err(TrainerError::Setting { .. }));
        assert!(refused(TrainingSettings { batch: 0, ..settings() }));
        assert!(refused(TrainingSettings { scale: 0.0, ..settings() }));
        assert!(refused(TrainingSettings { result_share: 1.5, ..settings() }));
        let short = FloatNetwork { feature_bias: vec![0.0; 15], ..network() };
        let numbers = TrainerError::Numbers { found: 15, expected: 16 };
        assert_eq!(Trainer::new(short, settings()), Err(numbers));
        let mut trainer = Trainer::new(network(), settings()).unwrap();
        let none = Samples::new(10, 2);
        let empty = trainer.epoch(&samples(3, 1), &none, &mut |_| true);
        assert_eq!(empty, Err(TrainerError::Empty { training: 3, held_out: 0 }));
        let mut other = Samples::new(11, 2);
        other.push(Sample { own: &[], other: &[], bucket: 0, score: 0, result: 0.5 }).unwrap();
        let shape = trainer.epoch(&other, &other, &mut |_| true);
        assert!(matches!(shape, Err(TrainerError::Shape { found: (11, 2), expected: (10, 2), .. })));
    }

    #[test]
    fn every_sample_is_used_once_per_epoch() {
        let mut order = shuffled(1000, 7);
        assert_ne!(order, shuffled(1000, 8));
        assert!(order.windows(2).any(|pair| pair[0] > pair[1]));
        order.sort_unstable();
        assert_eq!(order, (0..1000).collect::<Vec<u32>>());
    }
}
