//! The network in floating point, and its slope.

use super::samples::Sample;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// A network in floating point.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Inputs of a view.
    pub inputs: usize,
    /// Units over each view.
    pub hidden: usize,
    /// Outputs.
    pub buckets: usize,
    /// What each input adds to the units: `inputs` rows of `hidden`.
    pub feature_weights: Vec<f32>,
    /// What the units have without inputs.
    pub feature_bias: Vec<f32>,
    /// `buckets` rows of twice `hidden`: from the units of the mover's view, then the other's.
    pub output_weights: Vec<f32>,
    /// What each output has without units.
    pub output_bias: Vec<f32>,
}

/// The units over both views of a sample, before they are clipped.
#[derive(Clone, Debug)]
pub(super) struct Units([Vec<f32>; 2]);

impl Units {
    pub(super) fn new(hidden: usize) -> Units {
        Units([vec![0.0; hidden], vec![0.0; hidden]])
    }
}

pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl Model {
    /// A network in which everything is 0.
    pub fn zero(inputs: usize, hidden: usize, buckets: usize) -> Model {
        Model {
            inputs,
            hidden,
            buckets,
            feature_weights: vec![0.0; inputs * hidden],
            feature_bias: vec![0.0; hidden],
            output_weights: vec![0.0; buckets * 2 * hidden],
            output_bias: vec![0.0; buckets],
        }
    }

    /// A network to begin with: small random weights.
    pub fn random(inputs: usize, hidden: usize, buckets: usize, seed: u64) -> Model {
        let mut model = Model::zero(inputs, hidden, buckets);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut fill = |values: &mut [f32], width: f32| {
            // 24 bits: as many as a number of this type has.
            let mut next = || (random.next_u64() >> 40) as f32 / (1 << 24) as f32;
            values.iter_mut().for_each(|value| *value = (2.0 * next() - 1.0) * width);
        };
        fill(&mut model.feature_weights, 0.1);
        fill(&mut model.output_weights, 1.0 / (2.0 * hidden as f32).sqrt());
        // Most units begin where their slope is not 0.
        model.feature_bias.fill(0.3);
        // The outputs of all buckets begin alike.
        let (first, others) = model.output_weights.split_at_mut(2 * hidden);
        others.chunks_exact_mut(2 * hidden).for_each(|other| other.copy_from_slice(first));
        model
    }

    /// The parts, always in the same order.
    pub(super) fn parts(&self) -> [&[f32]; 4] {
        [&self.feature_weights, &self.feature_bias, &self.output_weights, &self.output_bias]
    }

    /// The same, to be changed.
    pub(super) fn parts_mut(&mut self) -> [&mut [f32]; 4] {
        [&mut self.feature_weights, &mut self.feature_bias, &mut self.output_weights, &mut self.output_bias]
    }

    fn row(&self, input: u16) -> &[f32] {
        &self.feature_weights[usize::from(input) * self.hidden..][..self.hidden]
    }

    fn output_row(&self, bucket: u8) -> &[f32] {
        &self.output_weights[usize::from(bucket) * 2 * self.hidden..][..2 * self.hidden]
    }

    /// The value of a sample in natural units of the sigmoid, with its units.
    pub(super) fn forward(&self, sample: &Sample<'_>, Units(units): &mut Units) -> f32 {
        let weights = self.output_row(sample.bucket);
        let mut value = self.output_bias[usize::from(sample.bucket)];
        for ((units, view), weights) in
            units.iter_mut().zip([sample.own, sample.other]).zip(weights.chunks_exact(self.hidden))
        {
            units.copy_from_slice(&self.feature_bias);
            for &input in view {
                units.iter_mut().zip(self.row(input)).for_each(|(unit, &weight)| *unit += weight);
            }
            value += dot_of_squares(units, weights);
        }
        value
    }

    /// The value of a sample in natural units of the sigmoid.
    ///
    /// # Panics
    /// If the sample has an input or a bucket that there is not.
    pub fn evaluate(&self, sample: &Sample<'_>) -> f32 {
        self.forward(sample, &mut Units::new(self.hidden))
    }

    /// Adds the slope of the squared error of a sample; the error comes back.
    pub(super) fn add_gradient(
        &self,
        sample: &Sample<'_>,
        target: f32,
        units: &mut Units,
        gradient: &mut Model,
    ) -> f32 {
        let expected = sigmoid(self.forward(sample, units));
        let error = expected - target;
        let slope = 2.0 * error * expected * (1.0 - expected);
        let bucket = usize::from(sample.bucket);
        gradient.output_bias[bucket] += slope;
        let hidden = self.hidden;
        let weights = self.output_row(sample.bucket);
        let Model { feature_weights, feature_bias, output_weights, .. } = gradient;
        let to_weights = &mut output_weights[bucket * 2 * hidden..][..2 * hidden];
        let views = [sample.own, sample.other].into_iter().zip(&mut units.0);
        for ((view, units), (weights, to_weights)) in
            views.zip(weights.chunks_exact(hidden).zip(to_weights.chunks_exact_mut(hidden)))
        {
            // The units become what reaches them from the output.
            for ((unit, &weight), to) in units.iter_mut().zip(weights).zip(to_weights) {
                let clipped = unit.clamp(0.0, 1.0);
                *to += slope * clipped * clipped;
                let inside = if *unit > 0.0 && *unit < 1.0 { 1.0 } else { 0.0 };
                *unit = inside * slope * weight * 2.0 * clipped;
            }
            feature_bias.iter_mut().zip(&*units).for_each(|(to, &reach)| *to += reach);
            for &input in view {
                let row = &mut feature_weights[usize::from(input) * hidden..][..hidden];
                row.iter_mut().zip(&*units).for_each(|(to, &reach)| *to += reach);
            }
        }
        error * error
    }
}

#[cfg(feature = "nnue")]
impl Model {
    /// The network for an evaluator; `scale` is the score of an output of 1
    /// ([`Settings::scale`](super::Settings::scale)).
    pub fn to_float_network(&self, scale: f32) -> duiyi_nnue::FloatNetwork {
        let Model { inputs, hidden, buckets, .. } = *self;
        duiyi_nnue::FloatNetwork {
            inputs,
            hidden,
            buckets,
            feature_weights: self.feature_weights.clone(),
            feature_bias: self.feature_bias.clone(),
            output_weights: self.output_weights.clone(),
            output_bias: self.output_bias.clone(),
            scale,
        }
    }
}

/// The sum of the weights times the squares of the clipped units, in eight lanes.
fn dot_of_squares(units: &[f32], weights: &[f32]) -> f32 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (units, rest) = units.as_chunks::<LANES>();
    let (weights, rest_weights) = weights.as_chunks::<LANES>();
    for (units, weights) in units.iter().zip(weights) {
        for lane in 0..LANES {
            let clipped = units[lane].clamp(0.0, 1.0);
            sums[lane] += clipped * clipped * weights[lane];
        }
    }
    let rest = rest.iter().zip(rest_weights).map(|(unit, weight)| unit.clamp(0.0, 1.0).powi(2) * weight);
    sums.iter().sum::<f32>() + rest.sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: Sample<'static> = Sample { own: &[0, 2], other: &[1], bucket: 1, score: 0, result: 1.0 };

    #[test]
    fn the_value_is_what_the_layers_say() {
        let mut model = Model::zero(3, 1, 2);
        model.feature_weights = vec![0.5, 3.0, 0.25];
        model.feature_bias = vec![-0.25];
        model.output_weights = vec![9.0, 9.0, 2.0, -1.0];
        model.output_bias = vec![9.0, 0.125];
        // Own: 0.5 squared, twice; other: 2.75, clipped to 1.
        assert_eq!(model.evaluate(&SAMPLE), 0.125 + 2.0 * 0.25 - 1.0);
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let model = Model::random(3, 9, 2, 5);
        let mut gradient = Model::zero(3, 9, 2);
        let mut units = Units::new(9);
        let error = model.add_gradient(&SAMPLE, 0.8, &mut units, &mut gradient);
        let error_of = |model: &Model| f64::from(sigmoid(model.evaluate(&SAMPLE)) - 0.8).powi(2);
        assert!((f64::from(error) - error_of(&model)).abs() < 1e-7);
        for part in 0..4 {
            for index in 0..model.parts()[part].len() {
                const STEP: f32 = 1e-2;
                let (mut up, mut down) = (model.clone(), model.clone());
                up.parts_mut()[part][index] += STEP;
                down.parts_mut()[part][index] -= STEP;
                let slope = (error_of(&up) - error_of(&down)) / f64::from(2.0 * STEP);
                let told = f64::from(gradient.parts()[part][index]);
                assert!((slope - told).abs() < 1e-3, "part {part}, number {index}: {told}, by differences {slope}");
            }
        }
        // Bucket 0 had no part in it.
        assert!(gradient.output_weights[..18].iter().all(|&slope| slope == 0.0));
        assert!(gradient.output_weights[18..].iter().any(|&slope| slope.abs() > 1e-4));
    }
}
