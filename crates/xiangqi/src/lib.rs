#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;

mod board;
#[cfg(feature = "book")]
pub mod books;
#[cfg(feature = "endgame")]
pub mod endgame;
#[cfg(feature = "engine")]
mod evaluation;
#[cfg(feature = "formats")]
pub mod formats;
mod game;
#[cfg(feature = "kit")]
pub mod kit;
mod movegen;
#[cfg(feature = "network")]
mod network;
pub mod notation;
pub mod openings;
#[cfg(feature = "player")]
pub mod player;
mod position;
pub mod rulings;
#[cfg(feature = "engine")]
mod search;
#[cfg(feature = "serde")]
pub mod serialization;
mod setup;
#[cfg(feature = "player")]
mod timing;
#[cfg(feature = "variants")]
pub mod variants;

pub use board::{
    BLACK, Bitboard, MAX_MOVES, Move, MoveList, ParseMoveError, ParseSquareError, Piece, PieceKind, RED, Square,
    Squares, side_name, zobrist,
};
pub use duiyi_game::Side;
#[cfg(feature = "engine")]
pub use evaluation::{
    AttackDirection, Evaluation, ExplainedTerm, Explanation, FULL_PHASE, MAX_WEIGHT, Tapered, Term, ThesisEvaluation,
    ThesisWeights, Trace, Weights, WeightsError,
};
pub use game::{EndReason, GameRules, NATURAL_LIMIT, ParseRulesError, Xiangqi};
pub use movegen::{MoveKind, perft, perft_divide, see};
#[cfg(feature = "network")]
pub use network::{
    Faithfulness, NetworkEvaluation, NetworkExplanation, NetworkTerm, PieceSquares, Student, StudentError,
    StudentSample,
};
pub use notation::{
    drawing::{BoardStyle, Drawing},
    fen::{self, FenError},
};
pub use position::{IllegalMove, Position, Undo};
#[cfg(feature = "engine")]
pub use search::closing_moves;
pub use setup::{PositionError, Setup};
