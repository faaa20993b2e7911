//! Connect6 and its family, their player and bench, for this program and for others
//! that run the same player (the laboratory).
#![forbid(unsafe_code)]

mod convert;
mod explain;
mod game;
mod record;
mod whole;

pub use convert::Convert;
pub use explain::explain;
pub use game::{BENCH_DEPTH, EVALUATIONS, SEARCHES, bench_positions, player, setup, valuation};
pub use record::recorder;
