//! Errors of tables.

use crate::Value;
use std::{
    io,
    path::{Path, PathBuf},
};

/// The first bytes of a file, without the line feed.
pub(crate) const SIGNATURE: &str = "DUIYIEG";
/// The version of the format of files.
pub(crate) const VERSION: u32 = 1;

/// Why a table could not be computed or verified.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The progress callback stopped the analysis.
    #[error("the analysis was stopped")]
    Stopped,
    /// The values do not fit into memory.
    #[error("a table of {size} values does not fit into memory")]
    Memory {
        /// The number of values.
        size: u64,
    },
    /// A move leaves the table to a position that is in none of the smaller tables.
    #[error("table {table}: the move {mv} from index {index} leads to a position that no smaller table contains")]
    Missing {
        /// The name of the table.
        table: String,
        /// The index of the position before the move.
        index: u64,
        /// The move.
        mv: String,
    },
    /// A distance does not fit into a table.
    #[error("index {index} is more than {} plies from the end", Value::MAX_PLIES)]
    TooLong {
        /// The index.
        index: u64,
    },
    /// A position has too many different successors.
    #[error("index {index} has {found} successors; expected at most 65534")]
    Successors {
        /// The index.
        index: u64,
        /// The number of successors.
        found: usize,
    },
    /// The numbering returned an index outside the table.
    #[error("the numbering returned the index {index}; expected less than {size}")]
    Range {
        /// The index.
        index: u64,
        /// The size of the table.
        size: u64,
    },
    /// A move leads to an index that has no position.
    #[error("a move from index {from} leads to the unused index {to}")]
    Unused {
        /// The index before the move.
        from: u64,
        /// The index after the move.
        to: u64,
    },
    /// A position has another index than the one it came from.
    #[error("the position of index {index} has the index {found:?}")]
    Index {
        /// The index that the position came from.
        index: u64,
        /// The index that the numbering returned for it.
        found: Option<u64>,
    },
    /// The predecessors disagree with the moves.
    #[error("a move from index {from} to index {to} is either not legal or not among the predecessors")]
    Predecessor {
        /// The index before the move.
        from: u64,
        /// The index after the move.
        to: u64,
    },
    /// A value does not follow from its successors.
    #[error("the value of index {index} is {found:?}; expected {expected:?} by its successors")]
    Inconsistent {
        /// The index.
        index: u64,
        /// The value in the table; `None` if the index has no value.
        found: Option<Value>,
        /// The value by the successors; `None` if the index is unused.
        expected: Option<Value>,
    },
    /// A smaller table could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Why a table could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// A file system error.
    #[error("'{}': {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// A position after a move is not in the tables.
    #[error("the position after the move {mv} is not in the tables")]
    Unknown {
        /// The move.
        mv: String,
    },
    /// A name is too long for the header of a file.
    #[error("the name '{name}' has {} bytes; expected at most {most}", name.len())]
    Name {
        /// The name of a game or a table.
        name: String,
        /// The largest number of bytes.
        most: usize,
    },
    /// The bytes do not begin with the signature of a table.
    #[error("'{}': not an endgame table: it does not begin with '{}'", path.display(), SIGNATURE)]
    NoTable {
        /// The file.
        path: PathBuf,
    },
    /// The table has another version of the format.
    #[error("'{}': the table has version {found}; expected {}", path.display(), VERSION)]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of the table.
        found: u32,
    },
    /// The file contains another table.
    #[error("'{}': the file contains the table {found}; expected {expected}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The game, the name and the size of the table in the file.
        found: String,
        /// Those of the numbering.
        expected: String,
    },
    /// The file is damaged.
    #[error("'{}': the table is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The error and its position.
        what: String,
    },
}

impl TableError {
    /// An error of the file system.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> TableError {
        move |source| TableError::File { path: path.to_owned(), source }
    }

    /// An error in the contents of a file.
    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> TableError {
        TableError::Damaged { path: path.to_owned(), what: what.into() }
    }
}
