//! The player: from a position to a turn.
//!
//! [`ThreatSearch`] does, in this order: it completes a row; plays the answer of a problem that
//! is known, if there is a table of them; plays a win by threats that the solver proves;
//! searches. A search that ends in a loss is repeated with the widest list, since what looked
//! lost may only have been cut off. Whatever happens, the turn is legal, and where threats can
//! be met it meets them.

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
