//! The errors of a training.

/// Why training cannot start or continue.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrainerError {
    /// There are no training samples, or no held-out samples.
    #[error("{training} training samples and {held_out} held-out samples; expected at least 1 of each")]
    Empty {
        /// The number of training samples.
        training: usize,
        /// The number of held-out samples.
        held_out: usize,
    },
    /// The blocks of an epoch had another number of samples than announced.
    #[error("{found} training samples in an epoch; expected {expected}")]
    Count {
        /// The samples of the blocks.
        found: usize,
        /// The announced number.
        expected: usize,
    },
    /// An invalid setting.
    #[error("{name} is {value}; expected {expected}")]
    Setting {
        /// The name of the setting.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The allowed values.
        expected: &'static str,
    },
    /// A symmetric network for features without mirror images.
    #[error("{0} has no mirror images, which a symmetric network needs")]
    NoImages(&'static str),
    /// A network without parameters, or whose number of parameters does not match its shape.
    #[error("a part of the network has {found} numbers; expected {expected}, at least 1")]
    Numbers {
        /// The number of parameters.
        found: usize,
        /// The number according to the shape.
        expected: usize,
    },
    /// Samples or a state for a network with another shape.
    #[error("{what} of {found:?} inputs and buckets; the network has {expected:?}")]
    Shape {
        /// The kind of data.
        what: &'static str,
        /// Its inputs and buckets.
        found: (usize, usize),
        /// The inputs and buckets of the network.
        expected: (usize, usize),
    },
    /// A resumed training was begun with other samples.
    #[error("the training was begun with {expected}; found {found}")]
    OtherSamples {
        /// The samples now.
        found: String,
        /// The samples of the earlier epochs.
        expected: String,
    },
    /// The bytes are not a valid training state.
    #[error("training state: {0}")]
    State(String),
}
