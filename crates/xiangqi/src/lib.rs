#![doc = include_str!("../README.md")]

mod bitboard;
mod checks;
pub mod fen;
#[cfg(feature = "formats")]
pub mod formats;
mod leapers;
mod lines;
mod movegen;
mod moves;
pub mod notation;
mod piece;
mod position;
mod setup;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use fen::FenError;
pub use movegen::{MoveKind, perft, perft_divide};
pub use moves::{MAX_MOVES, Move, MoveList, ParseMoveError};
pub use piece::{Color, Piece, PieceKind};
pub use position::{IllegalMove, Position, Undo};
pub use setup::{PositionError, Setup};
pub use square::{ParseSquareError, Square};
