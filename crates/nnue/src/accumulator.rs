//! The sums of a view's inputs, for evaluators that find the changes themselves.

use crate::{
    lanes::{Lane, add, exchange_in_place, subtract},
    parameters::Parameters,
};

/// The sums of the weights of a view's active inputs, before clipping.
///
/// ```
/// use duiyi_nnue::{Accumulator, FloatNetwork, Origin};
/// # let network = FloatNetwork {
/// #     inputs: 2, hidden: 32, buckets: 1, feature_weights: [[0.5; 32], [0.25; 32]].concat(), feature_bias: vec![0.0; 32],
/// #     output_weights: [[0.5; 32], [-0.5; 32]].concat(), output_bias: vec![0.0], scale: 400.0,
/// # };
/// let parameters = network.quantise(Origin { features: "two".to_owned(), provenance: "an example".to_owned() })?;
/// let [mut own, mut other] = [Accumulator::new(&parameters), Accumulator::new(&parameters)];
/// own.add(&parameters, 1);
/// own.exchange(&parameters, 0, 1);
/// other.add(&parameters, 0);
/// other.add(&parameters, 1);
/// other.remove(&parameters, 0);
/// assert_eq!(parameters.output(&own, &other, 0), parameters.evaluate(&[0], &[1], 0));
/// # Ok::<(), duiyi_nnue::NetworkError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator {
    units: Vec<Lane>,
}

impl Accumulator {
    /// The sums without inputs.
    pub fn new(parameters: &Parameters) -> Accumulator {
        Accumulator { units: parameters.bias.clone() }
    }

    /// Adds an input.
    ///
    /// # Panics
    /// If the input is out of range.
    #[inline]
    pub fn add(&mut self, parameters: &Parameters, input: u16) {
        add(&mut self.units, parameters.row(input));
    }

    /// Removes an input.
    ///
    /// # Panics
    /// If the input is out of range.
    #[inline]
    pub fn remove(&mut self, parameters: &Parameters, input: u16) {
        subtract(&mut self.units, parameters.row(input));
    }

    /// Adds the input `on` and removes the input `off`.
    ///
    /// # Panics
    /// If an input is out of range.
    #[inline]
    pub fn exchange(&mut self, parameters: &Parameters, on: u16, off: u16) {
        exchange_in_place(&mut self.units, parameters.row(on), parameters.row(off));
    }
}

impl Parameters {
    /// The score for the side to move, from the sums of its view and of the other's. A bucket out of
    /// range counts as the last.
    #[inline]
    pub fn output(&self, own: &Accumulator, other: &Accumulator, bucket: usize) -> i32 {
        self.score(&own.units, &other.units, bucket)
    }
}
