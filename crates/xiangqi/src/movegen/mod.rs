//! Move generation: tables of lines and leaps, checks and pins, generators,
//! counting of moves, and static exchange.

pub(crate) mod attacked;
pub(crate) mod checks;
pub(crate) mod generation;
pub(crate) mod leapers;
pub(crate) mod lines;
mod perft;
pub mod see;

pub use generation::MoveKind;
pub use perft::{perft, perft_divide};
