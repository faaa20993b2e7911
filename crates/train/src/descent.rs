//! What all trainers share: errors and end conditions, the order of rows and the mean of their errors.

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng};
use rayon::prelude::*;
use std::ops::Range;

/// Why a training cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DescentError {
    /// There are no training rows.
    #[error("there are no rows to train on")]
    NoTraining,
    /// Without held-out rows there is no stop criterion.
    #[error("there are no held-out rows, which the stop criterion needs")]
    NoHeldOut,
    /// The number of weights does not match the rows.
    #[error("{found} weights for rows of {expected} features")]
    Weights {
        /// The number of weights.
        found: usize,
        /// The number of features of the rows.
        expected: usize,
    },
    /// A resumed training was begun with other rows.
    #[error("the training was begun with {expected}; found {found}")]
    OtherRows {
        /// The rows now.
        found: String,
        /// The rows of the earlier epochs.
        expected: String,
    },
}

/// Why a training ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The prediction of held-out rows did not improve for a number of epochs, the patience.
    Converged,
    /// The maximum number of epochs was reached first: more epochs, or a higher rate, may
    /// improve the prediction.
    Epochs,
    /// The observer stopped the training.
    Stopped,
}

/// Checks that there are rows of both kinds.
pub(crate) fn check_rows(training: usize, held_out: usize) -> Result<(), DescentError> {
    match (training, held_out) {
        (0, _) => Err(DescentError::NoTraining),
        (_, 0) => Err(DescentError::NoHeldOut),
        _ => Ok(()),
    }
}

/// Fisher–Yates shuffle of the rows of an epoch, by remainders.
pub(crate) fn shuffle(order: &mut [u32], random: &mut Xoshiro256PlusPlus) {
    for i in (1..order.len()).rev() {
        order.swap(i, (random.next_u64() % (i as u64 + 1)) as usize);
    }
}

/// The expected result of an output, from 0 to 1.
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The mean of a number of each row. The rows of a chunk are summed together, so that the sum does not depend on the
/// number of threads.
pub(crate) fn mean(rows: usize, chunk: usize, sum: impl Fn(Range<usize>) -> f64 + Sync) -> f64 {
    let starts: Vec<usize> = (0..rows).step_by(chunk).collect();
    let sums: Vec<f64> = starts.into_par_iter().map(|start| sum(start..rows.min(start + chunk))).collect();
    sums.iter().sum::<f64>() / rows.max(1) as f64
}
