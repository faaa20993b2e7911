//! The integration tests of this crate in one binary, so that they link once.

mod faults;
mod mate;
mod minimax;
mod played;
mod repeating;
mod small;
mod svg;
