//! The solver: wins by consecutive threats, with proofs.
//!
//! [`Solver::solve`] searches for a win by double threats (T2, VCDT: 连续双威胁): after each of the
//! attacker's turns the defender can only choose how to meet the threats. Every such reply is
//! tried, so a reported win is proved, and its number of turns is the minimum for double threats.
//! [`Solver::proof`] returns the whole tree, and [`Proof::certificate`] writes it as a text that the
//! checker of the crate `duiyi-proof` verifies by the rules alone.
//!
//! With one stone a turn the same search finds wins by consecutive fours (VCF). For rules with
//! three or more stones a turn it only searches for a completion of a row.
//!
//! Sources: Wu and Huang 2005 (threats), Yen and Yang 2011 (the two defences),
//! Wu and Lin 2010 (relevance zones).

mod defence;
mod double_threats;
mod limits;
mod proof;
mod search;
mod single;
mod solution;
mod solve;
mod table;
mod turns;
mod zone;

pub use defence::{Defences, Threat};
pub use double_threats::{DoubleThreats, ThreatTurn};
pub use limits::SolverLimits;
pub use proof::{Proof, Then};
pub use single::SingleThreats;
pub use solution::{Solution, Undecided};
pub use solve::Solver;
