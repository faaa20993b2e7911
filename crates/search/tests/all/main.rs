//! The tests of this crate from outside, as one program: each is linked once.

mod common;
mod drivers;
mod facts;
mod faults;
mod minimax;
mod monte_carlo;
mod over;
mod parallel;
mod root;
mod trees;
