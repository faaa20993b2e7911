//! Xiangqi, its players and its bench, for this program and for others that run
//! the same player (the laboratory).
#![forbid(unsafe_code)]

mod book;
mod draw;
mod explain;
mod game;

pub use book::own_book;
pub use draw::Draw;
pub use explain::Explainer;
pub use game::{bench_positions, parts, player, setup};
