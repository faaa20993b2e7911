//! The game in the form that `duiyi-search` needs.
//!
//! [`StonePosition`] is the game stone by stone: a turn is two plies of one side, and the search
//! passes its window on unchanged between them. [`TurnPosition`] is the same game turn by turn, as in
//! the thesis (4.4).

mod answers;
mod best_pairs;
mod board;
mod effort;
mod insight;
mod position;
mod slot;
mod solver_cache;
mod standing_threat;
mod stone_position;
mod turn_position;

pub use effort::{Effort, Width};
pub use insight::Insight;
#[cfg(feature = "player")]
pub(crate) use position::stones_to_row;
pub use position::{SearchPosition, SearchSettings};
pub use standing_threat::StandingThreat;
pub use stone_position::StonePosition;
pub use turn_position::{Pair, TurnPosition};
