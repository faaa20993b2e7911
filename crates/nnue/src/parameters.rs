//! The numbers of a network, as integers.

use crate::{
    error::NetworkError,
    lanes::{LANES, Lane, UNIT, squares},
};

/// What a network was made for, and from what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The [name](crate::Features::NAME) of the features.
    pub features: String,
    /// Where the network came from: games, training, command; any text.
    pub provenance: String,
}

/// The shape of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) inputs: usize,
    pub(crate) hidden: usize,
    pub(crate) buckets: usize,
}

impl Shape {
    /// Whether there may be such a network.
    pub(crate) fn check(self) -> Result<Shape, NetworkError> {
        let Shape { inputs, hidden, buckets } = self;
        for (what, value, good, expected) in [
            ("the number of inputs", inputs, (1..=1 << 16).contains(&inputs), "1 to 65536"),
            (
                "the number of hidden units",
                hidden,
                (1..=4096).contains(&hidden) && hidden % LANES == 0,
                "a multiple of 32 up to 4096",
            ),
            ("the number of buckets", buckets, (1..=256).contains(&buckets), "1 to 256"),
        ] {
            if !good {
                return Err(NetworkError::Shape { what, value: value as u64, expected });
            }
        }
        Ok(self)
    }
}

/// The sum of absolute output weights of a bucket with which no sum overflows.
pub(crate) const MOST_WEIGHT: i64 = i32::MAX as i64 / (UNIT as i64 * UNIT as i64);

/// The numbers of a network: shared by all evaluators that use it.
///
/// One layer of hidden units over the inputs of each view, with common weights: 16 bits, 255
/// stands for 1. The square of a unit clipped to 0…1 goes to the output of the position's
/// bucket with a weight of 8 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    pub(crate) origin: Origin,
    pub(crate) shape: Shape,
    /// What an output weight of 1 is in integers.
    pub(crate) output_unit: i32,
    /// The score of an output of 1.
    pub(crate) scale: i32,
    /// A row for each input.
    pub(crate) rows: Vec<Lane>,
    pub(crate) bias: Vec<Lane>,
    /// Two rows for each bucket: the mover's view, the other's. From −128 to 127.
    pub(crate) outputs: Vec<Lane>,
    /// In units of 255 times the output's.
    pub(crate) output_bias: Vec<i32>,
}

impl Parameters {
    /// What it was made for, and from what.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Inputs of a view.
    pub fn inputs(&self) -> usize {
        self.shape.inputs
    }

    /// Hidden units over each view, a multiple of [`LANES`].
    pub fn hidden(&self) -> usize {
        self.shape.hidden
    }

    /// Outputs to choose from.
    pub fn buckets(&self) -> usize {
        self.shape.buckets
    }

    /// The groups of a row.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        self.bias.len()
    }

    /// What an input adds to the units.
    #[inline]
    pub(crate) fn row(&self, input: u16) -> &[Lane] {
        let width = self.width();
        &self.rows[usize::from(input) * width..][..width]
    }

    /// The score for the side to move by the units of its view and the other's.
    #[inline]
    pub(crate) fn score(&self, own: &[Lane], other: &[Lane], bucket: usize) -> i32 {
        let width = self.width();
        let bucket = bucket.min(self.output_bias.len() - 1);
        let (to_own, to_other) = self.outputs[2 * bucket * width..][..2 * width].split_at(width);
        let sum = i64::from(squares(own, to_own)) + i64::from(squares(other, to_other));
        let unit = i64::from(UNIT);
        let value = sum + unit * i64::from(self.output_bias[bucket]);
        (value * i64::from(self.scale) / (unit * unit * i64::from(self.output_unit))) as i32
    }

    /// Whether no sum of an output can overflow.
    pub(crate) fn check_sums(self) -> Result<Parameters, NetworkError> {
        for (bucket, weights) in self.outputs.chunks_exact(2 * self.width()).enumerate() {
            let sizes = weights.iter().flat_map(|lane| lane.0).map(|weight| i64::from(weight).abs());
            let sum: i64 = sizes.sum();
            if sum > MOST_WEIGHT {
                return Err(NetworkError::Overflow { bucket, sum, most: MOST_WEIGHT });
            }
        }
        Ok(self)
    }
}
