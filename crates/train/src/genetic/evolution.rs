//! The sequence of generations, which can be interrupted between any two games.

use super::{Constraints, EvolutionError, GeneticSettings, Pairing, Rates, Selection, Tournament, crossover, mutate};
use crate::{
    Bout, Contest,
    chance::{of_step, shuffle, unit},
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use serde::{Deserialize, Serialize};

/// The largest number of a generation in a valid state: that of an opening contains it in its upper half.
const MAX_GENERATION: u64 = u32::MAX as u64;

/// The results of a generation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Generation {
    /// The number, from 0.
    pub number: u64,
    /// The fitness of each individual.
    pub fitness: Vec<i32>,
    /// The individuals that survive and become parents, fittest first ([`Selection`]).
    pub champions: Vec<usize>,
}

impl Generation {
    /// The rates of each champion: of crossover if it is the fitter parent of its pair, and of
    /// the mutation of its children.
    pub fn rates(&self, rates: &Rates) -> Vec<[f64; 2]> {
        let (average, best) = self.average_and_best();
        let of = |&who: &usize| f64::from(self.fitness[who]);
        let of = |who| (rates.crossover(of(who), average, best), rates.mutation(of(who), average, best));
        self.champions.iter().map(of).map(|(crossover, mutation)| [crossover, mutation]).collect()
    }

    fn average_and_best(&self) -> (f64, f64) {
        let sum: f64 = self.fitness.iter().map(|&fitness| f64::from(fitness)).sum();
        let best = self.fitness.iter().copied().max().map_or(0.0, f64::from);
        (sum / self.fitness.len().max(1) as f64, best)
    }
}

/// A population and the games of its generation.
///
/// ```
/// use duiyi_train::genetic::{Constraints, Evolution, GeneticSettings};
///
/// // The larger sum wins. The first generation varies by 10 %.
/// let names = vec!["a".to_string(), "b".to_string()];
/// let settings = GeneticSettings { individuals: 12, groups: 4, ..GeneticSettings::default() };
/// let mut evolution = Evolution::new(names, &[1000, 2000], 0.1, Constraints::default(), settings)?;
/// let worth = |values: &[u16]| values.iter().map(|&value| i32::from(value)).sum::<i32>();
/// while evolution.generation() < 10 {
///     while let Some(game) = evolution.next_game() {
///         let [first, second] = [game.first, game.second].map(|who| worth(evolution.individual(who)));
///         evolution.report((first - second).signum() as i8);
///     }
///     evolution.breed();
/// }
/// assert!(worth(evolution.individual(0)) > 3000);
/// # Ok::<(), duiyi_train::genetic::EvolutionError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Evolution {
    settings: GeneticSettings,
    constraints: Constraints,
    names: Vec<String>,
    generation: u64,
    individuals: Vec<Vec<u16>>,
    tournament: Tournament,
    /// Results for the individual that moved first, in the order of the tournament.
    results: Vec<i8>,
}

impl Evolution {
    /// A first generation: the given individual, and variations in which each value is multiplied
    /// by a random factor from 1 / (1 + `spread`) to 1 + `spread`. The thesis starts from values set
    /// by hand; twenty equal individuals would leave nothing for crossover.
    ///
    /// # Errors
    ///
    /// If there are too few groups, a group is too small, or names, values and constraints do not match.
    pub fn new(
        names: Vec<String>,
        first: &[u16],
        spread: f64,
        constraints: Constraints,
        settings: GeneticSettings,
    ) -> Result<Evolution, EvolutionError> {
        if names.len() != first.len() {
            return Err(EvolutionError::Names { names: names.len(), values: first.len() });
        }
        if !constraints.hold(first) {
            return Err(EvolutionError::Constraints);
        }
        let reach = (1.0 + spread.max(0.0)).ln();
        Evolution::of(names, constraints, settings, |who, random| {
            let mut values = first.to_vec();
            if who > 0 {
                for value in &mut values {
                    let share = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
                    *value = (f64::from(*value) * (reach * (2.0 * share - 1.0)).exp()).round().min(65_535.0) as u16;
                }
            }
            values
        })
    }

    /// A random first generation: every gene of every individual is random, within the constraints
    /// (thesis 5.4, step 4 of the algorithm: a randomly generated population).
    ///
    /// # Errors
    ///
    /// If there are too few groups or a group is too small.
    pub fn from_chance(
        names: Vec<String>,
        constraints: Constraints,
        settings: GeneticSettings,
    ) -> Result<Evolution, EvolutionError> {
        let count = names.len();
        Evolution::of(names, constraints, settings, |_, random| (0..count).map(|_| random.next_u64() as u16).collect())
    }

    /// A first generation of the individuals that `make` returns, with constraints enforced.
    fn of(
        names: Vec<String>,
        constraints: Constraints,
        settings: GeneticSettings,
        mut make: impl FnMut(usize, &mut Xoshiro256PlusPlus) -> Vec<u16>,
    ) -> Result<Evolution, EvolutionError> {
        settings.check()?;
        let GeneticSettings { individuals, groups, selection, seed, .. } = settings;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let individuals: Vec<Vec<u16>> = (0..individuals)
            .map(|who| {
                let mut values = make(who, &mut random);
                constraints.enforce(&mut values);
                values
            })
            .collect();
        let tournament = selection.first(individuals.len(), groups, &mut random);
        Ok(Evolution { settings, constraints, names, generation: 0, individuals, tournament, results: Vec::new() })
    }

    /// Checks that a state read from a file is valid.
    ///
    /// # Errors
    ///
    /// The inconsistency.
    pub fn check(&self) -> Result<(), EvolutionError> {
        let mut drawn: Vec<usize> = self.tournament.groups().concat();
        drawn.sort_unstable();
        self.settings.check()?;
        if self.individuals.len() != self.settings.individuals {
            Err(EvolutionError::State("the number of individuals is not that of the settings"))
        } else if self.individuals.iter().any(|values| values.len() != self.names.len()) {
            Err(EvolutionError::State("an individual has more or fewer values than there are names"))
        } else if self.tournament.groups().len() != self.settings.groups
            || drawn != (0..self.individuals.len()).collect::<Vec<_>>()
        {
            Err(EvolutionError::State("the groups do not have each individual once"))
        } else if self.results.len() > self.tournament.len() {
            Err(EvolutionError::State("more results than games"))
        } else if self.generation > MAX_GENERATION {
            Err(EvolutionError::State("the number of the generation is above 4294967295"))
        } else {
            Ok(())
        }
    }

    /// The names of the values.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The settings.
    pub fn settings(&self) -> &GeneticSettings {
        &self.settings
    }

    /// The number of the current generation, from 0.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The values of an individual. The champions of the previous generation come first, the
    /// fittest at 0.
    pub fn individual(&self, who: usize) -> &[u16] {
        &self.individuals[who]
    }

    /// The mean share of genes, of sixteen per value, in which two individuals differ: 0 if all are
    /// equal, about a half if every gene is random (row C-H3 of docs/sources.md).
    pub fn diversity(&self) -> f64 {
        let differing = |one: &[u16], other: &[u16]| -> u32 {
            one.iter().zip(other).map(|(one, other)| (one ^ other).count_ones()).sum()
        };
        let others = |(place, one): (usize, &Vec<u16>)| -> u32 {
            self.individuals[place + 1..].iter().map(|other| differing(one, other)).sum()
        };
        let sum: u32 = self.individuals.iter().enumerate().map(others).sum();
        let count = self.individuals.len();
        let genes = 16 * self.names.len() * count * count.saturating_sub(1) / 2;
        f64::from(sum) / genes.max(1) as f64
    }

    /// The number of games of the generation, and how many of them have been played.
    pub fn games(&self) -> (usize, usize) {
        (self.tournament.len(), self.results.len())
    }

    /// The next game to play; `None` when the generation has played all games.
    pub fn next_game(&self) -> Option<Pairing> {
        self.game(0)
    }

    /// The game `ahead` reports from now, for playing several at the same time.
    pub fn game(&self, ahead: usize) -> Option<Pairing> {
        self.tournament.games().nth(self.results.len() + ahead)
    }

    /// A number for the opening of a game of this generation: it is the same for the two games of a
    /// pair, and different for every pair.
    pub fn opening(&self, game: Pairing) -> u64 {
        let (low, high) = (game.first.min(game.second) as u64, game.first.max(game.second) as u64);
        self.generation << 32 | high << 16 | low
    }

    /// Reports the result of the next game for the individual that moved first: 1 won, 0 drawn, −1
    /// lost. It has no effect after the last game.
    pub fn report(&mut self, result: i8) {
        if self.results.len() < self.tournament.len() {
            self.results.push(result.signum());
        }
    }

    /// Creates the next generation from the champions and their children after all games, and
    /// returns the results of this one. `None` before all games are played.
    pub fn breed(&mut self) -> Option<Generation> {
        if self.results.len() < self.tournament.len() {
            return None;
        }
        let mut random = of_step(self.settings.seed, self.generation + 1);
        let fitness = self.tournament.fitness(self.individuals.len(), &self.results);
        let selection = self.settings.selection;
        let champions = selection.parents(&self.tournament, &fitness, &mut random);
        let report = Generation { number: self.generation, fitness, champions };
        self.individuals = self.offspring(&report, &mut random);
        self.tournament = selection.next(self.individuals.len(), self.settings.groups, &mut random);
        self.results.clear();
        self.generation += 1;
        Some(report)
    }

    /// The champions, then their children; in a ring, each champion is followed by the children of its group.
    ///
    /// Pairs of champions are taken in random order, each once before any is repeated, and have two
    /// children each; if there is no room for all children, the choice is random (the thesis leaves
    /// open how ten pairs have fifteen children; row C-D4 of docs/sources.md).
    fn offspring(&self, report: &Generation, random: &mut Xoshiro256PlusPlus) -> Vec<Vec<u16>> {
        let (count, champions) = (self.individuals.len(), report.champions.len());
        let values = |parent: usize| self.individuals[report.champions[parent]].clone();
        if self.settings.selection != Selection::Local {
            let mut next: Vec<Vec<u16>> = (0..champions).map(values).collect();
            self.children(report, 0, count, &mut next, random);
            return next;
        }
        let mut next = Vec::with_capacity(count);
        for parent in 0..champions {
            let end = if parent + 1 == champions { count } else { (parent + 1) * (count / champions) };
            next.push(values(parent));
            self.children(report, parent, end, &mut next, random);
        }
        next
    }

    /// Adds children until there are `until` individuals, of all pairs or of the pairs of a parent's
    /// group ([`Selection::pairs`]).
    fn children(
        &self,
        report: &Generation,
        of: usize,
        until: usize,
        next: &mut Vec<Vec<u16>>,
        random: &mut Xoshiro256PlusPlus,
    ) {
        let GeneticSettings { rates, selection, crossover: exchange, low_genes, .. } = self.settings;
        let may = ((1u32 << low_genes) - 1) as u16;
        let (average, best) = report.average_and_best();
        let fitness = |who: usize| f64::from(report.fitness[who]);
        let count = self.names.len();
        while next.len() < until {
            let mut pairs = selection.pairs(report.champions.len(), of);
            shuffle(&mut pairs, random);
            for (one, other) in pairs {
                let parents = [one, other].map(|place| report.champions[place]);
                let rate = rates.crossover(fitness(parents[0]).max(fitness(parents[1])), average, best);
                let swapped = exchange.mask(count, rate, random);
                let masks = parents.map(|parent| {
                    let rate = rates.mutation(fitness(parent), average, best);
                    (0..count).map(|_| unit(random) < rate).collect::<Vec<bool>>()
                });
                let mut children = parents.map(|parent| self.individuals[parent].clone());
                let [first, second] = &mut children;
                crossover(first, second, &swapped);
                for (mut child, mask) in children.into_iter().zip(masks) {
                    if next.len() == until {
                        break;
                    }
                    mutate(&mut child, &mask, may, || random.next_u64() as u16);
                    self.constraints.enforce(&mut child);
                    next.push(child);
                }
            }
        }
    }
}

/// The number of generations is unlimited; the result is the fittest individual of the previous generation.
impl Contest for Evolution {
    fn bout(&self) -> Option<Bout> {
        let game = self.next_game()?;
        let [first, second] =
            [game.first, game.second].map(|who| self.individual(who).iter().map(|&value| f64::from(value)).collect());
        Some(Bout { opening: self.opening(game), first, second })
    }

    fn settle(&mut self, result: i8) {
        self.report(result);
        if self.next_game().is_none() {
            self.breed();
        }
    }

    fn settled(&self) -> u64 {
        self.generation * self.tournament.len() as u64 + self.results.len() as u64
    }

    fn found(&self) -> Vec<f64> {
        self.individual(0).iter().map(|&value| f64::from(value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Constraint, Crossover};
    use super::*;
    use std::collections::HashSet;

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|i| format!("p{i}")).collect()
    }

    fn worth(values: &[u16]) -> i64 {
        // Values closer to a hidden point are better.
        -values.iter().zip([3300, 1800, 1100, 5100]).map(|(&value, best)| (i64::from(value) - best).pow(2)).sum::<i64>()
    }

    fn start(settings: GeneticSettings) -> Evolution {
        let rules = Constraints::new(vec![
            Constraint::AtMost { weak: 2, times: 3, strong: 3 },
            Constraint::AtMost { weak: 1, times: 1, strong: 0 },
        ]);
        Evolution::new(names(4), &[3000, 2000, 1000, 5000], 0.3, rules, settings).unwrap()
    }

    fn play(evolution: &mut Evolution) -> Generation {
        while let Some(game) = evolution.next_game() {
            let difference = worth(evolution.individual(game.first)) - worth(evolution.individual(game.second));
            evolution.report(difference.signum() as i8);
        }
        evolution.breed().unwrap()
    }

    #[test]
    fn the_best_fitness_rises_and_never_falls() {
        let mut evolution = start(GeneticSettings::default());
        let before = (0..20).map(|who| worth(evolution.individual(who))).max().unwrap();
        let mut best = before;
        for _ in 0..60 {
            let parents = evolution.individuals.clone();
            let champions = play(&mut evolution).champions;
            // The champions survive: without noise the best is never lost.
            assert!(champions.iter().map(|&who| &parents[who]).eq(&evolution.individuals[..5]));
            let now = (0..20).map(|who| worth(evolution.individual(who))).max().unwrap();
            assert!(now >= best);
            best = now;
        }
        assert!(best > before / 2, "{before} {best}");
    }

    #[test]
    fn a_random_generation_satisfies_the_constraints_and_improves() {
        let rules = || {
            Constraints::new(vec![
                Constraint::AtMost { weak: 2, times: 3, strong: 3 },
                Constraint::Fixed { index: 1, value: 1800 },
            ])
        };
        let new = || Evolution::from_chance(names(4), rules(), GeneticSettings::default()).unwrap();
        let mut evolution = new();
        assert_eq!(evolution, new(), "it depends only on the seed");
        let all = |evolution: &Evolution| (0..20).map(|who| evolution.individual(who).to_vec()).collect::<Vec<_>>();
        let first = all(&evolution);
        assert!(first.iter().all(|values| rules().hold(values) && values[1] == 1800));
        assert!(first.iter().any(|values| values[0] > 40_000) && first.iter().any(|values| values[0] < 20_000));
        let mean = |individuals: &[Vec<u16>]| individuals.iter().map(|values| worth(values)).sum::<i64>() / 20;
        for _ in 0..30 {
            play(&mut evolution);
        }
        assert!(mean(&all(&evolution)) > mean(&first) / 4, "most of the distance is gone");
    }

    #[test]
    fn diversity_is_the_share_of_genes_that_differ() {
        let mut evolution = start(GeneticSettings { individuals: 4, groups: 2, ..GeneticSettings::default() });
        evolution.individuals = vec![vec![0; 4]; 4];
        assert_eq!(evolution.diversity(), 0.0);
        // The first differs from the three others in 3 + 1 of 64 genes; these are equal.
        evolution.individuals[0] = vec![0b111, 0, 0, 1 << 15];
        assert_eq!(evolution.diversity(), 12.0 / 384.0);
        let random = Evolution::from_chance(names(24), Constraints::default(), GeneticSettings::default()).unwrap();
        assert!((0.49..0.51).contains(&random.diversity()), "{}", random.diversity());
    }

    #[test]
    fn constraints_hold_in_every_generation() {
        // The first values reach the limits, so random changes exceed them often.
        let rules = Constraints::new(vec![
            Constraint::AtMost { weak: 2, times: 5, strong: 3 },
            Constraint::AtMost { weak: 1, times: 1, strong: 0 },
        ]);
        let mut evolution =
            Evolution::new(names(4), &[2000, 2000, 1000, 5000], 0.3, rules, GeneticSettings::default()).unwrap();
        for _ in 0..20 {
            for who in 0..20 {
                assert!(evolution.constraints.hold(evolution.individual(who)));
            }
            let report = play(&mut evolution);
            assert_eq!(report.fitness.iter().sum::<i32>(), 0);
            assert_eq!(report.champions.len(), 5);
            assert_eq!(evolution.games(), (60, 0));
        }
    }

    #[test]
    fn interruptions_do_not_change_the_generations_of_a_seed() {
        let mut through = start(GeneticSettings::default());
        let mut resumed = through.clone();
        for _ in 0..5 {
            play(&mut through);
        }
        while resumed.generation() < 5 {
            for _ in 0..7 {
                let Some(game) = resumed.next_game() else {
                    resumed.breed();
                    break;
                };
                let difference = worth(resumed.individual(game.first)) - worth(resumed.individual(game.second));
                resumed.report(difference.signum() as i8);
            }
            let text = serde_json::to_string(&resumed).unwrap();
            resumed = serde_json::from_str(&text).unwrap();
            resumed.check().unwrap();
        }
        assert_eq!(through, resumed);
        let other = start(GeneticSettings { seed: 2, ..GeneticSettings::default() });
        assert_ne!(other.individual(1), start(GeneticSettings::default()).individual(1));
    }

    #[test]
    fn invalid_settings_are_rejected() {
        let settings = |individuals, groups| GeneticSettings { individuals, groups, ..GeneticSettings::default() };
        let new = |settings| Evolution::new(names(1), &[1], 0.1, Constraints::default(), settings);
        assert!(matches!(new(settings(20, 1)), Err(EvolutionError::Groups { .. })));
        assert!(matches!(new(settings(9, 5)), Err(EvolutionError::Groups { .. })));
        assert!(new(settings(10, 5)).is_ok());
        let rules = Constraints::new(vec![Constraint::Fixed { index: 0, value: 2 }]);
        let refused = Evolution::new(names(1), &[1], 0.1, rules, GeneticSettings::default());
        assert_eq!(refused, Err(EvolutionError::Constraints));
        let refused = Evolution::new(names(2), &[1], 0.1, Constraints::default(), GeneticSettings::default());
        assert_eq!(refused, Err(EvolutionError::Names { names: 2, values: 1 }));
    }

    #[test]
    fn reports_beyond_the_last_game_change_nothing() {
        let mut evolution = start(GeneticSettings::default());
        assert_eq!(evolution.breed(), None);
        for _ in 0..60 {
            evolution.report(0);
        }
        let full = evolution.clone();
        assert_eq!(evolution.next_game(), None);
        evolution.report(1);
        assert_eq!(evolution, full);
        // No wins: the first drawn individual of each group survives.
        let report = evolution.breed().unwrap();
        assert!(report.fitness.iter().all(|&fitness| fitness == 0));
    }

    #[test]
    fn inconsistent_states_are_rejected() {
        let mut evolution = start(GeneticSettings::default());
        evolution.individuals[3].pop();
        assert!(matches!(evolution.check(), Err(EvolutionError::State(_))));
        let mut evolution = start(GeneticSettings::default());
        evolution.tournament = Tournament::from_groups(vec![vec![0, 1]; 5]);
        assert!(matches!(evolution.check(), Err(EvolutionError::State(_))));
        let mut evolution = start(GeneticSettings::default());
        evolution.generation = MAX_GENERATION;
        evolution.check().unwrap();
        // Breeding would overflow.
        evolution.generation = u64::MAX;
        assert!(matches!(evolution.check(), Err(EvolutionError::State(_))));
    }

    #[test]
    fn the_contest_interface_gives_the_same_evolution() {
        let (mut one, mut other) = (start(GeneticSettings::default()), start(GeneticSettings::default()));
        for _ in 0..2 {
            play(&mut one);
        }
        while other.settled() < 120 {
            let game = other.bout().unwrap();
            let worth = |values: &[f64]| worth(&values.iter().map(|&value| value as u16).collect::<Vec<_>>());
            other.settle((worth(&game.first) - worth(&game.second)).signum() as i8);
        }
        assert_eq!((one.settled(), one.generation(), &one), (120, 2, &other));
        assert_eq!(other.found()[0], f64::from(other.individual(0)[0]));
    }

    #[test]
    fn the_games_of_a_pair_have_one_opening() {
        let evolution = start(GeneticSettings::default());
        let all: Vec<Pairing> = (0..60).filter_map(|ahead| evolution.game(ahead)).collect();
        for one in &all {
            let same = all.iter().filter(|other| evolution.opening(**other) == evolution.opening(*one));
            assert!(same.copied().eq(all.iter().copied().filter(|other| {
                (other.first, other.second) == (one.first, one.second)
                    || (other.first, other.second) == (one.second, one.first)
            })));
        }
        let openings = |evolution: &Evolution| -> HashSet<u64> {
            (0..60).filter_map(|ahead| Some(evolution.opening(evolution.game(ahead)?))).collect()
        };
        let (before, mut evolution) = (openings(&evolution), evolution);
        play(&mut evolution);
        assert_eq!(before.len(), 30);
        assert!(openings(&evolution).is_disjoint(&before), "every generation has its own");
    }

    #[test]
    fn every_selection_and_crossover_improves() {
        for selection in [Selection::Tournament, Selection::Roulette, Selection::Local, Selection::Truncation] {
            for crossover in [Crossover::Uniform, Crossover::OnePoint, Crossover::MultiPoint(2)] {
                let mut evolution = start(GeneticSettings { selection, crossover, ..GeneticSettings::default() });
                let mean =
                    |evolution: &Evolution| (0..20).map(|who| worth(evolution.individual(who))).sum::<i64>() / 20;
                let before = mean(&evolution);
                for _ in 0..40 {
                    let report = play(&mut evolution);
                    assert_eq!((report.champions.len(), evolution.games()), (5, (60, 0)));
                    let best = report.fitness.iter().max().copied();
                    assert_eq!(best, Some(report.fitness[report.champions[0]]), "the fittest lives on");
                    evolution.check().unwrap();
                }
                assert!(mean(&evolution) > before / 4, "{selection:?} {crossover:?}: {before} {}", mean(&evolution));
            }
        }
    }

    #[test]
    fn the_ring_keeps_children_near_their_parents() {
        // Without mutation and crossover a child equals one of its parents.
        let rates = Rates {
            crossover_high: 0.0,
            crossover_low: 0.0,
            mutation_high: 0.0,
            mutation_low: 0.0,
            ..Rates::default()
        };
        let mut evolution = start(GeneticSettings { selection: Selection::Local, rates, ..GeneticSettings::default() });
        let before = evolution.clone();
        let report = play(&mut evolution);
        for (group, &champion) in report.champions.iter().enumerate() {
            let beside = [(group + 1) % 5, (group + 4) % 5].map(|at| before.individual(report.champions[at]).to_vec());
            assert_eq!(evolution.individual(4 * group), before.individual(champion));
            for child in 4 * group + 1..4 * group + 4 {
                let child = evolution.individual(child).to_vec();
                assert!(child == before.individual(champion) || beside.contains(&child));
            }
        }
        assert_eq!(evolution.tournament.groups()[0], [2, 3, 4, 5], "half a group further on");
    }

    #[test]
    fn rates_and_mutable_genes_are_configurable() {
        let new = |settings| Evolution::new(names(1), &[1], 0.1, Constraints::default(), settings);
        let rates = |mutation_high| Rates { mutation_high, ..Rates::default() };
        let refused = new(GeneticSettings { rates: rates(1.5), ..GeneticSettings::default() });
        assert_eq!(refused, Err(EvolutionError::Rate { name: "pm1", rate: "1.5".into() }));
        assert_eq!(
            new(GeneticSettings { low_genes: 17, ..GeneticSettings::default() }),
            Err(EvolutionError::Genes(17))
        );
        let crossover = Crossover::MultiPoint(0);
        assert_eq!(new(GeneticSettings { crossover, ..GeneticSettings::default() }), Err(EvolutionError::Points));
        // All genes of all children flip, so values change by large amounts.
        let rates = Rates { mutation_high: 1.0, mutation_low: 1.0, ..Rates::default() };
        for (low_genes, far) in [(5, false), (16, true)] {
            let settings = GeneticSettings { rates, low_genes, ..GeneticSettings::default() };
            let mut evolution = Evolution::new(names(1), &[1000], 0.0, Constraints::default(), settings).unwrap();
            for _ in 0..60 {
                evolution.report(0);
            }
            let report = evolution.breed().unwrap();
            assert_eq!(report.rates(&rates), [[0.6, 1.0]; 5]);
            let moved = (5..20).map(|who| evolution.individual(who)[0].abs_diff(1000)).max().unwrap();
            assert_eq!(moved > 31, far, "{moved}");
            assert!(moved > 0);
        }
    }
}
