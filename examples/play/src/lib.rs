//! A board to play on in the browser, for every game with a description.
//!
//! A [`Session`](session::Session) is one game with its players and clocks: it carries out actions,
//! returns what a page shows, and hands out jobs for engines. It uses no network, no file and no
//! time of its own, so that the server, a test and a browser without a server share it.
#![forbid(unsafe_code)]

pub mod client;
pub mod description;
pub mod games;
pub mod local;
pub mod message;
#[cfg(feature = "server")]
pub mod server;
pub mod session;
pub mod text_record;
