//! Threats: what a side could complete in its next turn, and what answers it.
//!
//! In Connect6 nearly everything turns on them. A side that makes two threats a
//! turn leaves its opponent no choice but where to meet them, and one that
//! makes three has won. Here are their number, exact and by line
//! ([`Threats`]), the turns that meet them, how far a line is from them
//! ([`Potential`]), and, for the search of [`solver`](crate::solver), the
//! turns that make them.
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
