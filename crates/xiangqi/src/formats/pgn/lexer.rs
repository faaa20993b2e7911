//! The tokens of the move text.

use super::{
    error::PgnErrorKind,
    outline::is_blank,
    words::{joined_moves, without_marks, without_number},
};
use crate::notation::is_move_like;

/// A token of move text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// The inside of `{ }`, the rest of a line after `;`, or the inside of `（ ）` unless it is a variation.
    Comment(&'a str),
    /// `(`, or `（` before a variation.
    Open,
    /// `)` or `）`
    Close,
    /// `$n`
    Glyph(u8),
    /// A number, a move, a result, or several of them without blanks between them.
    Word(&'a str),
}

/// Splits move text into tokens and counts lines.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    rest: &'a str,
    /// Where the last token begins.
    token: usize,
    token_line: usize,
    /// The line in which the last token ended, from 1.
    pub(super) line: usize,
    at_line_start: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str, line: usize) -> Lexer<'a> {
        Lexer { text, rest: text, token: 0, token_line: line, line, at_line_start: true }
    }

    /// The text after the last token.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// The line and the column of the last token, from 1, in characters.
    pub(super) fn place(&self) -> (usize, usize) {
        let before = &self.text[..self.token];
        let line = before.rfind('\n').map_or(before, |at| &before[at + 1..]);
        (self.token_line, 1 + line.chars().count())
    }

    /// Takes a number of bytes.
    pub(super) fn take(&mut self, bytes: usize) -> &'a str {
        let (token, rest) = self.rest.split_at(bytes);
        self.line += token.bytes().filter(|&b| b == b'\n').count();
        self.at_line_start = false;
        self.rest = rest;
        token
    }

    /// Skips blanks, and lines that begin with `%` (which PGN reserves for programs).
    pub(super) fn skip_blanks(&mut self) {
        loop {
            let blank = self.rest.len() - self.rest.trim_start_matches(|c| c != '\n' && is_blank(c)).len();
            if blank > 0 {
                let at_line_start = self.at_line_start;
                self.take(blank);
                self.at_line_start = at_line_start;
            }
            if self.rest.starts_with('\n') {
                self.take(1);
                self.at_line_start = true;
            } else if self.at_line_start && self.rest.starts_with('%') {
                self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if blank == 0 {
                return;
            }
        }
    }

    /// The next token; `None` at the end. After an error the next call goes on behind what is wrong.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, PgnErrorKind> {
        self.skip_blanks();
        (self.token, self.token_line) = (self.text.len() - self.rest.len(), self.line);
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        Ok(Some(match first {
            '{' => {
                let Some(end) = self.rest.find('}') else {
                    self.take(self.rest.len());
                    return Err(PgnErrorKind::UnclosedComment);
                };
                let comment = self.take(end + 1);
                Token::Comment(&comment[1..end])
            }
            '}' => {
                self.take(1);
                return Err(PgnErrorKind::StrayBrace);
            }
            ';' => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                Token::Comment(&self.take(end)[1..])
            }
            '（' if !is_variation(self.rest) => {
                let Some(end) = self.rest.find('）') else {
                    self.take(self.rest.len());
                    return Err(PgnErrorKind::UnclosedComment);
                };
                let comment = self.take(end + '）'.len_utf8());
                Token::Comment(&comment['（'.len_utf8()..end])
            }
            '(' | '（' => {
                self.take(first.len_utf8());
                Token::Open
            }
            ')' | '）' => {
                self.take(first.len_utf8());
                Token::Close
            }
            '$' => {
                let digits = self.rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                let glyph = &self.take(1 + digits)[1..];
                match glyph.parse() {
                    Ok(glyph) => Token::Glyph(glyph),
                    Err(_) => Token::Glyph(0),
                }
            }
            _ => {
                let end = self
                    .rest
                    .char_indices()
                    .skip(1)
                    .find(|&(_, c)| {
                        c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '（' | '）' | ';' | '$' | '[')
                    })
                    .map_or(self.rest.len(), |(at, _)| at);
                Token::Word(self.take(end))
            }
        }))
    }
}

/// Whether a text in full-width parentheses begins like a variation, with a number or a move; otherwise it is a comment.
fn is_variation(text: &str) -> bool {
    let inside = text.trim_start_matches('（').trim_start();
    let end = inside.find(|c: char| c.is_whitespace() || matches!(c, '）' | '（' | '{')).unwrap_or(inside.len());
    let word = &inside[..end];
    let bare = without_number(word);
    let mv = without_marks(bare).0;
    bare.len() < word.len() || is_move_like(mv) || joined_moves(mv).is_some()
}
