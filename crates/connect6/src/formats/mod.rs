//! Recorded games: the record itself, and the texts that hold it.
//!
//! | format | read | write |
//! |---|---|---|
//! | SGF, as Little Golem writes it and with one stone a node | [`sgf::read`] | [`sgf::write`] |
//! | CCGC, the record of the Chinese computer games contests | [`ccgc::read`] | [`ccgc::write`] |
//! | the game line of collections | [`game_line::read`](crate::notation::game_line::read) | [`game_line::write`](crate::notation::game_line::write) |
//!
//! Both give a [`GameRecord`], whose every turn is legal.

pub mod ccgc;
mod record;
pub mod sgf;

pub use record::{GameRecord, GameResult};
