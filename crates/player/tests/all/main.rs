//! The tests of this crate from outside, as one program: each is linked once.

mod clock;
mod control;
mod players;
