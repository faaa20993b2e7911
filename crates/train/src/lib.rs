#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod annealing;
pub mod calibration;
#[cfg(feature = "plots")]
mod calibration_plot;
mod challenge;
mod chance;
mod contest;
pub mod counts;
mod curve;
mod descent;
pub mod genetic;
pub mod hill;
mod inequality;
#[cfg(feature = "learn")]
pub mod learn;
#[cfg(feature = "network")]
pub mod network;
mod parameters;
#[cfg(feature = "plots")]
mod plot;
pub mod spsa;
pub mod state;
pub mod temporal;
#[cfg(test)]
mod testing;
pub mod texel;

#[cfg(feature = "plots")]
pub use calibration_plot::draw_calibrations;
pub use contest::{Bout, Contest};
pub use curve::Curve;
pub use descent::{DescentError, Ending};
pub use inequality::{Inequality, InequalityError};
pub use parameters::{Parameter, ParameterError, ParameterSet};
#[cfg(feature = "plots")]
pub use plot::CurveError;
