//! The view options of a page.

/// The view options of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewOptions {
    /// The number of moves before the shown position; the newest position without one.
    pub ply: Option<usize>,
    /// Whether the board is flipped.
    pub flipped: bool,
    /// Whether pieces are drawn as letters.
    pub letters: bool,
    /// Whether the opening explorer is shown.
    pub explores: bool,
}
