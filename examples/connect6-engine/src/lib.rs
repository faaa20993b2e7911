//! An engine for Connect6 and its family, as a library: a session that reads a
//! front end's lines and answers in its protocol, and what the command line does.
//!
//! The protocols of this game ask for whole turns, most have no clock and none
//! has the words of UCI, so the loop is its own and not that of `duiyi-engine`;
//! time is kept by `duiyi-clock` all the same.

#![forbid(unsafe_code)]

mod command_line;
mod dialects;
mod input;
mod level;
mod session;

pub use command_line::{BENCH_DEPTH, Limit, Position, Search, analyse, bench, solve};
pub use dialects::Dialect;
pub use level::Level;
pub use session::{MAX_THREADS, Settings, run};
