//! Simulated annealing: hill climbing that also accepts worse changes, less and less often.
//!
//! As in [hill climbing](crate::hill), a random change plays a small match. A change that wins the
//! match is kept; any other is kept with the probability exp(Δ / T), where Δ, from −1 to 0, is the
//! mean result per game. The temperature T is multiplied by a constant factor after each step,
//! from [`AnnealingSettings::hot`] in the first step to [`AnnealingSettings::cold`] in the last.
//!
//! Sources: S. Kirkpatrick, C. Gelatt, M. Vecchi, "Optimization by Simulated Annealing" (1983);
//! the Connect6 thesis lists it as an alternative (3.2.5; row C-F3 of docs/sources.md).

use crate::{
    Bout, Contest, ParameterSet,
    challenge::{Match, challenger},
    chance,
};
use serde::{Deserialize, Serialize};

/// Settings of simulated annealing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnnealingSettings {
    /// The number of changes to try.
    pub steps: u64,
    /// Games per match; even, so that both sides move first equally often. 0 counts as 1.
    pub games: u64,
    /// The standard deviation of a change, in the steps of each parameter.
    pub reach: f64,
    /// The temperature of the first step, in the unit of Δ; above 0.
    pub hot: f64,
    /// The temperature of the last step; above 0.
    pub cold: f64,
    /// The seed of the changes and of the decisions to keep them.
    pub seed: u64,
}

impl Default for AnnealingSettings {
    /// In the first step a match lost 12–8 is kept with probability 0.5, in the last with
    /// 0.00005.
    fn default() -> AnnealingSettings {
        AnnealingSettings { steps: 90, games: 20, reach: 1.0, hot: 0.3, cold: 0.02, seed: 1 }
    }
}

/// The state of a run, which can be saved between any two games; play the games of [`Contest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Annealing {
    settings: AnnealingSettings,
    values: ParameterSet,
    step: u64,
    kept: u64,
    /// The number of kept changes that had not won.
    worse: u64,
    running: Match,
}

impl Annealing {
    /// Starts from the values of the set.
    pub fn new(values: ParameterSet, settings: AnnealingSettings) -> Annealing {
        let settings = AnnealingSettings { games: settings.games.max(1), ..settings };
        Annealing { settings, values, step: 0, kept: 0, worse: 0, running: Match::default() }
    }

    /// The current values.
    pub fn values(&self) -> &ParameterSet {
        &self.values
    }

    /// The numbers of changes that were tried, that were kept, and that were kept without a
    /// win.
    pub fn steps(&self) -> (u64, u64, u64) {
        (self.step, self.kept, self.worse)
    }

    /// The current temperature.
    pub fn temperature(&self) -> f64 {
        let AnnealingSettings { steps, hot, cold, .. } = self.settings;
        let share = self.step as f64 / steps.saturating_sub(1).max(1) as f64;
        hot * (cold / hot).powf(share.min(1.0))
    }

    fn challenger(&self) -> ParameterSet {
        challenger(&self.values, self.settings.reach, self.settings.seed, self.step)
    }
}

impl Contest for Annealing {
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
        let gain = self.running.gain();
        // An independent random stream, not the stream of the changes.
        let luck = chance::unit(&mut chance::of_step(!self.settings.seed, self.step));
        if gain > 0.0 || luck < (gain / self.temperature()).exp() {
            self.values = self.challenger();
            self.kept += 1;
            self.worse += u64::from(gain <= 0.0);
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
    use crate::testing::{climb, distance, start};

    fn settings() -> AnnealingSettings {
        AnnealingSettings { steps: 300, games: 20, reach: 1.0, hot: 0.3, cold: 0.02, seed: 3 }
    }

    #[test]
    fn a_noisy_hill_is_climbed() {
        let found = climb(Annealing::new(start(), settings()), u64::MAX);
        assert_eq!((found.settled(), found.bout(), found.steps().0), (6_000, None, 300));
        assert!(distance(&found.found()) < 0.2 * distance(&start().values()), "{:?}", found.found());
    }

    #[test]
    fn only_a_high_temperature_accepts_lost_matches() {
        let lost = |hot, cold| {
            let mut found = Annealing::new(start(), AnnealingSettings { hot, cold, ..settings() });
            while let Some(bout) = found.bout() {
                // The current values win every match 12–8.
                let game = found.settled() % 20;
                let moved_begins = bout.second == found.found();
                found.settle(if moved_begins == (game < 8) { 1 } else { -1 });
            }
            found.steps()
        };
        let (tried, kept, worse) = lost(1e3, 1e3);
        assert!(tried == 300 && kept > 290 && kept == worse, "{kept} {worse}");
        assert_eq!(lost(1e-3, 1e-3), (300, 0, 0));
        // exp(−0.2 / 0.288) is one half.
        let (_, half, _) = lost(0.288_539, 0.288_539);
        assert!((125..175).contains(&half), "{half}");
    }

    /// A change that does not win is a worse one; a drawn match accepts it at any temperature.
    #[test]
    fn drawn_matches_accept_the_change() {
        let mut found = Annealing::new(start(), AnnealingSettings { steps: 9, hot: 1e-3, cold: 1e-3, ..settings() });
        while found.bout().is_some() {
            found.settle(0);
        }
        assert_eq!(found.steps(), (9, 9, 9));
        let mut found = Annealing::new(start(), AnnealingSettings { steps: 9, games: 2, ..settings() });
        while let Some(bout) = found.bout() {
            let now_begins = bout.first == found.found();
            found.settle(if now_begins { -1 } else { 1 });
        }
        assert_eq!(found.steps(), (9, 9, 0), "won matches");
    }

    #[test]
    fn the_temperature_falls_by_a_constant_factor() {
        let mut found =
            Annealing::new(start(), AnnealingSettings { steps: 3, games: 1, hot: 0.4, cold: 0.1, ..settings() });
        let mut seen = Vec::new();
        while found.bout().is_some() {
            seen.push(found.temperature());
            found.settle(-1);
        }
        for (seen, expected) in seen.into_iter().zip([0.4, 0.2, 0.1]) {
            assert!((seen - expected).abs() < 1e-12, "{seen} for {expected}");
        }
        found.settle(1);
        assert_eq!(found.settled(), 3, "results after the end are ignored");
    }

    #[test]
    fn a_resumed_run_equals_an_uninterrupted_one() {
        let whole = climb(Annealing::new(start(), settings()), 1_000);
        let half = climb(Annealing::new(start(), settings()), 333);
        let read: Annealing = serde_json::from_str(&serde_json::to_string(&half).unwrap()).unwrap();
        assert_eq!(climb(read, 1_000), whole);
    }
}
