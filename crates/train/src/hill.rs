//! Hill climbing: a random change is kept if it wins a small match.
//!
//! Each value is changed by a normal deviate; the changed values play a match against the current
//! ones and replace them if they win more games than they lose. The margin of the win is not used.
//! With few games per match many bad steps are accepted by luck, with many games there are few steps.
//!
//! Source: the alternatives that the Connect6 thesis lists (3.2.5; row C-F3 of docs/sources.md).

use crate::{
    Bout, Contest, ParameterSet,
    challenge::{Match, challenger},
};
use serde::{Deserialize, Serialize};

/// Settings of hill climbing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HillClimbSettings {
    /// The number of changes to try.
    pub steps: u64,
    /// Games per match; even, so that both sides move first equally often. 0 counts as 1.
    pub games: u64,
    /// The standard deviation of a change, in the steps of each parameter.
    pub reach: f64,
    /// The seed of the changes.
    pub seed: u64,
}

impl Default for HillClimbSettings {
    fn default() -> HillClimbSettings {
        HillClimbSettings { steps: 90, games: 20, reach: 1.0, seed: 1 }
    }
}

/// The state of a run, which can be saved between any two games; see [`Contest`] for an example.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HillClimb {
    settings: HillClimbSettings,
    values: ParameterSet,
    step: u64,
    kept: u64,
    running: Match,
}

impl HillClimb {
    /// Starts from the values of the set.
    pub fn new(values: ParameterSet, settings: HillClimbSettings) -> HillClimb {
        let settings = HillClimbSettings { games: settings.games.max(1), ..settings };
        HillClimb { settings, values, step: 0, kept: 0, running: Match::default() }
    }

    /// The current values.
    pub fn values(&self) -> &ParameterSet {
        &self.values
    }

    /// The numbers of changes that were tried, and that were kept.
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
        let settings = HillClimbSettings { steps: 300, games: 20, reach: 1.0, seed: 3 };
        let found = climb(HillClimb::new(start(), settings), u64::MAX);
        assert_eq!((found.settled(), found.bout(), found.steps().0), (6_000, None, 300));
        assert!((60..200).contains(&found.steps().1), "some changes are kept, others not: {:?}", found.steps());
        assert!(distance(&found.found()) < 0.2 * distance(&start().values()), "{:?}", found.found());
    }

    #[test]
    fn a_drawn_match_keeps_the_current_values() {
        let mut found =
            HillClimb::new(start(), HillClimbSettings { steps: 5, games: 4, ..HillClimbSettings::default() });
        while found.bout().is_some() {
            found.settle(0);
        }
        assert_eq!((found.values(), found.steps()), (&start(), (5, 0)));
        found.settle(1);
        assert_eq!(found.settled(), 20, "results after the end are ignored");
    }

    #[test]
    fn a_resumed_climb_equals_an_uninterrupted_one() {
        let settings = HillClimbSettings { steps: 40, games: 6, ..HillClimbSettings::default() };
        let whole = climb(HillClimb::new(start(), settings), 200);
        let half = climb(HillClimb::new(start(), settings), 99);
        let read: HillClimb = serde_json::from_str(&serde_json::to_string(&half).unwrap()).unwrap();
        assert_eq!(climb(read, 200), whole);
        assert_ne!(
            climb(HillClimb::new(start(), HillClimbSettings { seed: 2, ..settings }), 200).found(),
            whole.found()
        );
    }

    #[test]
    fn a_pair_has_one_opening_and_swapped_sides() {
        let mut found =
            HillClimb::new(start(), HillClimbSettings { steps: 2, games: 4, ..HillClimbSettings::default() });
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
