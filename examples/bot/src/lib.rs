//! A bot: an engine that plays games on a server of the program `play`, each against the first player who
//! seeks the same game.
//!
//! It speaks the messages of a page over its own small WebSocket client and needs no web library. [`hexo`] answers
//! requests of other servers for turns of HeXO.
#![forbid(unsafe_code)]

mod address;
mod connection;
mod error;
pub mod hexo;
mod messages;
mod play;
mod socket;

pub use address::{Address, AddressError};
pub use error::BotError;
pub use play::{BotGame, BotLimits, BotSettings, run};
