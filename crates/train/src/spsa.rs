//! SPSA: simultaneous perturbation stochastic approximation.
//!
//! All parameters are shifted at the same time, each randomly up or down by its c; the two opposite
//! shifts play a pair of games, and the score moves every parameter along its own shift. An
//! iteration needs two games, regardless of the number of parameters. The gains follow Spall:
//! a_k = a / (A + k)^0.602, c_k = c / k^0.101 with A a tenth of the iterations; the final c of a
//! parameter is its [`step`](crate::Parameter::step), and its a is chosen so that at the end a won
//! pair moves it by `rate` × c² / c.
//!
//! Sources: J. Spall, "Implementation of the Simultaneous Perturbation
//! Algorithm" (1998); fishtest scales by final c and rate in the same way.

use crate::{Bout, Contest, ParameterSet, chance};
use rand_xoshiro::rand_core::Rng;
use serde::{Deserialize, Serialize};

/// Spall's exponents.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// Settings of SPSA.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaSettings {
    /// The number of iterations that the gains are scheduled for.
    pub iterations: u64,
    /// How far a won pair moves a parameter at the end, in final steps; fishtest's r_end.
    pub rate: f64,
    /// The seed of the directions.
    pub seed: u64,
}

impl Default for SpsaSettings {
    fn default() -> SpsaSettings {
        SpsaSettings { iterations: 10_000, rate: 0.002, seed: 1 }
    }
}

/// The state of a run, which can be saved between iterations.
///
/// ```
/// use duiyi_train::{Parameter, ParameterSet, spsa::{Climb, SpsaSettings}};
/// let set = ParameterSet::new(vec![Parameter::new("x", 10.0, -50.0, 50.0, 2.0)?])?;
/// let mut climb = Climb::new(set, SpsaSettings { iterations: 500, rate: 0.1, seed: 7 });
/// while let Some(trial) = climb.next_trial() {
///     // The values closer to 3 win.
///     let distance = |set: &ParameterSet| (set.get("x").unwrap_or(0.0) - 3.0).abs();
///     climb.report(&trial, if distance(&trial.plus) < distance(&trial.minus) { 1.0 } else { -1.0 });
/// }
/// assert!((climb.values().get("x").unwrap() - 3.0).abs() < 2.0);
/// # Ok::<(), duiyi_train::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Climb {
    settings: SpsaSettings,
    values: ParameterSet,
    iteration: u64,
}

/// Two sets of values that play each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The iteration, from 1.
    pub iteration: u64,
    /// The values shifted one way.
    pub plus: ParameterSet,
    /// The values shifted the other way.
    pub minus: ParameterSet,
    shifts: Vec<f64>,
}

impl Climb {
    /// Starts from the values of the set.
    pub fn new(values: ParameterSet, settings: SpsaSettings) -> Climb {
        Climb { settings, values, iteration: 0 }
    }

    /// The current values; engines round them as needed.
    pub fn values(&self) -> &ParameterSet {
        &self.values
    }

    /// Iterations finished.
    pub fn iteration(&self) -> u64 {
        self.iteration
    }

    /// The settings of the run.
    pub fn settings(&self) -> &SpsaSettings {
        &self.settings
    }

    /// The next pair to play, the same until a result is reported; `None` after the last
    /// iteration.
    pub fn next_trial(&self) -> Option<Trial> {
        self.trial(0)
    }

    /// The pair to play `ahead` reports from now, for playing several at the same time.
    pub fn trial(&self, ahead: u64) -> Option<Trial> {
        let iteration = self.iteration + ahead + 1;
        if iteration > self.settings.iterations {
            return None;
        }
        let mut rng = chance::of_step(self.settings.seed, iteration);
        let widen = (self.settings.iterations as f64 / iteration as f64).powf(GAMMA);
        let shifts: Vec<f64> = self
            .values
            .iter()
            .map(|parameter| if rng.next_u64() >> 63 == 0 { parameter.step * widen } else { -parameter.step * widen })
            .collect();
        let shifted = |sign: f64| {
            let values: Vec<f64> =
                self.values.iter().zip(&shifts).map(|(parameter, shift)| parameter.value + sign * shift).collect();
            self.values.with_values(&values)
        };
        Some(Trial { iteration, plus: shifted(1.0), minus: shifted(-1.0), shifts })
    }

    /// Moves the values by the result of a trial: the score of `plus` minus the score
    /// of `minus`, from −1 (both games lost) to 1.
    pub fn report(&mut self, trial: &Trial, result: f64) {
        let last = self.settings.iterations as f64;
        let stability = 0.1 * last;
        let slow = ((stability + last) / (stability + trial.iteration as f64)).powf(ALPHA);
        let widen = (last / trial.iteration as f64).powf(GAMMA);
        let values: Vec<f64> = self
            .values
            .iter()
            .zip(&trial.shifts)
            .map(|(parameter, shift)| {
                // a_k × result / (c_k Δ), with a = rate × c² at the end.
                let gain = self.settings.rate * parameter.step * slow / widen;
                parameter.value + gain * 2.0 * result.clamp(-1.0, 1.0) * shift.signum()
            })
            .collect();
        self.values = self.values.with_values(&values);
        self.iteration += 1;
    }
}

/// A run whose trials are pairs of games that are reported one by one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ByGames {
    climb: Climb,
    /// The result of the first game of a pair for `plus`, which moves first.
    first: Option<i8>,
}

impl ByGames {
    /// The games of a run.
    pub fn new(climb: Climb) -> ByGames {
        ByGames { climb, first: None }
    }
}

impl Contest for ByGames {
    fn bout(&self) -> Option<Bout> {
        let Trial { iteration, plus, minus, .. } = self.climb.next_trial()?;
        let [plus, minus] = [plus, minus].map(|set| set.values());
        let (first, second) = if self.first.is_none() { (plus, minus) } else { (minus, plus) };
        Some(Bout { opening: iteration - 1, first, second })
    }

    fn settle(&mut self, result: i8) {
        let Some(trial) = self.climb.next_trial() else { return };
        match self.first.take() {
            None => self.first = Some(result.signum()),
            Some(first) => self.climb.report(&trial, f64::from(first - result.signum()) / 2.0),
        }
    }

    fn settled(&self) -> u64 {
        2 * self.climb.iteration() + u64::from(self.first.is_some())
    }

    fn found(&self) -> Vec<f64> {
        self.climb.values().values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parameter, testing};
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    fn start() -> ParameterSet {
        let parameter = |name, value| Parameter::new(name, value, -100.0, 100.0, 4.0).unwrap();
        ParameterSet::new(vec![parameter("a", 40.0), parameter("b", -30.0), parameter("c", 0.0)]).unwrap()
    }

    /// Values closer to (10, 20, −5) are better; results are random, with probabilities by the difference.
    fn play(trial: &Trial, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let height = |set: &ParameterSet| {
            let away = set.values().into_iter().zip([10.0, 20.0, -5.0]).map(|(x, top): (f64, f64)| (x - top).powi(2));
            -away.sum::<f64>() / 400.0
        };
        let edge = height(&trial.plus) - height(&trial.minus);
        let won = 1.0 / (1.0 + (-edge).exp());
        if chance::unit(rng) < won { 1.0 } else { -1.0 }
    }

    fn climb_on(mut climb: Climb, until: u64) -> Climb {
        while let Some(trial) = climb.next_trial().filter(|trial| trial.iteration <= until) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(trial.iteration);
            let result = play(&trial, &mut rng);
            climb.report(&trial, result);
        }
        climb
    }

    fn settings() -> SpsaSettings {
        SpsaSettings { iterations: 6_000, rate: 0.02, seed: 3 }
    }

    #[test]
    fn a_noisy_hill_is_climbed() {
        let climb = climb_on(Climb::new(start(), settings()), u64::MAX);
        assert_eq!(climb.iteration(), 6_000);
        let found = climb.values().values();
        for (found, top) in found.iter().zip([10.0, 20.0, -5.0]) {
            assert!((found - top).abs() < 6.0, "{found} for {top}");
        }
    }

    #[test]
    fn a_resumed_climb_equals_an_uninterrupted_one() {
        let whole = climb_on(Climb::new(start(), settings()), 300);
        let half = climb_on(Climb::new(start(), settings()), 150);
        let read: Climb = serde_json::from_str(&serde_json::to_string(&half).unwrap()).unwrap();
        assert_eq!(read, half);
        assert_eq!(climb_on(read, 300), whole);
    }

    #[test]
    fn shifts_are_opposite_and_shrink_to_the_step() {
        let climb = Climb::new(start(), settings());
        let first = climb.next_trial().unwrap();
        for ((plus, minus), now) in first.plus.iter().zip(first.minus.iter()).zip(climb.values().iter()) {
            assert!((plus.value + minus.value - 2.0 * now.value).abs() < 1e-9);
            assert!((plus.value - now.value).abs() > now.step);
        }
        let last = climb.trial(5_999).unwrap();
        assert!((last.shifts[0].abs() - 4.0).abs() < 1e-9);
        assert_eq!(climb.trial(6_000), None);
    }

    /// A step is divided by the shift that measured the slope, as in Spall's recurrence.
    #[test]
    fn steps_shrink_to_the_rate() {
        let moved = |ahead: u64, result: f64| {
            let mut climb = Climb::new(start(), settings());
            let trial = climb.trial(ahead).unwrap();
            climb.report(&trial, result);
            (climb.values().values()[1] - start().values()[1]) * trial.shifts[1].signum()
        };
        let last = 2.0 * 0.02 * 4.0;
        for (result, share) in [(1.0, 1.0), (0.5, 0.5), (-1.0, -1.0), (7.0, 1.0)] {
            assert!((moved(5_999, result) - share * last).abs() < 1e-9, "{result}");
        }
        let first = last * (6_600.0f64 / 601.0).powf(0.602) / 6_000.0f64.powf(0.101);
        assert!((moved(0, 1.0) - first).abs() < 1e-9, "{} for {first}", moved(0, 1.0));
    }

    #[test]
    fn values_stay_in_their_range() {
        let narrow = ParameterSet::new(vec![Parameter::new("a", 1.0, 0.0, 2.0, 1.0).unwrap()]).unwrap();
        let mut climb = Climb::new(narrow, SpsaSettings { iterations: 50, rate: 5.0, seed: 1 });
        while let Some(trial) = climb.next_trial() {
            assert!((0.0..=2.0).contains(&trial.plus.get("a").unwrap()));
            climb.report(&trial, 1.0);
            assert!((0.0..=2.0).contains(&climb.values().get("a").unwrap()));
        }
    }

    #[test]
    fn results_can_be_reported_game_by_game() {
        let climb = Climb::new(testing::start(), SpsaSettings { iterations: 3_000, rate: 0.02, seed: 3 });
        let found = testing::climb(ByGames::new(climb), u64::MAX);
        assert_eq!((found.settled(), found.bout()), (6_000, None));
        let left = testing::distance(&found.found());
        assert!(left < 0.2 * testing::distance(&testing::start().values()), "{left}");
    }

    #[test]
    fn a_pair_of_games_is_reported_once() {
        let mut climb = Climb::new(start(), settings());
        let mut games = ByGames::new(climb.clone());
        let trial = climb.next_trial().unwrap();
        let bouts: Vec<Bout> = [1, -1]
            .map(|result| {
                let bout = games.bout().unwrap();
                games.settle(result);
                bout
            })
            .into();
        assert_eq!((&bouts[0].first, &bouts[0].second), (&trial.plus.values(), &trial.minus.values()));
        assert_eq!((&bouts[1].first, &bouts[1].second), (&trial.minus.values(), &trial.plus.values()));
        assert_eq!((bouts[0].opening, bouts[1].opening), (0, 0));
        climb.report(&trial, 1.0);
        assert_eq!((games.found(), games.settled()), (climb.values().values(), 2));
        // The side that moves first wins: nothing is learned about the values.
        for result in [1, 1] {
            games.settle(result);
        }
        assert_eq!(games.found(), climb.values().values());
    }
}
