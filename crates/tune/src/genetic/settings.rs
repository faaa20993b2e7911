//! How a population lives, and what no population can live like.

use super::{Crossover, LOW_GENES, Rates, Selection};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How a population lives.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How many individuals a generation has (m).
    pub individuals: usize,
    /// In how many groups they play, and so how many champions have children (n).
    pub groups: usize,
    /// How often values cross over and mutate.
    pub rates: Rates,
    /// Who lives on and has children.
    pub selection: Selection,
    /// Which values two parents exchange.
    pub crossover: Crossover,
    /// How many genes of a value a mutation may turn, from the lowest: 0 to 16.
    pub low_genes: u32,
    /// The seed of everything that is left to chance.
    pub seed: u64,
}

impl Default for Settings {
    /// The thesis's twenty individuals in five groups, whose champions stay; uniform crossover;
    /// five low genes.
    fn default() -> Self {
        Settings {
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

impl Settings {
    /// Whether a population can live like this.
    pub(super) fn check(&self) -> Result<(), EvolutionError> {
        let Settings { individuals, groups, rates, crossover, low_genes, .. } = *self;
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

/// Why no population can live like this.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EvolutionError {
    /// Two champions are needed to have children, and a group needs two to play.
    #[error("{individuals} individuals in {groups} groups: there must be two groups or more, of two or more each")]
    Groups {
        /// Individuals asked for.
        individuals: usize,
        /// Groups asked for.
        groups: usize,
    },
    /// A rate is a probability.
    #[error("the rate {name} is {rate}: expected a number from 0 to 1")]
    Rate {
        /// Its name in the thesis: pc1, pc2, pm1, pm2.
        name: &'static str,
        /// What it is.
        rate: String,
    },
    /// A value has sixteen genes.
    #[error("a mutation of {0} genes: expected 0 to 16")]
    Genes(u32),
    /// Without a point nothing is exchanged.
    #[error("crossover at 0 points: expected 1 or more")]
    Points,
    /// Names and values differ in number.
    #[error("{names} names for {values} values")]
    Names {
        /// Names given.
        names: usize,
        /// Values given.
        values: usize,
    },
    /// The first individual breaks the rules itself.
    #[error("the values to begin with do not keep the constraints")]
    Constraints,
    /// A saved state contradicts itself.
    #[error("a state that no evolution can be in: {0}")]
    State(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_of_before_the_settings_is_read() {
        let settings: Settings = serde_json::from_str(r#"{"individuals":12,"groups":3,"seed":4}"#).unwrap();
        assert_eq!(settings, Settings { individuals: 12, groups: 3, seed: 4, ..Settings::default() });
    }
}
