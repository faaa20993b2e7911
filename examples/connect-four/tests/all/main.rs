//! The integration tests of this crate, as one program that is linked once.

mod description;
mod network;
mod play;
mod program;
mod short;
mod texts;
