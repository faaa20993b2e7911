//! Lag: time on the clock that the engine does not measure.

use std::time::Duration;

use rand_distr::{Distribution, LogNormal, StandardUniform};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// A distribution of lags: a log-normal body and rare stalls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LagModel {
    /// Name for tables.
    pub name: &'static str,
    /// Median of the body, zero for none.
    pub median: Duration,
    /// Standard deviation of the logarithm of the body.
    pub sigma: f64,
    /// Probability of a stall at a move.
    pub stall_probability: f64,
    /// The shortest and longest stall, uniformly distributed in between.
    pub stall: (Duration, Duration),
}

impl LagModel {
    /// No lag: an ideal clock.
    pub const IDEAL: LagModel = LagModel {
        name: "ideal",
        median: Duration::ZERO,
        sigma: 0.0,
        stall_probability: 0.0,
        stall: (Duration::ZERO, Duration::ZERO),
    };
    /// A referee on the same machine: 0.3 ms.
    pub const LOCAL: LagModel =
        LagModel { name: "local", median: Duration::from_micros(300), sigma: 0.7, ..LagModel::IDEAL };
    /// A referee behind a network: 3 ms.
    pub const NETWORK: LagModel =
        LagModel { name: "network", median: Duration::from_millis(3), sigma: 0.5, ..LagModel::IDEAL };
    /// A busy machine: 3 ms, and one move in a thousand stalls for 20 to 100 ms.
    pub const BUSY: LagModel = LagModel {
        name: "busy",
        stall_probability: 0.001,
        stall: (Duration::from_millis(20), Duration::from_millis(100)),
        ..LagModel::NETWORK
    };
    /// A bad machine: 3 ms, and one move in a thousand stalls for 100 to 600 ms.
    pub const STALLS: LagModel =
        LagModel { name: "stalls", stall: (Duration::from_millis(100), Duration::from_millis(600)), ..LagModel::BUSY };

    /// All models, from the best to the worst.
    pub const ALL: [LagModel; 5] =
        [LagModel::IDEAL, LagModel::LOCAL, LagModel::NETWORK, LagModel::BUSY, LagModel::STALLS];

    /// The lag that a seed draws.
    pub fn drawn(&self, seed: u64) -> Duration {
        self.sample(&mut Xoshiro256PlusPlus::seed_from_u64(seed)).0
    }

    /// Draws one lag, and returns whether it is a stall. Always uses the same
    /// number of random draws, so that games stay paired.
    pub(crate) fn sample(&self, rng: &mut Xoshiro256PlusPlus) -> (Duration, bool) {
        let factor: f64 = LogNormal::new(0.0, self.sigma).map_or(1.0, |d| d.sample(rng));
        let chance: f64 = StandardUniform.sample(rng);
        let place: f64 = StandardUniform.sample(rng);
        let body = self.median.mul_f64(factor.min(1_000.0));
        if chance < self.stall_probability {
            (body + self.stall.0 + self.stall.1.saturating_sub(self.stall.0).mul_f64(place), true)
        } else {
            (body, false)
        }
    }
}
