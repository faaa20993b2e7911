//! The tests of this crate from outside, as one program: each is linked once.

mod duel;
mod errors;
mod levels;
mod measure;
mod network;
mod resume;
mod trace;
mod tuning;
