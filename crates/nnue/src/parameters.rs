//! The integer weights of a network.

use crate::{
    error::NetworkError,
    lanes::{LANES, Lane, UNIT, squares},
};

/// The features and the provenance of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The [name](crate::Features::NAME) of the features.
    pub features: String,
    /// The provenance of the network: games, training, command; any text.
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
    /// Validates the shape.
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

/// The maximum sum of absolute output weights of a bucket for which no sum overflows.
pub(crate) const MAX_WEIGHT: i64 = i32::MAX as i64 / (UNIT as i64 * UNIT as i64);

/// The integer weights of a network, shared by all evaluators that use it.
///
/// There is one layer of hidden units over the inputs of each view, with shared 16-bit weights,
/// where 255 represents 1. The units are clipped to 0…1 and squared, and contribute to the output
/// of the position's bucket with 8-bit weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    pub(crate) origin: Origin,
    pub(crate) shape: Shape,
    /// The integer that represents an output weight of 1.
    pub(crate) output_unit: i32,
    /// The score of an output of 1.
    pub(crate) scale: i32,
    /// A row for each input.
    pub(crate) rows: Vec<Lane>,
    pub(crate) bias: Vec<Lane>,
    /// The largest absolute value in `rows` and `bias`; set by `check_sums`.
    pub(crate) largest: u16,
    /// Two rows for each bucket: the mover's view, the other's. From −128 to 127.
    pub(crate) outputs: Vec<Lane>,
    /// In units of 255 times the output unit.
    pub(crate) output_bias: Vec<i32>,
}

impl Parameters {
    /// The features and the provenance.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The number of inputs of a view.
    pub fn inputs(&self) -> usize {
        self.shape.inputs
    }

    /// The number of hidden units of each view, a multiple of [`LANES`].
    pub fn hidden(&self) -> usize {
        self.shape.hidden
    }

    /// The number of outputs.
    pub fn buckets(&self) -> usize {
        self.shape.buckets
    }

    /// The number of groups in a row.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        self.bias.len()
    }

    /// The weights of an input.
    #[inline]
    pub(crate) fn row(&self, input: u16) -> &[Lane] {
        let width = self.width();
        &self.rows[usize::from(input) * width..][..width]
    }

    /// The score for the side to move from the units of its view and of the other's.
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

    /// Checks that no sum of a hidden unit can overflow while at most `max_active` inputs of a view are active.
    ///
    /// # Errors
    /// The unit whose sum could.
    pub fn check_active(&self, max_active: usize) -> Result<(), NetworkError> {
        let count = max_active.min(self.inputs());
        if (count as i64 + 1) * i64::from(self.largest) <= i64::from(i16::MAX) {
            return Ok(());
        }
        for unit in 0..self.hidden() {
            let (lane, at) = (unit / LANES, unit % LANES);
            let column = self.rows.iter().skip(lane).step_by(self.width()).map(|lane| i64::from(lane.0[at]));
            let bias = i64::from(self.bias[lane].0[at]);
            // The order of sums and changes is arbitrary, so that every partial sum counts.
            for sign in [1, -1] {
                let mut weights: Vec<i64> =
                    column.clone().map(|weight| sign * weight).filter(|&weight| weight > 0).collect();
                if weights.len() > count {
                    weights.select_nth_unstable_by_key(count, |&weight| std::cmp::Reverse(weight));
                }
                let sum = weights.iter().take(count).sum::<i64>() + (sign * bias).max(0);
                if sum > i64::from(i16::MAX) {
                    return Err(NetworkError::UnitOverflow { unit, max_active, sum, most: i16::MAX.into() });
                }
            }
        }
        Ok(())
    }

    /// Checks that no sum of an output can overflow.
    pub(crate) fn check_sums(mut self) -> Result<Parameters, NetworkError> {
        let weights = self.rows.iter().chain(&self.bias).flat_map(|lane| lane.0);
        self.largest = weights.map(i16::unsigned_abs).max().unwrap_or(0);
        for (bucket, weights) in self.outputs.chunks_exact(2 * self.width()).enumerate() {
            let sizes = weights.iter().flat_map(|lane| lane.0).map(|weight| i64::from(weight).abs());
            let sum: i64 = sizes.sum();
            if sum > MAX_WEIGHT {
                return Err(NetworkError::Overflow { bucket, sum, most: MAX_WEIGHT });
            }
        }
        Ok(self)
    }
}
