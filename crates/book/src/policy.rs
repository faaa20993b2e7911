//! Choosing a move of a book.

use crate::{
    BookMove, Proof, Results,
    chance::{beta, weighted},
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng};
use std::{fmt, str::FromStr};

/// How to choose among the moves of a book.
///
/// All policies play a move that is proved to win, and never play a move that is proved to
/// lose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy {
    /// A random move among those that are about as good as the best one, with probabilities by the
    /// number of games: it varies the openings for a frequent opponent. `margin` is the maximum
    /// difference, on a scale from 0 to 1, to the pessimistic score of the best move.
    Varied {
        /// From 0 to 1.
        margin: f64,
    },
    /// The move with the greatest weight.
    Best,
    /// A random move, with probabilities proportional to the weights.
    Weight,
    /// The move with the best pessimistic score: the lower bound of Wilson's interval, `z` standard
    /// deviations below the mean.
    Score {
        /// Standard deviations.
        z: f64,
    },
    /// The move with the best optimistic score: its mean plus `exploration` times its confidence term
    /// (UCB; Auer, Cesa-Bianchi and Fischer 2002). Untried moves come first.
    Ucb {
        /// Greater values explore more; √2 in the paper, a quarter of it here.
        exploration: f64,
    },
    /// Each move with the probability that it is the best: a score is drawn for each from the
    /// distribution given its results (Thompson 1933).
    Thompson,
    /// The move with the greatest sum of results, 1 for a win and −1 for a loss, the first of several:
    /// the printed rule (row C-E1 of docs/sources.md). It does not explore, see docs/books.md.
    ArgMax,
}

/// The maximum number of games that the results of a collection count as, compared to learned results.
const PRIOR: f64 = 10.0;

impl Policy {
    /// The names that [`Policy::from_str`] reads, the default one first.
    pub const NAMES: [&'static str; 7] = ["varied", "best", "weight", "score", "ucb", "thompson", "argmax"];

    /// The parameters for names.
    const MARGIN: f64 = 0.05;
    const Z: f64 = 1.96;

    /// The index of the move to play; `None` if there are no moves, or all are proved to lose.
    pub fn choose<M>(&self, moves: &[BookMove<M>], random: &mut Xoshiro256PlusPlus) -> Option<usize> {
        if let Some(winning) = moves.iter().position(|mv| mv.proof == Some(Proof::Win)) {
            return Some(winning);
        }
        let open: Vec<usize> = (0..moves.len()).filter(|&at| moves[at].proof != Some(Proof::Loss)).collect();
        let moves: Vec<&BookMove<M>> = open.iter().map(|&at| &moves[at]).collect();
        let chosen = match *self {
            Policy::Varied { margin } => varied(&moves, margin, random),
            Policy::Best => first_best(moves.iter().map(|mv| (f64::from(mv.weight), mv.all().games() as f64))),
            Policy::Weight => {
                let weights: Vec<f64> = moves.iter().map(|mv| f64::from(mv.weight)).collect();
                weighted(&weights, random)
            }
            Policy::Score { z } => first_best(moves.iter().map(|mv| (lower_bound(mv.all(), z), 0.0))),
            Policy::Ucb { exploration } => ucb(&moves, exploration, random),
            Policy::Thompson => first_best(moves.iter().map(|mv| {
                let (points, games) = evidence(mv);
                (beta(1.0 + points, 1.0 + games - points, random), 0.0)
            })),
            Policy::ArgMax => first_best(moves.iter().map(|mv| {
                let all = mv.all();
                (f64::from(all.wins) - f64::from(all.losses), 0.0)
            })),
        };
        chosen.map(|at| open[at])
    }
}

/// The index of the first of the greatest pairs.
fn first_best(values: impl Iterator<Item = (f64, f64)>) -> Option<usize> {
    let mut best: Option<(usize, (f64, f64))> = None;
    for (at, value) in values.enumerate() {
        if best.is_none_or(|(_, best)| value > best) {
            best = Some((at, value));
        }
    }
    best.map(|(at, _)| at)
}

/// Weighted points and games: all learned results, and a limited number of the collection's.
fn evidence<M>(mv: &BookMove<M>) -> (f64, f64) {
    let prior = (mv.results.games() as f64).min(PRIOR);
    let learned = mv.learned.games() as f64;
    let points = mv.results.score().unwrap_or(0.0) * prior + mv.learned.score().unwrap_or(0.0) * learned;
    (points, prior + learned)
}

/// The lower end of Wilson's interval for the mean score; a draw is half a success.
fn lower_bound(results: Results, z: f64) -> f64 {
    let games = results.games() as f64;
    let Some(mean) = results.score() else { return 0.0 };
    let square = z * z / games;
    let centre = mean + square / 2.0;
    let half = z * (mean * (1.0 - mean) / games + square / (4.0 * games)).sqrt();
    (centre - half) / (1.0 + square)
}

fn ucb<M>(moves: &[&BookMove<M>], exploration: f64, random: &mut Xoshiro256PlusPlus) -> Option<usize> {
    let evidence: Vec<(f64, f64)> = moves.iter().map(|mv| evidence(mv)).collect();
    let untried: Vec<f64> = evidence.iter().map(|(_, games)| f64::from(u8::from(*games == 0.0))).collect();
    if let Some(at) = weighted(&untried, random) {
        return Some(at);
    }
    let all: f64 = evidence.iter().map(|(_, games)| games).sum();
    first_best(evidence.iter().map(|(points, games)| {
        let bound = points / games + exploration * (all.ln() / games).sqrt();
        // Ties are broken at random, so that no order is preferred.
        (bound, random.next_u64() as f64)
    }))
}

/// The score of a move with a few additional draws, which reduces the scores of rare
/// moves.
fn cautious(results: Results) -> f64 {
    const DRAWN: f64 = 4.0;
    let games = results.games() as f64;
    (results.score().unwrap_or(0.0) * games + DRAWN / 2.0) / (games + DRAWN)
}

fn varied<M>(moves: &[&BookMove<M>], margin: f64, random: &mut Xoshiro256PlusPlus) -> Option<usize> {
    // The reference is the best pessimistic score, not the score of the luckiest move.
    let best = moves.iter().map(|mv| lower_bound(mv.all(), 1.0)).fold(0.0, f64::max);
    let weight = |mv: &&BookMove<M>| {
        let known = mv.all().games() as f64 + f64::from(mv.weight) / 2.0;
        if cautious(mv.all()) >= best - margin { known.max(1.0).sqrt() } else { 0.0 }
    };
    let weights: Vec<f64> = moves.iter().map(weight).collect();
    weighted(&weights, random)
}

impl Default for Policy {
    fn default() -> Policy {
        Policy::Varied { margin: Policy::MARGIN }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Policy::Varied { .. } => "varied",
            Policy::Best => "best",
            Policy::Weight => "weight",
            Policy::Score { .. } => "score",
            Policy::Ucb { .. } => "ucb",
            Policy::Thompson => "thompson",
            Policy::ArgMax => "argmax",
        })
    }
}

/// An unknown policy name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown policy '{0}'; expected one of {names}", names = Policy::NAMES.join(", "))]
pub struct UnknownPolicy(pub String);

impl FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(text: &str) -> Result<Policy, UnknownPolicy> {
        Ok(match text {
            "varied" => Policy::default(),
            "best" => Policy::Best,
            "weight" => Policy::Weight,
            "score" => Policy::Score { z: Policy::Z },
            "ucb" => Policy::Ucb { exploration: std::f64::consts::SQRT_2 / 4.0 },
            "thompson" => Policy::Thompson,
            "argmax" => Policy::ArgMax,
            _ => return Err(UnknownPolicy(duiyi_game::shortened(text))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(wins: u32, draws: u32, losses: u32) -> Results {
        Results { wins, draws, losses }
    }

    fn known(wins: u32, draws: u32, losses: u32) -> BookMove<char> {
        BookMove { mv: 'a', results: results(wins, draws, losses), learned: Results::default(), weight: 1, proof: None }
    }

    /// Wilson's formula by hand: (mean + z²/2n − z √(mean (1 − mean)/n + z²/4n²)) / (1 + z²/n).
    #[test]
    fn the_lower_bound_is_that_of_wilson() {
        let near = |results, z, expected: f64| {
            let bound = lower_bound(results, z);
            assert!((bound - expected).abs() < 1e-9, "{results:?}, {z}: {bound}, expected {expected}");
        };
        near(results(1, 0, 0), 2.0, 1.0 / 5.0);
        near(results(0, 0, 1), 2.0, 0.0);
        // n = 4, z = 2: (1/2 + 1/2 − 2 √(1/16 + 1/16)) / 2.
        near(results(2, 0, 2), 2.0, (1.0 - 0.5f64.sqrt()) / 2.0);
        near(results(0, 4, 0), 2.0, (1.0 - 0.5f64.sqrt()) / 2.0);
        near(results(4, 0, 0), 2.0, 0.5);
        // n = 16, z = 2, mean 3/4: (3/4 + 1/8 − 2 √(3/256 + 1/256)) / (5/4).
        near(results(12, 0, 4), 2.0, (0.875 - 0.25) / 1.25);
        // The mean of the same games for the other side: (1/4 + 1/8 − 1/4) / (5/4).
        near(results(4, 0, 12), 2.0, 0.1);
        near(results(4, 0, 12), 0.0, 0.25);
        assert_eq!(lower_bound(Results::default(), 2.0), 0.0);
    }

    #[test]
    fn the_results_of_a_collection_count_as_ten_games_at_most() {
        assert_eq!(evidence(&known(3, 2, 1)), (4.0, 6.0));
        assert_eq!(evidence(&known(300, 0, 100)), (7.5, 10.0));
        assert_eq!(evidence(&known(100, 0, 300)), (2.5, 10.0));
        let learned = |wins, losses| BookMove { learned: results(wins, 1, losses), ..known(300, 0, 100) };
        assert_eq!(evidence(&learned(0, 29)), (8.0, 40.0));
        assert_eq!(evidence(&learned(29, 0)), (37.0, 40.0));
        assert_eq!(evidence(&BookMove { learned: results(1, 0, 2), ..known(0, 0, 0) }), (1.0, 3.0));
    }

    #[test]
    fn a_cautious_score_has_four_more_draws() {
        assert_eq!([results(4, 0, 0), results(0, 0, 4), results(0, 4, 0)].map(cautious), [0.75, 0.25, 0.5]);
        assert_eq!([Results::default(), results(12, 0, 0), results(0, 0, 12)].map(cautious), [0.5, 0.875, 0.125]);
    }
}
