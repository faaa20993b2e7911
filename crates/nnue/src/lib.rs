#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod accumulator;
mod error;
mod features;
mod file;
mod float;
mod lanes;
mod network;
mod parameters;
mod stack;

pub use accumulator::Accumulator;
pub use error::NetworkError;
pub use features::{Change, Features, MAX_CHANGES, Trainable};
pub use float::FloatNetwork;
pub use lanes::LANES;
pub use network::Network;
pub use parameters::{Origin, Parameters};
