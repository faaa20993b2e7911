//! The tests of this crate from outside, as one program: each is linked once.

mod evaluator;
mod file;
mod lamps;
mod random;
