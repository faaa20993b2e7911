//! Errors as exceptions.

use duiyi_xiangqi::{IllegalMove, notation::ReadMoveError};
use pyo3::{PyErr, create_exception, exceptions::PyValueError};
use std::fmt::Display;

create_exception!(duiyi, DuiyiError, PyValueError, "What was given makes no sense: the message says what and why.");
create_exception!(duiyi, InvalidMoveError, DuiyiError, "A text that is not formed as a move.");
create_exception!(duiyi, IllegalMoveError, DuiyiError, "A move that the rules do not allow here.");
create_exception!(duiyi, AmbiguousMoveError, DuiyiError, "A text that can be more than one legal move.");

/// An error of the crates, in its own words.
pub(crate) fn refused(error: impl Display) -> PyErr {
    DuiyiError::new_err(error.to_string())
}

/// A move that is not legal.
pub(crate) fn illegal(error: impl Display) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}

/// A text that is no move of a position.
pub(crate) fn unread(error: ReadMoveError) -> PyErr {
    let text = error.to_string();
    match error {
        ReadMoveError::Unreadable { .. } => InvalidMoveError::new_err(text),
        ReadMoveError::Illegal { .. } => IllegalMoveError::new_err(text),
        ReadMoveError::Ambiguous { .. } => AmbiguousMoveError::new_err(text),
    }
}

/// Why a move is not legal.
pub(crate) fn not_legal(error: IllegalMove) -> PyErr {
    illegal(error)
}
