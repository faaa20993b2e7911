//! Variants of xiangqi as short descriptions: pieces are lists of movements on a board of at most
//! nine columns and ten rows.
//!
//! The descriptions are read at every move, so a variant is much slower than
//! [`Xiangqi`](crate::Xiangqi), whose own rules a description also gives; the tests compare both. Sources:
//! the rules and the perft counts of Fairy-Stockfish.
//!
//! ```
//! use duiyi_game::{Notation, perft};
//! use duiyi_xiangqi::variants::{Description, VariantGame, description::{ADVISOR, KING, PieceRule, ROOK}};
//!
//! /// Kings, advisors and rooks on the board of xiangqi.
//! #[derive(Clone, Copy, Debug, Default)]
//! struct Rooks;
//!
//! impl Description for Rooks {
//!     const NAME: &'static str = "rooks";
//!     const TITLES: [&'static str; 2] = ["Rooks", "车战"];
//!     const COLUMNS: u8 = 9;
//!     const ROWS: u8 = 10;
//!     const RIVER: Option<u8> = Some(4);
//!     const START: &'static str = "r3ka2r/4a4/9/9/9/9/9/9/4A4/R3KA2R w - - 0 1";
//!     const PIECES: &'static [PieceRule] = &[KING, ADVISOR, ROOK];
//! }
//!
//! let mut start = VariantGame::<Rooks>::begin("")?;
//! assert_eq!(perft(&mut start, 1), 27);
//! # Ok::<(), duiyi_game::Reason>(())
//! ```

mod board;
pub mod description;
mod game;
mod manchu;
mod mini;
mod play;
mod texts;

pub use description::Description;
pub use game::{QUIET_LIMIT, VariantGame, VariantUndo};
pub use manchu::{Manchu, ManchuRules};
pub use mini::{MiniRules, MiniXiangqi};
pub use play::{kit, material_and_mobility};
pub use texts::VariantFenError;
