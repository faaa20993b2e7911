//! Command lines: a complete program from a kit, and its parts for a program with commands of its own:
//! a search with printed iterations, a bench, perft, results as JSON, progress bars, shell completions
//! and manual pages.
//!
//! Results are printed to standard output, progress to standard error. The functions end the process
//! if the output cannot be written, and so does [`end`]: this module is for programs.
//!
//! [`Bounds`] and [`OutputOptions`] are argument groups for clap 4:
//!
//! ```
//! use clap::Parser;
//! use duiyi_game::{History, nim::Nim};
//! use duiyi_kit::{GameKit, cli::{Bounds, OutputOptions, analyse}};
//! use duiyi_engine::PlayerParts;
//! use duiyi_search::Score;
//!
//! #[derive(Parser)]
//! struct Arguments {
//!     #[command(flatten)]
//!     bounds: Bounds,
//!     #[command(flatten)]
//!     output: OutputOptions,
//! }
//!
//! let arguments = Arguments::parse_from(["example", "--depth", "2", "--json"]);
//! let kit = GameKit::new("nim", Nim::new(21), PlayerParts::by(|| |_: &Nim| Score::ZERO));
//! let game = History::new(kit.start.clone());
//! analyse(&game, &mut *kit.player(), arguments.bounds, arguments.output);
//! ```

mod commands;
mod doctor;
pub mod json;
#[cfg(feature = "learn-command")]
mod learn;
mod manual;
mod output;
mod player_arguments;
#[cfg(feature = "program")]
mod program;
pub mod progress;
mod proof;
#[cfg(feature = "program")]
mod random_match;
mod setup;
#[cfg(feature = "learn-command")]
mod termination;

pub use commands::{Bounds, OutputOptions, analyse, bench, perft};
pub use doctor::doctor;
#[cfg(feature = "learn-command")]
pub use learn::{LearnOptions, learn};
pub use manual::Manual;
use output::strong;
pub use output::{end, fail, say};
pub use player_arguments::PlayerArguments;
#[cfg(feature = "program")]
pub use program::{program, program_with_stones};
pub use proof::{NoProof, certificate, claim_of, verify_file, write_proof};
#[cfg(feature = "program")]
pub use random_match::{RandomMatch, play_match};
pub use setup::setup;
#[cfg(feature = "learn-command")]
pub use termination::remove_parts_at_termination;
