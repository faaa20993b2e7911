//! A board to play on in the browser, for every game that has a kit.
//!
//! [`main`] is the whole program, a web server; [`worker!`] compiles the same to WebAssembly for a page
//! without a server:
//!
//! ```no_run
//! # #[cfg(feature = "server")]
//! fn main() -> std::process::ExitCode {
//!     duiyi_play::main(duiyi_play::Games::new([/* duiyi_play::Game::new(kit), … */]))
//! }
//! ```
//!
//! A [`Session`](session::Session) is one game with its players and clocks: it carries out actions,
//! returns what a page shows, and hands out jobs for engines. It does not access the network, files or
//! the clock, so the server, the tests and a browser without a server share it.
#![forbid(unsafe_code)]

pub mod client;
mod description;
mod games;
pub mod local;
mod memory;
pub mod message;
#[cfg(feature = "server")]
mod program;
#[cfg(feature = "server")]
pub mod server;
pub mod session;
pub mod text_record;
pub mod worker;

pub use games::{Game, Games, ReadFile, ReadGame};
#[cfg(feature = "server")]
pub use program::main;
