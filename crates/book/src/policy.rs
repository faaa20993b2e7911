//! Which of the moves of a book is played.

use crate::{
    BookMove, Proof, Results,
    chance::{beta, weighted},
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng};
use std::{fmt, str::FromStr};

/// How a move is chosen among those that a book knows.
///
/// Whatever the policy, a move that is proved to win is played, and one that is proved to lose
/// is not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy {
    /// One of the moves that are about as good as the best one, by chance, those that were played
    /// more the more often: a person who plays often meets other moves. `margin` is how much less
    /// a move may score, of 1, than the best one surely does.
    Varied {
        /// From 0 to 1.
        margin: f64,
    },
    /// The one with the greatest weight.
    Best,
    /// By chance, in proportion to the weights.
    Weight,
    /// The one whose score is best even if it had bad luck: by the lower bound of Wilson's
    /// interval, `z` standard deviations below.
    Score {
        /// Standard deviations.
        z: f64,
    },
    /// The one that may be best: its mean and `exploration` times what it may be better
    /// (Auer, Cesa-Bianchi and Fischer 2002). A move that was never tried comes first.
    Ucb {
        /// Greater tries others more often; √2 in the paper, a quarter of it here.
        exploration: f64,
    },
    /// Each as often as it is probably best: a score is drawn for each from what its results say
    /// (Thompson 1933).
    Thompson,
    /// The one with the greatest sum of results, 1 for a win and −1 for a loss, the first of
    /// several: the printed rule (row C-E1 of docs/sources.md). It explores nothing, see docs/books.md.
    ArgMax,
}

/// Games at the most for which the results of a collection count beside those that were learnt.
const PRIOR: f64 = 10.0;

impl Policy {
    /// The names that [`Policy::from_str`] reads, the usual one first.
    pub const NAMES: [&'static str; 7] = ["varied", "best", "weight", "score", "ucb", "thompson", "argmax"];

    /// What a name is given as parameter.
    const MARGIN: f64 = 0.05;
    const Z: f64 = 1.96;

    /// The index of the move to play; `None` if there is none, or all are proved to lose.
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

/// The first of the greatest pairs.
fn first_best(values: impl Iterator<Item = (f64, f64)>) -> Option<usize> {
    let mut best: Option<(usize, (f64, f64))> = None;
    for (at, value) in values.enumerate() {
        if best.is_none_or(|(_, best)| value > best) {
            best = Some((at, value));
        }
    }
    best.map(|(at, _)| at)
}

/// Points and games as far as they count: all that was learnt, and a few of the collection's.
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
        // Chance decides between equals, so that no order is preferred.
        (bound, random.next_u64() as f64)
    }))
}

/// The score that a move has if it had drawn a few games more: rare moves are worth less than
/// their luck.
fn cautious(results: Results) -> f64 {
    const DRAWN: f64 = 4.0;
    let games = results.games() as f64;
    (results.score().unwrap_or(0.0) * games + DRAWN / 2.0) / (games + DRAWN)
}

fn varied<M>(moves: &[&BookMove<M>], margin: f64, random: &mut Xoshiro256PlusPlus) -> Option<usize> {
    // What is measured from is a move that is good even if it had bad luck, not the luckiest one.
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

/// A name that no policy has.
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
