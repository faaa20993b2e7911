//! What can be wrong with a book.

use std::{io, path::PathBuf};

/// Why a book was not read, written or built.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file system refused.
    #[error("'{}': {source}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// What is wrong with a file.
    #[error("'{}': {error}", path.display())]
    In {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        error: Box<BookError>,
    },
    /// A book that was open can no longer be read.
    #[error("the book cannot be read: {0}")]
    Read(#[from] io::Error),
    /// It does not begin as a book does.
    #[error("this is no book: it does not begin with '{}'", String::from_utf8_lossy(&crate::header::MAGIC).trim_end())]
    NoBook,
    /// It is a book of another version.
    #[error("the book has version {found}; expected {expected}", expected = crate::header::VERSION)]
    Version {
        /// The version that was read.
        found: u32,
    },
    /// It is a book of another game.
    #[error("the book is of {found}; expected {expected}")]
    Game {
        /// The game that was read.
        found: String,
        /// The game that it was opened for.
        expected: String,
    },
    /// The game has other rules, or other keys than when the book was made.
    #[error("the book was made for another board, or with other keys of positions: build it again")]
    Keys,
    /// It is not as long as it says.
    #[error("the book has {found} bytes; its head says {expected}")]
    Length {
        /// Bytes that are there.
        found: u64,
        /// Bytes that its head says.
        expected: u64,
    },
    /// Something in it is not as it was written.
    #[error("the book is damaged: {what}")]
    Damaged {
        /// What is wrong, and where.
        what: String,
    },
    /// A line of a text is no line of a book.
    #[error("line {line}: {reason}")]
    Text {
        /// The number of the line, from 1.
        line: usize,
        /// What was read, and what was expected.
        reason: String,
    },
}

impl BookError {
    /// A failure with a file.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> BookError {
        let path = path.into();
        move |source| BookError::File { path, source }
    }

    /// The same, with the file that it is about.
    pub fn in_file(self, path: impl Into<PathBuf>) -> BookError {
        match self {
            named @ (BookError::File { .. } | BookError::In { .. }) => named,
            error => BookError::In { path: path.into(), error: Box::new(error) },
        }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> BookError {
        BookError::Damaged { what: what.into() }
    }
}
