#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(not(any(test, feature = "files", feature = "svg", feature = "testing")), no_std)]

extern crate alloc;

mod coordinates;
mod count;
#[cfg(feature = "files")]
pub mod files;
mod grid;
pub mod hash;
mod history;
#[cfg(feature = "testing")]
pub mod kit;
mod look;
mod mate;
pub mod nim;
mod notation;
mod planes;
#[cfg(feature = "testing")]
mod random_tree;
mod repeating;
mod rows;
mod rules;
pub mod score;
mod side;
mod small;
mod square;
#[cfg(feature = "svg")]
pub mod svg;
mod text;
mod tree;
mod tree_editor;
mod tree_text;
mod turn;

pub use coordinates::{CoordinateError, Coordinates};
pub use count::{minimax, perft_divide, playout};
pub use grid::{Diagram, Grid, Placement, RowRule, drawing};
pub use history::{History, Illegal};
pub use look::{Band, Ground, Look, Pieces};
pub use mate::mate_line;
pub use notation::{Notation, Reason, SecondSpelling, only_rules};
pub use planes::Planes;
pub use repeating::Repeating;
pub use rows::{read_rows, write_rows};
pub use rules::{CitedRuling, Game, GameMove, Outcome, OutcomeKind, Reach, Verdict, legal_moves, perft};
pub use score::{MAX_PLY, Score};
pub use side::{BySide, Side};
pub use small::SmallGame;
pub use square::Square;
pub use text::shortened;
pub use tree::{GameTree, NodeId, TreeError, TreeNode};
pub use tree_editor::TreeEditor;
pub use tree_text::TreeTextError;
pub use turn::{in_usual_order, line_in_usual_order};
