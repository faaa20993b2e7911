//! The protocol loop of an engine, generic over the game.
//!
//! A program implements [`EngineGame`] on a type of its own, which brings the
//! rules, the evaluation and the texts together, and calls [`run`]: the engine
//! then speaks UCCI or UCI, whichever the front end begins with. Searches run
//! on a thread of their own; the loop answers `isready` and `stop` at once. A
//! bad command or position is answered with a message and changes nothing.
//! [`analyse`], [`perft()`] and [`bench()`] do what a command line offers besides.

#![forbid(unsafe_code)]

mod commands;
mod dialect;
mod engine;
mod error;
mod front;
mod game;
mod memory;
mod output;
mod think;
mod ucci;
mod uci;

pub use commands::{Analysis, BENCH_DEPTH, BENCH_HASH, analyse, bench, bench_statistics, perft};
pub use dialect::Dialect;
pub use engine::{DEFAULT_HASH, MAX_HASH, MAX_LINES, MAX_THREADS};
pub use error::CommandError;
pub use front::run;
pub use game::{EngineGame, MoveOf, Reason};
