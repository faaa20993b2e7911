//! The tuners that are compared.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// The tuners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
pub(crate) enum Tuner {
    /// The genetic algorithm for the 24 values of shapes.
    Genetic,
    /// The genetic algorithm for the values of lines that occur in games.
    Codes,
    /// SPSA.
    Spsa,
    /// Hill climbing.
    Hill,
    /// Simulated annealing.
    Annealing,
    /// TD(λ).
    Temporal,
    /// Texel's method.
    Texel,
}

impl Tuner {
    /// The name in tables.
    pub(super) fn title(self) -> &'static str {
        match self {
            Tuner::Genetic => "genetic algorithm, 24 values of shapes",
            Tuner::Codes => "genetic algorithm, values of lines",
            Tuner::Spsa => "SPSA",
            Tuner::Hill => "hill climbing",
            Tuner::Annealing => "simulated annealing",
            Tuner::Temporal => "TD(λ)",
            Tuner::Texel => "Texel's method",
        }
    }

    /// The name on the command line and in file names.
    pub(super) fn word(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
