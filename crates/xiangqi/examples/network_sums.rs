//! Prints a checksum of the network's scores in ten thousand positions of random games.
//!
//! The scores are sums of integers, so every processor, every set of vector instructions and WebAssembly give
//! the same checksum. `.ci/network-sums` compares them.

#![allow(clippy::print_stdout)]

use duiyi_search::{Evaluator, Game};
use duiyi_xiangqi::{NetworkEvaluation, Xiangqi};

/// The number of positions.
pub(crate) const POSITIONS: usize = 10_000;
/// The moves of a random game.
const PLIES: usize = 200;

/// The next number of the generator SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The checksum (FNV-1a) of the scores, which are updated move by move. `look` receives each position and score.
pub(crate) fn checksum(mut look: impl FnMut(&Xiangqi, i32)) -> u64 {
    let (mut evaluation, mut state, mut sum) = (NetworkEvaluation::built_in(), 1, 0xcbf2_9ce4_8422_2325_u64);
    let (mut game, mut ply) = (Xiangqi::default(), 0);
    evaluation.reset(&game);
    for _ in 0..POSITIONS {
        let score = evaluation.evaluate(&game).get();
        look(&game, score);
        for byte in score.to_le_bytes() {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        let legal = game.position().legal_moves();
        ply += 1;
        if legal.is_empty() || ply == PLIES {
            (game, ply) = (Xiangqi::default(), 0);
            evaluation.reset(&game);
            continue;
        }
        let mv = legal[(next(&mut state) % legal.len() as u64) as usize];
        evaluation.push(&game, mv);
        game.make(mv);
    }
    sum
}

fn main() {
    println!("{:016x}", checksum(|_, _| {}));
}
