//! The tests of this crate from outside, as one program: each is linked once.

mod control;
mod players;
