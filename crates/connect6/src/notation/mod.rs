//! How points, turns, games and positions are written.
//!
//! - [`Coordinates`]: the names of points in the protocols and records in use.
//! - [`game_line`]: a game in one line, `J10 I11-K11 …`.
//! - [`position`]: a position in one line, `3/1x1/3 w 1`.
//! - [`diagram`]: a position as a drawing in text.

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
