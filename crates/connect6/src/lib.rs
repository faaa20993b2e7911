#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;

pub mod baseline;
mod board;
pub mod evaluation;
#[cfg(feature = "formats")]
pub mod formats;
pub mod hexo;
#[cfg(feature = "kit")]
pub mod kit;
pub mod notation;
pub mod openings;
pub mod patterns;
#[cfg(feature = "player")]
pub mod player;
#[cfg(feature = "std")]
pub mod problems;
#[cfg(feature = "engine")]
pub mod search;
pub mod solver;
#[cfg(feature = "std")]
pub mod theory;
pub mod threats;
mod turns;

pub use board::{
    BLACK, Board, BoardLine, Direction, Forbidden, ForbiddenPattern, IllegalStone, MAX_SIDE, MAX_STONES_PER_TURN,
    Point, PointSet, Put, Rules, RulesError, SetupError, Symmetry, Tiling, WHITE, side_name,
};
pub use duiyi_game::{
    Diagram, Game, GameMove, Grid, History, Notation, Outcome, Reach, RowRule, Score, Side, Square, Verdict,
};
pub use turns::{IllegalTurn, Turn};
