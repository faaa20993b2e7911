//! Connect6 and its family with their player and bench, for this program and for others that use
//! the same player (the laboratory).
#![forbid(unsafe_code)]

mod convert;
mod draw;
mod game;
mod place;
mod record;

pub use convert::Convert;
pub use draw::Draw;
pub use game::setup;
pub use place::Place;
pub use record::recorder;
