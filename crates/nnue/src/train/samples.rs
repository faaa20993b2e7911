//! Positions to learn from, packed.

/// A position: the inputs that are on from both views, and what it was worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<'a> {
    /// The inputs from the view of the side to move.
    pub own: &'a [u16],
    /// The inputs from the other side's view.
    pub other: &'a [u16],
    /// Which output judges the position.
    pub bucket: u8,
    /// The score of a search, for the side to move, in the evaluation's units.
    pub score: i16,
    /// The result of the game for the side to move: 0, 0.5 or 1.
    pub result: f32,
}

/// A sample that does not fit its network.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SampleError {
    /// An input that there is not.
    #[error("input {input} of sample {sample}; there are {inputs}")]
    Input {
        /// The sample, from 0.
        sample: usize,
        /// What it has.
        input: u16,
        /// Inputs of the network.
        inputs: usize,
    },
    /// A bucket that there is not.
    #[error("bucket {bucket} of sample {sample}; there are {buckets}")]
    Bucket {
        /// The sample, from 0.
        sample: usize,
        /// What it has.
        bucket: u8,
        /// Buckets of the network.
        buckets: usize,
    },
    /// More than 255 inputs of one view.
    #[error("{inputs} inputs of one view in sample {sample}; expected at most 255")]
    TooMany {
        /// The sample, from 0.
        sample: usize,
        /// How many.
        inputs: usize,
    },
}

/// What is kept of a sample beside its inputs.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where its inputs begin.
    start: u64,
    own: u8,
    other: u8,
    bucket: u8,
    /// Twice the result.
    result: u8,
    score: i16,
}

/// Many samples, some 100 bytes each for thirty inputs a view.
///
/// ```
/// use duiyi_nnue::train::{Sample, Samples};
/// let mut samples = Samples::new(10, 1);
/// let sample = Sample { own: &[1, 2], other: &[3], bucket: 0, score: -12, result: 0.5 };
/// samples.push(sample)?;
/// assert_eq!(samples.get(0), sample);
/// assert!(samples.push(Sample { own: &[10], ..sample }).is_err());
/// # Ok::<(), duiyi_nnue::train::SampleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Samples {
    inputs: usize,
    buckets: usize,
    entries: Vec<Entry>,
    on: Vec<u16>,
}

impl Samples {
    /// None yet, for a network of so many inputs and buckets.
    pub fn new(inputs: usize, buckets: usize) -> Samples {
        Samples { inputs, buckets, entries: Vec::new(), on: Vec::new() }
    }

    /// Inputs of the network.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Outputs of the network.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds one.
    ///
    /// # Errors
    /// If it does not fit the network; then nothing is added.
    pub fn push(&mut self, sample: Sample<'_>) -> Result<(), SampleError> {
        let number = self.entries.len();
        for view in [sample.own, sample.other] {
            if view.len() > 255 {
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
            own: sample.own.len() as u8,
            other: sample.other.len() as u8,
            bucket: sample.bucket,
            result: (2.0 * sample.result.clamp(0.0, 1.0)).round() as u8,
            score: sample.score,
        });
        self.on.extend_from_slice(sample.own);
        self.on.extend_from_slice(sample.other);
        Ok(())
    }

    /// The sample of a number.
    ///
    /// # Panics
    /// If there are not so many.
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
    fn samples_come_back_as_they_went_in() {
        let mut samples = Samples::new(300, 3);
        let many: Vec<u16> = (0..200).collect();
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
    fn what_does_not_fit_is_refused() {
        let mut samples = Samples::new(300, 3);
        let good = Sample { own: &[1], other: &[1], bucket: 0, score: 0, result: 0.5 };
        samples.push(good).unwrap();
        let bad = Sample { bucket: 3, ..good };
        assert_eq!(samples.push(bad), Err(SampleError::Bucket { sample: 1, bucket: 3, buckets: 3 }));
        let bad = Sample { other: &[300], ..good };
        assert_eq!(samples.push(bad), Err(SampleError::Input { sample: 1, input: 300, inputs: 300 }));
        let many = [0; 256];
        assert_eq!(samples.push(Sample { own: &many, ..good }), Err(SampleError::TooMany { sample: 1, inputs: 256 }));
        assert_eq!(samples.len(), 1);
    }
}
