//! Statistics of the strength of players.
//!
//! - [`outcomes`]: scores of games ([`Trinomial`]) or of pairs of games with the
//!   same opening and swapped colours ([`Pentanomial`]); Elo, normalised Elo and
//!   likelihood of superiority from them.
//! - [`sprt`]: the sequential test that stops a match as soon as it is decided.
//! - [`bradley_terry`]: ratings of more than two players, with bootstrap intervals.
//! - [`usage`]: time and memory use of a player, and its forfeits.
//! - [`standings`]: all of these, counted from game records.

pub mod bradley_terry;
pub mod outcomes;
pub mod sprt;
pub mod standings;
pub mod usage;

pub use bradley_terry::{BradleyTerry, Pairing, Rating, ratings};
pub use outcomes::{Estimate, Outcomes, Pentanomial, Trinomial, elo_of_score, score_of_elo};
pub use sprt::{EloModel, Sprt, SprtDecision, SprtError, SprtState};
pub use standings::{PairResults, Standings};
pub use usage::{Effort, Usage};
