//! Sessions of seven protocols, the commands of engines, and an examination of external ones.

mod commands;
mod dialects;
mod doctor;
mod front;
mod inbox;
mod memory;
mod output;
mod picture;
mod played;
#[cfg(test)]
mod recording;
mod ruling;
mod session;
mod spelling;
mod thread;

pub use commands::{
    BENCH_DEPTH, BENCH_HASH, BenchReport, Benched, Divided, MAX_PERFT_DEPTH, analyse, bench, memory_line, perft,
    perft_until, report_line,
};
pub use doctor::{Diagnosis, Finding, FindingKind, NoConversation, diagnose};
pub use front::{run, run_on_standard, run_placement, run_placement_on_standard};
pub use picture::{Sketch, picture};
pub use played::{EngineGame, OnGameEnd};
pub use session::Setup;
