//! The integration tests of this crate, as one program that is linked once.

mod controls;
mod edges;
mod figures;
#[cfg(feature = "simulator")]
mod flags;
mod keeper;
mod known_engines;
mod ledger;
mod rules;
#[cfg(feature = "simulator")]
mod simulated_figures;
#[cfg(feature = "simulator")]
mod simulator;
