//! The solver: wins by consecutive threats, found and proved.
//!
//! [`Solver::solve`] looks for a win by double threats (T2, VCDT: 连续双威胁):
//! each of the attacker's turns leaves the defender only the choice where to
//! meet it. Every meeting turn is tried, so a win that it reports is one, and
//! the number of turns is the smallest that double threats can do with.
//! [`Solver::proof`] gives the whole tree, [`check`](checker::check) tries it
//! out with slow and plain code that shares nothing with the search.
//!
//! With one stone a turn the same search finds wins by consecutive fours (VCF).
//! Rules with three and more stones a turn are searched for a completion only.
//!
//! Sources: Wu and Huang 2005 (threats), Yen and Yang 2011 (the two defences),
//! Wu and Lin 2010 (relevance zones).

pub mod checker;
mod defence;
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
pub use limits::SolverLimits;
pub use proof::{Proof, Then};
pub use single::SingleThreats;
pub use solution::Solution;
pub use solve::Solver;
