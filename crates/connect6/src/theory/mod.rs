//! Calculations of the thesis about the game: its size, and the probability of a win from those of
//! its stages.

mod complexity;
mod stages;

pub use complexity::{full_games, games, positions};
pub use stages::{Stage, StageError, chances, chances_as_printed};
