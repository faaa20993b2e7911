//! How points, turns, games and positions are written.
//!
//! - [`Coordinates`]: the names of points in the protocols and records in use.
//! - [`game_line`]: a game in one line, `J10 I11-K11 …`.
//! - [`diagram`]: a position as a drawing in text.

mod coordinates;
pub mod diagram;
pub mod game_line;

pub use coordinates::{CoordinateError, Coordinates};
pub(crate) use coordinates::{letters, next_named};
