//! Settings of the genetic algorithm, and their validation.

use super::{Crossover, LOW_GENES, Rates, Selection};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Settings of the genetic algorithm.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct GeneticSettings {
    /// The number of individuals in a generation (m).
    pub individuals: usize,
    /// The number of groups, and so of champions (n).
    pub groups: usize,
    /// The crossover and mutation rates.
    pub rates: Rates,
    /// The selection of survivors and parents.
    pub selection: Selection,
    /// The kind of crossover.
    pub crossover: Crossover,
    /// The number of low genes of a value that a mutation may flip: 0 to 16.
    pub low_genes: u32,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for GeneticSettings {
    /// The thesis's twenty individuals in five groups, with surviving champions, uniform crossover
    /// and five mutable genes.
    fn default() -> Self {
        GeneticSettings {
            individuals: 20,
            groups: 5,
            rates: Rates::default(),
            selection: Selection::default(),
            crossover: Crossover::default(),
            low_genes: LOW_GENES.count_ones(),
            seed: 1,
        }
    }
}

impl GeneticSettings {
    /// Validates the settings.
    pub(super) fn check(&self) -> Result<(), EvolutionError> {
        let GeneticSettings { individuals, groups, rates, crossover, low_genes, .. } = *self;
        if groups < 2 || individuals / groups < 2 {
            return Err(EvolutionError::Groups { individuals, groups });
        }
        if let Some((name, rate)) = rates.wrong() {
            return Err(EvolutionError::Rate { name, rate: rate.to_string() });
        }
        if low_genes > u16::BITS {
            return Err(EvolutionError::Genes(low_genes));
        }
        if crossover == Crossover::MultiPoint(0) { Err(EvolutionError::Points) } else { Ok(()) }
    }
}

/// Invalid settings or an invalid state.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EvolutionError {
    /// There must be two champions to have children, and two individuals in a group to play.
    #[error("{individuals} individuals in {groups} groups: there must be two groups or more, of two or more each")]
    Groups {
        /// The number of individuals.
        individuals: usize,
        /// The number of groups.
        groups: usize,
    },
    /// A rate is a probability.
    #[error("the rate {name} is {rate}: expected a number from 0 to 1")]
    Rate {
        /// Its name in the thesis: pc1, pc2, pm1, pm2.
        name: &'static str,
        /// The invalid rate.
        rate: String,
    },
    /// A value has sixteen genes.
    #[error("a mutation of {0} genes: expected 0 to 16")]
    Genes(u32),
    /// Crossover needs at least one point.
    #[error("crossover at 0 points: expected 1 or more")]
    Points,
    /// The numbers of names and values differ.
    #[error("{names} names for {values} values")]
    Names {
        /// The number of names.
        names: usize,
        /// The number of values.
        values: usize,
    },
    /// The first individual violates the constraints.
    #[error("the initial values violate the constraints")]
    Constraints,
    /// A saved state is inconsistent.
    #[error("invalid state: {0}")]
    State(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_states_without_newer_settings_are_read() {
        let settings: GeneticSettings = serde_json::from_str(r#"{"individuals":12,"groups":3,"seed":4}"#).unwrap();
        assert_eq!(settings, GeneticSettings { individuals: 12, groups: 3, seed: 4, ..GeneticSettings::default() });
    }
}
