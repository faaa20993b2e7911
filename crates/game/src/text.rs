//! Helpers for messages about texts that were read.

use alloc::string::String;

/// The first 60 characters of a text without control characters, for messages.
///
/// ```
/// use duiyi_game::shortened;
///
/// assert_eq!(shortened("one\ttwo\n"), "onetwo");
/// assert_eq!(shortened(&"x".repeat(61)), "x".repeat(60) + "…");
/// ```
pub fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(MOST).collect();
    if text.chars().count() > MOST {
        short.push('…');
    }
    short
}
