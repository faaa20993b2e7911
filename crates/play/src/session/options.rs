//! How a page looks at a board.

/// How a board is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewOptions {
    /// The number of moves before the shown position; the newest position without one.
    pub ply: Option<usize>,
    /// Whether the board is seen from the other side.
    pub flipped: bool,
    /// Whether pieces have letters on them.
    pub letters: bool,
    /// Whether the opening explorer is shown.
    pub explores: bool,
}
