//! The tests of this crate from outside, as one program: each is linked once.

mod books;
mod duel;
mod errors;
mod levels;
mod measure;
mod networks;
mod resume;
mod trace;
mod tuning;
