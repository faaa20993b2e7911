//! Errors of books.

use std::{io, path::PathBuf};

/// Why a book could not be read, written or built.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// A file system error.
    #[error("'{}': {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// An invalid file.
    #[error("'{}': {error}", path.display())]
    In {
        /// The file.
        path: PathBuf,
        /// The error.
        error: Box<BookError>,
    },
    /// An open book can no longer be read.
    #[error("the book cannot be read: {0}")]
    Read(#[from] io::Error),
    /// The bytes do not begin with the signature of a book.
    #[error("not a book: it does not begin with '{}'", String::from_utf8_lossy(&crate::header::MAGIC).trim_end())]
    NoBook,
    /// The book has another version of the format.
    #[error("the book has version {found}; expected {expected}", expected = crate::header::VERSION)]
    Version {
        /// The version of the book.
        found: u32,
    },
    /// The book is for another game.
    #[error("the book is of {found}; expected {expected}")]
    Game {
        /// The game of the book.
        found: String,
        /// The game for which it was opened.
        expected: String,
    },
    /// The book is for other rules, or was made with other position keys.
    #[error("the book was made for another board, or with other position keys: build it again")]
    Keys,
    /// The length does not match the header.
    #[error("the book has {found} bytes; expected {expected}")]
    Length {
        /// The number of bytes.
        found: u64,
        /// The number of bytes according to the header.
        expected: u64,
    },
    /// The book is corrupt.
    #[error("the book is damaged: {what}")]
    Damaged {
        /// The error and its position.
        what: String,
    },
    /// A book of a collection instead of learned results, which an engine would change.
    #[error("the book has results of a collection; expected only results that an engine has learned")]
    Collection,
    /// An invalid line of a text.
    #[error("line {line}: {reason}")]
    Text {
        /// The number of the line, from 1.
        line: usize,
        /// The text and the expected format.
        reason: String,
    },
}

impl BookError {
    /// An error of a file.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> BookError {
        let path = path.into();
        move |source| BookError::File { path, source }
    }

    /// The same error with its file.
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
