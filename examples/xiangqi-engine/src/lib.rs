//! Xiangqi, its players and its bench, for this program and for others that run
//! the same player (the laboratory).
#![forbid(unsafe_code)]

mod draw;
mod game;
mod network_player;

pub use draw::Draw;
pub use game::{bench_positions, setup};
pub use network_player::{EVALUATIONS, player, read_network};
