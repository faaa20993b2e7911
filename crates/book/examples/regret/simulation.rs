//! Simulated openings with fixed, unknown winning probabilities, and a policy that learns the best one.

use duiyi_book::{BookMove, Policy, Results};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// The winning probabilities of twenty openings for the stronger side: 0.7 for the best one, from 0.6
/// down to 0.5 for the others.
pub(crate) fn strong() -> [f64; 20] {
    std::array::from_fn(|at| if at == 13 { 0.70 } else { 0.60 - 0.005 * at as f64 })
}

/// The same for the other side: 0.5 for the best one, at most 0.4 for the others.
pub(crate) fn weak() -> [f64; 20] {
    strong().map(|chance| chance - 0.2)
}

/// The expected loss of a policy compared to always playing the best opening, in games, after each
/// of `games` games: the mean of `runs` runs.
pub(crate) fn regret(policy: Policy, chances: [f64; 20], games: usize, runs: u64) -> Vec<f64> {
    let best = chances.iter().copied().fold(0.0, f64::max);
    let mut mean = vec![0.0; games];
    for run in 0..runs {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(run);
        let mut moves: Vec<BookMove<usize>> = (0..chances.len())
            .map(|mv| BookMove { mv, results: Results::default(), learned: Results::default(), weight: 1, proof: None })
            .collect();
        let mut lost = 0.0;
        for sum in &mut mean {
            let chosen = policy.choose(&moves, &mut random).unwrap_or_default();
            let won = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64 <= chances[chosen];
            moves[chosen].learned.add(Results { wins: u32::from(won), draws: 0, losses: u32::from(!won) });
            lost += best - chances[chosen];
            *sum += lost / runs as f64;
        }
    }
    mean
}
