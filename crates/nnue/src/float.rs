//! Floating-point networks: the result of training, and a reference for the integer networks.

use crate::{
    error::NetworkError,
    lanes::{LANES, Lane, UNIT},
    parameters::{MAX_WEIGHT, Origin, Parameters, Shape},
};

/// A floating-point network.
///
/// ```
/// use duiyi_nnue::{FloatNetwork, Origin};
/// let network = FloatNetwork {
///     inputs: 2,
///     hidden: 32,
///     buckets: 1,
///     feature_weights: [[0.5; 32], [0.25; 32]].concat(),
///     feature_bias: vec![0.0; 32],
///     output_weights: [[0.5; 32], [-0.5; 32]].concat(),
///     output_bias: vec![0.0],
///     scale: 400.0,
/// };
/// // The mover: 32 units of 0.5, squared, times 0.5; the other side: 32 units of 0.25, squared, times −0.5.
/// assert_eq!(network.evaluate(&[0], &[1], 0), 400.0 * 32.0 * 0.5 * (0.25 - 0.0625));
/// let origin = Origin { features: "two".to_owned(), provenance: "an example".to_owned() };
/// let integers = network.quantise(origin)?;
/// assert!((integers.evaluate(&[0], &[1], 0) - 1200).abs() < 15);
/// # Ok::<(), duiyi_nnue::NetworkError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FloatNetwork {
    /// Inputs of a view.
    pub inputs: usize,
    /// Hidden units per view.
    pub hidden: usize,
    /// Outputs.
    pub buckets: usize,
    /// The weights of the inputs: `inputs` rows of `hidden`.
    pub feature_weights: Vec<f32>,
    /// The biases of the hidden units.
    pub feature_bias: Vec<f32>,
    /// `buckets` rows of twice `hidden`: for the units of the mover's view, then of the other's.
    pub output_weights: Vec<f32>,
    /// The biases of the outputs.
    pub output_bias: Vec<f32>,
    /// The score of an output of 1.
    pub scale: f32,
}

/// The value as an integer, clamped to the range.
fn rounded(value: f32, unit: f32, most: f32) -> i32 {
    (value * unit).round().clamp(-most, most) as i32
}

impl FloatNetwork {
    /// The score for the side to move, from the active inputs of its view and of the other's.
    ///
    /// # Panics
    /// If an input or the bucket is out of range.
    pub fn evaluate(&self, own: &[u16], other: &[u16], bucket: usize) -> f32 {
        let hidden = self.hidden;
        let mut value = self.output_bias[bucket];
        let weights = &self.output_weights[bucket * 2 * hidden..][..2 * hidden];
        for (view, weights) in [own, other].into_iter().zip(weights.chunks_exact(hidden)) {
            let mut units = self.feature_bias.clone();
            for &input in view {
                let row = &self.feature_weights[usize::from(input) * hidden..][..hidden];
                units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += weight);
            }
            let squares = units.iter().map(|unit| unit.clamp(0.0, 1.0).powi(2));
            value += squares.zip(weights).map(|(square, weight)| square * weight).sum::<f32>();
        }
        value * self.scale
    }

    fn shape(&self) -> Result<Shape, NetworkError> {
        let shape = Shape { inputs: self.inputs, hidden: self.hidden, buckets: self.buckets }.check()?;
        for (what, values, count) in [
            ("weights of features", &self.feature_weights, self.inputs * self.hidden),
            ("bias of units", &self.feature_bias, self.hidden),
            ("output weights", &self.output_weights, self.buckets * 2 * self.hidden),
            ("output bias", &self.output_bias, self.buckets),
        ] {
            if values.len() != count || !values.iter().all(|value| value.is_finite()) {
                return Err(NetworkError::Float(what));
            }
        }
        if !(1.0..=30_000.0).contains(&self.scale) {
            return Err(NetworkError::Float("scale"));
        }
        Ok(shape)
    }

    /// The integer for an output weight of 1: as large as 8 bits and the sums allow.
    fn output_unit(&self) -> i32 {
        let most = self.output_weights.iter().fold(0.0f32, |most, weight| most.max(weight.abs()));
        let sum = |row: &[f32]| row.iter().map(|weight| weight.abs()).sum::<f32>();
        let sums = self.output_weights.chunks_exact(2 * self.hidden).map(sum);
        // Rounding adds up to 0.5 for each weight.
        let room = (MAX_WEIGHT - self.hidden as i64) as f32;
        let by_sum = room / sums.fold(f32::MIN_POSITIVE, f32::max);
        (127.0 / most.max(f32::MIN_POSITIVE)).min(by_sum).clamp(1.0, 4096.0) as i32
    }

    /// The network with integer weights.
    ///
    /// # Errors
    /// If the shape is unsupported, the number of weights does not match it, or some are not
    /// finite.
    pub fn quantise(&self, origin: Origin) -> Result<Parameters, NetworkError> {
        let shape = self.shape()?;
        let output_unit = self.output_unit();
        let lanes = |values: &[f32], unit: f32, most: f32| -> Vec<Lane> {
            let lane = |values: &[f32; LANES]| Lane(values.map(|value| rounded(value, unit, most) as i16));
            values.as_chunks().0.iter().map(lane).collect()
        };
        let unit = f32::from(UNIT);
        let to_bias = |&bias: &f32| rounded(bias, unit * output_unit as f32, 1e9);
        Parameters {
            origin,
            shape,
            output_unit,
            scale: self.scale.round() as i32,
            rows: lanes(&self.feature_weights, unit, f32::from(i16::MAX)),
            bias: lanes(&self.feature_bias, unit, f32::from(i16::MAX)),
            largest: 0,
            outputs: lanes(&self.output_weights, output_unit as f32, 127.0),
            output_bias: self.output_bias.iter().map(to_bias).collect(),
        }
        .check_sums()
    }
}

impl Parameters {
    /// The score for the side to move, from the active inputs of its view and of the other's.
    ///
    /// # Panics
    /// If an input is out of range. A bucket out of range counts as the last.
    pub fn evaluate(&self, own: &[u16], other: &[u16], bucket: usize) -> i32 {
        let units = [own, other].map(|view| {
            let mut units = self.bias.clone();
            view.iter().for_each(|&input| crate::lanes::add(&mut units, self.row(input)));
            units
        });
        self.score(&units[0], &units[1], bucket)
    }

    /// The same network in floating point.
    pub fn to_float(&self) -> FloatNetwork {
        let floats = |lanes: &[Lane], unit: f32| -> Vec<f32> {
            lanes.iter().flat_map(|lane| lane.0).map(|value| f32::from(value) / unit).collect()
        };
        let (unit, output_unit) = (f32::from(UNIT), self.output_unit as f32);
        FloatNetwork {
            inputs: self.shape.inputs,
            hidden: self.shape.hidden,
            buckets: self.shape.buckets,
            feature_weights: floats(&self.rows, unit),
            feature_bias: floats(&self.bias, unit),
            output_weights: floats(&self.outputs, output_unit),
            output_bias: self.output_bias.iter().map(|&bias| bias as f32 / (unit * output_unit)).collect(),
            scale: self.scale as f32,
        }
    }
}
