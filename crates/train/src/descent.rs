//! Errors and end conditions that all trainers share.

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
