//! Settings of a picture.

use alloc::string::String;

/// How a picture is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SvgSettings {
    /// The side length of a square, in units of the picture.
    pub square: u16,
    /// Whether the board is seen from the opposite side.
    pub flipped: bool,
    /// Whether pieces show letters instead of their characters.
    pub letters: bool,
    /// Whether each square has an element that a page can attach handlers to.
    pub clickable: bool,
    /// The title, also read by screen readers.
    pub title: String,
}

impl Default for SvgSettings {
    /// 48 units, characters, not clickable.
    fn default() -> SvgSettings {
        SvgSettings { square: 48, flipped: false, letters: false, clickable: false, title: String::new() }
    }
}
