//! Selection of survivors and parents.
//!
//! The thesis keeps the champions of groups (5.6, 5.7.1) and lists the other methods (5.7; row C-F4
//! of docs/sources.md). All of them select as many parents as there are groups, and the games of a
//! generation are the same.

use super::tournament::Tournament;
use crate::chance::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// The methods of selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Selection {
    /// The fittest of each group; the groups are drawn again in each generation.
    #[default]
    Tournament,
    /// The fittest of all, and others by a roulette wheel with slots of size 1 + the fitness above
    /// the least fitness.
    Roulette,
    /// The individuals form a ring. A group consists of neighbours, and its champion has children
    /// with the champions of the two adjacent groups; the children take the group's places. The next
    /// groups are shifted by half a group, so that good values spread slowly.
    Local,
    /// The fittest of all, regardless of groups.
    Truncation,
}

impl Selection {
    /// The first groups.
    pub(super) fn first(self, individuals: usize, groups: usize, random: &mut Xoshiro256PlusPlus) -> Tournament {
        if self == Selection::Local {
            neighbours(individuals, groups, 0)
        } else {
            Tournament::draw(individuals, groups, random)
        }
    }

    /// The groups of a later generation.
    pub(super) fn next(self, individuals: usize, groups: usize, random: &mut Xoshiro256PlusPlus) -> Tournament {
        if self == Selection::Local {
            neighbours(individuals, groups, individuals / groups / 2)
        } else {
            Tournament::draw(individuals, groups, random)
        }
    }

    /// The survivors: fittest first, or, in a ring, the fittest and then the others in ring order.
    pub(super) fn parents(
        self,
        tournament: &Tournament,
        fitness: &[i32],
        random: &mut Xoshiro256PlusPlus,
    ) -> Vec<usize> {
        let count = tournament.groups().len();
        let mut parents = match self {
            Selection::Tournament => tournament.champions(fitness),
            Selection::Truncation => (0..fitness.len()).collect(),
            Selection::Roulette => wheel(fitness, count, random),
            Selection::Local => {
                let mut ring = tournament.champions(fitness);
                let best = (0..ring.len()).min_by_key(|&at| Reverse(fitness[ring[at]])).unwrap_or(0);
                ring.rotate_left(best);
                return ring;
            }
        };
        parents.sort_by_key(|&who| Reverse(fitness[who]));
        parents.truncate(count);
        parents
    }

    /// The pairs of parents in the order in which they have two children each, by their indices
    /// among `count` parents; in a ring, for the children of the group of parent `of`.
    pub(super) fn pairs(self, count: usize, of: usize) -> Vec<(usize, usize)> {
        if self == Selection::Local {
            return vec![(of, (of + 1) % count), (of, (of + count - 1) % count)];
        }
        (0..count).flat_map(|one| (0..one).map(move |other| (one, other))).collect()
    }
}

/// Groups of neighbours in a ring; the first group starts at `from`.
fn neighbours(individuals: usize, groups: usize, from: usize) -> Tournament {
    let size = individuals / groups;
    let end = |group: usize| if group + 1 == groups { individuals } else { (group + 1) * size };
    let places = |group: usize| (group * size..end(group)).map(|place| (place + from) % individuals).collect();
    Tournament::from_groups((0..groups).map(places).collect())
}

/// The fittest individual, and others drawn by fitness, without repetition.
fn wheel(fitness: &[i32], count: usize, random: &mut Xoshiro256PlusPlus) -> Vec<usize> {
    let least = fitness.iter().copied().min().unwrap_or(0);
    let mut left: Vec<usize> = (0..fitness.len()).collect();
    left.sort_by_key(|&who| Reverse(fitness[who]));
    let mut drawn: Vec<usize> = left.drain(..left.len().min(1)).collect();
    let part = |who: usize| (i64::from(fitness[who]) - i64::from(least) + 1) as u64;
    while drawn.len() < count && !left.is_empty() {
        let mut at = below(random, left.iter().map(|&who| part(who)).sum());
        let place = left.iter().position(|&who| {
            let here = at < part(who);
            at = at.saturating_sub(part(who));
            here
        });
        drawn.push(left.remove(place.unwrap_or(0)));
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::rand_core::SeedableRng;

    const FITNESS: [i32; 8] = [3, -3, 6, 2, 0, -6, -4, 2];

    fn parents(selection: Selection, seed: u64) -> Vec<usize> {
        let tournament = Tournament::from_groups(vec![vec![0, 1], vec![2, 3], vec![4, 5], vec![6, 7]]);
        selection.parents(&tournament, &FITNESS, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    #[test]
    fn tournament_takes_champions_and_truncation_the_fittest() {
        assert_eq!(parents(Selection::Tournament, 1), [2, 0, 7, 4]);
        assert_eq!(parents(Selection::Truncation, 1), [2, 0, 3, 7]);
        assert_eq!(parents(Selection::Local, 1), [2, 4, 7, 0], "in ring order from the fittest");
    }

    #[test]
    fn the_wheel_draws_by_fitness() {
        let mut times = [0u32; 8];
        for seed in 0..4_000 {
            let drawn = parents(Selection::Roulette, seed);
            assert_eq!((drawn.len(), drawn[0]), (4, 2), "always includes the fittest");
            assert!(drawn.is_sorted_by(|one, other| FITNESS[*one] >= FITNESS[*other] && one != other));
            for who in drawn {
                times[who] += 1;
            }
        }
        // The slots are 10, 4, 9, 7, 1, 3 and 9, of 43; with a single draw the largest would have 930 of the draws.
        assert!(times[0] > 2_000 && times[3] > 1_800, "{times:?}");
        assert!(times[0] > times[4] && times[4] > times[1] && times[1] > times[5], "{times:?}");
        assert!((100..500).contains(&times[5]), "the least fit has a small slot: {times:?}");
    }

    #[test]
    fn groups_in_a_ring_shift_by_half_a_group() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let groups = |tournament: Tournament| tournament.groups().to_vec();
        assert_eq!(groups(Selection::Local.first(9, 2, &mut random)), [vec![0, 1, 2, 3], vec![4, 5, 6, 7, 8]]);
        assert_eq!(groups(Selection::Local.next(9, 2, &mut random)), [vec![2, 3, 4, 5], vec![6, 7, 8, 0, 1]]);
        assert_ne!(groups(Selection::Tournament.next(20, 5, &mut random))[0], [0, 1, 2, 3]);
        assert_eq!(Selection::Local.pairs(5, 0), [(0, 1), (0, 4)]);
        assert_eq!(Selection::Truncation.pairs(3, 0), [(1, 0), (2, 0), (2, 1)]);
    }
}
