//! The interface between tuners and the code that plays their games.

/// A game requested by a tuner.
#[derive(Clone, Debug, PartialEq)]
pub struct Bout {
    /// The number that selects the opening: both games of a pair have the same number.
    pub opening: u64,
    /// The values of the side that moves first.
    pub first: Vec<f64>,
    /// The values of the other side.
    pub second: Vec<f64>,
}

/// A tuner that requests games and receives their results; implemented by every tuner here that
/// learns only from results. The caller needs no other knowledge of the tuner, and a budget is a number of games.
///
/// ```
/// use duiyi_train::{Bout, Contest, Parameter, ParameterSet, hill::{HillClimb, HillClimbSettings}};
/// let set = ParameterSet::new(vec![Parameter::new("x", 10.0, -50.0, 50.0, 2.0)?])?;
/// let mut climb = HillClimb::new(set, HillClimbSettings { steps: 100, games: 2, ..HillClimbSettings::default() });
/// // In place of a game: the side closer to 3 wins.
/// let play = |bout: &Bout| {
///     let away = |values: &[f64]| (values[0] - 3.0).abs();
///     if away(&bout.first) < away(&bout.second) { 1 } else { -1 }
/// };
/// while let Some(bout) = climb.bout() {
///     climb.settle(play(&bout));
/// }
/// assert_eq!(climb.settled(), 200);
/// assert!((climb.found()[0] - 3.0).abs() < 1.0);
/// # Ok::<(), duiyi_train::ParameterError>(())
/// ```
pub trait Contest {
    /// The next game to play, the same until its result is reported; `None` after the last game of
    /// the tuner.
    fn bout(&self) -> Option<Bout>;

    /// Reports the result of that game for the side that moved first: 1 won, 0 drawn, −1 lost; for any
    /// other number the sign counts. Without a game to play it has no effect.
    fn settle(&mut self, result: i8);

    /// The number of finished games.
    fn settled(&self) -> u64;

    /// The tuner's current result.
    fn found(&self) -> Vec<f64>;
}
