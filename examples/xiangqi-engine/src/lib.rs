//! What the program of xiangqi adds to the kit of the game: a session's setup, pictures.
#![forbid(unsafe_code)]

mod draw;
mod game;

pub use draw::Draw;
pub use game::setup;
