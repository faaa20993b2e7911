//! The adapter to `duiyi-search`: Connect6 as a game that the generic search plays.
//!
//! [`StoneSearch`] is the game stone by stone: a turn is two plies of one side,
//! and the search passes its window on unchanged between them. [`TurnSearch`] is
//! the same game turn by turn, the thesis' way (4.3). [`Player`] plays with either:
//! it finishes what can be finished, looks for a win by threats, searches, and
//! always has a legal turn to give.

mod knowledge;
mod player;
mod stone_search;
mod turn_search;

pub use knowledge::{Effort, Insight, Menace, Width};
pub use player::{Decision, Form, Player, Progress, UnknownConstant, Why};
pub use stone_search::{Stone, StoneSearch};
pub use turn_search::{Pair, TurnSearch};
