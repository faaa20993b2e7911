//! Least squares with a ridge: sums of sparse samples, and the weights that minimise the squared
//! error plus `ridge` times the sum of the squared weights.

/// The normal equations of samples.
pub(super) struct Equations {
    width: usize,
    /// The lower triangle of the sum of the products of features, row by row.
    products: Vec<f64>,
    /// The sum of the products of features and target.
    targets: Vec<f64>,
    samples: u64,
}

impl Equations {
    /// Equations of a number of features.
    pub(super) fn new(width: usize) -> Equations {
        Equations { width, products: vec![0.0; width * (width + 1) / 2], targets: vec![0.0; width], samples: 0 }
    }

    /// The number of samples.
    pub(super) fn samples(&self) -> u64 {
        self.samples
    }

    /// Adds a sample with a weight: its features in increasing order, which must be less than the width, and its target.
    pub(super) fn add(&mut self, features: &[(u16, i16)], target: f64, weight: f64) {
        self.samples += 1;
        for (number, &(row, count)) in features.iter().enumerate() {
            let (row, count) = (usize::from(row), weight * f64::from(count));
            self.targets[row] += count * target;
            let begin = row * (row + 1) / 2;
            for &(column, other) in &features[..=number] {
                self.products[begin + usize::from(column)] += count * f64::from(other);
            }
        }
    }

    /// The weights with the least error; a feature without samples has weight zero. `ridge` must be positive.
    pub(super) fn solve(&self, ridge: f64) -> Vec<f64> {
        let at = |row: usize, column: usize| row * (row + 1) / 2 + column;
        // Cholesky: products + ridge = L Lᵀ.
        let mut lower = self.products.clone();
        for row in 0..self.width {
            lower[at(row, row)] += ridge;
            for column in 0..=row {
                let (begin, other) = (at(row, 0), at(column, 0));
                let done: f64 = (0..column).map(|k| lower[begin + k] * lower[other + k]).sum();
                let rest = lower[begin + column] - done;
                // Rounding may leave a diagonal of zero instead of the ridge.
                lower[begin + column] =
                    if row == column { rest.max(ridge).sqrt() } else { rest / lower[other + column] };
            }
        }
        let mut weights = self.targets.clone();
        for row in 0..self.width {
            let done: f64 = (0..row).map(|k| lower[at(row, k)] * weights[k]).sum();
            weights[row] = (weights[row] - done) / lower[at(row, row)];
        }
        for row in (0..self.width).rev() {
            let done: f64 = (row + 1..self.width).map(|k| lower[at(k, row)] * weights[k]).sum();
            weights[row] = (weights[row] - done) / lower[at(row, row)];
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };

    /// Samples of a sum with these weights; the last feature is always zero.
    fn samples(weights: &[f64], count: usize) -> Equations {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut equations = Equations::new(weights.len() + 1);
        for _ in 0..count {
            let drawn = (0..weights.len() as u16).map(|feature| (feature, (random.next_u64() % 7) as i16 - 3));
            let features: Vec<(u16, i16)> = drawn.filter(|&(_, count)| count != 0).collect();
            let target =
                features.iter().map(|&(feature, count)| weights[usize::from(feature)] * f64::from(count)).sum();
            equations.add(&features, target, 0.5);
        }
        equations
    }

    #[test]
    fn the_weights_of_a_sum_are_recovered() {
        let weights = [120.0, -35.5, 0.0, 7.25, 990.0];
        let equations = samples(&weights, 400);
        assert_eq!(equations.samples(), 400);
        let found = equations.solve(1e-6);
        for (found, weight) in found.iter().zip(weights.iter().chain([&0.0])) {
            assert!((found - weight).abs() < 1e-4, "{found} {weight}");
        }
    }

    #[test]
    fn a_ridge_makes_weights_smaller_and_divides_them_among_equal_features() {
        let norm = |weights: &[f64]| weights.iter().map(|weight| weight * weight).sum::<f64>();
        let equations = samples(&[120.0, -35.5, 7.25], 50);
        assert!(norm(&equations.solve(100.0)) < norm(&equations.solve(1.0)));
        let mut equal = Equations::new(2);
        equal.add(&[(0, 1), (1, 1)], 10.0, 1.0);
        let found = equal.solve(1e-3);
        assert!((found[0] - 5.0).abs() < 0.01 && (found[0] - found[1]).abs() < 1e-6, "{found:?}");
    }
}
