//! A player: from a position to a turn.
//!
//! In this order: a row that can be completed; a problem whose answer is known, if there is
//! a table of them; a win by threats that the solver
//! proves; the search. A search that ends in a loss is repeated with the widest
//! list, since what looked lost may only have been cut off. Whatever happens,
//! the turn is legal, and where threats can be met it meets them.

mod choose;
mod decision;
mod levels;
mod parameters;
#[cfg(feature = "player")]
mod threat_player;
mod unit;

pub use choose::Player;
pub use decision::{DecidedBy, Decision};
pub use levels::Level;
pub use parameters::UnknownParameter;
#[cfg(feature = "player")]
pub use threat_player::{EVALUATIONS, ThreatPlayer, Valuations, context, parts, searches_by, valuation};
pub use unit::MoveUnit;
