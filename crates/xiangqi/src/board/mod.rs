//! The parts of a board: points and sets of points, pieces, moves, and the keys
//! by which a position is hashed.

mod bitboard;
pub(crate) mod line_codes;
mod moves;
mod piece;
pub(crate) mod square;
pub mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use moves::{MAX_MOVES, Move, MoveList, ParseMoveError};
pub use piece::{BLACK, Piece, PieceKind, RED, side_name};
pub use square::{ParseSquareError, Square};
