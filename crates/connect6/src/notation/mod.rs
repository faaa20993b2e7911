//! The notation of points, turns, games and positions.
//!
//! - [`Coordinates`]: the names of points in common protocols and records.
//! - [`game_line`]: a game on one line, `J10 I11-K11 …`.
//! - [`position`]: a position on one line, `3/1x1/3 w 1`.
//! - [`diagram`]: a position drawn as text.

mod coordinates;
pub mod diagram;
pub mod game_line;
mod picture;
pub mod position;
mod texts;

pub(crate) use coordinates::letters;
#[cfg(feature = "formats")]
pub(crate) use coordinates::next_named;
pub use coordinates::{CoordinateError, Coordinates};
