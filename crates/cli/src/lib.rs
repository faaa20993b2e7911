//! What the programs share at a terminal: lines that may not arrive, completions and pages of
//! the manual, results as JSON, progress.
#![forbid(unsafe_code)]

mod commands;
#[cfg(feature = "match")]
mod game;
pub mod json;
mod manual;
mod output;
pub mod progress;
mod setup;

pub use commands::{Bounds, Told, analyse, bench, perft};
#[cfg(feature = "match")]
pub use game::{GameCommand, MakePlayer, match_with_random, play_match};
pub use manual::Manual;
use output::strong;
pub use output::{end, say};
pub use setup::setup;
