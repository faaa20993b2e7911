//! The evaluation of the thesis: a value for each line of thirteen cells, looked up by
//! the number of the line.
//!
//! A stone is worth the sum over its four lines of what the table says of them (5.3; rows
//! C-C3, C-C7 and C-C9 of docs/sources.md). The thesis reads the four lines from the board
//! for every stone that it tries; here each point keeps the numbers of its lines, and a
//! stone adds one term to those of its neighbours, at most six to either side.
//!
//! - [`PatternTables`] have the values, one for every line as one colour sees it.
//! - [`PatternEvaluation`] follows the stones.
//! - [`PatternExplanation`] tells what the value of a position rests on.

mod explanation;
mod state;
mod tables;
mod text;

pub use explanation::PatternExplanation;
pub use state::PatternEvaluation;
pub use tables::PatternTables;
