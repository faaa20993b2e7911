//! The common parts of the readers of moves: their error, and the characters of a text.

use crate::{IllegalMove, Move};
use alloc::{format, string::String, vec::Vec};

/// The reason why a text is not a move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadMoveError {
    /// The text does not have the form of a move.
    #[error("'{text}' is not a move: expected {expected}")]
    Unreadable {
        /// The beginning of the text.
        text: String,
        /// The expected form.
        expected: &'static str,
    },
    /// The text is a move, but not legal here.
    #[error("'{text}' is not a legal move here{}", .reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default())]
    Illegal {
        /// The text.
        text: String,
        /// The reason, if the text describes only one pair of squares.
        reason: Option<IllegalMove>,
    },
    /// The text fits more than one legal move.
    #[error("'{text}' is ambiguous: it can be {candidates:?}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The legal moves that it can be, in the order of generation.
        candidates: Vec<Move>,
    },
}

/// The beginning of a text, for error messages.
pub(crate) fn shown(text: &str) -> String {
    text.trim().chars().take(24).collect()
}

/// The ASCII character for a full-width form (Ｃ２．５) and for the dashes that mean a minus.
pub(super) fn half_width(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        other => other,
    }
}

/// The characters of a text without white space, in half width; `None` if
/// there are more than `N`.
pub(super) fn compact<const N: usize>(text: &str) -> Option<arrayvec::ArrayVec<char, N>> {
    let mut chars = arrayvec::ArrayVec::new();
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        chars.try_push(half_width(c)).ok()?;
    }
    Some(chars)
}
