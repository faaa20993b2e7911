//! The tuners that are compared.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// Who tunes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
pub(crate) enum Tuner {
    /// The genetic algorithm over the 24 values of shapes.
    Genetic,
    /// The same over the lines that games reach.
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
    /// Its name in tables.
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

    /// Its name on the command line and in files.
    pub(super) fn word(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
