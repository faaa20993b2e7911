//! Threats: the rows a side could complete in its next turn, and the replies to them.
//!
//! Threats decide most games of Connect6. A side that makes two threats in a turn forces its
//! opponent to meet them, and a side that makes three wins. This module computes their number,
//! exactly and by line ([`Threats`]), the turns that meet them, how far a line is from a threat
//! ([`Potential`]), and, for the search of [`solver`](crate::solver), the turns that make them.
//!
//! `docs/connect6.md` of the repository explains threats and the solver.

mod attack;
mod field;
mod line;
#[cfg(feature = "engine")]
mod open_windows;
mod potential;
mod replies;
mod turns;
mod windows;

pub(crate) use attack::{Attack, NONE, Stones};
pub(crate) use field::{Field, point};
pub(crate) use line::{WindowRule, spread};
#[cfg(feature = "engine")]
pub(crate) use open_windows::OpenWindows;
pub use potential::{Potential, RowKind, Rows};
pub(crate) use replies::replies;
pub(crate) use turns::{Generator, value};
pub use windows::Threats;
#[cfg(feature = "engine")]
pub(crate) use windows::can_complete;
pub(crate) use windows::{Window, smallest};
