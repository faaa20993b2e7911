//! Turns: the stones that one side puts before the other is to move, and an index for a turn of two
//! stones.

#[cfg(any(test, feature = "engine"))]
pub(crate) mod pairs;
mod turn;

pub use turn::{IllegalTurn, Turn};
