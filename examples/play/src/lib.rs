//! A board to play on, for every game that is told.
//!
//! A [`AnySession`](session::Room) is one game with its seats and clocks: it is asked, it shows itself,
//! and it says what an engine has to think about. It knows no network, no file and no time of its
//! own, so that the page's server, a test and a browser without a server use the same one.
#![forbid(unsafe_code)]

pub mod client;
pub mod games;
pub mod local;
pub mod message;
#[cfg(feature = "server")]
pub mod server;
pub mod session;
pub mod text_record;
