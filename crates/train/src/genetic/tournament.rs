//! The games of a generation, and the fitness by their results.
//!
//! Source: the Connect6 thesis, 5.6 and 5.7.1; rows C-D2 and C-D3 of docs/sources.md.

use crate::chance::shuffle;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// A game to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The index in the generation, from 0.
    pub game: usize,
    /// The individual that moves first.
    pub first: usize,
    /// The other individual.
    pub second: usize,
}

/// The groups of a generation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tournament {
    groups: Vec<Vec<usize>>,
}

impl Tournament {
    /// Divides individuals into groups of the same size.
    ///
    /// # Panics
    ///
    /// If the number of groups is 0. Individuals left over by the division are in the last
    /// group.
    pub fn draw(individuals: usize, groups: usize, random: &mut Xoshiro256PlusPlus) -> Tournament {
        let mut order: Vec<usize> = (0..individuals).collect();
        shuffle(&mut order, random);
        let size = individuals / groups;
        let groups = (0..groups)
            .map(|group| {
                let end = if group + 1 == groups { individuals } else { (group + 1) * size };
                order[group * size..end].to_vec()
            })
            .collect();
        Tournament { groups }
    }

    /// A tournament with the given groups.
    pub fn from_groups(groups: Vec<Vec<usize>>) -> Tournament {
        Tournament { groups }
    }

    /// The groups.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// All games of the generation: in each group every individual moves first against every other one.
    pub fn games(&self) -> impl Iterator<Item = Pairing> {
        self.groups
            .iter()
            .flat_map(|group| {
                group.iter().flat_map(move |&first| {
                    group.iter().filter(move |&&second| second != first).map(move |&second| (first, second))
                })
            })
            .enumerate()
            .map(|(game, (first, second))| Pairing { game, first, second })
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.groups.iter().map(|group| group.len() * group.len().saturating_sub(1)).sum()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The fitness of each individual: a win counts 1, a loss −1. The results, 1, 0 or −1, are for
    /// the individual that moved first, in the order of the games; games without a result don't
    /// count.
    pub fn fitness(&self, individuals: usize, results: &[i8]) -> Vec<i32> {
        let mut fitness = vec![0; individuals];
        for (pairing, &result) in self.games().zip(results) {
            fitness[pairing.first] += i32::from(result.signum());
            fitness[pairing.second] -= i32::from(result.signum());
        }
        fitness
    }

    /// The fittest individual of each group; if several are equal, the first one drawn.
    pub fn champions(&self, fitness: &[i32]) -> Vec<usize> {
        self.groups
            .iter()
            .filter_map(|group| {
                group.iter().copied().reduce(|best, other| if fitness[other] > fitness[best] { other } else { best })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::rand_core::SeedableRng;

    /// A table of 5.7.1: rows move first, W win, L loss, D draw, `.` the diagonal.
    fn fitness(table: &str) -> Vec<i32> {
        let rows = table.split_whitespace().count();
        let tournament = Tournament::from_groups(vec![(0..rows).collect()]);
        let results: Vec<i8> = table
            .chars()
            .filter_map(|sign| match sign {
                'W' => Some(1),
                'L' => Some(-1),
                'D' => Some(0),
                _ => None,
            })
            .collect();
        assert_eq!(results.len(), tournament.len());
        tournament.fitness(rows, &results)
    }

    #[test]
    fn tables_5_3_to_5_7() {
        for (table, expected, champion) in [
            (".LWW W.WW LL.L LLW.", [2, 6, -6, -2], 1), // 5.3
            (".WWW L.WL LL.L DWW.", [5, -2, -6, 3], 0), // 5.4
            (".WLD L.LL DW.W DWL.", [1, -6, 5, 0], 2),  // 5.5
            (".LWL D.DD WD.D DWW.", [-2, 0, -1, 3], 3), // 5.6
            (".LWW D.WW DL.D DDW.", [1, 4, -4, -1], 1), // 5.7
        ] {
            let fitness = fitness(table);
            assert_eq!(fitness, expected, "{table}");
            // The fitness sums to 0.
            assert_eq!(fitness.iter().sum::<i32>(), 0);
            assert_eq!(Tournament::from_groups(vec![vec![0, 1, 2, 3]]).champions(&fitness), [champion]);
        }
    }

    #[test]
    fn five_groups_of_four_play_60_games_instead_of_380() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        assert_eq!(Tournament::draw(20, 5, &mut random).len(), 60);
        assert_eq!(Tournament::draw(20, 1, &mut random).len(), 380);
        for (individuals, groups) in [(20, 5), (12, 4), (6, 6), (16, 2)] {
            let tournament = Tournament::draw(individuals, groups, &mut random);
            assert_eq!(tournament.len(), individuals * (individuals / groups - 1));
            assert_eq!(tournament.games().count(), tournament.len());
        }
    }

    #[test]
    fn an_individual_alone_in_a_group_has_no_game() {
        for groups in [vec![], vec![vec![0], vec![1]]] {
            assert!(Tournament::from_groups(groups).is_empty());
        }
        assert!(!Tournament::from_groups(vec![vec![0], vec![1, 2]]).is_empty());
    }

    #[test]
    fn every_individual_is_in_one_group() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        for (individuals, groups) in [(20, 5), (7, 3), (5, 5), (3, 1), (23, 4)] {
            let tournament = Tournament::draw(individuals, groups, &mut random);
            let mut all: Vec<usize> = tournament.groups().concat();
            all.sort_unstable();
            assert_eq!(all, (0..individuals).collect::<Vec<_>>());
            assert_eq!(tournament.groups().len(), groups);
        }
    }

    #[test]
    fn the_first_of_equals_is_the_champion() {
        let tournament = Tournament::from_groups(vec![vec![2, 0, 1], vec![4, 3]]);
        assert_eq!(tournament.champions(&[5, 3, 5, -1, -1]), [2, 4]);
        assert_eq!(tournament.champions(&[5, 6, 5, 0, -1]), [1, 3]);
    }

    #[test]
    fn each_pair_plays_with_both_sides() {
        let tournament = Tournament::from_groups(vec![vec![3, 1, 2], vec![0, 4]]);
        let games: Vec<(usize, usize)> = tournament.games().map(|game| (game.first, game.second)).collect();
        assert_eq!(games, [(3, 1), (3, 2), (1, 3), (1, 2), (2, 3), (2, 1), (0, 4), (4, 0)]);
        assert!(games.iter().all(|&(first, second)| games.contains(&(second, first))));
    }
}
