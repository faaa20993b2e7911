//! The integration tests of this crate in one binary, so that they link once.

mod batches;
mod common;
mod drivers;
mod facts;
mod faults;
mod minimax;
mod monte_carlo;
mod over;
mod parallel;
mod proof_number;
mod repeating;
mod root;
mod trees;
