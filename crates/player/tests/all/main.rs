//! The integration tests of this crate, as one program that is linked once.

mod control;
mod players;
