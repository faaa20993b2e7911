//! How a picture is drawn.

use alloc::string::String;

/// How a picture is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The side of a square, in the units of the picture.
    pub square: u16,
    /// Whether the board is seen from the other side.
    pub flipped: bool,
    /// Whether pieces have letters on them instead of their characters.
    pub letters: bool,
    /// Whether each square is an element of its own that a page can ask about.
    pub clickable: bool,
    /// What the picture shows, for those who do not see it.
    pub title: String,
}

impl Default for Settings {
    /// 48 units, characters, nothing to click on.
    fn default() -> Settings {
        Settings { square: 48, flipped: false, letters: false, clickable: false, title: String::new() }
    }
}
