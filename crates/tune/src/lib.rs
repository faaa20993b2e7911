#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod annealing;
pub mod calibration;
mod challenge;
mod chance;
mod contest;
mod curve;
mod descent;
pub mod genetic;
pub mod hill;
pub mod network;
mod parameters;
pub mod records;
#[cfg(feature = "nnue")]
pub mod sparse;
pub mod spsa;
pub mod state;
pub mod temporal;
#[cfg(test)]
mod testing;
pub mod texel;

pub use contest::{Bout, Contest};
pub use curve::{Curve, CurveError};
pub use descent::{DescentError, Ending};
pub use parameters::{Parameter, ParameterError, ParameterSet};
