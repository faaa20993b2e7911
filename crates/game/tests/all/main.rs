//! The tests of this crate from outside, as one program: each is linked once.

mod faults;
mod mate;
mod minimax;
mod played;
mod small;
mod svg;
