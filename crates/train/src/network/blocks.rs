//! Training samples that are passed in blocks, so that they need not all be in memory.

use super::samples::Samples;

/// Training samples in blocks. The blocks of an epoch contain every sample once; the trainer shuffles each block.
pub trait SampleBlocks {
    /// Why a block can't be read.
    type Error;

    /// The numbers of inputs and buckets of the network.
    fn shape(&self) -> (usize, usize);

    /// The number of samples of an epoch.
    fn len(&self) -> usize;

    /// Whether there are no samples.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Starts an epoch, numbered from 1.
    fn begin(&mut self, epoch: u32);

    /// The next block of the epoch; `None` at its end. The number of samples in each block except the last should be
    /// a multiple of the size of a minibatch.
    ///
    /// # Errors
    /// If the block can't be read.
    fn next_block(&mut self) -> Result<Option<&Samples>, Self::Error>;
}
