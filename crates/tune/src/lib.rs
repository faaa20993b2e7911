#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod curve;
mod descent;
pub mod genetic;
pub mod network;
mod parameters;
pub mod spsa;
pub mod state;
pub mod texel;

pub use curve::{Curve, CurveError};
pub use descent::{DescentError, Ending};
pub use parameters::{Parameter, ParameterError, ParameterSet};
