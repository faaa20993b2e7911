//! What every descent on rows has in common: what it needs, and how it ends.

/// Why a descent cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DescentError {
    /// There is nothing to learn from.
    #[error("there are no rows to train on")]
    NoTraining,
    /// Nothing would say when predictions are no longer better.
    #[error("there are no rows held out, and so nothing to tell when to stop")]
    NoHeldOut,
    /// The weights are of another evaluation than the rows.
    #[error("{found} weights for rows of {expected} features")]
    Weights {
        /// How many weights there are.
        found: usize,
        /// How many features the rows have.
        expected: usize,
    },
}

/// Why a descent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Rows held out were not predicted better for as many epochs as the patience.
    Converged,
    /// The epochs of the settings were over before: more of them, or a higher rate, may
    /// predict better.
    Epochs,
    /// The observer said no.
    Stopped,
}

/// Whether there are rows of both kinds.
pub(crate) fn check_rows(training: usize, held_out: usize) -> Result<(), DescentError> {
    match (training, held_out) {
        (0, _) => Err(DescentError::NoTraining),
        (_, 0) => Err(DescentError::NoHeldOut),
        _ => Ok(()),
    }
}
