//! Xiangqi, its players and its bench, for this program and for others that run
//! the same player (the laboratory).
#![forbid(unsafe_code)]

mod game;

pub use game::{EVALUATIONS, SEARCHES, bench_positions, player, setup};
