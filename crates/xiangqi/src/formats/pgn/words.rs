//! The words of the move text: numbers, marks and results.

use crate::{formats::record::GameResult, notation::chinese};

/// A result in the move text: a token of PGN with any dash, or words such as 红胜, which may end with a stop. A
/// character alone, such as 和, occurs in comments.
pub(super) fn result_token(word: &str) -> Option<GameResult> {
    let word = word.trim_end_matches('。');
    if word.chars().nth(1).is_none() {
        return GameResult::from_text(word).filter(|_| word == "*");
    }
    let plain = |c| match c {
        '０' => '0',
        '１' => '1',
        c if is_dash(c) => '-',
        c => c,
    };
    GameResult::from_text(word).or_else(|| GameResult::from_text(&word.chars().map(plain).collect::<String>()))
}

/// The glyph of a word that assesses a position, as in books of chess.
fn assessment(word: &str) -> Option<u8> {
    Some(match word {
        "=" => 10,
        "∞" => 13,
        "⩲" | "+=" => 14,
        "⩱" | "=+" => 15,
        "±" => 16,
        "∓" => 17,
        "+-" | "+−" => 18,
        "-+" | "−+" => 19,
        _ => return None,
    })
}

/// The moves of a word that consists of several in Chinese without blanks between them, `炮二平五马8进7`.
pub(in crate::formats) fn joined_moves(word: &str) -> Option<Vec<&str>> {
    // Nearly every word is one move.
    word.chars().nth(7)?;
    let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
    let moves: Vec<&str> =
        starts.iter().step_by(4).zip(starts.iter().skip(4).step_by(4)).map(|(&from, &to)| &word[from..to]).collect();
    let is_number = |c| is_digit(c) || "一二三四五六七八九".contains(c);
    let is_move = |text: &&str| {
        let mut chars = text.chars();
        // Piece or place, then its file, its number or the piece, the direction, and a number.
        chars.next().is_some_and(chinese::is_move_character)
            && chars.next().is_some_and(|c| is_number(c) || chinese::is_move_character(c))
            && chars.next().is_some_and(chinese::is_direction)
            && chars.next().is_some_and(is_number)
    };
    (starts.len() % 4 == 1 && moves.len() > 1 && moves.iter().all(is_move)).then_some(moves)
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

/// A move without the marks after it, and their glyph; a word of an assessment alone has no move.
pub(in crate::formats) fn without_marks(text: &str) -> (&str, Option<u8>) {
    if let Some(glyph) = assessment(text) {
        return ("", Some(glyph));
    }
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
        assert_eq!(["=", "±", "∓", "-+"].map(|word| without_marks(word).1), [10, 16, 17, 19].map(Some));
    }
    #[test]
    fn results_have_any_dash_and_words() {
        for (word, result) in [
            ("1–0", Some(GameResult::RedWins)),
            ("０－１", Some(GameResult::BlackWins)),
            ("1/2−1/2", None),
            ("1/2—1/2", Some(GameResult::Draw)),
            ("红胜", Some(GameResult::RedWins)),
            ("黑勝。", Some(GameResult::BlackWins)),
            ("*", Some(GameResult::Unknown)),
            ("和", None),
            ("红", None),
        ] {
            assert_eq!(result_token(word), result, "{word}");
        }
    }

    #[test]
    fn moves_without_blanks_are_taken_apart() {
        assert_eq!(joined_moves("炮二平五马8进7").unwrap(), ["炮二平五", "马8进7"]);
        assert_eq!(joined_moves("前马进四后砲退2兵三進一").unwrap(), ["前马进四", "后砲退2", "兵三進一"]);
        for other in ["炮二平五", "炮二平五马8进", "炮二平五好棋进7", ""] {
            assert_eq!(joined_moves(other), None, "{other}");
        }
    }
}
