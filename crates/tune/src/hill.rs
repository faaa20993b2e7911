//! Hill climbing: a change at random is kept if it wins a small match.
//!
//! All values are moved a little, each by a normal deviate; the values moved play a match
//! against those at hand and take their place if they win more games than they lose. So a step
//! is taken or not, and how clear the win was is not used. With few games a match many steps
//! down are taken by luck, with many there are few steps.
//!
//! Source: the rivals that the Connect6 thesis names (3.2.5; row C-F3 of docs/sources.md).

use crate::{
    Bout, Contest, ParameterSet,
    challenge::{Match, challenger},
};
use serde::{Deserialize, Serialize};

/// How to climb.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// How many changes are tried.
    pub steps: u64,
    /// Games of each match; even, so that either side begins as often. 0 counts as 1.
    pub games: u64,
    /// The standard deviation of a change, in the steps of each parameter.
    pub reach: f64,
    /// The seed of the changes.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { steps: 90, games: 20, reach: 1.0, seed: 1 }
    }
}

/// A climb, to be saved whole between any two games; see [`Contest`] for an example.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HillClimb {
    settings: Settings,
    values: ParameterSet,
    step: u64,
    kept: u64,
    running: Match,
}

impl HillClimb {
    /// Sets out from the values of the set.
    pub fn new(values: ParameterSet, settings: Settings) -> HillClimb {
        let settings = Settings { games: settings.games.max(1), ..settings };
        HillClimb { settings, values, step: 0, kept: 0, running: Match::default() }
    }

    /// The values now.
    pub fn values(&self) -> &ParameterSet {
        &self.values
    }

    /// How many changes were tried, and how many of them kept.
    pub fn steps(&self) -> (u64, u64) {
        (self.step, self.kept)
    }

    fn challenger(&self) -> ParameterSet {
        challenger(&self.values, self.settings.reach, self.settings.seed, self.step)
    }
}

impl Contest for HillClimb {
    fn bout(&self) -> Option<Bout> {
        let goes_on = self.step < self.settings.steps;
        goes_on.then(|| self.running.bout(self.step, self.settings.games, &self.challenger(), &self.values))
    }

    fn settle(&mut self, result: i8) {
        if self.step >= self.settings.steps {
            return;
        }
        self.running.count(result);
        if self.running.played < self.settings.games {
            return;
        }
        if self.running.gain() > 0.0 {
            self.values = self.challenger();
            self.kept += 1;
        }
        self.running = Match::default();
        self.step += 1;
    }

    fn settled(&self) -> u64 {
        self.step * self.settings.games + self.running.played
    }

    fn found(&self) -> Vec<f64> {
        self.values.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{climb, distance, noisy, start};

    #[test]
    fn a_noisy_hill_is_climbed() {
        let settings = Settings { steps: 300, games: 20, reach: 1.0, seed: 3 };
        let found = climb(HillClimb::new(start(), settings), u64::MAX);
        assert_eq!((found.settled(), found.bout(), found.steps().0), (6_000, None, 300));
        assert!((60..200).contains(&found.steps().1), "some changes are kept, others not: {:?}", found.steps());
        assert!(distance(&found.found()) < 0.2 * distance(&start().values()), "{:?}", found.found());
    }

    #[test]
    fn a_draw_keeps_what_is_there() {
        let mut found = HillClimb::new(start(), Settings { steps: 5, games: 4, ..Settings::default() });
        while found.bout().is_some() {
            found.settle(0);
        }
        assert_eq!((found.values(), found.steps()), (&start(), (5, 0)));
        found.settle(1);
        assert_eq!(found.settled(), 20, "nothing is counted after the end");
    }

    #[test]
    fn a_resumed_climb_is_the_uninterrupted_one() {
        let settings = Settings { steps: 40, games: 6, ..Settings::default() };
        let whole = climb(HillClimb::new(start(), settings), 200);
        let half = climb(HillClimb::new(start(), settings), 99);
        let read: HillClimb = serde_json::from_str(&serde_json::to_string(&half).unwrap()).unwrap();
        assert_eq!(climb(read, 200), whole);
        assert_ne!(climb(HillClimb::new(start(), Settings { seed: 2, ..settings }), 200).found(), whole.found());
    }

    #[test]
    fn a_pair_has_one_opening_and_both_orders() {
        let mut found = HillClimb::new(start(), Settings { steps: 2, games: 4, ..Settings::default() });
        let mut seen = Vec::new();
        while let Some(bout) = found.bout() {
            seen.push((bout.opening, bout.second == start().values()));
            found.settle(noisy(&bout, 0).min(0));
        }
        let openings: Vec<u64> = seen.iter().map(|game| game.0).collect();
        assert_eq!(openings, [0, 0, 1, 1, 2, 2, 3, 3]);
        assert_eq!(seen[..4].iter().map(|game| game.1).collect::<Vec<_>>(), [true, false, true, false]);
    }
}
