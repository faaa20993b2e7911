//! A board to play on in the browser, for every game whose kit a program gives it.
//!
//! [`main`] is the whole program, a server for pages; [`worker!`] compiles the same for a page without a
//! server, as WebAssembly:
//!
//! ```no_run
//! # #[cfg(feature = "server")]
//! fn main() -> std::process::ExitCode {
//!     duiyi_play::main(duiyi_play::Games::new([/* duiyi_play::Game::new(kit), … */]))
//! }
//! ```
//!
//! A [`Session`](session::Session) is one game with its players and clocks: it carries out actions,
//! returns what a page shows, and hands out jobs for engines. It uses no network, no file and no
//! time of its own, so that the server, a test and a browser without a server share it.
#![forbid(unsafe_code)]

pub mod client;
mod description;
mod games;
pub mod local;
pub mod message;
#[cfg(feature = "server")]
mod program;
#[cfg(feature = "server")]
pub mod server;
pub mod session;
pub mod text_record;
pub mod worker;

pub use games::{Game, Games};
#[cfg(feature = "server")]
pub use program::main;
