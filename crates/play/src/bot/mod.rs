//! A bot: an engine that plays games on a server of this crate, each against the first player who seeks
//! the same game.
//!
//! It speaks the messages of a page over its own small WebSocket client, so that the programs of engines
//! need no web library.

mod address;
mod arguments;
mod connection;
mod error;
mod messages;
mod play;
mod socket;

pub use address::{Address, AddressError};
pub use arguments::BotArguments;
pub use error::BotError;
pub use play::{BotGame, BotLimits, BotSettings, run};
