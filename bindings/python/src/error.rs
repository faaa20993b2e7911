//! Exceptions for the errors of the crates.

use duiyi_engine::TableError;
use duiyi_xiangqi::{
    IllegalMove,
    endgame::{self, AnalysisError, EndgameFolderError},
    notation::ReadMoveError,
};
use pyo3::{
    PyErr, create_exception,
    exceptions::{PyMemoryError, PyOSError, PyValueError},
    prelude::*,
};
use std::{fmt::Display, io, path::Path};

create_exception!(duiyi, DuiyiError, PyValueError, "An argument is invalid; the message describes the error.");
create_exception!(duiyi, InvalidMoveError, DuiyiError, "A text that does not have the form of a move.");
create_exception!(duiyi, IllegalMoveError, DuiyiError, "A move that the rules do not allow here.");
create_exception!(duiyi, AmbiguousMoveError, DuiyiError, "A text that matches more than one legal move.");
create_exception!(duiyi, TableFileError, DuiyiError, "A file that is not a table for this engine.");
create_exception!(duiyi, OtherTableError, TableFileError, "The table of another game, or of another evaluation.");
create_exception!(duiyi, TableVersionError, TableFileError, "A table of another version of the format.");
create_exception!(duiyi, DamagedTableError, TableFileError, "A table that is truncated or was changed.");

create_exception!(
    duiyi,
    ProofError,
    DuiyiError,
    "A text that is not an accepted proof. Its attributes are `line`, the number of the line, from 1 (0 for the start \
     position or a text that ends too early), `moves`, the moves from the start position to the place, and `reason`."
);
create_exception!(duiyi, UnreadableProofError, ProofError, "A text that does not have the form of a proof.");
create_exception!(duiyi, RefusedProofError, ProofError, "A proof that the rules refute, or that has a gap.");

/// The exception for a proof that is not accepted, with its place.
pub(crate) fn unproved(py: Python<'_>, error: duiyi_proof::ProofError) -> PyErr {
    let text = error.to_string();
    match error {
        duiyi_proof::ProofError::Unreadable(error) => {
            placed(py, UnreadableProofError::new_err(text), error.line, Vec::new(), &error.fault.to_string())
        }
        duiyi_proof::ProofError::Refused(error) => {
            placed(py, RefusedProofError::new_err(text), error.line, error.moves, &error.fault.to_string())
        }
    }
}

/// The exception for a proof of a game that the package does not have.
pub(crate) fn foreign_proof(py: Python<'_>, game: &str, expected: &[&str]) -> PyErr {
    let game = duiyi_game::shortened(game);
    let reason = format!("a proof for the game '{game}': expected one of {}", expected.join(", "));
    placed(py, UnreadableProofError::new_err(format!("line 2: {reason}")), 2, Vec::new(), &reason)
}

/// Sets the attributes of an exception for a proof.
fn placed(py: Python<'_>, raised: PyErr, line: usize, moves: Vec<String>, reason: &str) -> PyErr {
    let value = raised.value(py);
    let set = value.setattr("line", line).and_then(|()| value.setattr("moves", moves));
    match set.and_then(|()| value.setattr("reason", reason)) {
        Ok(()) => raised,
        Err(error) => error,
    }
}

/// An error of the crates, with its message.
pub(crate) fn refused(error: impl Display) -> PyErr {
    DuiyiError::new_err(error.to_string())
}

/// The exception for an illegal move.
pub(crate) fn illegal(error: impl Display) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}

/// The exception for a text that is not a move of a position.
pub(crate) fn unread(error: ReadMoveError) -> PyErr {
    let text = error.to_string();
    match error {
        ReadMoveError::Unreadable { .. } => InvalidMoveError::new_err(text),
        ReadMoveError::Illegal { .. } => IllegalMoveError::new_err(text),
        ReadMoveError::Ambiguous { .. } => AmbiguousMoveError::new_err(text),
    }
}

/// Numbers of errors that have none, because the system did not report them.
const INVALID: i32 = 22;
const TOO_LARGE: i32 = 27;
const FAILED: i32 = 5;

/// The OSError of a file that cannot be read or written, with `errno` and `filename`.
pub(crate) fn no_file(error: &io::Error, path: &Path) -> PyErr {
    let text = error.to_string();
    let text = text.split(" (os error ").next().unwrap_or_default().to_owned();
    match error.raw_os_error() {
        // Python converts the number of Windows.
        Some(code) if cfg!(windows) => PyOSError::new_err((0, text, path.to_owned(), code)),
        Some(code) => PyOSError::new_err((code, text, path.to_owned())),
        None => {
            let code = match error.kind() {
                io::ErrorKind::InvalidInput => INVALID,
                io::ErrorKind::FileTooLarge => TOO_LARGE,
                _ => FAILED,
            };
            PyOSError::new_err((code, text, path.to_owned()))
        }
    }
}

/// The exception for a table that cannot be saved or loaded.
pub(crate) fn no_table(error: TableError, path: &Path) -> PyErr {
    use duiyi_search::TableFileError as File;
    let text = format!("{}: {error}", path.display());
    match error {
        TableError::Absent => refused(error),
        TableError::Memory { .. } | TableError::File(File::Memory { .. }) => PyMemoryError::new_err(text),
        TableError::File(File::Io(error)) => no_file(&error, path),
        TableError::File(File::Identity { .. }) => OtherTableError::new_err(text),
        TableError::File(File::Version { .. }) => TableVersionError::new_err(text),
        TableError::File(File::Magic { .. }) => TableFileError::new_err(text),
        _ => DamagedTableError::new_err(text),
    }
}

/// The exception for an endgame table that cannot be read, written or computed.
pub(crate) fn no_endgames(error: impl Into<EndgameFolderError>) -> PyErr {
    let error = error.into();
    let text = error.to_string();
    match error {
        EndgameFolderError::Folder { source, path } => no_file(&source, &path),
        EndgameFolderError::Name { .. } => TableFileError::new_err(text),
        EndgameFolderError::Table(error) | EndgameFolderError::Analysis(AnalysisError::Table(error)) => match error {
            endgame::TableError::File { source, path } => no_file(&source, &path),
            endgame::TableError::NoTable { .. } => TableFileError::new_err(text),
            endgame::TableError::Version { .. } => TableVersionError::new_err(text),
            endgame::TableError::Other { .. } => OtherTableError::new_err(text),
            endgame::TableError::Damaged { .. } => DamagedTableError::new_err(text),
            _ => refused(text),
        },
        EndgameFolderError::Analysis(AnalysisError::Memory { .. }) => PyMemoryError::new_err(text),
        EndgameFolderError::Analysis(_) => refused(text),
    }
}

/// The exception for an illegal move, with the reason.
pub(crate) fn not_legal(error: IllegalMove) -> PyErr {
    illegal(error)
}
