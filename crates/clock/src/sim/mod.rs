//! The simulator: strategies scored on recorded searches and a virtual clock.
//!
//! Comparing time management by playing games takes days, because other factors
//! decide most games. Instead the positions of real games are searched once, for
//! longer than any sensible budget, and every iteration is recorded
//! ([`TraceSet`]). A strategy then plays against the *records*: they show when
//! each search would have stopped, which move it would have played, and the
//! value of that move in a deeper reference search. The clock is virtual, with
//! lag, noise in the speed and coarse polling ([`Conditions`]). Ten thousand
//! games take about a second, and the same seed gives every strategy the same
//! games.
//!
//! Scores: flags, regret in expected score ([`Summary`]), also at equal
//! total time ([`at_equal_time`]), and a lower bound for all strategies
//! ([`oracle_regret`]).

mod elo;
mod lag;
mod oracle;
mod play;
mod relations;
mod score;
mod synthetic;
mod trace;

pub use elo::{elo, expected_score};
pub use lag::LagModel;
pub use oracle::{even_share, oracle_regret};
pub use play::{Conditions, GameOutcome, MoveRecord, PhaseResult, PonderModel, Simulator};
pub use relations::{Relation, relations};
pub use score::{Difference, EqualTime, Summary, at_equal_time, run};
pub use synthetic::SyntheticTraces;
pub use trace::{TraceError, TraceGame, TraceIteration, TracePosition, TraceSet};
