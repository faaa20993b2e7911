//! The player, which chooses a turn for a position.
//!
//! [`ThreatSearch`] tries in this order: complete a row; play the answer of a known problem, if
//! there is a table of problems; play a win by threats that the solver proves; search. A search
//! that ends in a loss is repeated with the longest list, since the narrow one may have missed a
//! defence. The turn is always legal, and meets the other side's threats if they can be met.

mod choose;
mod constants;
mod levels;
mod parts;
mod threat_search;
mod unit_search;
mod valuations;

pub use levels::Level;
pub use parts::{EVALUATIONS, parts, valuation};
pub use threat_search::{ThreatSearch, context};
pub use valuations::Valuations;
