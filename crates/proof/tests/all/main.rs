//! The integration tests of this crate in one program, so that they are linked only once.

mod checks;
mod mates;
mod mutations;
mod problems;
mod rulings;
