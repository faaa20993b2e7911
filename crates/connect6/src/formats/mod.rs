//! Recorded games: the record itself, and the texts that hold it.
//!
//! | format | read | write |
//! |---|---|---|
//! | SGF, as Little Golem writes it and with one stone a node | [`sgf::read`] | [`sgf::write`] |
//! | CCGC, the record of the Chinese computer games contests | [`ccgc::read`] | [`ccgc::write`] |
//! | the game line of collections | [`game_line::read`](crate::notation::game_line::read) | [`game_line::write`](crate::notation::game_line::write) |
//!
//! They give a [`GameRecord`], whose every turn is legal; [`Format`] reads and writes it by the
//! name of the format, or by that of a file.

pub mod ccgc;
mod format;
mod format_error;
mod line;
mod record;
pub mod sgf;

pub use format::{Format, UnknownFormat};
pub use format_error::FormatError;
pub use record::{GameRecord, GameResult};
