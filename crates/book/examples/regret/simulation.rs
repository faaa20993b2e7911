//! Openings that win with fixed chances nobody knows, and a policy that learns which one is best.

use duiyi_book::{BookMove, Policy, Results};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// The chances of twenty openings for the side that is better off: the best one wins seven games
/// of ten, the others from six down to five.
pub(crate) fn strong() -> [f64; 20] {
    std::array::from_fn(|at| if at == 13 { 0.70 } else { 0.60 - 0.005 * at as f64 })
}

/// The same for the other side: the best one wins half of its games, the others four of ten and less.
pub(crate) fn weak() -> [f64; 20] {
    strong().map(|chance| chance - 0.2)
}

/// What a policy loses against one that always plays the best opening, in games won, after each
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
