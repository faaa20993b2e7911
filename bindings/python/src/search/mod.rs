//! Searches: their limits, their threads and their results.

mod core;
mod found;
mod limits;
mod monte_carlo;
mod reserved;
mod stop;
mod watch;

pub(crate) use core::{Core, OptionFields, Question, ToPython};
pub(crate) use found::{Outcome, Report, Score, SearchResult, VariationLine};
pub(crate) use limits::{Clock, SearchLimits};
pub(crate) use monte_carlo::{Called, Settings, search_with};
pub(crate) use reserved::Reserved;
pub(crate) use stop::{Stop, coroutine};
pub(crate) use watch::{Reports, abandoned_by_signals, watched};
