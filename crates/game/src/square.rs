//! The squares of a board.

/// A square, or a point where lines cross. Columns count from the left, rows
/// from the bottom, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// From the left.
    pub column: u8,
    /// From the bottom.
    pub row: u8,
}
