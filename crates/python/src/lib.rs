//! The Python package `duiyi`: what the crates know, for Python.
//!
//! Nothing of a game is decided here. A class holds what the crates have, a method asks them,
//! and an error becomes an exception with the crate's own words. What the package offers, and
//! how, `docs/python.md` says.
#![forbid(unsafe_code)]

mod book;
mod connect6;
mod error;
mod search;
mod text;
mod xiangqi;

/// The compiled part of the package: see `duiyi.xiangqi` and `duiyi.connect6`.
#[pyo3::pymodule]
mod _duiyi {
    #[pymodule_export]
    use crate::{
        book::BookMove,
        connect6::connect6,
        error::{
            AmbiguousMoveError, DamagedTableError, DuiyiError, IllegalMoveError, InvalidMoveError, OtherTableError,
            TableFileError, TableVersionError,
        },
        search::{Clock, Limits, Line, Outcome, Report, Score, SearchResult},
        xiangqi::xiangqi,
    };

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
