//! Tests of the crate.

mod evaluators;
mod games;
mod nine;
mod runs;
mod surveys;
mod symmetric;
