//! The named constants of Monte Carlo tree search, for tuners.

/// How a simulation selects among a node's moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    /// Upper confidence bounds: the mean result of a move plus a term that is larger for rarely
    /// tried moves. Source: Kocsis and Szepesvári 2006 (UCT).
    #[default]
    Uct,
    /// With a prior: the added term is proportional to the prior of the move. Source: Rosin 2011
    /// (PUCB), in the form of Silver et al. 2017 (AlphaGo Zero).
    Puct,
}

crate::constants! {
    /// The constants of a [`MonteCarloSearcher`](crate::MonteCarloSearcher).
    ///
    /// Results range from 0 (loss) to 1 (win); values in thousandths are fractions of this range.
    #[non_exhaustive]
    pub struct MonteCarloParameters {
        /// UCT: the weight of exploration, in thousandths.
        uct_exploration: 700 in 0..=10000,
        /// UCT: the deduction from the node's mean for a move without visits, in thousandths; a
        /// negative number is a bonus.
        uct_first_play: -1000 in -1000..=1000,
        /// PUCT: the weight of exploration, in thousandths.
        puct_exploration: 1000 in 0..=10000,
        /// PUCT: the number of visits at which that weight has grown by about ln 2.
        puct_growth: 19652 in 1..=10000000,
        /// PUCT: the deduction from the node's mean for a move without visits, in thousandths.
        puct_first_play: 100 in -1000..=1000,
        /// The visits of a node before its moves become nodes; with 0 they do so at the first
        /// visit.
        expand_after: 1 in 0..=1000000,
        /// Whether new nodes are checked for a move that ends the game: 0 or 1 (Teytaud and Teytaud
        /// 2010: decisive moves).
        decisive_moves: 1 in 0..=1,
        /// The score that corresponds to odds of 10 to 1, in the evaluator's units.
        tenfold_odds: 400 in 1..=30000,
        /// The difference in [`Heuristics::prior`](crate::Heuristics::prior) that makes a move e
        /// times as likely.
        prior_unit: 4096 in 1..=1000000,
    }
}

impl MonteCarloParameters {
    /// The expected result of an evaluation, from 0 to 1: odds of 10 to 1 for
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
    fn tenfold_odds_map_to_ten_to_one() {
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
