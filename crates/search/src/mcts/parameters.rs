//! The constants of the Monte Carlo tree search, by name, so that a tuner can reach them.

/// Which of a node's moves a simulation goes on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    /// Upper confidence bounds: the mean result of a move, and more for one that was seldom
    /// tried. Source: Kocsis and Szepesvári 2006 (UCT).
    #[default]
    Uct,
    /// The same with a prior: what is added is in proportion to how promising a move
    /// looked before it was tried. Source: Rosin 2011 (PUCB), in the form of Silver et al.
    /// 2017 (AlphaGo Zero).
    Puct,
}

crate::constants! {
    /// The constants of a [`MonteCarloSearcher`](crate::MonteCarloSearcher).
    ///
    /// Results lie between 0, lost, and 1, won; what is told in thousandths is a part of that.
    #[non_exhaustive]
    pub struct MonteCarloParameters {
        /// UCT: the weight of what is unknown, in thousandths.
        uct_exploration: 700 in 0..=10000,
        /// UCT: by how much a move that was not tried counts less than the mean of its node, in
        /// thousandths; a negative number makes it more.
        uct_first_play: -1000 in -1000..=1000,
        /// PUCT: the weight of what is unknown, in thousandths.
        puct_exploration: 1000 in 0..=10000,
        /// PUCT: the number of visits at which that weight has grown by about ln 2.
        puct_growth: 19652 in 1..=10000000,
        /// PUCT: by how much a move that was not tried counts less than the mean of its node, in
        /// thousandths.
        puct_first_play: 100 in -1000..=1000,
        /// The visits that a node has had before its moves become nodes: with 0 that is at the first.
        expand_after: 1 in 0..=1000000,
        /// Whether the moves that become nodes are looked at for one that ends the game: 0 or 1
        /// (Teytaud and Teytaud 2010: decisive moves).
        decisive_moves: 1 in 0..=1,
        /// The score that is worth odds of 10 to 1, in the evaluator's units.
        tenfold_odds: 400 in 1..=30000,
        /// The difference in [`Heuristics::prior`](crate::Heuristics::prior) that makes a move e
        /// times as likely.
        prior_unit: 4096 in 1..=1000000,
    }
}

impl MonteCarloParameters {
    /// The expected result of a score of an evaluation, from 0 to 1: odds of 10 to 1 for
    /// [`tenfold_odds`](MonteCarloParameters::tenfold_odds).
    pub fn result_of(&self, units: i32) -> f32 {
        let tens = units as f32 / self.tenfold_odds as f32;
        1.0 / (1.0 + (-std::f32::consts::LN_10 * tens).exp())
    }

    /// The inverse of [`MonteCarloParameters::result_of`], in the evaluator's units.
    pub fn units_of(&self, result: f32) -> i32 {
        let result = result.clamp(1e-6, 1.0 - 1e-6);
        ((result / (1.0 - result)).log10() * self.tenfold_odds as f32).round() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_to_one_is_what_it_is_called() {
        let parameters = MonteCarloParameters::default();
        let near = |a: f32, b: f32| (a - b).abs() < 1e-4;
        assert!(near(parameters.result_of(400), 10.0 / 11.0) && near(parameters.result_of(0), 0.5));
        assert!(near(parameters.result_of(-400), 1.0 / 11.0));
        for units in [-900, -37, 0, 5, 400, 1200] {
            assert_eq!(parameters.units_of(parameters.result_of(units)), units);
        }
        assert!(parameters.units_of(0.0) < -2000 && parameters.units_of(1.0) > 2000);
    }
}
