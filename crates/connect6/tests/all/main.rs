//! The integration tests of this crate, as one program that is linked once.

mod board;
mod common;
#[cfg(feature = "player")]
mod deadlines;
mod defence;
mod game;
mod hexo;
mod openings;
#[cfg(feature = "player")]
mod player;
mod proofs;
#[cfg(feature = "formats")]
mod reading_time;
#[cfg(feature = "formats")]
mod records;
mod renju;
mod search_kit;
mod self_play;
mod seven_stones;
mod signature;
mod solver;
mod theory;
mod threats;
