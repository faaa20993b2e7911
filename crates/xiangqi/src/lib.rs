#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "engine")]
mod adapter;
mod bitboard;
mod checks;
mod drawing;
#[cfg(feature = "engine")]
mod evaluation;
pub mod fen;
#[cfg(feature = "formats")]
pub mod formats;
mod game;
mod leapers;
mod lines;
mod movegen;
mod moves;
pub mod notation;
mod piece;
mod position;
pub mod reference;
pub mod rulings;
pub mod see;
#[cfg(feature = "serde")]
mod serialization;
mod setup;
mod square;
#[cfg(feature = "engine")]
mod upcoming;
mod zobrist;

#[cfg(feature = "engine")]
pub use adapter::{NATURAL_LIMIT, SearchPosition};
pub use bitboard::{Bitboard, Squares};
pub use drawing::{BoardStyle, Drawing};
#[cfg(feature = "engine")]
pub use evaluation::{
    Evaluation, ExplainedTerm, Explanation, FULL_PHASE, MAX_WEIGHT, Tapered, Term, ThesisEvaluation, ThesisWeights,
    Trace, Weights, WeightsError,
};
pub use fen::FenError;
pub use game::{EndReason, Game, GameRules, Outcome, Repetition, has_insufficient_material};
pub use movegen::{MoveKind, perft, perft_divide};
pub use moves::{MAX_MOVES, Move, MoveList, ParseMoveError};
pub use piece::{Color, Piece, PieceKind};
pub use position::{IllegalMove, Position, Undo};
pub use setup::{PositionError, Setup};
pub use square::{ParseSquareError, Square};
#[cfg(feature = "engine")]
pub use upcoming::closing_moves;
