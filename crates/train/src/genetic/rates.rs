//! Crossover and mutation rates by the fitness of the individuals.
//!
//! Source: the Connect6 thesis, 5.8, after M. Srinivas and L. Patnaik,
//! "Adaptive Probabilities of Crossover and Mutation in Genetic Algorithms"
//! (1994); row C-D7 of docs/sources.md.

use serde::{Deserialize, Serialize};

/// The formula of the mutation rate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RateFormula {
    /// As in the worked example of the thesis: above the average fitness,
    /// `pm1 − (pm1 − pm2) (f_max − f) / (f_max − f_avg)`. The best mutate most.
    /// (The printed condition, f ≥ f_max, contradicts the example.)
    Printed,
    /// As in Srinivas and Patnaik, with `f − f_avg` in the numerator: fit individuals mutate
    /// less, as with crossover.
    Corrected,
}

/// The rates of crossover and mutation.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rates {
    /// Crossover of pairs whose fitter parent is below average.
    pub crossover_high: f64,
    /// Crossover of pairs with the fittest individual.
    pub crossover_low: f64,
    /// Mutation below average.
    pub mutation_high: f64,
    /// Mutation at the other end of the scale.
    pub mutation_low: f64,
    /// The formula, which determines that end.
    pub formula: RateFormula,
}

impl Default for Rates {
    /// The thesis's 0.9, 0.6, 0.1 and 0.001, corrected.
    fn default() -> Self {
        Rates {
            crossover_high: 0.9,
            crossover_low: 0.6,
            mutation_high: 0.1,
            mutation_low: 0.001,
            formula: RateFormula::Corrected,
        }
    }
}

impl Rates {
    /// The crossover rate (p_c) of a pair whose fitter parent has the fitness `better`, in a
    /// generation with this average and best fitness.
    pub fn crossover(&self, better: f64, average: f64, best: f64) -> f64 {
        self.crossover_high - (self.crossover_high - self.crossover_low) * share(better, average, best)
    }

    /// The mutation rate (p_m) of an individual.
    pub fn mutation(&self, fitness: f64, average: f64, best: f64) -> f64 {
        if fitness < average {
            return self.mutation_high;
        }
        let share = match self.formula {
            RateFormula::Printed => 1.0 - share(fitness, average, best),
            RateFormula::Corrected => share(fitness, average, best),
        };
        self.mutation_high - (self.mutation_high - self.mutation_low) * share
    }
}

impl Rates {
    /// The first of the four rates that is not a probability, with its name in the thesis.
    pub(super) fn wrong(&self) -> Option<(&'static str, f64)> {
        let Rates { crossover_high, crossover_low, mutation_high, mutation_low, .. } = *self;
        [("pc1", crossover_high), ("pc2", crossover_low), ("pm1", mutation_high), ("pm2", mutation_low)]
            .into_iter()
            .find(|(_, rate)| !(0.0..=1.0).contains(rate))
    }
}

/// The position of a fitness between average (0, also below) and best (1). If all are equal,
/// every individual is the best.
fn share(fitness: f64, average: f64, best: f64) -> f64 {
    if fitness < average {
        0.0
    } else if best > average {
        ((fitness - average) / (best - average)).clamp(0.0, 1.0)
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn the_worked_example_of_5_8() {
        // f_max = 6, f_avg = 0; Body[2] has 6, Body[5] has 5.
        let printed = Rates { formula: RateFormula::Printed, ..Rates::default() };
        assert!(near(printed.crossover(6.0, 0.0, 6.0), 0.6));
        assert!(near(printed.mutation(6.0, 0.0, 6.0), 0.1));
        assert!(near(printed.mutation(5.0, 0.0, 6.0), 0.0835));
        // Srinivas and Patnaik's reading of the same.
        let corrected = Rates::default();
        assert!(near(corrected.crossover(6.0, 0.0, 6.0), 0.6));
        assert!(near(corrected.mutation(6.0, 0.0, 6.0), 0.001));
        assert!(near(corrected.mutation(5.0, 0.0, 6.0), 0.0175));
    }

    #[test]
    fn rates_are_high_below_the_average() {
        for formula in [RateFormula::Printed, RateFormula::Corrected] {
            let rates = Rates { formula, ..Rates::default() };
            assert_eq!(rates.crossover(-1.0, 0.0, 6.0), 0.9);
            assert_eq!(rates.mutation(-1.0, 0.0, 6.0), 0.1);
        }
    }

    #[test]
    fn the_printed_formula_jumps_at_the_average() {
        let printed = Rates { formula: RateFormula::Printed, ..Rates::default() };
        assert!(near(printed.mutation(0.0, 0.0, 6.0), 0.001));
        assert!(near(printed.mutation(-0.001, 0.0, 6.0), 0.1));
        // The corrected formula does not.
        assert!(near(Rates::default().mutation(0.0, 0.0, 6.0), 0.1));
    }

    #[test]
    fn rates_are_defined_if_all_are_equally_fit() {
        let rates = Rates::default();
        assert!(near(rates.crossover(0.0, 0.0, 0.0), 0.6));
        assert!(near(rates.mutation(0.0, 0.0, 0.0), 0.001));
    }
}
