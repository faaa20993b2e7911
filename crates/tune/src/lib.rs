//! Tuning for game engines, of any game.
//!
//! - [`ParameterSet`]: parameters by name, with ranges and steps; what every
//!   tuner here reads and writes.
//! - [`texel`]: logistic regression of an evaluation on the results of games,
//!   for evaluations that are sums of features times tapered weights.
//! - [`network`]: the same for soft counts and a hidden layer.
//! - [`spsa`]: simultaneous perturbation, for constants whose worth only games
//!   show.
//! - [`genetic`]: a genetic algorithm whose fitness is won games.
//! - [`Curve`]: learning curves as CSV and SVG.
//! - [`state`]: states of long runs in files that are never half written.
//!
//! Everything is seeded: the same input gives the same numbers. Nothing here
//! prints; who wants to show progress passes an observer.
#![forbid(unsafe_code)]

mod curve;
pub mod genetic;
pub mod network;
mod parameters;
pub mod spsa;
pub mod state;
pub mod texel;

pub use curve::{Curve, CurveError};
pub use parameters::{Parameter, ParameterError, ParameterSet};
