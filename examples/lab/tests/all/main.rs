//! The tests of this crate from outside, as one program: each is linked once.

mod calibration;
mod duel;
mod errors;
mod growth;
mod levels;
mod measure;
mod network;
mod resume;
mod trace;
mod tuning;
