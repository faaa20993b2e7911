//! Packed training positions.

use duiyi_game::hash::{EMPTY_DIGEST, extend_digest};

/// A position: the active inputs of both views, and the targets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<'a> {
    /// The inputs from the view of the side to move.
    pub own: &'a [u16],
    /// The inputs from the other side's view.
    pub other: &'a [u16],
    /// The output for the position.
    pub bucket: u8,
    /// The score of a search, for the side to move, in the evaluation's units.
    pub score: i16,
    /// The result of the game for the side to move: 0, 0.5 or 1.
    pub result: f32,
}

/// A sample that does not match its network.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SampleError {
    /// An input out of range.
    #[error("input {input} of sample {sample}; expected less than {inputs}")]
    Input {
        /// The sample, from 0.
        sample: usize,
        /// The input.
        input: u16,
        /// The number of inputs of the network.
        inputs: usize,
    },
    /// A bucket out of range.
    #[error("bucket {bucket} of sample {sample}; expected less than {buckets}")]
    Bucket {
        /// The sample, from 0.
        sample: usize,
        /// The bucket.
        bucket: u8,
        /// The number of buckets of the network.
        buckets: usize,
    },
    /// More than 65,535 inputs of one view.
    #[error("{inputs} inputs of one view in sample {sample}; expected at most 65535")]
    TooMany {
        /// The sample, from 0.
        sample: usize,
        /// The number of inputs.
        inputs: usize,
    },
}

/// The data of a sample except its inputs.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The index of its first input.
    start: u64,
    own: u16,
    other: u16,
    bucket: u8,
    /// Twice the result.
    result: u8,
    score: i16,
}

/// A list of samples, which take about 100 bytes each with thirty inputs per view.
///
/// ```
/// use duiyi_train::network::{Sample, Samples};
/// let mut samples = Samples::new(10, 1);
/// let sample = Sample { own: &[1, 2], other: &[3], bucket: 0, score: -12, result: 0.5 };
/// samples.push(sample)?;
/// assert_eq!(samples.get(0), sample);
/// assert!(samples.push(Sample { own: &[10], ..sample }).is_err());
/// # Ok::<(), duiyi_train::network::SampleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Samples {
    inputs: usize,
    buckets: usize,
    entries: Vec<Entry>,
    on: Vec<u16>,
}

impl Samples {
    /// An empty list, for a network with this number of inputs and buckets.
    pub fn new(inputs: usize, buckets: usize) -> Samples {
        Samples { inputs, buckets, entries: Vec::new(), on: Vec::new() }
    }

    /// An empty list with memory for a number of samples and for the active inputs of all of them together.
    pub fn with_capacity(inputs: usize, buckets: usize, samples: usize, on: usize) -> Samples {
        Samples { inputs, buckets, entries: Vec::with_capacity(samples), on: Vec::with_capacity(on) }
    }

    /// The bytes of a number of samples with this number of active inputs in all.
    pub fn bytes_of(samples: usize, on: usize) -> usize {
        samples * size_of::<Entry>() + on * size_of::<u16>()
    }

    /// The number of active inputs of all samples.
    pub fn active(&self) -> usize {
        self.on.len()
    }

    /// Removes all samples; their memory stays reserved.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.on.clear();
    }

    /// Returns unused memory.
    pub fn shrink(&mut self) {
        self.entries.shrink_to_fit();
        self.on.shrink_to_fit();
    }

    /// Removes the samples from an index on and appends them to another list for the same network.
    ///
    /// # Panics
    /// If the index is greater than the number of samples.
    pub fn move_from(&mut self, number: usize, to: &mut Samples) {
        let Some(first) = self.entries[number..].first().map(|entry| entry.start as usize) else { return };
        let (old, new) = (first as u64, to.on.len() as u64);
        to.entries.extend(self.entries.drain(number..).map(|entry| Entry { start: entry.start - old + new, ..entry }));
        to.on.extend(self.on.drain(first..));
    }

    /// The number of inputs of the network.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of outputs of the network.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// A digest of all samples in their order.
    pub fn digest(&self) -> u64 {
        let entries = self.entries.iter().map(|&Entry { own, other, bucket, result, score, .. }| {
            [own, other, score as u16, u16::from_le_bytes([bucket, result])]
        });
        let on = self.on.iter().copied();
        entries.flatten().chain(on).fold(EMPTY_DIGEST, |digest, word| extend_digest(digest, word.into()))
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a sample.
    ///
    /// # Errors
    /// If it does not match the network; nothing is added then.
    pub fn push(&mut self, sample: Sample<'_>) -> Result<(), SampleError> {
        let number = self.entries.len();
        for view in [sample.own, sample.other] {
            if view.len() > usize::from(u16::MAX) {
                return Err(SampleError::TooMany { sample: number, inputs: view.len() });
            }
            if let Some(&input) = view.iter().find(|&&input| usize::from(input) >= self.inputs) {
                return Err(SampleError::Input { sample: number, input, inputs: self.inputs });
            }
        }
        if usize::from(sample.bucket) >= self.buckets {
            return Err(SampleError::Bucket { sample: number, bucket: sample.bucket, buckets: self.buckets });
        }
        self.entries.push(Entry {
            start: self.on.len() as u64,
            own: sample.own.len() as u16,
            other: sample.other.len() as u16,
            bucket: sample.bucket,
            result: (2.0 * sample.result.clamp(0.0, 1.0)).round() as u8,
            score: sample.score,
        });
        self.on.extend_from_slice(sample.own);
        self.on.extend_from_slice(sample.other);
        Ok(())
    }

    /// The sample with this index.
    ///
    /// # Panics
    /// If the index is out of range.
    #[inline]
    pub fn get(&self, number: usize) -> Sample<'_> {
        let Entry { start, own, other, bucket, result, score } = self.entries[number];
        let (start, own, other) = (start as usize, usize::from(own), usize::from(other));
        let (own, other) = self.on[start..start + own + other].split_at(own);
        Sample { own, other, bucket, score, result: f32::from(result) / 2.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_round_trip() {
        let mut samples = Samples::new(300, 3);
        let many: Vec<u16> = (0..300).collect();
        let all = [
            Sample { own: &[], other: &[299], bucket: 2, score: 2000, result: 1.0 },
            Sample { own: &many, other: &many[3..7], bucket: 0, score: -32768, result: 0.0 },
            Sample { own: &[5], other: &[], bucket: 1, score: 0, result: 0.5 },
        ];
        all.iter().for_each(|&sample| samples.push(sample).unwrap());
        assert_eq!(samples.len(), 3);
        assert!(all.iter().enumerate().all(|(number, &sample)| samples.get(number) == sample));
    }

    #[test]
    fn the_digest_depends_on_every_part_of_a_sample() {
        let digest = |sample: Sample<'_>| {
            let mut samples = Samples::new(300, 3);
            samples.push(sample).unwrap();
            samples.digest()
        };
        let usual = Sample { own: &[1, 2], other: &[3], bucket: 1, score: 40, result: 0.5 };
        for other in [
            Sample { own: &[1], other: &[2, 3], ..usual },
            Sample { own: &[2, 1], ..usual },
            Sample { other: &[4], ..usual },
            Sample { bucket: 0, ..usual },
            Sample { score: -40, ..usual },
            Sample { result: 1.0, ..usual },
        ] {
            assert_ne!(digest(other), digest(usual), "{other:?}");
        }
    }

    #[test]
    fn samples_move_to_another_list() {
        let inputs: Vec<u16> = (0..20).collect();
        let sample = |score: i16| {
            let (own, other) = inputs[score as usize..][..5].split_at(2);
            Sample { own, other, bucket: 0, score, result: 0.5 }
        };
        let [mut from, mut to] = [[1, 2, 3, 4], [7, 8, 9, 10]].map(|scores| {
            let mut samples = Samples::new(300, 3);
            scores.iter().for_each(|&score| samples.push(sample(score)).unwrap());
            samples
        });
        from.move_from(4, &mut to);
        assert_eq!((from.len(), to.len()), (4, 4));
        from.move_from(1, &mut to);
        assert_eq!((from.len(), from.active(), to.len(), to.active()), (1, 5, 7, 35));
        let all: Vec<Sample<'_>> = (0..7).map(|number| to.get(number)).collect();
        assert_eq!(all, [7, 8, 9, 10, 2, 3, 4].map(sample));
        assert_eq!(from.get(0), sample(1));
        to.clear();
        assert!(to.is_empty() && to.active() == 0);
    }

    #[test]
    fn samples_that_do_not_match_are_rejected() {
        let mut samples = Samples::new(300, 3);
        let good = Sample { own: &[1], other: &[1], bucket: 0, score: 0, result: 0.5 };
        samples.push(good).unwrap();
        let bad = Sample { bucket: 3, ..good };
        assert_eq!(samples.push(bad), Err(SampleError::Bucket { sample: 1, bucket: 3, buckets: 3 }));
        let bad = Sample { other: &[300], ..good };
        assert_eq!(samples.push(bad), Err(SampleError::Input { sample: 1, input: 300, inputs: 300 }));
        let many = [0; 1 << 16];
        assert_eq!(
            samples.push(Sample { own: &many, ..good }),
            Err(SampleError::TooMany { sample: 1, inputs: 1 << 16 })
        );
        assert_eq!(samples.len(), 1);
    }
}
