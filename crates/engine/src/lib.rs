#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod player;
#[cfg(feature = "session")]
mod sessions;

pub use player::*;
#[cfg(feature = "session")]
pub use sessions::*;
