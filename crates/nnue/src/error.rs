//! What may be wrong with a network.

/// Why a network can't be read or used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The bytes do not begin as a network file does.
    #[error("no network file: it does not begin with DUIYINN1")]
    NotANetwork,
    /// The file ends before its contents do.
    #[error("the file is cut off: {found} bytes; expected {expected}")]
    Cut {
        /// Bytes there are.
        found: usize,
        /// Bytes that what was read so far calls for, at least.
        expected: usize,
    },
    /// The file goes on after its contents.
    #[error("{0} bytes after the end of the network")]
    Trailing(usize),
    /// The contents are not those that were written.
    #[error("checksum {found:016x}; expected {expected:016x}")]
    Checksum {
        /// Of the contents.
        found: u64,
        /// In the file.
        expected: u64,
    },
    /// The network reads the inputs of another feature set.
    #[error("a network for the features {found}; expected {expected}")]
    Features {
        /// The file's feature set: name, inputs, buckets.
        found: String,
        /// The evaluator's.
        expected: String,
    },
    /// A number of the header is out of its range.
    #[error("{what} is {value}; expected {expected}")]
    Shape {
        /// Which number.
        what: &'static str,
        /// What was found.
        value: u64,
        /// What may be.
        expected: &'static str,
    },
    /// The name of the features or the origin is no text in UTF-8.
    #[error("the {0} is no text in UTF-8")]
    Text(&'static str),
    /// The weights of a bucket are so large that a sum could overflow.
    #[error("the output weights of bucket {bucket} add up to {sum}; expected at most {most}")]
    Overflow {
        /// Which bucket, from 0.
        bucket: usize,
        /// The sum of their absolute values.
        sum: i64,
        /// The most that is safe.
        most: i64,
    },
    /// A weight in floating point is not finite, or there are too few or too many.
    #[error("{0} in floating point: not finite, or not as many as the shape says")]
    Float(&'static str),
}
