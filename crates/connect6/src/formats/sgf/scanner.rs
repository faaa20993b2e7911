//! Splits a text into nodes and properties.

use super::{SgfError, SgfErrorKind};

/// A property: its name, its values, and the line where it begins.
pub(super) struct Property<'a> {
    pub(super) name: &'a str,
    pub(super) values: Vec<String>,
    pub(super) line: usize,
}

/// The text with the position of the reader.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    pub(super) at: usize,
    /// A line, and the bytes up to which it was counted.
    counted: (usize, usize),
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text, at: 0, counted: (1, 0) }
    }

    /// Goes to the node after the next `(`. Mail and web pages have text before a game, but between
    /// games only what begins with `(;` is one.
    ///
    /// # Errors
    ///
    /// If there is no game, and this one is the first.
    pub(super) fn begin_game(&mut self, first: bool) -> Result<bool, SgfError> {
        while let Some(open) = self.text[self.at..].find('(') {
            self.at += open + 1;
            if self.peek() == Some(b';') {
                return Ok(true);
            }
            if first {
                break;
            }
        }
        if first { Err(self.error(SgfErrorKind::NoGame)) } else { Ok(false) }
    }

    fn line(&self) -> usize {
        let (line, from) = self.counted;
        line + self.text.as_bytes()[from..self.at].iter().filter(|&&byte| byte == b'\n').count()
    }

    /// The line, which is not counted from the beginning again.
    fn next_line(&mut self) -> usize {
        self.counted = (self.line(), self.at);
        self.counted.0
    }

    pub(super) fn error(&self, kind: impl Into<SgfErrorKind>) -> SgfError {
        SgfError { line: self.line(), kind: kind.into() }
    }

    pub(super) fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() && bytes[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    pub(super) fn unexpected(&self, expected: &'static str) -> SgfError {
        let found = self.text[self.at..].chars().next().map(String::from).unwrap_or_default();
        self.error(SgfErrorKind::Unexpected { found, expected })
    }

    /// The value up to the closing bracket; a backslash escapes the next character.
    fn value(&mut self) -> Result<String, SgfError> {
        let mut value = String::new();
        let start = self.at + 1;
        let mut characters = self.text[start..].char_indices();
        while let Some((i, c)) = characters.next() {
            match c {
                ']' => {
                    self.at = start + i + 1;
                    return Ok(value);
                }
                '\\' => match characters.next() {
                    // An escaped line break is removed.
                    Some((_, '\n')) | None => {}
                    Some((i, '\r')) if self.text[start + i + 1..].starts_with('\n') => drop(characters.next()),
                    Some((_, c)) => value.push(c),
                },
                c => value.push(c),
            }
        }
        Err(self.error(SgfErrorKind::Unclosed("a value")))
    }

    /// The properties of a node.
    pub(super) fn node(&mut self) -> Result<Vec<Property<'a>>, SgfError> {
        let mut node = Vec::new();
        while let Some(property) = self.property()? {
            node.push(property);
        }
        Ok(node)
    }

    /// The next property with all its values, if there is one.
    fn property(&mut self) -> Result<Option<Property<'a>>, SgfError> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            return Ok(None);
        }
        let line = self.next_line();
        let start = self.at;
        while self.text.as_bytes().get(self.at).is_some_and(u8::is_ascii_alphabetic) {
            self.at += 1;
        }
        let name = &self.text[start..self.at];
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(self.unexpected("a value in brackets"));
        }
        Ok(Some(Property { name, values, line }))
    }
}
