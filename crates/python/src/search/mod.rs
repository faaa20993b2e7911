//! Searches: what Python asks for, how it runs beside Python, and what comes back.

mod core;
mod found;
mod limits;
mod watch;

pub(crate) use core::{Core, Question, Told};
pub(crate) use found::{Line, Outcome, Report, Score, SearchResult};
pub(crate) use limits::{Clock, Limits};
pub(crate) use watch::{Reports, watched};
