//! What the programs share at a terminal: lines that may not arrive, completions and pages of
//! the manual, results as JSON, progress.
#![forbid(unsafe_code)]

pub mod json;
mod manual;
mod output;
mod progress;

pub use manual::Manual;
pub use output::{end, say, strong};
pub use progress::perft;
