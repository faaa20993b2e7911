//! Random numbers of the tuners, by seed.

use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// The random numbers of a step. They do not depend on earlier steps, so that a resumed run
/// equals an uninterrupted one.
pub(crate) fn of_step(seed: u64, step: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed ^ step.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// A uniform number from 0 (included) to 1 (excluded).
pub(crate) fn unit(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// A uniform number below a bound, with a bias of at most 2⁻⁶⁴ of the bound.
pub(crate) fn below(random: &mut Xoshiro256PlusPlus, bound: u64) -> u64 {
    ((u128::from(random.next_u64()) * u128::from(bound)) >> 64) as u64
}

/// Fisher–Yates shuffle.
pub(crate) fn shuffle<T>(items: &mut [T], random: &mut Xoshiro256PlusPlus) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(random, i as u64 + 1) as usize);
    }
}

/// A normal deviate with mean 0 and standard deviation 1 (Box and Muller).
pub(crate) fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
    // 1 − unit is above 0, so it has a logarithm.
    let radius = (-2.0 * (1.0 - unit(random)).ln()).sqrt();
    radius * (std::f64::consts::TAU * unit(random)).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_deviates_have_mean_0_and_deviation_1() {
        let mut random = of_step(1, 2);
        let drawn: Vec<f64> = (0..20_000).map(|_| normal(&mut random)).collect();
        let mean = drawn.iter().sum::<f64>() / 20_000.0;
        let square = drawn.iter().map(|value| value * value).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 0.03 && (square - 1.0).abs() < 0.04, "{mean} {square}");
        let wide = drawn.iter().filter(|value| value.abs() > 1.96).count();
        assert!((800..1_200).contains(&wide), "5 % lie beyond 1.96: {wide}");
    }
}
