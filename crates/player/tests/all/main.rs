//! The integration tests of this crate, as one program that is linked once.

mod clock;
mod control;
mod learning;
mod own_book;
mod players;
mod ratings;
