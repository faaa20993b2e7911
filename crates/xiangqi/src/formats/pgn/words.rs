//! The words of the move text: numbers, marks and results.

use crate::{formats::record::GameResult, notation::chinese};

/// A result in the move text: the PGN tokens only, as words such as 和 occur in comments.
pub(super) fn result_token(word: &str) -> Option<GameResult> {
    let token = matches!(word, "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½" | "0.5-0.5" | "*");
    if token { GameResult::from_text(word) } else { None }
}

pub(in crate::formats) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '－' | '\u{2010}'..='\u{2015}' | '\u{2500}')
}

/// Whether a word consists of moves in Chinese with dashes between them, `炮二平五-马8进7`.
pub(super) fn has_dashes(word: &str) -> bool {
    word.contains(is_dash) && (word.chars().all(is_dash) || word.chars().any(chinese::is_move_character))
}

pub(super) fn is_dot(c: char) -> bool {
    matches!(c, '.' | '．' | '。' | '、' | '…')
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || ('０'..='９').contains(&c)
}

/// Whether a word begins with this number and a dot.
pub(super) fn is_number(word: &str, number: &str) -> bool {
    word.strip_prefix(number).is_some_and(|rest| rest.starts_with(is_dot))
}

/// A word without the move number before it (`12.`, `12...`, `12、`, `…`).
/// `62.5` is not move 62 but a WXF move of a cannon with a digit for its name.
pub(in crate::formats) fn without_number(word: &str) -> &str {
    let after_digits = word.trim_start_matches(is_digit);
    if after_digits.is_empty() {
        return "";
    }
    if !after_digits.starts_with(is_dot) {
        return word;
    }
    let rest = after_digits.trim_start_matches(is_dot);
    if rest.chars().count() == 1 && rest.starts_with(is_digit) { word } else { rest }
}

/// A move without the marks after it, and their glyph.
pub(in crate::formats) fn without_marks(text: &str) -> (&str, Option<u8>) {
    let is_mark = |c| matches!(c, '!' | '?' | '！' | '？');
    let bare = text.trim_end_matches(is_mark);
    let marks: String =
        text[bare.len()..].chars().take(3).map(|c| if matches!(c, '!' | '！') { '!' } else { '?' }).collect();
    let glyph = match marks.as_str() {
        "!" => Some(1),
        "?" => Some(2),
        "!!" | "!!!" => Some(3),
        "??" | "???" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    };
    (bare, glyph)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_marks_are_removed() {
        for (word, text) in [
            ("1.", ""),
            ("12", ""),
            ("1...", ""),
            ("…", ""),
            ("1.炮二平五", "炮二平五"),
            ("1．炮二平五", "炮二平五"),
            ("１２、炮二平五", "炮二平五"),
            ("1...C8=5", "C8=5"),
            ("62.5", "62.5"),
            ("1.62.5", "62.5"),
            ("7..5", "7..5"),
            ("15=6", "15=6"),
            ("3.15=6", "15=6"),
            ("h2e2", "h2e2"),
        ] {
            assert_eq!(without_number(word), text, "{word}");
        }
        assert_eq!(without_marks("炮二平五！？"), ("炮二平五", Some(5)));
        assert_eq!(without_marks("C2=5"), ("C2=5", None));
    }
}
