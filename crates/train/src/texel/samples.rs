//! Labelled positions, as sparse rows of counts.

use duiyi_game::hash::{EMPTY_DIGEST, extend_digest};

/// A position with its label.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The nonzero features with their counts, in the order of the evaluation.
    pub features: Vec<(u16, i16)>,
    /// The phase: 1 for the full board, 0 for the empty one.
    pub phase: f32,
    /// The factor of the whole sum.
    pub scale: f32,
    /// The target, from 0 (lost) to 1 (won), for the side from whose view the counts are.
    pub target: f32,
}

/// An invalid sample.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SampleError {
    /// A feature number beyond the width of the evaluation.
    #[error("feature {0} of {1}")]
    Feature(u16, usize),
    /// A phase, scale or target out of range.
    #[error("phase {0}, scale {1} and target {2} must lie between 0 and 1")]
    Range(f32, f32, f32),
}

/// The data of a row except its counts.
#[derive(Clone, Copy, Debug)]
struct Head {
    end: usize,
    phase: f32,
    scale: f32,
    target: f32,
}

/// Samples in compact form: four bytes per feature.
#[derive(Clone, Debug)]
pub struct Samples {
    width: usize,
    entries: Vec<(u16, i16)>,
    heads: Vec<Head>,
}

/// A borrowed sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    pub(super) entries: &'a [(u16, i16)],
    pub(super) phase: f32,
    pub(super) scale: f32,
    pub(super) target: f32,
}

impl Samples {
    /// No samples yet, for an evaluation with `width` features.
    pub fn new(width: usize) -> Samples {
        Samples { width, entries: Vec::new(), heads: Vec::new() }
    }

    /// Adds a sample.
    ///
    /// # Errors
    /// If a value is out of range; nothing is added then.
    pub fn push(&mut self, sample: &Sample) -> Result<(), SampleError> {
        let range = 0.0..=1.0;
        if ![sample.phase, sample.scale, sample.target].iter().all(|value| range.contains(value)) {
            return Err(SampleError::Range(sample.phase, sample.scale, sample.target));
        }
        if let Some(&(feature, _)) = sample.features.iter().find(|&&(feature, _)| feature as usize >= self.width) {
            return Err(SampleError::Feature(feature, self.width));
        }
        self.entries.extend_from_slice(&sample.features);
        let Sample { phase, scale, target, .. } = *sample;
        self.heads.push(Head { end: self.entries.len(), phase, scale, target });
        Ok(())
    }

    /// The number of features of the evaluation.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// A digest of all samples in their order.
    pub(super) fn digest(&self) -> u64 {
        let heads = self.heads.iter().flat_map(|&Head { end, phase, scale, target }| {
            [end as u64, phase.to_bits().into(), scale.to_bits().into(), target.to_bits().into()]
        });
        let entries = self.entries.iter().map(|&(feature, count)| u64::from(feature) << 16 | u64::from(count as u16));
        heads.chain(entries).fold(EMPTY_DIGEST, extend_digest)
    }

    pub(super) fn row(&self, index: usize) -> Row<'_> {
        let Head { end, phase, scale, target } = self.heads[index];
        let start = index.checked_sub(1).map_or(0, |before| self.heads[before].end);
        Row { entries: &self.entries[start..end], phase, scale, target }
    }
}
