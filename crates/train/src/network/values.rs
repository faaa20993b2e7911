//! The output of a network for a sample, and its gradient.

use super::samples::Sample;
use crate::descent::sigmoid;
use duiyi_nnue::FloatNetwork;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// The units of both views of a sample, before clipping.
#[derive(Clone, Debug)]
pub(super) struct Units([Vec<f32>; 2]);

impl Units {
    pub(super) fn new(hidden: usize) -> Units {
        Units([vec![0.0; hidden], vec![0.0; hidden]])
    }
}

/// A network of the same shape with all parameters 0.
pub(super) fn zero_like(network: &FloatNetwork) -> FloatNetwork {
    let FloatNetwork { inputs, hidden, buckets, scale, .. } = *network;
    zero(inputs, hidden, buckets, scale)
}

/// A network with all parameters 0.
pub(super) fn zero(inputs: usize, hidden: usize, buckets: usize, scale: f32) -> FloatNetwork {
    FloatNetwork {
        inputs,
        hidden,
        buckets,
        feature_weights: vec![0.0; inputs * hidden],
        feature_bias: vec![0.0; hidden],
        output_weights: vec![0.0; buckets * 2 * hidden],
        output_bias: vec![0.0; buckets],
        scale,
    }
}

/// An initial network with small random weights. Its scale is 1 until a
/// [`Trainer`](super::Trainer) sets the scale of its settings.
pub fn random_network(inputs: usize, hidden: usize, buckets: usize, seed: u64) -> FloatNetwork {
    let mut network = zero(inputs, hidden, buckets, 1.0);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut fill = |values: &mut [f32], width: f32| {
        // 24 bits, the precision of the type.
        let mut next = || (random.next_u64() >> 40) as f32 / (1 << 24) as f32;
        values.iter_mut().for_each(|value| *value = (2.0 * next() - 1.0) * width);
    };
    fill(&mut network.feature_weights, 0.1);
    fill(&mut network.output_weights, 1.0 / (2.0 * hidden as f32).sqrt());
    // Most units start in the range where their gradient is not 0.
    network.feature_bias.fill(0.3);
    // The outputs of all buckets start equal.
    let (first, others) = network.output_weights.split_at_mut(2 * hidden);
    others.chunks_exact_mut(2 * hidden).for_each(|other| other.copy_from_slice(first));
    network
}

/// The parts, always in the same order.
pub(super) fn parts(network: &FloatNetwork) -> [&[f32]; 4] {
    [&network.feature_weights, &network.feature_bias, &network.output_weights, &network.output_bias]
}

/// The parts, mutable.
pub(super) fn parts_mut(network: &mut FloatNetwork) -> [&mut [f32]; 4] {
    let FloatNetwork { feature_weights, feature_bias, output_weights, output_bias, .. } = network;
    [feature_weights, feature_bias, output_weights, output_bias]
}

/// For each hidden unit of the first half and its partner in the second half, which has the same weights for the mirror
/// images of the inputs: passes the indices of both values in each part. The output biases belong to no unit.
fn each_pair(network: &mut FloatNetwork, images: &[u16], mut take: impl FnMut(&mut [f32], usize, usize)) {
    let hidden = network.hidden;
    let half = hidden / 2;
    for (input, &image) in images.iter().enumerate() {
        let (row, other) = (input * hidden, usize::from(image) * hidden + half);
        (0..half).for_each(|unit| take(&mut network.feature_weights, row + unit, other + unit));
    }
    (0..half).for_each(|unit| take(&mut network.feature_bias, unit, unit + half));
    for row in (0..network.output_weights.len()).step_by(hidden) {
        (0..half).for_each(|unit| take(&mut network.output_weights, row + unit, row + unit + half));
    }
}

/// Gives the units of the second half the weights of the first half for the mirrored inputs.
pub(super) fn copy_to_images(network: &mut FloatNetwork, images: &[u16]) {
    each_pair(network, images, |values, unit, partner| values[partner] = values[unit]);
}

/// Replaces the gradients of the two units of a pair by their sum, the gradient of their common weights.
pub(super) fn add_images(gradient: &mut FloatNetwork, images: &[u16]) {
    each_pair(gradient, images, |values, unit, partner| {
        values[unit] += values[partner];
        values[partner] = values[unit];
    });
}

fn output_row(network: &FloatNetwork, bucket: u8) -> &[f32] {
    &network.output_weights[usize::from(bucket) * 2 * network.hidden..][..2 * network.hidden]
}

/// The output for a sample in natural units of the sigmoid, with its units.
pub(super) fn forward(network: &FloatNetwork, sample: &Sample<'_>, Units(units): &mut Units) -> f32 {
    let hidden = network.hidden;
    let weights = output_row(network, sample.bucket);
    let mut value = network.output_bias[usize::from(sample.bucket)];
    for ((units, view), weights) in units.iter_mut().zip([sample.own, sample.other]).zip(weights.chunks_exact(hidden)) {
        units.copy_from_slice(&network.feature_bias);
        for &input in view {
            let row = &network.feature_weights[usize::from(input) * hidden..][..hidden];
            units.iter_mut().zip(row).for_each(|(unit, &weight)| *unit += weight);
        }
        value += dot_of_squares(units, weights);
    }
    value
}

/// Adds the gradient of the squared error of a sample and returns the error.
pub(super) fn add_gradient(
    network: &FloatNetwork,
    sample: &Sample<'_>,
    target: f32,
    units: &mut Units,
    gradient: &mut FloatNetwork,
) -> f32 {
    let expected = sigmoid(forward(network, sample, units));
    let error = expected - target;
    let slope = 2.0 * error * expected * (1.0 - expected);
    let bucket = usize::from(sample.bucket);
    gradient.output_bias[bucket] += slope;
    let hidden = network.hidden;
    let weights = output_row(network, sample.bucket);
    let FloatNetwork { feature_weights, feature_bias, output_weights, .. } = gradient;
    let to_weights = &mut output_weights[bucket * 2 * hidden..][..2 * hidden];
    let views = [sample.own, sample.other].into_iter().zip(&mut units.0);
    for ((view, units), (weights, to_weights)) in
        views.zip(weights.chunks_exact(hidden).zip(to_weights.chunks_exact_mut(hidden)))
    {
        // The units are replaced by their gradients.
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
    fn the_output_agrees_with_a_manual_computation() {
        let network = FloatNetwork {
            feature_weights: vec![0.5, 3.0, 0.25],
            feature_bias: vec![-0.25],
            output_weights: vec![9.0, 9.0, 2.0, -1.0],
            output_bias: vec![9.0, 0.125],
            ..zero(3, 1, 2, 8.0)
        };
        // Own: 0.5 squared, twice; other: 2.75, clipped to 1.
        let value = 0.125 + 2.0 * 0.25 - 1.0;
        assert_eq!(forward(&network, &SAMPLE, &mut Units::new(1)), value);
        assert_eq!(network.evaluate(SAMPLE.own, SAMPLE.other, 1), 8.0 * value);
    }

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        let network = random_network(3, 9, 2, 5);
        let mut gradient = zero_like(&network);
        let mut units = Units::new(9);
        let error = add_gradient(&network, &SAMPLE, 0.8, &mut units, &mut gradient);
        let value_of = |network: &FloatNetwork| forward(network, &SAMPLE, &mut Units::new(9));
        let error_of = |network: &FloatNetwork| f64::from(sigmoid(value_of(network)) - 0.8).powi(2);
        assert!((f64::from(error) - error_of(&network)).abs() < 1e-7);
        for part in 0..4 {
            for index in 0..parts(&network)[part].len() {
                const STEP: f32 = 1e-2;
                let (mut up, mut down) = (network.clone(), network.clone());
                parts_mut(&mut up)[part][index] += STEP;
                parts_mut(&mut down)[part][index] -= STEP;
                let slope = (error_of(&up) - error_of(&down)) / f64::from(2.0 * STEP);
                let computed = f64::from(parts(&gradient)[part][index]);
                assert!(
                    (slope - computed).abs() < 1e-3,
                    "part {part}, number {index}: {computed}, finite differences {slope}"
                );
            }
        }
        // Bucket 0 was not involved.
        assert!(gradient.output_weights[..18].iter().all(|&slope| slope == 0.0));
        assert!(gradient.output_weights[18..].iter().any(|&slope| slope.abs() > 1e-4));
    }

    /// A unit above 1 or below 0 does not change with its inputs, and above 1 its output weight still counts.
    #[test]
    fn clipped_units_have_no_gradient() {
        let network = FloatNetwork {
            feature_weights: vec![2.0, -2.0, 0.5, 1.0, -1.0, 0.25, 1.0, -1.0, 0.0],
            feature_bias: vec![0.0; 3],
            output_weights: [vec![0.0; 6], vec![1.0; 6]].concat(),
            ..zero(3, 3, 2, 1.0)
        };
        let mut gradient = zero_like(&network);
        add_gradient(&network, &SAMPLE, 0.25, &mut Units::new(3), &mut gradient);
        let slopes = |part: &[f32]| part.iter().map(|slope| slope.partial_cmp(&0.0)).collect::<Vec<_>>();
        let (zero, above) = (Some(std::cmp::Ordering::Equal), Some(std::cmp::Ordering::Greater));
        // Own: 3, −3 and 0.5; other: 1, −1 and 0.25.
        assert_eq!(slopes(&gradient.feature_weights), [zero, zero, above].repeat(3));
        assert_eq!(slopes(&gradient.feature_bias), [zero, zero, above]);
        assert_eq!(slopes(&gradient.output_weights[6..]), [above, zero, above].repeat(2));
    }
}
