//! Turns: the stones that one side puts before the other is to move, and one
//! number for a turn of two.

#[cfg(any(test, feature = "engine"))]
pub(crate) mod pairs;
mod turn;

pub use turn::{IllegalTurn, Turn};
