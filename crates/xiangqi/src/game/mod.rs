//! The implementation of the game: the rules by which it ends, a position with the path
//! that led to it, and its texts.

mod ending;
mod planes;
mod rules;
mod texts;
mod xiangqi;

pub use ending::EndReason;
pub use rules::{GameRules, NATURAL_LIMIT, ParseRulesError};
pub use xiangqi::Xiangqi;
