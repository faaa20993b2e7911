#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod commands;
mod doctor;
pub mod json;
#[cfg(feature = "learn")]
mod learn;
mod manual;
mod output;
#[cfg(feature = "match")]
mod program;
pub mod progress;
mod proof;
#[cfg(feature = "match")]
mod random_match;
mod setup;

pub use commands::{Bounds, OutputOptions, analyse, bench, perft};
pub use doctor::doctor;
#[cfg(feature = "learn")]
pub use learn::{LearnOptions, learn};
pub use manual::Manual;
use output::strong;
pub use output::{end, fail, say};
#[cfg(feature = "match")]
pub use program::{program, program_with_stones};
pub use proof::{NoProof, certificate, claim_of, verify_file, write_proof};
#[cfg(feature = "match")]
pub use random_match::{RandomMatch, play_match};
pub use setup::setup;
