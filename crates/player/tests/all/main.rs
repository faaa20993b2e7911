//! The integration tests of this crate, as one program that is linked once.

mod clock;
mod control;
mod own_book;
mod players;
mod ratings;
