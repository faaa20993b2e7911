//! The game: rules, points, lines, and the board with its stones.

mod forbidden;
mod game;
mod geometry;
mod lines;
mod planes;
mod point;
mod point_set;
mod rules;
mod state;
mod symmetry;
mod winning;

pub use forbidden::{Forbidden, ForbiddenPattern};
pub(crate) use geometry::Geometry;
pub use lines::{BoardLine, Direction};
pub use point::{BLACK, MAX_SIDE, Point, WHITE, side_name};
pub use point_set::PointSet;
pub use rules::{MAX_STONES_PER_TURN, Rules, RulesError, Tiling};
pub use state::{Board, IllegalStone, Put, SetupError};
pub use symmetry::Symmetry;
