//! Connect6 (六子棋) and its family Connect(m,n,k,p,q).

#![forbid(unsafe_code)]

mod board;
mod geometry;
mod lines;
mod point;
mod rules;
mod symmetry;
pub mod solver;
pub mod threats;

pub use board::{Board, IllegalStone, Outcome, Put, SetupError};
pub use lines::{Direction, Line};
pub use point::{Color, Point};
pub use rules::{MAX_SIDE, MAX_STONES_PER_TURN, Rules, RulesError};
pub use symmetry::Symmetry;
