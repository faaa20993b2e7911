//! The trainer: batches, epochs, and the error of held-out samples.

use super::{
    InputSet,
    adamw::AdamW,
    blocks::SampleBlocks,
    failures::TrainerError,
    samples::Samples,
    settings::TrainingSettings,
    values::{
        Units, add_gradient, add_images, copy_to_images, forward, parts, parts_mut, random_network, zero, zero_like,
    },
};
use crate::{
    chance,
    descent::{mean, sigmoid},
    state::{sealed, unsealed},
};
use duiyi_game::{Game, hash::extend_digest};
use duiyi_nnue::{FloatNetwork, NetworkError, Origin, Parameters};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The number of parts of a batch that are summed separately; constant, so that the sums do not
/// depend on the number of threads.
const PARTS: usize = 4;

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
/// use duiyi_train::network::{Sample, Samples, TrainingSettings, Trainer, random_network};
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
    /// The network of the best epoch, if the settings have a patience.
    best: Option<FloatNetwork>,
    /// The description of the samples; `None` before the first epoch.
    made_with: Option<String>,
    /// The mirror image of each input, if a position and its mirror image have the same score.
    images: Option<Vec<u16>>,
}

/// The signature of a saved state.
const MAGIC: &[u8; 8] = b"DUIYITR2";

impl Trainer {
    /// Starts with a network, whose scale is set to the scale of the settings.
    ///
    /// # Errors
    /// If a setting is invalid, or the number of parameters does not match the shape of the network.
    pub fn new(network: FloatNetwork, settings: TrainingSettings) -> Result<Trainer, TrainerError> {
        if let Some((name, value, expected)) = settings.invalid() {
            return Err(TrainerError::Setting { name, value, expected });
        }
        let FloatNetwork { inputs, hidden, buckets, .. } = network;
        let counts = [inputs.saturating_mul(hidden), hidden, buckets.saturating_mul(2 * hidden), buckets];
        for (values, expected) in parts(&network).into_iter().zip(counts) {
            if values.len() != expected || expected == 0 {
                return Err(TrainerError::Numbers { found: values.len(), expected });
            }
        }
        let network = FloatNetwork { scale: settings.scale, ..network };
        Ok(Trainer {
            descent: AdamW::new(&network),
            settings,
            network,
            history: Vec::new(),
            best: None,
            made_with: None,
            images: None,
        })
    }

    /// The same training with a symmetric network: a position and its mirror image get the same score. The hidden units
    /// form pairs of one of the first half, whose weights stay, and one of the second half, which receives and keeps
    /// these weights for the mirrored inputs. The samples need no mirror images.
    ///
    /// # Errors
    /// If the game has no mirror images, or the number of hidden units is odd.
    pub fn symmetric<G: Game>(mut self, inputs: &InputSet<G>) -> Result<Trainer, TrainerError> {
        let images = inputs.images().ok_or(TrainerError::NoImages(inputs.name))?;
        let hidden = self.network.hidden;
        if !hidden.is_multiple_of(2) {
            let expected = "an even number for a symmetric network";
            return Err(TrainerError::Setting { name: "hidden units", value: hidden as f64, expected });
        }
        copy_to_images(&mut self.network, &images);
        self.images = Some(images);
        Ok(self)
    }

    /// Whether a position and its mirror image have the same score.
    pub fn is_symmetric(&self) -> bool {
        self.images.is_some()
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

    /// The result so far with integer weights, in the form of an engine: the network of [`Trainer::result_epoch`].
    ///
    /// # Errors
    /// If the file format does not support its shape, or its weights are so large that a sum could overflow.
    pub fn parameters<G: Game>(&self, inputs: &InputSet<G>, provenance: String) -> Result<Parameters, NetworkError> {
        let parameters = self.result().quantise(Origin { features: inputs.name.to_owned(), provenance })?;
        parameters.check_active(inputs.max_active)?;
        Ok(parameters)
    }

    /// The result so far: the network of [`Trainer::result_epoch`].
    pub fn result(&self) -> &FloatNetwork {
        self.best.as_ref().unwrap_or(&self.network)
    }

    /// Starts another training from the current network that keeps the moments of the descent, for new samples of
    /// the same kind. The settings need the scale of the network.
    ///
    /// # Errors
    /// If a setting is invalid, or the scale differs.
    ///
    /// ```
    /// use duiyi_train::network::{Sample, Samples, TrainingSettings, Trainer, random_network};
    /// let mut samples = Samples::new(2, 1);
    /// samples.push(Sample { own: &[0], other: &[1], bucket: 0, score: 200, result: 1.0 })?;
    /// let settings = TrainingSettings { epochs: 1, ..TrainingSettings::default() };
    /// let mut trainer = Trainer::new(random_network(2, 8, 1, 1), settings.clone())?;
    /// trainer.epoch(&samples, &samples, &mut |_| true)?;
    /// let mut again = trainer.continued(settings)?;
    /// assert!(again.history().is_empty() && !again.is_finished());
    /// assert!(again.epoch(&samples, &samples, &mut |_| true)?.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn continued(self, settings: TrainingSettings) -> Result<Trainer, TrainerError> {
        if settings.scale != self.settings.scale {
            let expected = "the scale of the network";
            return Err(TrainerError::Setting { name: "scale", value: settings.scale.into(), expected });
        }
        let network = self.best.unwrap_or(self.network);
        let trainer = Trainer::new(network, settings)?;
        Ok(Trainer { descent: self.descent, images: self.images, ..trainer })
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

    /// The epoch whose network is the result so far: the first one with the lowest held-out error if the settings
    /// have a patience, otherwise the last one.
    pub fn result_epoch(&self) -> Option<&Epoch> {
        match self.settings.patience {
            Some(_) => self.history.iter().min_by(|one, other| one.held_out.total_cmp(&other.held_out)),
            None => self.history.last(),
        }
    }

    /// Whether all epochs are finished, or the patience is exhausted.
    pub fn is_finished(&self) -> bool {
        let finished = self.history.len() as u32;
        let is_worse_for = |patience| self.result_epoch().is_some_and(|best| finished - best.number >= patience);
        finished >= self.settings.epochs || self.settings.patience.is_some_and(is_worse_for)
    }

    /// Trains one epoch. Returns `None` when the training [is finished](Trainer::is_finished), or when
    /// `goes_on`, which receives the number of samples processed in the epoch, returns `false`: the state
    /// is then in the middle of an epoch, and should be read again from its file.
    ///
    /// # Errors
    /// If there are no samples, they have another shape than the network or are not those of the epochs before, and
    /// the errors of the blocks: the state is then in the middle of an epoch.
    pub fn epoch<B: SampleBlocks>(
        &mut self,
        training: &B,
        held_out: &Samples,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Option<Epoch>, B::Error> {
        let count = training.count();
        if count == 0 || held_out.is_empty() {
            return Err(TrainerError::Empty { training: count, held_out: held_out.len() }.into());
        }
        let expected = (self.network.inputs, self.network.buckets);
        for found in [training.shape(), held_out.shape()] {
            if found != expected {
                return Err(TrainerError::Shape { what: "samples", found, expected }.into());
            }
        }
        if self.is_finished() {
            return Ok(None);
        }
        self.check_samples(training, held_out)?;
        let number = self.history.len() as u32 + 1;
        let batches = count.div_ceil(self.settings.batch);
        let mut gradients = vec![zero_like(&self.network); PARTS];
        let (mut error, mut rate) = (0.0, self.settings.rate);
        let (epochs, share) = (self.settings.epochs as f32, self.settings.result_share_in(number));
        let step = 1.0 / (batches as f32 * epochs);
        let (mut index, mut done) = (0, 0);
        let mut seed = self.settings.seed ^ u64::from(number) << 32;
        let mut continues = true;
        training.each(number, &mut |block| {
            for batch in shuffled(block.len(), seed).chunks(self.settings.batch) {
                let passed = (number - 1) as f32 + index as f32 / batches as f32;
                rate = self.settings.rate_after(passed / epochs, step);
                error += self.descend((block, batch), share, rate, &mut gradients);
                (index, done) = (index + 1, done + batch.len());
                continues = goes_on(done);
                if !continues {
                    return false;
                }
            }
            // Another order for the next block.
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            true
        })?;
        if !continues {
            return Ok(None);
        }
        if done != count {
            return Err(TrainerError::Count { found: done, expected: count }.into());
        }
        let epoch = Epoch { number, training: error / done as f64, held_out: self.error(held_out), rate };
        self.history.push(epoch);
        if self.settings.patience.is_some() && self.result_epoch() == Some(&epoch) {
            self.best = Some(self.network.clone());
        }
        Ok(Some(epoch))
    }

    /// Checks that the samples are those of the epochs before.
    fn check_samples<B: SampleBlocks>(&mut self, training: &B, held_out: &Samples) -> Result<(), TrainerError> {
        let digest = extend_digest(training.digest(), held_out.digest());
        let found = format!(
            "{} training samples and {} held-out samples, digest {digest:016x}",
            training.count(),
            held_out.len()
        );
        match &self.made_with {
            Some(expected) if *expected != found => {
                Err(TrainerError::OtherSamples { found, expected: expected.clone() })
            }
            _ => {
                self.made_with = Some(found);
                Ok(())
            }
        }
    }

    /// Updates the network for a batch, whose targets have this share of the result, and returns the sum of its
    /// squared errors.
    fn descend(
        &mut self,
        (samples, batch): (&Samples, &[u32]),
        result_share: f32,
        rate: f32,
        gradients: &mut [FloatNetwork],
    ) -> f64 {
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
                    let target = settings.target(&sample, result_share);
                    f64::from(add_gradient(network, &sample, target, &mut units, gradient))
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
        if let Some(images) = &self.images {
            add_images(sum, images);
        }
        self.descent.step(&mut self.network, sum, 1.0 / batch.len() as f32, rate, self.settings.decay);
        errors.iter().sum()
    }

    /// The mean squared error of samples, with the share of the result of the last epoch.
    pub fn error(&self, samples: &Samples) -> f64 {
        let share = self.settings.last_result_share();
        mean(samples.len(), 4096, |numbers| {
            let mut units = Units::new(self.network.hidden);
            let squared = |number| {
                let sample = samples.get(number);
                let value = sigmoid(forward(&self.network, &sample, &mut units));
                f64::from(value - self.settings.target(&sample, share)).powi(2)
            };
            numbers.map(squared).sum()
        })
    }

    /// The whole state, to resume later.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = Head {
            settings: self.settings.clone(),
            shape: [self.network.inputs, self.network.hidden, self.network.buckets],
            steps: self.descent.steps,
            history: self.history.clone(),
            best: self.best.is_some(),
            made_with: self.made_with.clone(),
            images: self.images.clone(),
        };
        let head = serde_json::to_vec(&head).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((head.len() as u64).to_le_bytes());
        bytes.extend(head);
        for network in [&self.network, &self.descent.first, &self.descent.second].into_iter().chain(&self.best) {
            for part in parts(network) {
                part.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
            }
        }
        sealed(bytes)
    }

    /// Reads a saved state.
    ///
    /// # Errors
    /// If the bytes are damaged or not a valid state.
    pub fn from_bytes(bytes: &[u8]) -> Result<Trainer, TrainerError> {
        let bad = |what: &str| TrainerError::State(what.to_owned());
        if !bytes.starts_with(MAGIC) {
            return Err(bad("it does not begin with DUIYITR2"));
        }
        let rest = &unsealed(bytes).ok_or_else(|| bad("its checksum does not match"))?[MAGIC.len()..];
        let (length, rest) = rest.split_first_chunk::<8>().ok_or_else(|| bad("truncated header"))?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| bad("invalid length of the header"))?;
        let (head, mut rest) = rest.split_at_checked(length).ok_or_else(|| bad("truncated header"))?;
        let Head { settings, shape, steps, history, best, made_with, images } =
            serde_json::from_slice(head).map_err(|error| TrainerError::State(error.to_string()))?;
        let [inputs, hidden, buckets] = shape;
        if shape.iter().any(|&side| side == 0 || side > 1 << 20) || inputs * hidden > 1 << 28 {
            return Err(bad("unsupported shape"));
        }
        let values = inputs * hidden + hidden + buckets * (2 * hidden + 1);
        let expected = 4 * values * (3 + usize::from(best));
        if rest.len() != expected {
            return Err(TrainerError::State(format!("{} bytes of numbers; expected {expected}", rest.len())));
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
        let best = if best { next() } else { None };
        if images.as_ref().is_some_and(|images| {
            images.len() != inputs
                || !hidden.is_multiple_of(2)
                || images.iter().any(|&image| usize::from(image) >= inputs)
        }) {
            return Err(bad("invalid mirror images"));
        }
        let trainer = Trainer::new(network, settings)?;
        Ok(Trainer { descent: AdamW { steps, first, second }, history, best, made_with, images, ..trainer })
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
    /// Whether the network of the best epoch follows the other numbers.
    #[serde(default)]
    best: bool,
    made_with: Option<String>,
    #[serde(default)]
    images: Option<Vec<u16>>,
}

/// The numbers from 0 to below `count`, at most 2³² of them, in random order.
pub fn shuffled(count: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    chance::shuffle(&mut order, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
    order
}

#[cfg(test)]
mod tests {
    use super::{super::samples::Sample, *};
    use rand_xoshiro::rand_core::Rng;

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

    /// Blocks whose sizes are multiples of the batch, and the number of missing samples.
    struct Halves<'a>(&'a [Samples; 2], usize);

    impl SampleBlocks for Halves<'_> {
        type Error = TrainerError;

        fn shape(&self) -> (usize, usize) {
            (10, 2)
        }

        fn count(&self) -> usize {
            self.0.iter().map(Samples::len).sum::<usize>() + self.1
        }

        fn digest(&self) -> u64 {
            0
        }

        fn each(&self, _epoch: u32, take: &mut dyn FnMut(&Samples) -> bool) -> Result<(), TrainerError> {
            let _ = self.0.iter().all(take);
            Ok(())
        }
    }

    #[test]
    fn samples_in_blocks_are_learnt_like_samples_in_memory() {
        let (halves, held_out) = ([samples(640, 1), samples(640, 3)], samples(200, 2));
        let mut trainer = Trainer::new(random_network(10, 16, 2, 3), settings()).unwrap();
        let mut seen = Vec::new();
        let mut goes_on = |done| {
            seen.push(done);
            true
        };
        while trainer.epoch(&Halves(&halves, 0), &held_out, &mut goes_on).unwrap().is_some() {}
        assert_eq!((seen.len(), seen[19], trainer.descent.steps), (8 * 20, 1280, 8 * 20));
        let history = trainer.history();
        let mut begun = Trainer::new(random_network(10, 16, 2, 3), settings()).unwrap();
        let ended = begun.epoch(&Halves(&halves, 1), &held_out, &mut |_| true);
        assert_eq!(ended, Err(TrainerError::Count { found: 1280, expected: 1281 }));
        assert!(history[7].held_out < 3e-4 && history[7].rate < 0.00012, "{history:?}");
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
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            assert!(matches!(Trainer::from_bytes(&changed), Err(TrainerError::State(_))), "byte {at}");
        }
    }

    #[test]
    fn a_training_resumes_with_its_own_samples_only() {
        let (training, held_out) = (samples(500, 1), samples(50, 2));
        let mut trainer = Trainer::new(random_network(10, 16, 2, 3), settings()).unwrap();
        trainer.epoch(&training, &held_out, &mut |_| true).unwrap();
        let resumed = Trainer::from_bytes(&trainer.to_bytes()).unwrap();
        let one_score = || {
            let mut other = samples(500, 1);
            let last = other.get(499);
            let (own, of_other, result) = (last.own.to_vec(), last.other.to_vec(), last.result);
            let (bucket, score) = (last.bucket, last.score + 1);
            other.move_from(499, &mut Samples::new(10, 2));
            other.push(Sample { own: &own, other: &of_other, bucket, score, result }).unwrap();
            other
        };
        for (training, held_out) in [
            (samples(501, 1), samples(50, 2)),
            (samples(500, 3), samples(50, 2)),
            (samples(500, 1), samples(50, 4)),
            (one_score(), samples(50, 2)),
        ] {
            let refused = resumed.clone().epoch(&training, &held_out, &mut |_| true);
            assert!(matches!(refused, Err(TrainerError::OtherSamples { .. })), "{refused:?}");
        }
        assert!(resumed.clone().epoch(&training, &held_out, &mut |_| true).unwrap().is_some());
        // Another training may go on with other samples.
        let mut again = resumed.continued(settings()).unwrap();
        assert!(again.epoch(&held_out, &training, &mut |_| true).unwrap().is_some());
    }

    /// A network that does not change, so that errors depend only on the targets.
    #[test]
    fn the_schedules_apply_to_the_epochs() {
        let (training, held_out) = (samples(200, 1), samples(50, 2));
        let schedule = |first, last, rate, warm_up| {
            let shares = TrainingSettings { result_share: first, last_result_share: Some(last), ..settings() };
            let settings = TrainingSettings { epochs: 2, rate, warm_up, ..shares };
            let mut trainer = Trainer::new(random_network(10, 16, 2, 3), settings).unwrap();
            while trainer.epoch(&training, &held_out, &mut |_| true).unwrap().is_some() {}
            [0, 1].map(|epoch| trainer.history()[epoch])
        };
        let [first, last] = schedule(0.0, 1.0, 1e-20, 0.0);
        let [by_score, _] = schedule(0.0, 0.0, 1e-20, 0.0);
        let [by_result, _] = schedule(1.0, 1.0, 1e-20, 0.0);
        assert!((first.training - by_score.training).abs() < 1e-9);
        assert!((last.training - by_result.training).abs() < 1e-9);
        assert!((first.training - last.training).abs() > 1e-3);
        assert_eq!([first.held_out, last.held_out], [by_result.held_out; 2], "comparable");
        let [first, last] = schedule(0.0, 0.0, 0.01, 0.5);
        assert!(first.rate == 0.01 && last.rate < 0.01, "{first:?} {last:?}");
    }

    #[test]
    fn patience_ends_the_training_and_returns_the_best_epoch() {
        // Few samples with unrelated results: the held-out error soon rises.
        let (training, held_out) = (samples(30, 1), samples(30, 2));
        let patient = |patience, epochs| {
            let settings = TrainingSettings { epochs, rate: 0.03, patience, ..settings() };
            Trainer::new(random_network(10, 16, 2, 3), settings).unwrap()
        };
        let mut trainer = patient(Some(3), 400);
        while trainer.epoch(&training, &held_out, &mut |_| true).unwrap().is_some() {
            trainer = Trainer::from_bytes(&trainer.to_bytes()).unwrap();
        }
        let best = *trainer.result_epoch().unwrap();
        assert_eq!(trainer.history().len() as u32, best.number + 3);
        assert!(trainer.history().iter().all(|epoch| epoch.held_out >= best.held_out));
        let inputs = |trainer: &Trainer| trainer.best.clone().unwrap_or_else(|| trainer.network.clone());
        assert_eq!(trainer.error(&held_out), trainer.history().last().unwrap().held_out);
        assert_ne!(inputs(&trainer), trainer.network);
        trainer.network = inputs(&trainer);
        assert_eq!(trainer.error(&held_out), best.held_out);
        // Without patience, every epoch is trained and the last one is the result.
        let mut trainer = patient(None, best.number + 5);
        while trainer.epoch(&training, &held_out, &mut |_| true).unwrap().is_some() {}
        assert_eq!(trainer.history().len() as u32, best.number + 5);
        assert!(trainer.best.is_none() && trainer.result_epoch() == trainer.history().last());
    }

    #[test]
    fn invalid_settings_and_samples_are_rejected() {
        let network = || random_network(10, 16, 2, 3);
        let refused = |settings| matches!(Trainer::new(network(), settings), Err(TrainerError::Setting { .. }));
        assert!(refused(TrainingSettings { batch: 0, ..settings() }));
        assert!(refused(TrainingSettings { scale: 0.0, ..settings() }));
        assert!(refused(TrainingSettings { result_share: 1.5, ..settings() }));
        assert!(refused(TrainingSettings { last_result_share: Some(-0.1), ..settings() }));
        assert!(refused(TrainingSettings { warm_up: 1.0, ..settings() }));
        assert!(refused(TrainingSettings { patience: Some(0), ..settings() }));
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
    fn a_state_with_invalid_mirror_images_is_refused() {
        let trainer = Trainer::new(random_network(10, 16, 2, 3), settings()).unwrap();
        let state = |images: Option<Vec<u16>>| Trainer::from_bytes(&Trainer { images, ..trainer.clone() }.to_bytes());
        assert!(state(Some((0..10).rev().collect())).is_ok_and(|trainer| trainer.is_symmetric()));
        for images in [(0..9).collect(), (1..11).collect::<Vec<u16>>()] {
            assert_eq!(state(Some(images)), Err(TrainerError::State("invalid mirror images".to_owned())));
        }
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
