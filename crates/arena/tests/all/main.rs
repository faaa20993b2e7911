//! The integration tests of this crate, as a single program to link.

mod common;
mod counts;
mod faults;
mod figures;
mod matches;
mod referee;
mod shards;
