//! The evaluation: the value of a stone and of a position.
//!
//! Both use the same data, updated incrementally: for every point, colour and direction the
//! [`Shape`](crate::patterns::Shape) that a stone would have there. A stone changes it only on its
//! own four lines, within `k` − 1 points: forty points in Connect6, where the thesis scans the
//! board (8.2).
//!
//! - [`StoneWeights`] value a stone as in the thesis: the sum over its four lines of what it makes
//!   and what it prevents. This orders the candidates.
//! - [`PositionWeights`] value a position: the sum over the empty points of what each side could
//!   make there, depending on the side to move and its stones left.
//! - [`CountNetwork`] evaluates a position instead, if the weights have one: the same points, and a
//!   hidden layer over counts found by training.
//!
//! [`Evaluation`] combines these. [`PatternEvaluation`] is the thesis's own evaluation, with a
//! value for each line of thirteen cells. [`Valuation`] selects one of them for a player.
//!
//! Source: the Connect6 thesis, 5.3; the tables that combine the patterns on the four lines of a
//! point come from Rapfi.

mod candidates;
mod codes;
mod count_network;
mod counts;
mod explanation;
mod lanes;
mod neighbourhood;
mod open_rows;
mod pattern;
mod point_kind;
mod role;
mod state;
mod tables;
#[cfg(test)]
mod term_tests;
mod text;
mod valuation;
mod weights;

pub use candidates::ScoredPoint;
pub use count_network::{CountLayers, CountNetwork, QUADRUPLES, quadruple_index, quadruples};
pub use explanation::{Explanation, SideExplanation};
pub(crate) use lanes::Lanes;
pub use open_rows::open_rows;
pub use pattern::{PatternEvaluation, PatternExplanation, PatternTables};
pub use point_kind::PointKind;
pub use role::Role;
pub use state::Evaluation;
pub use tables::Tables;
pub use text::{WeightsError, WeightsErrorKind};
pub use valuation::{AnyEvaluation, Valuation};
pub use weights::{PAIRS, PositionWeights, StoneWeights, Weights, pair_index};
