//! Connect6 (六子棋) and its family Connect(m,n,k,p,q).

#![forbid(unsafe_code)]

#[cfg(feature = "engine")]
pub mod adapter;
mod board;
pub mod evaluation;
pub mod formats;
mod geometry;
mod lines;
pub mod notation;
pub mod openings;
pub mod pairs;
pub mod patterns;
mod point;
pub mod problems;
mod rules;
pub mod solver;
mod symmetry;
pub mod threats;
mod turn;

pub use board::{Board, IllegalStone, Outcome, Put, SetupError};
pub use lines::{Direction, Line};
pub use point::{Color, Point};
pub use rules::{MAX_SIDE, MAX_STONES_PER_TURN, Rules, RulesError};
pub use symmetry::Symmetry;
pub use turn::{IllegalTurn, Turn};
