//! Ratings of several players from their games with each other.
//!
//! The model of R. A. Bradley and M. E. Terry (1952): player i scores
//! γᵢ / (γᵢ + γⱼ) against player j; Elo = 400·log₁₀ γ. A draw counts as half a win
//! for each. The maximum of the likelihood is found by the minorisation-
//! maximisation step of D. R. Hunter, "MM algorithms for generalized
//! Bradley-Terry models", Annals of Statistics 32 (2004), 384-406.
//!
//! Intervals are bootstrapped: the pairs of games of each pairing are resampled with replacement
//! by a seeded generator, and rated again; the 2.5th and 97.5th percentiles of these ratings are
//! the ends (B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13).
//! The bootstrap cannot estimate the spread of identical results; if the results of every pairing
//! are identical, the ends are infinite. With two or three pairs of games per pairing the interval
//! is too narrow.

use super::outcomes::Estimate;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// The results of one pairing: one entry per pair of games, or per game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairing {
    /// The index of the player whose points are given.
    pub player: usize,
    /// Index of the opponent.
    pub opponent: usize,
    /// For each unit of resampling: the player's half points, and the number of games.
    pub units: Vec<(u32, u32)>,
}

/// Settings of the rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BradleyTerry {
    /// Drawn games added to every pairing, so that a player who won or lost
    /// all games has a finite rating.
    pub prior_draws: f64,
    /// Bootstrap replicas.
    pub replicas: u32,
    /// Seed of the bootstrap.
    pub seed: u64,
}

impl Default for BradleyTerry {
    /// One drawn game per pairing, 1000 replicas, seed 1.
    fn default() -> Self {
        BradleyTerry { prior_draws: 1.0, replicas: 1000, seed: 1 }
    }
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo relative to the mean of all players with games, and its
    /// bootstrap 95 % interval; 0 for a player without games.
    pub elo: Estimate,
}

/// Rates `players` players (indices 0 to `players` − 1) from their pairings;
/// pairings with other indices are ignored.
pub fn ratings(players: usize, pairings: &[Pairing], how: BradleyTerry) -> Vec<Rating> {
    let pairings: Vec<&Pairing> = pairings
        .iter()
        .filter(|p| p.player < players && p.opponent < players && p.player != p.opponent && !p.units.is_empty())
        .collect();
    let sums = |units: &mut dyn Iterator<Item = (u32, u32)>| {
        units.fold((0.0, 0.0), |(points, games), unit| (points + f64::from(unit.0) / 2.0, games + f64::from(unit.1)))
    };
    let rate = |totals: &[(f64, f64)]| {
        let results: Vec<_> = pairings.iter().zip(totals).map(|(p, &t)| (p.player, p.opponent, t)).collect();
        maximum_likelihood(players, &results, how.prior_draws)
    };
    let totals: Vec<_> = pairings.iter().map(|p| sums(&mut p.units.iter().copied())).collect();
    let found = rate(&totals);
    let varied = pairings.iter().any(|p| p.units.iter().any(|unit| *unit != p.units[0]));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(how.seed);
    let mut replicas = vec![Vec::with_capacity(how.replicas as usize); players];
    for _ in 0..how.replicas {
        let totals: Vec<_> = pairings
            .iter()
            .map(|p| sums(&mut (0..p.units.len()).map(|_| p.units[below(&mut rng, p.units.len())])))
            .collect();
        for (player, elo) in rate(&totals).into_iter().enumerate() {
            replicas[player].push(elo);
        }
    }
    found
        .into_iter()
        .zip(&mut replicas)
        .map(|(value, replicas)| {
            replicas.sort_by(f64::total_cmp);
            let at = |share: f64| replicas[((replicas.len() - 1) as f64 * share).round() as usize];
            let (low, high) = if varied && !replicas.is_empty() {
                (at(0.025), at(0.975))
            } else {
                (f64::NEG_INFINITY, f64::INFINITY)
            };
            Rating { elo: Estimate { value, low, high } }
        })
        .collect()
}

/// A uniform number below `n` > 0, by the high half of a 128-bit product.
pub(crate) fn below(rng: &mut Xoshiro256PlusPlus, n: usize) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}

/// Elo of each player, mean 0. `results`: player, opponent, (player's points, games).
fn maximum_likelihood(players: usize, results: &[(usize, usize, (f64, f64))], prior_draws: f64) -> Vec<f64> {
    const MAX_ROUNDS: usize = 10_000;
    let mut points = vec![0.0; players];
    for &(player, opponent, (won, games)) in results {
        points[player] += won + prior_draws / 2.0;
        points[opponent] += games - won + prior_draws / 2.0;
    }
    let mut strength = vec![1.0; players];
    for _ in 0..MAX_ROUNDS {
        let mut weight = vec![0.0; players];
        for &(player, opponent, (_, games)) in results {
            let share = (games + prior_draws) / (strength[player] + strength[opponent]);
            weight[player] += share;
            weight[opponent] += share;
        }
        // A player without games stays at 1 and is not part of the mean.
        let rated: Vec<usize> = (0..players).filter(|&i| weight[i] > 0.0).collect();
        let mut next = strength.clone();
        for &i in &rated {
            next[i] = points[i] / weight[i];
        }
        let mean_log = rated.iter().map(|&i| next[i].ln()).sum::<f64>() / rated.len().max(1) as f64;
        for &i in &rated {
            next[i] /= mean_log.exp();
        }
        let step = (0..players).map(|i| (next[i] / strength[i]).ln().abs()).fold(0.0, f64::max);
        strength = next;
        if step < 1e-9 {
            break;
        }
    }
    strength.into_iter().map(|s| 400.0 * s.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::outcomes::{elo_of_score, score_of_elo};
    use super::*;

    const EXACT: BradleyTerry = BradleyTerry { prior_draws: 0.0, replicas: 200, seed: 7 };

    fn pairing(player: usize, opponent: usize, half_points: u32, games: u32) -> Pairing {
        // Wins first, then a draw for the odd half point, then losses.
        let units = (0..games).map(|g| (half_points.saturating_sub(2 * g).min(2), 1)).collect();
        Pairing { player, opponent, units }
    }

    #[test]
    fn two_players_get_the_elo_of_their_score() {
        let rated = ratings(2, &[pairing(0, 1, 150, 100)], EXACT);
        let difference = rated[0].elo.value - rated[1].elo.value;
        assert!((difference - elo_of_score(0.75)).abs() < 1e-3, "{difference}");
        assert!(rated[0].elo.low < rated[0].elo.value && rated[0].elo.value < rated[0].elo.high);
        assert!((rated[0].elo.value + rated[1].elo.value).abs() < 1e-9, "mean 0");
    }

    #[test]
    fn consistent_scores_are_recovered() {
        let truth = [120.0, 30.0, -50.0, -100.0];
        let games = 100_000;
        let mut pairings = Vec::new();
        for i in 0..4 {
            for j in i + 1..4 {
                let half_points = (score_of_elo(truth[i] - truth[j]) * 2.0 * f64::from(games)).round() as u32;
                pairings.push(pairing(i, j, half_points, games));
            }
        }
        let how = BradleyTerry { replicas: 0, ..EXACT };
        for (rating, truth) in ratings(4, &pairings, how).iter().zip(truth) {
            assert!((rating.elo.value - truth).abs() < 0.05, "{rating:?} {truth}");
        }
    }

    #[test]
    fn a_perfect_score_is_finite_with_the_prior_and_players_without_games_rate_zero() {
        let rated = ratings(3, &[pairing(0, 1, 20, 10)], BradleyTerry::default());
        assert!(rated.iter().all(|r| r.elo.value.is_finite()));
        assert!(rated.iter().all(|r| r.elo.low == f64::NEG_INFINITY && r.elo.high == f64::INFINITY));
        assert!(rated[0].elo.value - rated[1].elo.value > 300.0);
        assert!(rated[2].elo.value.abs() < 1e-9);
        assert_eq!(ratings(1, &[pairing(0, 5, 1, 1)], EXACT).len(), 1, "unknown opponents are left out");
    }

    #[test]
    fn the_bootstrap_interval_approximates_the_normal_one_and_is_reproducible() {
        // 400 games at 50 %, half of them drawn: deviation 0.3536 per game, ± 12.0 Elo
        // for the difference, half of that for each player.
        let mut units = vec![(1, 1); 200];
        units.extend([(2, 1); 100]);
        units.extend([(0, 1); 100]);
        let results = [Pairing { player: 0, opponent: 1, units }];
        let how = BradleyTerry { replicas: 2000, ..EXACT };
        let rated = ratings(2, &results, how);
        assert!((rated[0].elo.margin() - 12.04).abs() < 1.5, "{rated:?}");
        assert_eq!(rated, ratings(2, &results, how));
    }
}
