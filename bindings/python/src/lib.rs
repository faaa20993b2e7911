//! The Python package `duiyi`: the crates for Python.
//!
//! This crate contains no game logic. Its classes wrap the types of the crates, its methods call them,
//! and errors become exceptions with the same messages. `docs/python.md` describes the package.
#![forbid(unsafe_code)]

mod book;
mod connect6;
mod count;
mod error;
mod kits;
mod pickle;
mod proof;
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
            ProofError, RefusedProofError, TableFileError, TableVersionError, UnreadableProofError,
        },
        kits::{LearningProgress, LearningStep, Level, learn, levels},
        proof::{Verified, verify},
        search::{Clock, Outcome, Report, Score, SearchLimits, SearchResult, Stop, VariationLine},
        xiangqi::xiangqi,
    };

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
