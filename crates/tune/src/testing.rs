//! A noisy hill for the tests of those who climb.

use crate::{Bout, Contest, Parameter, ParameterSet, chance};

/// The top.
const TOP: [f64; 3] = [10.0, 20.0, -5.0];

/// Where climbs set out.
pub(crate) fn start() -> ParameterSet {
    let parameter = |name, value| Parameter::new(name, value, -100.0, 100.0, 4.0).unwrap();
    ParameterSet::new(vec![parameter("a", 40.0), parameter("b", -30.0), parameter("c", 0.0)]).unwrap()
}

/// How far from the top.
pub(crate) fn distance(values: &[f64]) -> f64 {
    values.iter().zip(TOP).map(|(value, top)| (value - top).powi(2)).sum::<f64>().sqrt()
}

/// A game: a coin weighted by who is nearer to the top.
pub(crate) fn noisy(bout: &Bout, number: u64) -> i8 {
    let edge = (distance(&bout.second).powi(2) - distance(&bout.first).powi(2)) / 400.0;
    let drawn = chance::unit(&mut chance::of_step(77, number));
    if drawn < 1.0 / (1.0 + (-edge).exp()) { 1 } else { -1 }
}

/// Plays until so many games are settled, or the tuner has had all.
pub(crate) fn climb<C: Contest>(mut contest: C, games: u64) -> C {
    while let Some(bout) = contest.bout().filter(|_| contest.settled() < games) {
        let number = contest.settled();
        contest.settle(noisy(&bout, number));
    }
    contest
}
