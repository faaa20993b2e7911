//! What the thesis computes about the game: how large it is, and how the chances of its stages
//! make the chance of a win.

mod complexity;
mod stages;

pub use complexity::{full_games, games, positions};
pub use stages::{Stage, StageError, chances, chances_as_printed};
