//! The position as `duiyi-search` sees it.
//!
//! [`StoneSearch`] is the game stone by stone: a turn is two plies of one side,
//! and the search passes its window on unchanged between them. [`TurnSearch`] is
//! the same game turn by turn, as in the thesis (4.3).

mod answers;
mod best_pairs;
mod effort;
mod insight;
mod position;
mod slot;
mod solver_cache;
mod standing_threat;
mod stone_search;
mod turn_search;

pub use effort::{Effort, Width};
pub use insight::Insight;
pub use position::{SearchPosition, SearchSettings};
pub use standing_threat::StandingThreat;
pub use stone_search::StoneSearch;
pub use turn_search::{Pair, TurnSearch};
