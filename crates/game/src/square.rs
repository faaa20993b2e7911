//! The squares of a board.

/// A square, or a point where lines cross. Columns are counted from the left, rows from the bottom,
/// both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// The column, from the left.
    pub column: u8,
    /// The row, from the bottom.
    pub row: u8,
}
