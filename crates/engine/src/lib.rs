#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod player;
pub mod protocol;
#[cfg(feature = "session")]
mod sessions;

pub use player::*;
pub use protocol::{CommandError, Protocol, UnknownProtocol};
#[cfg(feature = "session")]
pub use sessions::*;
