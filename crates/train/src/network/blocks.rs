//! Training samples that are passed in blocks, so that they need not all be in memory.

use super::{failures::TrainerError, samples::Samples};

/// Training samples in blocks. The blocks of an epoch contain every sample once; the trainer shuffles each block.
/// [`Samples`] are a single block.
pub trait SampleBlocks {
    /// Why a block can't be read.
    type Error: From<TrainerError>;

    /// The numbers of inputs and buckets of the network.
    fn shape(&self) -> (usize, usize);

    /// The number of samples of an epoch.
    fn count(&self) -> usize;

    /// A digest of what determines the samples and their order, as far as it can be computed without reading them
    /// again: a training that is resumed needs the same.
    fn digest(&self) -> u64;

    /// Passes the blocks of an epoch, numbered from 1, to `take` until it returns `false`. The number of samples in
    /// each block except the last should be a multiple of the size of a minibatch.
    ///
    /// # Errors
    /// If a block can't be read.
    fn each(&self, epoch: u32, take: &mut dyn FnMut(&Samples) -> bool) -> Result<(), Self::Error>;
}

impl SampleBlocks for Samples {
    type Error = TrainerError;

    fn shape(&self) -> (usize, usize) {
        (self.inputs(), self.buckets())
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn digest(&self) -> u64 {
        Samples::digest(self)
    }

    fn each(&self, _epoch: u32, take: &mut dyn FnMut(&Samples) -> bool) -> Result<(), TrainerError> {
        take(self);
        Ok(())
    }
}
