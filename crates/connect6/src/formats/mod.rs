//! Recorded games: the record itself, and its text formats.
//!
//! | format | read | write |
//! |---|---|---|
//! | SGF, as Little Golem writes it and with one stone per node | [`sgf::read`] | [`sgf::write`] |
//! | CCGC, the record of the Chinese computer games contests | [`ccgc::read`] | [`ccgc::write`] |
//! | HTTTX, the notation of the players of HeXO | [`htttx::read`] | [`htttx::write`] |
//! | the game line of collections | [`game_line::read`](crate::notation::game_line::read) | [`game_line::write`](crate::notation::game_line::write) |
//!
//! They produce a [`GameRecord`] with legal turns only; SGF and HTTTX also have variations, SGF comments and marks. [`Format`] reads and writes it by the name
//! of the format or of a file.

pub mod ccgc;
mod format;
mod format_error;
pub mod htttx;
mod line;
mod record;
pub mod sgf;

pub use format::{Format, UnknownFormat};
pub use format_error::FormatError;
pub use record::{GameRecord, GameResult};
