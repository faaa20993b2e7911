//! The tests of the example, as a single program to link.

mod chapter;
mod kit;
mod program;
