//! AdamW: moments of the gradient, and decoupled weight decay.

use super::values::{parts, parts_mut, zero_like};
use duiyi_nnue::FloatNetwork;

/// The decay factors of the first and second moment.
const MOMENTS: (f32, f32) = (0.9, 0.999);

/// Prevents a division by 0.
const EPSILON: f32 = 1e-8;

/// The maximum absolute value of a weight, which an engine's integers can represent.
pub(super) const LIMIT: f32 = 1.98;

/// The state of the optimiser.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AdamW {
    pub(super) steps: u64,
    pub(super) first: FloatNetwork,
    pub(super) second: FloatNetwork,
}

impl AdamW {
    pub(super) fn new(network: &FloatNetwork) -> AdamW {
        AdamW { steps: 0, first: zero_like(network), second: zero_like(network) }
    }

    /// One step for the mean gradient, which is the sum in `gradient` times `share`.
    pub(super) fn step(
        &mut self,
        network: &mut FloatNetwork,
        gradient: &FloatNetwork,
        share: f32,
        rate: f32,
        decay: f32,
    ) {
        self.steps += 1;
        let exponent = self.steps.min(1_000_000) as i32;
        let corrections = (1.0 - MOMENTS.0.powi(exponent), 1.0 - MOMENTS.1.powi(exponent));
        let moments = parts_mut(&mut self.first).into_iter().zip(parts_mut(&mut self.second));
        for ((values, slopes), (first, second)) in parts_mut(network).into_iter().zip(parts(gradient)).zip(moments) {
            let numbers = values.iter_mut().zip(slopes).zip(first.iter_mut().zip(second));
            for ((value, &slope), (first, second)) in numbers {
                let slope = slope * share;
                *first += (1.0 - MOMENTS.0) * (slope - *first);
                *second += (1.0 - MOMENTS.1) * (slope * slope - *second);
                let step = (*first / corrections.0) / ((*second / corrections.1).sqrt() + EPSILON);
                *value = (*value - rate * (step + decay * *value)).clamp(-LIMIT, LIMIT);
            }
        }
    }
}
