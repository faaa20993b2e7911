//! The list of games: pairings, openings and colours.
//!
//! The list depends only on the plan, so that an interrupted match can be resumed by its game
//! numbers. It consists of rounds: in a round every pairing plays one opening twice, with both
//! colours. Each cycle through the openings has its own order, drawn with the seed.

use crate::{Opening, openings::shuffled};
use serde::{Deserialize, Serialize};

/// The pairings of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// The first entrant meets each of the others (gauntlet).
    Gauntlet,
    /// Every entrant meets every other one (round robin).
    RoundRobin,
}

/// The plan of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The pairings.
    pub format: Format,
    /// Rounds: pairs of games for each pairing.
    pub rounds: u64,
    /// Seed of the order of openings.
    pub seed: u64,
}

impl Plan {
    /// The number of games for this number of entrants.
    pub(crate) fn games(self, entrants: usize) -> u64 {
        let others = entrants.saturating_sub(1);
        let pairings = match self.format {
            Format::Gauntlet => others,
            Format::RoundRobin => entrants * others / 2,
        };
        self.rounds.saturating_mul(2).saturating_mul(pairings as u64)
    }
}

/// The pairings of a round, by the indices of the entrants.
pub(crate) fn pairings(format: Format, entrants: usize) -> Vec<[usize; 2]> {
    let pairs = |i: usize| (i + 1..entrants).map(move |j| [i, j]);
    match format {
        Format::Gauntlet => (0..entrants.min(1)).flat_map(pairs).collect(),
        Format::RoundRobin => (0..entrants).flat_map(pairs).collect(),
    }
}

/// A game of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fixture {
    /// The number, from 0.
    pub(crate) number: u64,
    /// The number of its pair of games, from 0.
    pub(crate) pair: u64,
    /// Indices of the entrants of the first and the second side.
    pub(crate) players: [usize; 2],
    /// Index of its opening.
    pub(crate) opening: usize,
}

/// The list of games of a plan for given entrants and openings.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    pairings: Vec<[usize; 2]>,
    /// The order of openings, cycle after cycle, one for each round.
    order: Vec<usize>,
}

impl Schedule {
    /// The list for a number of entrants and openings. It is empty with fewer than two entrants or no
    /// opening.
    pub(crate) fn new(plan: Plan, entrants: usize, openings: &[Opening]) -> Schedule {
        let pairings = pairings(plan.format, entrants);
        let mut order = Vec::new();
        let rounds = if openings.is_empty() { 0 } else { usize::try_from(plan.rounds).unwrap_or(usize::MAX) };
        let mut cycle = 0;
        while order.len() < rounds {
            order.extend(shuffled(openings.len(), plan.seed, cycle));
            cycle += 1;
        }
        order.truncate(rounds);
        Schedule { pairings, order }
    }

    /// The number of games.
    pub(crate) fn games(&self) -> u64 {
        (self.order.len() * self.pairings.len() * 2) as u64
    }

    /// A game by its number; `None` beyond the last.
    pub(crate) fn fixture(&self, number: u64) -> Option<Fixture> {
        let pair = number / 2;
        let pairings = self.pairings.len() as u64;
        let round = pair.checked_div(pairings)?;
        let opening = *self.order.get(usize::try_from(round).ok()?)?;
        let [one, other] = self.pairings[(pair % pairings) as usize];
        let players = if number.is_multiple_of(2) { [one, other] } else { [other, one] };
        Some(Fixture { number, pair, players, opening })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    fn openings(count: usize) -> Vec<Opening> {
        (0..count).map(|i| Opening { id: i.to_string(), position: format!("p{i}") }).collect()
    }

    fn all(plan: Plan, entrants: usize, count: usize) -> Vec<Fixture> {
        let schedule = Schedule::new(plan, entrants, &openings(count));
        assert_eq!(schedule.fixture(schedule.games()), None);
        (0..schedule.games()).map(|n| schedule.fixture(n).expect("within the list")).collect()
    }

    #[test]
    fn every_pairing_plays_every_opening_with_both_colours() {
        let fixtures = all(Plan { format: Format::RoundRobin, rounds: 10, seed: 3 }, 4, 5);
        assert_eq!(fixtures.len(), 6 * 10 * 2);
        let mut seen = HashMap::new();
        for fixture in &fixtures {
            *seen.entry((fixture.players, fixture.opening)).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 12 * 5);
        assert!(seen.values().all(|&times| times == 2), "each opening once per cycle");
        for pair in fixtures.chunks(2) {
            assert_eq!(pair[0].pair, pair[1].pair);
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(pair[0].players, [pair[1].players[1], pair[1].players[0]]);
        }
    }

    #[test]
    fn the_first_entrant_plays_all_games_of_a_gauntlet() {
        let fixtures = all(Plan { format: Format::Gauntlet, rounds: 2, seed: 3 }, 4, 5);
        assert_eq!(fixtures.len(), 3 * 2 * 2);
        assert!(fixtures.iter().all(|fixture| fixture.players.contains(&0)));
    }

    #[test]
    fn the_order_depends_on_the_seed_and_longer_plans_extend_it() {
        let plan = Plan { format: Format::Gauntlet, rounds: 30, seed: 3 };
        let order = |plan| all(plan, 2, 20).iter().map(|fixture| fixture.opening).collect::<Vec<_>>();
        assert_eq!(order(plan), order(plan));
        assert_ne!(order(plan), order(Plan { seed: 4, ..plan }));
        assert_eq!(order(plan), order(Plan { rounds: 50, ..plan })[..60]);
        let cycles = order(Plan { rounds: 40, ..plan });
        assert_ne!(cycles[..40], cycles[40..], "cycles differ");
        assert_eq!(cycles[..40].iter().collect::<HashSet<_>>().len(), 20);
    }

    #[test]
    fn a_plan_without_games_is_empty() {
        let plan = Plan { format: Format::RoundRobin, rounds: 5, seed: 0 };
        for (entrants, count) in [(0, 3), (1, 3), (2, 0)] {
            assert!(all(plan, entrants, count).is_empty());
        }
    }

    #[test]
    fn a_schedule_is_a_list_of_pairs_of_games() {
        let openings = openings(3);
        let of = |format: Format, rounds: u64, entrants: usize| {
            Schedule::new(Plan { format, rounds, seed: 1 }, entrants, &openings)
        };
        let all = of(Format::RoundRobin, 4, 3);
        assert_eq!((all.games(), of(Format::Gauntlet, 4, 3).games(), of(Format::Gauntlet, 4, 0).games()), (24, 16, 0));
        let fixtures: Vec<_> = (0..24).map(|number| all.fixture(number).unwrap()).collect();
        assert_eq!(all.fixture(24), None);
        for (number, fixture) in fixtures.iter().enumerate() {
            let pairing = [[0, 1], [0, 2], [1, 2]][number / 2 % 3];
            let players = if number.is_multiple_of(2) { pairing } else { [pairing[1], pairing[0]] };
            assert_eq!((fixture.number, fixture.pair, fixture.players), (number as u64, number as u64 / 2, players));
        }
        // All pairings of a round have the same opening, and three rounds use all of them.
        let rounds: Vec<_> = fixtures.iter().step_by(6).map(|fixture| fixture.opening).collect();
        assert!(fixtures.chunks(6).all(|round| round.iter().all(|fixture| fixture.opening == round[0].opening)));
        let mut first = rounds[..3].to_vec();
        first.sort_unstable();
        assert_eq!(first, [0, 1, 2]);
        assert_eq!(Schedule::new(Plan { format: Format::RoundRobin, rounds: 4, seed: 1 }, 3, &[]).games(), 0);
    }
}
