//! What is done with texts that were read.

use alloc::{borrow::ToOwned, format, string::String};

/// The first 40 characters of a text, for messages.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
