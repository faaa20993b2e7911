//! Random changes of the current values, and the small match that tests a change.

use crate::{Bout, ParameterSet, chance};
use serde::{Deserialize, Serialize};

/// A match of a challenger against the current values, game by game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Match {
    /// Games played.
    pub(crate) played: u64,
    /// Games won by the challenger minus games lost.
    balance: i64,
}

impl Match {
    /// The next of `games` games in a step of a run: the challenger moves first in every other game, and
    /// both games of a pair have the same opening.
    pub(crate) fn bout(self, step: u64, games: u64, challenger: &ParameterSet, now: &ParameterSet) -> Bout {
        let (first, second) = if self.played.is_multiple_of(2) { (challenger, now) } else { (now, challenger) };
        let opening = step * games.div_ceil(2) + self.played / 2;
        Bout { opening, first: first.values(), second: second.values() }
    }

    /// Counts a result, given for the side that moved first.
    pub(crate) fn count(&mut self, result: i8) {
        let result = i64::from(result.signum());
        self.balance += if self.played.is_multiple_of(2) { result } else { -result };
        self.played += 1;
    }

    /// The mean result of the challenger over all games, from −1 to 1.
    pub(crate) fn gain(self) -> f64 {
        self.balance as f64 / self.played.max(1) as f64
    }
}

/// Changes all values randomly: each by a normal deviate with standard deviation `reach` of its steps.
pub(crate) fn challenger(now: &ParameterSet, reach: f64, seed: u64, step: u64) -> ParameterSet {
    let mut random = chance::of_step(seed, step);
    let moved: Vec<f64> =
        now.iter().map(|parameter| parameter.value + reach * parameter.step * chance::normal(&mut random)).collect();
    now.with_values(&moved)
}
