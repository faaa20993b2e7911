//! The integration tests of this crate in one program, so that they are linked only once.

mod chinese_rulings;
mod claims;
mod collections;
mod conversions;
#[cfg(feature = "endgame")]
mod endgame;
#[cfg(feature = "endgame")]
mod endgame_perpetual;
mod formats;
mod game;
mod game_kit;
mod graph_history;
mod horizon;
mod mates;
mod mixed_cycles;
mod network;
mod notation;
mod perft;
mod properties;
#[cfg(feature = "book")]
mod reading_time;
mod ruling_symmetry;
mod rulings;
mod search;
mod search_kit;
mod serde;
mod signature;
mod stopping;
mod student;
#[cfg(feature = "variants")]
mod variants;
mod zugzwang;
