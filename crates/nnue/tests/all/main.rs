//! The integration tests of this crate, as a single program to link.

mod evaluator;
mod file;
mod lamps;
mod random;
