//! The parts of the program that are not in the kit of the game: the setup of a session, endgame tables
//! and pictures.
#![forbid(unsafe_code)]

mod draw;
mod endgames;
mod game;
mod shares;

pub use draw::Draw;
pub use endgames::{Endgames, in_tables};
pub use game::setup;
