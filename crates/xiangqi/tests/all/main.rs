//! The tests of this crate from outside, as one program: each is linked once.

mod chinese_rulings;
mod collections;
mod formats;
mod game;
mod graph_history;
mod horizon;
mod mates;
mod network;
mod notation;
mod perft;
mod properties;
mod rulings;
mod search;
mod search_kit;
mod serde;
mod signature;
mod stopping;
mod told;
mod zugzwang;
