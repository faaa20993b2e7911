//! The tests of this crate from outside, as one program: each is linked once.

mod common;
mod conversations;
mod games;
mod listening;
mod pictures;
mod state_machine;
mod vocabulary;
