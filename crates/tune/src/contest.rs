//! Tuning by won games, seen from whoever plays them.

/// A game that a tuner asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Bout {
    /// What decides the opening: the two games of a pair have the same number.
    pub opening: u64,
    /// The values of the side that begins.
    pub first: Vec<f64>,
    /// The values of the other side.
    pub second: Vec<f64>,
}

/// A tuner that asks for games and is told who won: every one here that learns from results
/// alone. Who plays the games needs to know no more of it, and a budget is a number of them.
///
/// ```
/// use duiyi_tune::{Bout, Contest, Parameter, ParameterSet, hill::{HillClimb, Settings}};
/// let set = ParameterSet::new(vec![Parameter::new("x", 10.0, -50.0, 50.0, 2.0)?])?;
/// let mut climb = HillClimb::new(set, Settings { steps: 100, games: 2, ..Settings::default() });
/// // In place of a game: who is nearer to 3 wins.
/// let play = |bout: &Bout| {
///     let away = |values: &[f64]| (values[0] - 3.0).abs();
///     if away(&bout.first) < away(&bout.second) { 1 } else { -1 }
/// };
/// while let Some(bout) = climb.bout() {
///     climb.settle(play(&bout));
/// }
/// assert_eq!(climb.settled(), 200);
/// assert!((climb.found()[0] - 3.0).abs() < 1.0);
/// # Ok::<(), duiyi_tune::ParameterError>(())
/// ```
pub trait Contest {
    /// The next game to be played, the same until its result is told; none when the tuner has
    /// had all that it was laid out for.
    fn bout(&self) -> Option<Bout>;

    /// The result of that game for the side that began: 1 won, 0 drawn, −1 lost; of any other
    /// number the sign counts. Without a game to be played it changes nothing.
    fn settle(&mut self, result: i8);

    /// How many games have been settled.
    fn settled(&self) -> u64;

    /// The values that the tuner would hand out now.
    fn found(&self) -> Vec<f64>;
}
