//! The descent: batches, epochs, what is held out.

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

/// Parts of a batch that are summed up on their own; fixed, so that the sums do not depend on the
/// number of threads.
const PARTS: usize = 4;

/// How to train.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Epochs that the rate is laid out for.
    pub epochs: u32,
    /// Samples in a minibatch.
    pub batch: usize,
    /// AdamW's step at first.
    pub rate: f32,
    /// The share of it at the end; between them a half wave of the cosine.
    pub last_rate: f32,
    /// The decay of the weights, in shares of the step.
    pub decay: f32,
    /// The share of the result in the target; the rest is the score's.
    pub result_share: f32,
    /// The score whose expected result is 0.731, the sigmoid of 1.
    pub scale: f32,
    /// The seed of the order of samples.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
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

impl Settings {
    /// What the network should say of a sample, from 0 to 1.
    pub fn target(&self, sample: &Sample<'_>) -> f32 {
        let by_score = sigmoid(f32::from(sample.score) / self.scale);
        by_score + self.result_share * (sample.result - by_score)
    }
}

/// Training that cannot begin or go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrainerError {
    /// Nothing to learn from, or nothing held out.
    #[error("{training} samples to learn from and {held_out} held out; expected some of each")]
    Empty {
        /// Samples to learn from.
        training: usize,
        /// Samples held out.
        held_out: usize,
    },
    /// A setting that makes no sense.
    #[error("{name} is {value}; expected {expected}")]
    Setting {
        /// Which.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What may be.
        expected: &'static str,
    },
    /// A network that has not as many numbers as its shape says, or none.
    #[error("{found} numbers of a part of the network; its shape says {expected}, and some")]
    Numbers {
        /// How many.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Samples or a state of another shape of network.
    #[error("{what} of {found:?} inputs and buckets; the network has {expected:?}")]
    Shape {
        /// What does not fit.
        what: &'static str,
        /// Its inputs and buckets.
        found: (usize, usize),
        /// The network's.
        expected: (usize, usize),
    },
    /// Bytes that are no state of a training.
    #[error("state of a training: {0}")]
    State(String),
}

/// How an epoch went.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Which, from 1.
    pub number: u32,
    /// The mean squared error of the samples as they were learnt from.
    pub training: f64,
    /// That of the samples held out, after it.
    pub held_out: f64,
    /// The rate at its end.
    pub rate: f32,
}

/// A training under way: one epoch after the other, saved between them.
///
/// ```
/// use duiyi_nnue::train::{Sample, Samples, Settings, Trainer, random_network};
/// // Input 0 is good for whoever has it.
/// let mut samples = Samples::new(2, 1);
/// for _ in 0..64 {
///     samples.push(Sample { own: &[0], other: &[1], bucket: 0, score: 200, result: 1.0 })?;
///     samples.push(Sample { own: &[1], other: &[0], bucket: 0, score: -200, result: 0.0 })?;
/// }
/// let settings = Settings { epochs: 30, batch: 16, rate: 0.01, ..Settings::default() };
/// let mut trainer = Trainer::new(random_network(2, 8, 1, 1), settings)?;
/// while let Some(epoch) = trainer.epoch(&samples, &samples, &mut |_| true)? {
///     assert!(epoch.held_out < 0.5);
/// }
/// assert!(trainer.network().evaluate(&[0], &[1], 0) > 120.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trainer {
    settings: Settings,
    network: FloatNetwork,
    descent: AdamW,
    /// Epochs done.
    history: Vec<Epoch>,
}

/// The head of a saved state.
const MAGIC: &[u8; 8] = b"DUIYITR1";

impl Trainer {
    /// Begins with a network; its scale becomes that of the settings.
    ///
    /// # Errors
    /// If a setting makes no sense, or the network has not as many numbers as its shape says.
    pub fn new(network: FloatNetwork, settings: Settings) -> Result<Trainer, TrainerError> {
        let Settings { epochs, batch, rate, last_rate, decay, result_share, scale, .. } = settings;
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

    /// Begins with a random network for a game's inputs, of `hidden` units over each view; its seed is
    /// that of the settings.
    ///
    /// # Errors
    /// As [`Trainer::new`].
    pub fn begin<G: Game>(inputs: &InputSet<G>, hidden: usize, settings: Settings) -> Result<Trainer, TrainerError> {
        Trainer::new(random_network(inputs.inputs, hidden, inputs.buckets, settings.seed), settings)
    }

    /// The network in integers, as an engine reads it.
    ///
    /// # Errors
    /// If its shape is none that a file can have.
    pub fn parameters<G: Game>(&self, inputs: &InputSet<G>, provenance: String) -> Result<Parameters, NetworkError> {
        self.network.quantise(Origin { features: inputs.name.to_owned(), provenance })
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The network as it is now.
    pub fn network(&self) -> &FloatNetwork {
        &self.network
    }

    /// The epochs done.
    pub fn history(&self) -> &[Epoch] {
        &self.history
    }

    /// One more epoch; `None` when all are done, or when `goes_on`, which is told the samples
    /// learnt from in it, says no: then the state is no longer one between epochs, and should be
    /// taken from its file again.
    ///
    /// # Errors
    /// If there are no samples, or they are of another shape than the network.
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

    /// Trains until all epochs are done. `progress` gets the number of samples learnt from in the
    /// epoch; `after` gets the trainer after each epoch, to save its state and to show its history.
    ///
    /// # Errors
    /// As [`Trainer::epoch`], or what `after` returns: then the training is between two epochs.
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

    /// The rate when a share of the training is done.
    fn rate_after(&self, share: f32) -> f32 {
        let wave = (1.0 + (std::f32::consts::PI * share).cos()) / 2.0;
        self.settings.rate * (self.settings.last_rate + (1.0 - self.settings.last_rate) * wave)
    }

    /// One step by a batch; the sum of its squared errors comes back.
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

    /// The whole state, to go on from later.
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

    /// Reads such a state.
    ///
    /// # Errors
    /// If the bytes are none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Trainer, TrainerError> {
        let bad = |what: &str| TrainerError::State(what.to_owned());
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| bad("it does not begin with DUIYITR1"))?;
        let (length, rest) = rest.split_first_chunk::<8>().ok_or_else(|| bad("cut off in its head"))?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| bad("a head without end"))?;
        let (head, mut rest) = rest.split_at_checked(length).ok_or_else(|| bad("cut off in its head"))?;
        let Head { settings, shape, steps, history } =
            serde_json::from_slice(head).map_err(|error| TrainerError::State(error.to_string()))?;
        let [inputs, hidden, buckets] = shape;
        if shape.iter().any(|&side| side == 0 || side > 1 << 20) || inputs * hidden > 1 << 28 {
            return Err(bad("a shape that cannot be"));
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
            return Err(bad("cut off in its numbers"));
        };
        let trainer = Trainer::new(network, settings)?;
        Ok(Trainer { descent: AdamW { steps, first, second }, history, ..trainer })
    }
}

/// What a saved state has beside its numbers.
#[derive(Serialize, Deserialize)]
struct Head {
    settings: Settings,
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
        // The high half of a product: as even as 64 bits allow.
        let chosen = (u128::from(random.next_u64()) * (last as u128 + 1)) >> 64;
        order.swap(last, chosen as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::{super::network::random_network, *};

    /// Inputs 0 to 9 are worth what they are called, in hundreds.
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

    fn settings() -> Settings {
        Settings { epochs: 8, batch: 64, rate: 0.01, result_share: 0.0, ..Settings::default() }
    }

    fn trained(threads: usize) -> Trainer {
        let (training, held_out) = (samples(2000, 1), samples(200, 2));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut trainer = Trainer::new(random_network(10, 16, 2, 3), settings()).unwrap();
        pool.install(|| while trainer.epoch(&training, &held_out, &mut |_| true).unwrap().is_some() {});
        trainer
    }

    #[test]
    fn a_network_learns_and_is_the_same_for_any_number_of_threads() {
        let trainer = trained(1);
        let history = trainer.history();
        assert_eq!(history.len(), 8);
        assert!(history[7].held_out < 0.05 * history[0].training, "{history:?}");
        assert!(history[7].held_out < 3e-4, "{history:?}");
        assert!(history[7].rate < 0.0006);
        assert_eq!(trained(3), trainer);
    }

    #[test]
    fn a_training_goes_on_where_it_was_saved() {
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
        let target = |result_share| Settings { result_share, ..Settings::default() }.target(&sample);
        assert!((target(0.0) - 0.731).abs() < 1e-3);
        assert_eq!(target(1.0), 0.0);
        assert!((target(0.5) - 0.3655).abs() < 1e-3);
    }

    #[test]
    fn what_cannot_be_trained_is_refused() {
        let network = || random_network(10, 16, 2, 3);
        let refused = |settings| matches!(Trainer::new(network(), settings), Err(TrainerError::Setting { .. }));
        assert!(refused(Settings { batch: 0, ..settings() }));
        assert!(refused(Settings { scale: 0.0, ..settings() }));
        assert!(refused(Settings { result_share: 1.5, ..settings() }));
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
    fn every_sample_comes_once_an_epoch() {
        let mut order = shuffled(1000, 7);
        assert_ne!(order, shuffled(1000, 8));
        assert!(order.windows(2).any(|pair| pair[0] > pair[1]));
        order.sort_unstable();
        assert_eq!(order, (0..1000).collect::<Vec<u32>>());
    }
}
