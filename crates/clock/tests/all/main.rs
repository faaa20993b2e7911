//! The tests of this crate from outside, as one program: each is linked once.

mod controls;
mod edges;
mod figures;
#[cfg(feature = "simulator")]
mod flags;
mod keeper;
mod ledger;
mod rules;
#[cfg(feature = "simulator")]
mod simulated_figures;
#[cfg(feature = "simulator")]
mod simulator;
