//! The tests of this crate from outside, as one program: each is linked once.

mod common;
mod faults;
mod figures;
mod matches;
mod referee;
mod shards;
