//! The evaluation of the thesis: a value for each line of thirteen cells, indexed by the number of
//! the line.
//!
//! The value of a stone is the sum of the table's values over its four lines (5.3; rows C-C3, C-C7
//! and C-C9 of docs/sources.md). The thesis reads the four lines from the board for every stone
//! that it tries. Here each point stores the numbers of its lines, and a stone adds one term to
//! those of its neighbours, at most six to either side.
//!
//! - [`PatternTables`] contain the values, one for every line as one colour sees it.
//! - [`PatternEvaluation`] is the state, updated with each stone.
//! - [`PatternExplanation`] lists the terms of a position's value.

mod explanation;
mod state;
mod tables;
mod text;

pub use explanation::PatternExplanation;
pub use state::PatternEvaluation;
pub use tables::PatternTables;
