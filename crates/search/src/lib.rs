//! A game-tree search for any two-player game of perfect information.

#![forbid(unsafe_code)]

mod alpha_beta;
mod control;
mod correction;
mod depth;
mod enhancements;
mod game;
mod history;
mod killers;
mod minimax;
mod move_picker;
mod null_move;
mod probcut;
mod pruning;
mod pv;
mod quiescence;
mod reductions;
mod report;
pub mod score;
mod search;
mod singular;
mod table;

pub use control::{Control, IterationReport, LimitControl, Limits, StopHandle};
pub use depth::Depth;
pub use enhancements::{Enhancements, NullMoveParameters, Parameters, UnknownSwitch};
pub use game::{Evaluator, Game, GameMove, Generation, Heuristics, MoveSink, Reach, Stateless, Verdict};
pub use minimax::{legal_moves, minimax};
pub use report::{Observer, Report, Stage, Statistics};
pub use score::Score;
pub use search::{Outcome, Searcher};
pub use table::{Bound, Entry, Table};

/// The greatest number of plies from the root that the search looks at.
pub const MAX_PLY: usize = 128;
