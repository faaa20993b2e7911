//! TD(λ): learning the values of positions from the differences between successive positions of a game.
//!
//! The expected result of a position is σ(k · value), where the value is a weighted sum of
//! features. After a game each expectation is moved toward the next one, and the last one toward
//! the result; λ determines how far a difference propagates back: with 0 only to the position
//! before it, with 1 to all earlier positions, which are then all moved toward the result.
//!
//! Sources: R. Sutton, "Learning to Predict by the Methods of Temporal Differences" (1988);
//! G. Tesauro, "Temporal Difference Learning and TD-Gammon" (1995). The Connect6 thesis lists it
//! as an alternative (3.2.5; row C-F3 of docs/sources.md).

use crate::texel::predict;
use serde::{Deserialize, Serialize};

/// Settings of TD(λ).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TemporalSettings {
    /// λ: how far a difference propagates back, from 0 to 1.
    pub lambda: f64,
    /// The step size: the change of a weight for a difference of 1 and a gradient of 1.
    pub rate: f64,
    /// The factor of the step size after every game.
    pub decay: f64,
    /// The steepness of the sigmoid, in 1 / unit of the value (see [`crate::texel::fit_k`]).
    pub k: f64,
}

impl Default for TemporalSettings {
    fn default() -> TemporalSettings {
        TemporalSettings { lambda: 0.7, rate: 1.0, decay: 1.0, k: 0.005 }
    }
}

/// Weights that learn from games; the state can be saved between any two games.
///
/// ```
/// use duiyi_train::temporal::{Learner, TemporalSettings};
/// // The side with the feature wins three games of four.
/// let mut learner = Learner::new(vec![0.0], TemporalSettings { k: 1.0, rate: 0.05, ..TemporalSettings::default() });
/// for game in 0..2_000 {
///     learner.learn(&[vec![1.0], vec![1.0]], if game % 4 == 0 { 0.0 } else { 1.0 });
/// }
/// assert!((learner.expected(&[1.0]) - 0.75).abs() < 0.05);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learner {
    settings: TemporalSettings,
    weights: Vec<f64>,
    games: u64,
}

impl Learner {
    /// Starts from the given weights.
    pub fn new(weights: Vec<f64>, settings: TemporalSettings) -> Learner {
        Learner { settings, weights, games: 0 }
    }

    /// The current weights.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The settings.
    pub fn settings(&self) -> &TemporalSettings {
        &self.settings
    }

    /// The number of games learned from.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The expected result of a position, from 0 to 1. Features without a weight are ignored.
    pub fn expected(&self, features: &[f64]) -> f64 {
        let value: f64 = self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
        predict(self.settings.k, value)
    }

    /// Learns from the positions of a game in order, all from the view of one side, and from the
    /// result for that side, from 0 to 1. The weights change at the end of the game.
    pub fn learn(&mut self, positions: &[Vec<f64>], result: f64) {
        let TemporalSettings { lambda, rate, decay, k } = self.settings;
        let step = rate * decay.powf(self.games as f64);
        let expected: Vec<f64> = positions.iter().map(|position| self.expected(position)).collect();
        let mut trace = vec![0.0; self.weights.len()];
        let mut change = vec![0.0; self.weights.len()];
        for (at, (position, now)) in positions.iter().zip(&expected).enumerate() {
            let slope = k * now * (1.0 - now);
            for (trace, feature) in trace.iter_mut().zip(position) {
                *trace = lambda * *trace + slope * feature;
            }
            let difference = expected.get(at + 1).copied().unwrap_or(result) - now;
            for (change, trace) in change.iter_mut().zip(&trace) {
                *change += step * difference * trace;
            }
        }
        for (weight, change) in self.weights.iter_mut().zip(change) {
            *weight += change;
        }
        self.games += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance;

    /// Sutton's random walk: five places in a row with equally likely steps to both sides, won at the
    /// right end and lost at the left. From place i the probability of a win is (i + 1) / 6.
    fn walk(game: u64) -> (Vec<Vec<f64>>, f64) {
        let mut random = chance::of_step(5, game);
        let (mut place, mut positions) = (2i32, Vec::new());
        while (0..5).contains(&place) {
            positions.push((0..5).map(|at| f64::from(u8::from(at == place))).collect());
            place += if chance::unit(&mut random) < 0.5 { 1 } else { -1 };
        }
        (positions, if place > 0 { 1.0 } else { 0.0 })
    }

    fn learned(lambda: f64, games: u64) -> Learner {
        let mut learner = Learner::new(vec![0.0; 5], TemporalSettings { lambda, rate: 0.4, decay: 0.9995, k: 1.0 });
        for game in 0..games {
            let (positions, result) = walk(game);
            learner.learn(&positions, result);
        }
        learner
    }

    #[test]
    fn the_known_values_of_a_walk_are_learned() {
        for lambda in [0.0, 0.5, 0.9, 1.0] {
            let learner = learned(lambda, 8_000);
            assert_eq!(learner.games(), 8_000);
            for place in 0..5 {
                let features: Vec<f64> = (0..5).map(|at| f64::from(u8::from(at == place))).collect();
                let (found, known) = (learner.expected(&features), f64::from(place + 1) / 6.0);
                assert!((found - known).abs() < 0.06, "λ {lambda}, place {place}: {found} for {known}");
            }
        }
    }

    #[test]
    fn lambda_determines_how_far_a_result_propagates_back() {
        let moved = |lambda| {
            let mut learner = Learner::new(vec![0.0; 3], TemporalSettings { lambda, rate: 1.0, decay: 1.0, k: 1.0 });
            let at = |place: usize| (0..3).map(|i| f64::from(u8::from(i == place))).collect();
            learner.learn(&[at(0), at(1), at(2)], 1.0);
            learner.weights().to_vec()
        };
        // All expectations are 0.5, so only the last difference is not 0: it is 0.5, with gradient 0.25.
        assert_eq!(moved(0.0), [0.0, 0.0, 0.125]);
        assert_eq!(moved(0.5), [0.031_25, 0.0625, 0.125]);
        assert_eq!(moved(1.0), [0.125; 3]);
    }

    #[test]
    fn the_rate_falls_and_a_saved_state_resumes() {
        let settings = TemporalSettings { lambda: 0.0, rate: 1.0, decay: 0.5, k: 1.0 };
        let mut learner = Learner::new(vec![0.0], settings);
        learner.learn(&[vec![1.0]], 1.0);
        learner.weights[0] = 0.0;
        learner.learn(&[vec![1.0]], 1.0);
        assert_eq!(learner.weights(), [0.0625], "half of 0.125");
        let read: Learner = serde_json::from_str(&serde_json::to_string(&learner).unwrap()).unwrap();
        assert_eq!(read, learner);
        learner.learn(&[], 1.0);
        assert_eq!((learner.weights(), learner.games()), (&[0.0625][..], 3));
    }
}
