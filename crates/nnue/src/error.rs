//! Errors of reading and using networks.

/// Why a network can't be read or used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The bytes do not begin with the signature of a network file.
    #[error("not a network file: it does not begin with DUIYINN1")]
    NotANetwork,
    /// The file is truncated.
    #[error("the file is truncated: {found} bytes; expected {expected}")]
    Cut {
        /// The number of bytes.
        found: usize,
        /// The minimum number of bytes according to the part read so far.
        expected: usize,
    },
    /// The file continues after the end of the network.
    #[error("{0} bytes after the end of the network")]
    Trailing(usize),
    /// The contents are corrupt.
    #[error("checksum {found:016x}; expected {expected:016x}")]
    Checksum {
        /// The checksum of the contents.
        found: u64,
        /// The checksum in the file.
        expected: u64,
    },
    /// The network is for another feature set.
    #[error("a network for the features {found}; expected {expected}")]
    Features {
        /// The feature set of the file: name, inputs, buckets.
        found: String,
        /// The feature set of the evaluator.
        expected: String,
    },
    /// A number in the header is out of range.
    #[error("{what} is {value}; expected {expected}")]
    Shape {
        /// The name of the number.
        what: &'static str,
        /// The value.
        value: u64,
        /// The allowed values.
        expected: &'static str,
    },
    /// The name of the features or the provenance is not valid UTF-8.
    #[error("the {0} is not valid UTF-8")]
    Text(&'static str),
    /// The weights of a bucket are so large that a sum could overflow.
    #[error("the output weights of bucket {bucket} add up to {sum}; expected at most {most}")]
    Overflow {
        /// The bucket, from 0.
        bucket: usize,
        /// The sum of their absolute values.
        sum: i64,
        /// The maximum.
        most: i64,
    },
    /// The weights of a hidden unit are so large that the sum of the active inputs could overflow.
    #[error(
        "the {max_active} largest weights of hidden unit {unit} and its bias add up to {sum}; expected at most {most}"
    )]
    UnitOverflow {
        /// The unit, from 0.
        unit: usize,
        /// The number of inputs that can be active at a time.
        max_active: usize,
        /// The largest absolute value of their sum.
        sum: i64,
        /// The maximum.
        most: i64,
    },
    /// A floating-point weight is not finite, or the number of weights is wrong.
    #[error("{0}: a value is not finite, or their number does not match the shape")]
    Float(&'static str),
}
