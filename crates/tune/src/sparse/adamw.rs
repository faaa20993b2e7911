//! AdamW: moments of the slope, and a decay of the weights beside it.

use super::model::Model;

/// Which share of the old first and second moment stays.
const MOMENTS: (f32, f32) = (0.9, 0.999);

/// Against a division by 0.
const EPSILON: f32 = 1e-8;

/// The most that a weight may be: what an engine's integers hold.
pub(super) const LIMIT: f32 = 1.98;

/// The state of the descent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AdamW {
    pub(super) steps: u64,
    pub(super) first: Model,
    pub(super) second: Model,
}

impl AdamW {
    pub(super) fn new(model: &Model) -> AdamW {
        let zero = Model::zero(model.inputs, model.hidden, model.buckets);
        AdamW { steps: 0, first: zero.clone(), second: zero }
    }

    /// One step down the mean slope, which is the sum in `gradient` times `share`.
    pub(super) fn step(&mut self, model: &mut Model, gradient: &Model, share: f32, rate: f32, decay: f32) {
        self.steps += 1;
        let exponent = self.steps.min(1_000_000) as i32;
        let corrections = (1.0 - MOMENTS.0.powi(exponent), 1.0 - MOMENTS.1.powi(exponent));
        let moments = self.first.parts_mut().into_iter().zip(self.second.parts_mut());
        for ((values, slopes), (first, second)) in model.parts_mut().into_iter().zip(gradient.parts()).zip(moments) {
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
