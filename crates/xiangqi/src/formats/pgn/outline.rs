//! Where the tags of a game end and where the next game begins, line by line.
//!
//! The bytes may be in any encoding whose marks are plain ASCII. In GB and Big5 the second byte of a
//! character may look like a bracket or a brace, so characters of two bytes are skipped as a whole.

/// The tags of the standard. A line `[Round 3]` between the moves begins a game only with one of these names, as web
/// pages have other words in brackets.
const STANDARD: [&[u8]; 15] = [
    b"Game",
    b"Event",
    b"Site",
    b"Date",
    b"Round",
    b"RedTeam",
    b"Red",
    b"BlackTeam",
    b"Black",
    b"Result",
    b"Opening",
    b"Variation",
    b"ECCO",
    b"FEN",
    b"Format",
];

/// What continues in the next line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Within {
    #[default]
    Nothing,
    /// A tag whose quote may follow.
    Tag,
    /// A quoted value.
    Value,
    /// A comment in braces.
    Comment,
}

/// The lines of a game so far.
#[derive(Debug, Default)]
pub(in crate::formats) struct Outline {
    /// The name of the first tag.
    first_tag: Option<Vec<u8>>,
    within: Within,
    in_moves: bool,
}

impl Outline {
    /// Whether there is more than blanks and complete comments, which are not a game.
    pub(in crate::formats) fn is_game(&self) -> bool {
        self.first_tag.is_some() || self.in_moves || self.within == Within::Comment
    }

    /// Reads a line, or the rest of one, and returns whether another game begins with it: with a tag after moves or
    /// in a comment that is not closed, or with the first tag again.
    pub(in crate::formats) fn line(&mut self, line: &[u8], from_its_start: bool) -> bool {
        let wide = std::str::from_utf8(line).is_err_and(|error| error.error_len().is_some());
        if from_its_start {
            let name = match self.within {
                Within::Comment | Within::Value => tag_line(line),
                _ if self.in_moves => tag_line(line).or_else(|| self.bare_tag_line(line)),
                _ => open_tag(after_blanks(line)).map(|(name, _)| name),
            };
            if let Some(name) = name {
                if self.in_moves || self.within == Within::Comment || self.first_tag.as_deref() == Some(name) {
                    return true;
                }
                self.within = Within::Nothing;
            } else if matches!(self.within, Within::Nothing | Within::Tag) && after_blanks(line).starts_with(b"%") {
                self.within = Within::Nothing;
                return false;
            }
        }
        let mut rest = line;
        while let Some(after) = self.part(rest, wide) {
            rest = after;
        }
        false
    }

    /// Reads to the end of a value, a comment, a tag or the moves before a comment, and returns the rest of the line.
    fn part<'a>(&mut self, text: &'a [u8], wide: bool) -> Option<&'a [u8]> {
        match self.within {
            Within::Value => {
                let (_, after) = quoted_end(text, wide)?;
                self.within = Within::Nothing;
                Some(&text[after..])
            }
            Within::Comment => {
                let end = find(text, wide, |byte| byte == b'}')?;
                self.within = Within::Nothing;
                Some(&text[end + 1..])
            }
            Within::Nothing if self.in_moves => {
                let at = find(text, wide, |byte| matches!(byte, b'{' | b';')).filter(|&at| text[at] == b'{')?;
                self.within = Within::Comment;
                Some(&text[at + 1..])
            }
            Within::Nothing | Within::Tag => self.tags(after_blanks(text), wide),
        }
    }

    /// Reads the beginning of a tag, a comment or the moves.
    fn tags<'a>(&mut self, text: &'a [u8], wide: bool) -> Option<&'a [u8]> {
        let first = *text.first()?;
        let in_tag = std::mem::take(&mut self.within) == Within::Tag;
        if let Some((name, value)) = open_tag(text) {
            self.first_tag.get_or_insert_with(|| name.to_vec());
            let quote = after_blanks(value);
            if quote.is_empty() || quote[0] == b'"' {
                self.within = if quote.is_empty() { Within::Tag } else { Within::Value };
                return quote.get(1..);
            }
            let end = find(value, wide, |byte| matches!(byte, b']' | b'\n'))?;
            return Some(&value[end + 1..]);
        }
        match first {
            b'"' if in_tag => self.within = Within::Value,
            b'{' => self.within = Within::Comment,
            b';' => return None,
            _ => self.in_moves = true,
        }
        Some(if self.in_moves { text } else { &text[1..] })
    }

    /// The name of a tag of the standard, or of the first one, without a quote in the line, if it fills the line.
    fn bare_tag_line<'a>(&self, line: &'a [u8]) -> Option<&'a [u8]> {
        let (name, value) = open_tag(after_blanks(line))?;
        let begun = value.starts_with(b" ") || value.starts_with(b"\t") || value.starts_with(b"\"");
        let usual = STANDARD.contains(&name) || self.first_tag.as_deref() == Some(name);
        let ends = begun && value.trim_ascii_end().ends_with(b"]") || value.trim_ascii().is_empty();
        (usual && ends).then_some(name)
    }
}

/// The offset at which a second game begins in a text.
pub(super) fn second_game(text: &str) -> Option<usize> {
    let mut outline = Outline::default();
    let mut at = 0;
    for line in text.as_bytes().split_inclusive(|&byte| byte == b'\n') {
        if outline.line(line, true) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// The name of the tag at the beginning of a line, if there is one: a bracket, a name,
/// a blank and a quote.
pub(in crate::formats) fn tag_line(line: &[u8]) -> Option<&[u8]> {
    let (name, value) = open_tag(after_blanks(line))?;
    let quote = after_blanks(value);
    (quote.len() < value.len() && quote.starts_with(b"\"")).then_some(name)
}

/// The name after a bracket, and the text after the name.
pub(super) fn open_tag(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let inside = text.strip_prefix(b"[")?;
    let length = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    (length > 0).then(|| inside.split_at(length))
}

/// Within a line, the end of a quoted value and the end of the tag. The value ends at a quote before a bracket; inner
/// quotes are part of it.
pub(super) fn quoted_end(line: &[u8], wide: bool) -> Option<(usize, usize)> {
    let mut at = 0;
    while let Some(mark) = find(&line[at..], wide, |byte| matches!(byte, b'\\' | b'"')) {
        at += mark;
        let after = &line[at + 1..];
        if line[at] == b'"' {
            if let Some(length) = closes(&line[at..]) {
                return Some((at, at + length));
            }
        } else if after.starts_with(b"\\") {
            at += 1;
        } else if after.starts_with(b"\"") {
            // An escaped quote, unless the backslash is the last character of the
            // value: then only the bracket follows on the line.
            let ends_line = |length: usize| after[length..].iter().all(u8::is_ascii_whitespace);
            if !closes(after).is_some_and(ends_line) {
                at += 1;
            }
        }
        at += 1;
    }
    None
}

/// The length of a quote, the blanks and the bracket after it.
fn closes(bytes: &[u8]) -> Option<usize> {
    let blanks = bytes[1..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    (bytes.get(1 + blanks) == Some(&b']')).then_some(blanks + 2)
}

/// The offset of a mark, not counting second bytes of characters if there are `wide` ones.
fn find(bytes: &[u8], wide: bool, is_mark: impl Fn(u8) -> bool) -> Option<usize> {
    let mut at = 0;
    while at < bytes.len() {
        if is_mark(bytes[at]) {
            return Some(at);
        }
        at += if wide && bytes[at] > 0x80 { 2 } else { 1 };
    }
    None
}

/// The bytes after blanks: those of Unicode in UTF-8, and the full-width blank of GB and Big5.
fn after_blanks(mut bytes: &[u8]) -> &[u8] {
    loop {
        let length = match bytes {
            [0xA1, 0xA1 | 0x40, ..] => 2,
            _ => bytes[..bytes.len().min(4)]
                .utf8_chunks()
                .next()
                .and_then(|chunk| chunk.valid().chars().next())
                .filter(|&c| is_blank(c))
                .map_or(0, char::len_utf8),
        };
        if length == 0 {
            return bytes;
        }
        bytes = &bytes[length..];
    }
}

/// A blank, or a byte order mark, which some programs write before each game.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{FEFF}'
}
