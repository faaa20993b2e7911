//! Random networks.

use duiyi_nnue::{FloatNetwork, Origin, Parameters};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// A network for the test game with weights up to the given limits.
pub(crate) fn network(hidden: usize, first: f32, second: f32, seed: u64) -> FloatNetwork {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut fill = |count: usize, most: f32| -> Vec<f32> {
        (0..count).map(|_| ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0) * most).collect()
    };
    let (inputs, buckets) = (48, 3);
    FloatNetwork {
        inputs,
        hidden,
        buckets,
        feature_weights: fill(inputs * hidden, first),
        feature_bias: fill(hidden, first),
        output_weights: fill(buckets * 2 * hidden, second),
        output_bias: fill(buckets, 0.5),
        scale: 400.0,
    }
}

/// A random network with integer weights.
pub(crate) fn integers(hidden: usize, seed: u64) -> Parameters {
    let origin = Origin { features: "lamps".to_owned(), provenance: "random, 第一".to_owned() };
    network(hidden, 0.4, 0.3, seed).quantise(origin).expect("numbers that fit")
}

#[test]
fn a_bucket_beyond_the_last_is_the_last() {
    let parameters = integers(32, 4);
    let score = |bucket| parameters.evaluate(&[1, 2, 3], &[4, 5], bucket);
    assert!(score(0) != score(2) && score(1) != score(2));
    assert_eq!([3, 4, 5, 99].map(score), [score(2); 4]);
}

/// Each weight may grow by half a unit.
#[test]
fn weights_that_are_all_rounded_up_fit() {
    let mut float = network(4096, 0.4, 0.3, 5);
    for (at, weight) in float.output_weights.iter_mut().enumerate() {
        *weight = if at % 2 == 0 { 0.35 } else { 0.45 };
    }
    let origin = Origin { features: "lamps".to_owned(), provenance: String::new() };
    let parameters = float.quantise(origin).expect("numbers that fit");
    let [found, expected] = [parameters.evaluate(&[1], &[2], 0) as f32, float.evaluate(&[1], &[2], 0)];
    assert!((found / expected - 1.0).abs() < 0.2, "{found} for {expected}");
}
