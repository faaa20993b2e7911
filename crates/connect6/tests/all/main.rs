//! The tests of this crate from outside, as one program: each is linked once.

mod board;
mod common;
mod defence;
mod openings;
#[cfg(feature = "player")]
mod player;
#[cfg(feature = "formats")]
mod records;
mod search_kit;
mod self_play;
mod seven_stones;
mod signature;
mod solver;
mod theory;
mod threats;
mod told;
