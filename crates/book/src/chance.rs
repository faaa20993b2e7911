//! Random numbers with the distributions that policies need.

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng};

/// A uniform number from 0 to below 1, in steps of 2⁻⁵³.
pub(crate) fn unit(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// A normal variate with mean 0 and variance 1, by the polar method (Marsaglia and Bray 1964).
fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
    loop {
        let (x, y) = (2.0 * unit(random) - 1.0, 2.0 * unit(random) - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * square.ln() / square).sqrt();
        }
    }
}

/// A gamma variate with a shape of at least 1 (Marsaglia and Tsang 2000).
fn gamma(shape: f64, random: &mut Xoshiro256PlusPlus) -> f64 {
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(random);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && (1.0 - unit(random)).ln() < x * x / 2.0 + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A beta variate; both parameters are at least 1.
pub(crate) fn beta(a: f64, b: f64, random: &mut Xoshiro256PlusPlus) -> f64 {
    let (one, other) = (gamma(a.max(1.0), random), gamma(b.max(1.0), random));
    one / (one + other)
}

/// An index with a probability proportional to its weight; `None` if no weight is positive.
pub(crate) fn weighted(weights: &[f64], random: &mut Xoshiro256PlusPlus) -> Option<usize> {
    let sum: f64 = weights.iter().sum();
    let mut at = unit(random) * sum;
    let mut last = None;
    for (index, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        last = Some(index);
        if at < weight {
            break;
        }
        at -= weight;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::rand_core::SeedableRng;

    #[test]
    fn beta_variates_have_the_expected_mean_and_variance() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        for (a, b) in [(1.0, 1.0), (3.0, 1.0), (20.0, 60.0)] {
            let drawn: Vec<f64> = (0..20_000).map(|_| beta(a, b, &mut random)).collect();
            let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
            let variance = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / drawn.len() as f64;
            let expected: f64 = a * b / ((a + b) * (a + b) * (a + b + 1.0));
            assert!((mean - a / (a + b)).abs() < 0.01, "{a} {b}: {mean}");
            assert!((variance / expected - 1.0).abs() < 0.05, "{a} {b}: {variance} {expected}");
        }
    }

    #[test]
    fn indices_are_drawn_in_proportion_to_their_weights() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut counts = [0; 4];
        for _ in 0..10_000 {
            counts[weighted(&[1.0, 0.0, 3.0, 0.0], &mut random).unwrap()] += 1;
        }
        assert!((2_300..2_700).contains(&counts[0]) && counts[1] == 0 && counts[3] == 0, "{counts:?}");
        assert_eq!(weighted(&[0.0, 0.0], &mut random), None);
    }
}
