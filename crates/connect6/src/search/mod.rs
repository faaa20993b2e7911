//! The position as `duiyi-search` sees it.
//!
//! [`StoneSearch`] is the game stone by stone: a turn is two plies of one side,
//! and the search passes its window on unchanged between them. [`TurnSearch`] is
//! the same game turn by turn, as in the thesis (4.3).

mod position;
mod stone_search;
mod turn_search;

pub(crate) use position::Knowledge;
pub use position::{Effort, Insight, Menace, Width};
pub use stone_search::{Stone, StoneSearch};
pub use turn_search::{Pair, TurnSearch};
