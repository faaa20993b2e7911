//! The evaluation: what a stone is worth, and what a position is.
//!
//! Both rest on the same data, kept up to date stone by stone: for every point,
//! colour and direction the [`Shape`](crate::patterns::Shape) that a stone
//! would have there. A stone changes it only on its own four lines, no farther
//! than `k` − 1 points away: forty points in Connect6, where the thesis scans
//! the board (8.2).
//!
//! - [`StoneWeights`] value a stone as the thesis does, as the sum over its four
//!   lines, of what it makes and of what it prevents. That orders candidates.
//! - [`PositionWeights`] value a position, as the sum over the empty points of
//!   what each side could make there, by who is to move and with how many stones.
//! - [`CountNetwork`] judges a position instead, where the weights have one: the same points,
//!   and a hidden layer over counts that training finds.
//!
//! That is [`Evaluation`]. [`PatternEvaluation`] is the thesis's own beside it, with a value for
//! each line of thirteen cells; [`Valuation`] says which of them a player has.
//!
//! Source: the Connect6 thesis, 5.3; tables of the patterns on the four lines
//! of a point, combined into one, are Rapfi's.

mod by_pattern;
mod candidates;
mod codes;
mod count_network;
mod counts;
mod explanation;
mod lanes;
mod neighbourhood;
mod open_rows;
mod point_kind;
mod role;
mod state;
mod tables;
#[cfg(test)]
mod term_tests;
mod text;
mod valuation;
mod weights;

pub use by_pattern::{PatternEvaluation, PatternExplanation, PatternTables};
pub use candidates::ScoredPoint;
pub use count_network::{CountLayers, CountNetwork, QUADRUPLES, quadruple_index, quadruples};
pub use explanation::{Explanation, SideExplanation};
pub(crate) use lanes::Lanes;
pub use open_rows::open_rows;
pub use point_kind::PointKind;
pub use role::Role;
pub use state::Evaluation;
pub use tables::Tables;
pub use text::{WeightsError, WeightsErrorKind};
pub use valuation::{AnyEvaluation, Valuation};
pub use weights::{PAIRS, PositionWeights, StoneWeights, Weights, pair_index};
