//! Connect6 and its family, their player and bench, for this program and for others
//! that run the same player (the laboratory).
#![forbid(unsafe_code)]

mod convert;
mod draw;
mod explain;
mod game;
mod place;
mod record;
mod whole;

pub use convert::Convert;
pub use draw::Draw;
pub use explain::explain;
pub use game::{BENCH_DEPTH, bench_positions, parts, player, setup};
pub use place::Place;
pub use record::recorder;
