//! Turns: the stones that one side puts before the other is to move, and one
//! number for a turn of two.

pub mod pairs;
mod turn;

pub use turn::{IllegalTurn, Turn};
