//! The properties of parsers and state machines: one module for each fuzz
//! target. The targets call them; a test replays the inputs in `fuzz/corpus`, which `cargo run -p duiyi-fuzz corpus`
//! writes.

#![forbid(unsafe_code)]

pub mod book;
pub mod ccbridge;
pub mod connect6_ccgc;
pub mod connect6_notation;
pub mod connect6_problems;
pub mod connect6_protocol;
pub mod connect6_sgf;
pub mod connect6_solver;
pub mod connect6_weights;
mod conversation;
pub mod dhtmlxq;
pub mod endgame_file;
pub mod fen;
pub mod game_records;
pub mod genetic_files;
pub mod moves;
pub mod mutation;
pub mod network_file;
pub mod notation;
pub mod packed;
pub mod pgn;
pub mod position_walk;
mod positions;
pub mod reader;
pub mod seeds;
pub mod session;
pub mod table;
pub mod table_file;
mod trees;
pub mod wxf;
pub mod xqf;

use arbitrary::{Arbitrary, Unstructured};

/// A property of any bytes; it panics if it does not hold.
pub type Property = fn(&[u8]);

/// Every target by its name.
pub const TARGETS: &[(&str, Property)] = &[
    ("book", book::run),
    ("ccbridge", ccbridge::run),
    ("connect6_ccgc", connect6_ccgc::run),
    ("connect6_notation", connect6_notation::run),
    ("connect6_problems", connect6_problems::run),
    ("connect6_protocol", connect6_protocol::run),
    ("connect6_sgf", connect6_sgf::run),
    ("connect6_solver", connect6_solver::run),
    ("connect6_weights", connect6_weights::run),
    ("dhtmlxq", dhtmlxq::run),
    ("endgame_file", endgame_file::run),
    ("fen", fen::run),
    ("game_records", game_records::run),
    ("genetic_files", genetic_files::run),
    ("moves", moves::run),
    ("network_file", network_file::run),
    ("notation", notation::run),
    ("pgn", pgn::run),
    ("position_walk", position_walk::run),
    ("reader", reader::run),
    ("session", session::run),
    ("table", table::run),
    ("table_file", table_file::run),
    ("wxf", wxf::run),
    ("xqf", xqf::run),
];

/// Decodes the fuzzer's bytes; `None` if they do not encode a value of the type.
fn input<'a, T: Arbitrary<'a>>(bytes: &'a [u8]) -> Option<T> {
    T::arbitrary_take_rest(Unstructured::new(bytes)).ok()
}
