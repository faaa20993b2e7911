//! Reading one game.

use super::{
    error::{PgnError, PgnErrorKind},
    lexer::{Lexer, Token, tag_line},
};
use crate::{
    BLACK, Position, Setup,
    formats::{
        marks::{add_glyphs, tidy},
        number::MoveNumber,
        record::{EditError, Editor, GameRecord, GameResult, NodeId},
    },
    notation::ReadMoveError,
};

/// Reads the game in a text. For several games, and for other encodings
/// than UTF-8, use [`GameReader`](crate::formats::GameReader).
///
/// # Errors
/// The first error, with its line, and its move if there is one.
pub fn read(text: &str) -> Result<GameRecord, PgnError> {
    let mut tags = Tags { rest: text.strip_prefix('\u{FEFF}').unwrap_or(text), line: 1 };
    let (mut result, mut kept) = (GameResult::default(), Vec::new());
    let mut fen = None;
    let mut tagged = false;
    while let Some((name, value)) = tags.next()? {
        tagged = true;
        match name {
            "Game" | "Format" | "SetUp" => {}
            "FEN" if !value.trim().is_empty() => fen = Some((tags.line, value)),
            "FEN" => {}
            "Result" => result = GameResult::from_text(&value).unwrap_or_default(),
            // The values that the standard prescribes for unknown facts.
            _ if matches!(value.as_str(), "" | "?" | "????.??.??") => {}
            _ => kept.push((name, value)),
        }
    }
    let mut record = match fen {
        Some((line, fen)) => GameRecord::new(start(&fen, tags.rest).map_err(|kind| PgnError { line, kind })?),
        None => GameRecord::default(),
    };
    record.result = result;
    record.set_tags(kept);
    let empty = !tagged && tags.rest.trim().is_empty();
    let mut lexer = Lexer::new(tags.rest, tags.line);
    let moves =
        MoveText { lexer: &mut lexer, editor: record.edit(), variations: Vec::new(), pending: None, done: None };
    let found = moves.read();
    let error = |kind| PgnError { line: lexer.line, kind };
    let result = found.map_err(error)?;
    if empty {
        return Err(error(PgnErrorKind::Empty));
    }
    if record.result == GameResult::Unknown {
        record.result = result.unwrap_or_default();
    }
    Ok(record)
}

/// The start position of a FEN. If it does not name the side to move, a move number with dots
/// before the first move (`1. ... 炮８平５`) means Black.
fn start(fen: &str, moves: &str) -> Result<Position, PgnErrorKind> {
    let mut setup = Setup::from_fen(fen)?;
    setup.lenient = true;
    if fen.split_whitespace().nth(1).is_none() {
        let dots = moves.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let dots: String = dots.chars().filter(|c| !c.is_whitespace()).take(2).collect();
        if dots == ".." || dots.contains('…') {
            setup.side = BLACK;
        }
    }
    Position::from_setup(&setup).map_err(|error| PgnErrorKind::Fen(error.into()))
}

/// The tag section.
struct Tags<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Tags<'a> {
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|&b| b == b'\n').count();
        self.rest = rest;
        taken
    }

    /// The next tag; `None` where the moves begin.
    fn next(&mut self) -> Result<Option<(&'a str, String)>, PgnError> {
        let blank = self.rest.len() - self.rest.trim_start().len();
        self.take(blank);
        let Some(inside) = self.rest.strip_prefix('[') else { return Ok(None) };
        let length = inside.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        if length == 0 {
            return Ok(None);
        }
        let name = &inside[..length];
        let unclosed = PgnError { line: self.line, kind: PgnErrorKind::UnclosedTag(name.to_owned()) };
        self.take(1 + length);
        let blank = self.rest.len() - self.rest.trim_start().len();
        self.take(blank);
        if !self.rest.starts_with('"') {
            let end = self.rest.find([']', '\n']).ok_or(unclosed)?;
            let value = self.take(end).trim().to_owned();
            self.take(usize::from(self.rest.starts_with(']')));
            return Ok(Some((name, value)));
        }
        self.take(1);
        let (end, after) = value_end(self.rest).ok_or(unclosed)?;
        let value = unescape(&self.rest[..end]);
        self.take(after);
        Ok(Some((name, value)))
    }
}

/// The end of a quoted value, and the end of the tag. The value ends at a quote
/// before a bracket; inner quotes are part of it. A value that runs into the line
/// of another tag is unterminated and ends there.
fn value_end(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if matches!(bytes.get(at + 1), Some(b'"' | b'\\')) => {
                // An escaped quote, unless the backslash is the last character of the
                // value: then only the bracket follows on the line.
                let ends_line = |length: usize| {
                    let after = bytes[at + 1 + length..].iter().take_while(|&&b| b != b'\n');
                    after.into_iter().all(u8::is_ascii_whitespace)
                };
                if bytes[at + 1] == b'"' && closes(&bytes[at + 1..]).is_some_and(ends_line) {
                    at += 1;
                    continue;
                }
                at += 2;
            }
            b'"' => {
                if let Some(length) = closes(&bytes[at..]) {
                    return Some((at, at + length));
                }
                at += 1;
            }
            b'\n' if tag_line(&bytes[at + 1..bytes.len().min(at + 64)]).is_some() => {
                let value = text[..at].trim_end().trim_end_matches(['"', ']']);
                return Some((value.len(), at));
            }
            _ => at += 1,
        }
    }
    None
}

/// The length of a quote, the blanks and the bracket after it.
fn closes(bytes: &[u8]) -> Option<usize> {
    let blanks = bytes[1..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    (bytes.get(1 + blanks) == Some(&b']')).then_some(blanks + 2)
}

fn unescape(value: &str) -> String {
    if value.contains('\\') { value.replace("\\\"", "\"").replace("\\\\", "\\") } else { value.to_owned() }
}

/// The move section.
struct MoveText<'a, 'r, 'l> {
    lexer: &'l mut Lexer<'a>,
    editor: Editor<'r>,
    /// For each open variation, the node to return to.
    variations: Vec<NodeId>,
    /// The comment between the opening of a variation and its first move; set until that move.
    pending: Option<String>,
    /// The result, once it has been read.
    done: Option<GameResult>,
}

impl MoveText<'_, '_, '_> {
    fn read(mut self) -> Result<Option<GameResult>, PgnErrorKind> {
        while let Some(token) = self.lexer.next()? {
            match token {
                Token::Comment(text) => self.comment(&tidy(text)),
                Token::Open => {
                    self.variations.push(self.editor.id());
                    if !self.editor.back() {
                        return Err(PgnErrorKind::NothingToVary);
                    }
                    self.pending = Some(String::new());
                }
                Token::Close => {
                    let node = self.variations.pop().ok_or(PgnErrorKind::StrayParenthesis)?;
                    self.pending = None;
                    self.editor.go_to(node);
                }
                Token::Glyph(glyph) => self.glyph(glyph),
                Token::Word(word) => self.word(word)?,
            }
            if self.done.is_some() && self.variations.is_empty() {
                self.after_result()?;
                return Ok(self.done);
            }
        }
        if self.variations.is_empty() { Ok(self.done) } else { Err(PgnErrorKind::UnclosedVariation) }
    }

    /// Reads what follows the result. Comments are kept, other text is ignored;
    /// only another game is an error.
    fn after_result(&mut self) -> Result<(), PgnErrorKind> {
        loop {
            match self.lexer.next() {
                Ok(Some(Token::Comment(text))) => self.comment(&tidy(text)),
                Ok(Some(Token::Word(word))) if is_number(word, "1") => return Err(PgnErrorKind::SecondGame),
                Err(PgnErrorKind::SecondGame) => return Err(PgnErrorKind::SecondGame),
                _ => return Ok(()),
            }
        }
    }

    fn comment(&mut self, text: &str) {
        match &mut self.pending {
            Some(before) if !before.is_empty() && !text.is_empty() => {
                before.push('\n');
                before.push_str(text);
            }
            Some(before) => before.push_str(text),
            None => self.editor.node_mut().add_comment(text),
        }
    }

    fn glyph(&mut self, glyph: u8) {
        if self.pending.is_none() {
            add_glyphs(&mut self.editor.node_mut().glyphs, [glyph]);
        }
    }

    fn word(&mut self, word: &str) -> Result<(), PgnErrorKind> {
        if let Some(result) = result_token(word) {
            // A result inside a variation assesses that line; it does not end the game.
            if self.variations.is_empty() {
                self.done = Some(result);
            }
            return Ok(());
        }
        let text = without_number(word);
        if text.is_empty() {
            return Ok(());
        }
        let (text, glyph) = without_marks(text);
        if text.is_empty() {
            self.glyph(glyph.unwrap_or(0));
            return Ok(());
        }
        let mut read = self.editor.read(text);
        if let Err(EditError::Unreadable(ReadMoveError::Unreadable { .. })) = read {
            // The marks of check and mate, as in chess.
            let bare = text.trim_end_matches(['+', '#']);
            if bare.len() < text.len() {
                read = self.editor.read(bare).or(read);
            }
        }
        if let Err(error) = read {
            let ply = self.editor.record().node(self.editor.id()).map_or(0, |node| node.ply());
            return Err(PgnErrorKind::Move { number: MoveNumber::next(self.editor.position(), ply), error });
        }
        if let Some(before) = self.pending.take() {
            let node = self.editor.node_mut();
            if node.comment_before.is_empty() {
                node.comment_before = before;
            }
        }
        if let Some(glyph) = glyph {
            self.glyph(glyph);
        }
        Ok(())
    }
}

/// A result in the move text: the PGN tokens only, as words such as 和 occur in comments.
fn result_token(word: &str) -> Option<GameResult> {
    let token = matches!(word, "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½" | "0.5-0.5" | "*");
    if token { GameResult::from_text(word) } else { None }
}

fn is_dot(c: char) -> bool {
    matches!(c, '.' | '．' | '。' | '、' | '…')
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || ('０'..='９').contains(&c)
}

/// Whether a word begins with this number and a dot.
fn is_number(word: &str, number: &str) -> bool {
    word.strip_prefix(number).is_some_and(|rest| rest.starts_with(is_dot))
}

/// A word without the move number before it (`12.`, `12...`, `12、`, `…`).
/// `62.5` is not move 62 but a WXF move of a cannon with a digit for its name.
fn without_number(word: &str) -> &str {
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
fn without_marks(text: &str) -> (&str, Option<u8>) {
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

    #[test]
    fn quotes_and_brackets_in_a_value_survive_a_round_trip() {
        for value in ["Ch\" ] * me \"Ch*", "a\"]", "\"]\"", "back\\"] {
            let mut record = GameRecord::default();
            record.set_tag("Gam", value);
            record.edit().play("h2e2".parse().unwrap()).unwrap();
            let written = crate::formats::pgn::write(&record, crate::notation::Notation::Iccs);
            let back = read(&written).unwrap();
            assert_eq!(back.tag("Gam"), Some(value), "{written}");
            assert_eq!(back.main_line().count(), 1, "{written}");
        }
    }

    #[test]
    fn tag_lines_are_distinguished_from_other_brackets() {
        assert_eq!(tag_line(b" [Red \"x"), Some(&b"Red"[..]));
        for other in [&b"[%clk 1]"[..], b"[Red]", b"[Red x]", b"Red \"x\"", b"[", b"[Red\"x\"]", b""] {
            assert_eq!(tag_line(other), None);
        }
    }

    #[test]
    fn comments_before_a_variation_are_joined_line_by_line() {
        let text = "1. C2=5 ( {first} {} {second} 1. C2=4 {third} {fourth} ) H8+7 *";
        let printed = format!("{:?}", super::super::read(text).unwrap());
        assert!(printed.contains("first\\nsecond") && printed.contains("third\\nfourth"), "{printed}");
    }
}
