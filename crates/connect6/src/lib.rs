//! Connect6 (六子棋) and its family Connect(m,n,k,p,q): the rules, what can be
//! read off a position, and a player.
//!
//! - [`Board`]: stones as bits of lines, put and taken back one at a time;
//!   [`Rules`] names the game (Connect6, gomoku, tic-tac-toe, any other).
//! - [`notation`], [`formats`]: points and turns as each protocol writes them, SGF
//!   and CCGC records; [`openings`]: the twenty that have names.
//! - [`patterns`], [`evaluation`]: shapes on a line from the rules, and the value
//!   of stones and positions that follows each stone.
//! - [`threats`], [`solver`], [`problems`]: how many stones a side must spend on
//!   defence, wins by threats alone with their proofs, and a table of problems.
//!
//! ```
//! use duiyi_connect6::{Board, Color, Rules};
//!
//! let mut board = Board::new(Rules::CONNECT6);
//! let centre = board.rules().point(9, 9).expect("on the board");
//! board.put(centre);
//! assert_eq!((board.to_move(), board.stones_left()), (Color::White, 2));
//! ```

#![forbid(unsafe_code)]

pub mod baseline;
mod board;
pub mod evaluation;
#[cfg(feature = "formats")]
pub mod formats;
pub mod notation;
pub mod openings;
pub mod patterns;
#[cfg(feature = "engine")]
pub mod player;
pub mod problems;
#[cfg(feature = "engine")]
pub mod search;
pub mod solver;
mod text;
pub mod threats;
pub mod turns;

pub use board::{
    Board, Color, Direction, IllegalStone, Line, MAX_SIDE, MAX_STONES_PER_TURN, Point, PointSet, Put, Rules,
    RulesError, SetupError, Symmetry,
};
pub use duiyi_game::{Diagram, Game, GameMove, Grid, History, Notation, Outcome, Reach, Score, Side, Square, Verdict};
pub use turns::{IllegalTurn, Turn};
