//! A noisy objective for the tests of the tuners.

use crate::{Bout, Contest, Parameter, ParameterSet, chance};

/// The optimum.
const TOP: [f64; 3] = [10.0, 20.0, -5.0];

/// The initial values.
pub(crate) fn start() -> ParameterSet {
    let parameter = |name, value| Parameter::new(name, value, -100.0, 100.0, 4.0).unwrap();
    ParameterSet::new(vec![parameter("a", 40.0), parameter("b", -30.0), parameter("c", 0.0)]).unwrap()
}

/// The distance from the optimum.
pub(crate) fn distance(values: &[f64]) -> f64 {
    values.iter().zip(TOP).map(|(value, top)| (value - top).powi(2)).sum::<f64>().sqrt()
}

/// A random result, with probabilities by the distances from the optimum.
pub(crate) fn noisy(bout: &Bout, number: u64) -> i8 {
    let edge = (distance(&bout.second).powi(2) - distance(&bout.first).powi(2)) / 400.0;
    let drawn = chance::unit(&mut chance::of_step(77, number));
    if drawn < 1.0 / (1.0 + (-edge).exp()) { 1 } else { -1 }
}

/// Plays until `games` games are finished, or the tuner requests no more.
pub(crate) fn climb<C: Contest>(mut contest: C, games: u64) -> C {
    while let Some(bout) = contest.bout().filter(|_| contest.settled() < games) {
        let number = contest.settled();
        contest.settle(noisy(&bout, number));
    }
    contest
}
