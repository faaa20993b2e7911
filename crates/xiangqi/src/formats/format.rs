//! The formats of bytes, and where a game ends in them.

use super::{
    ccbridge,
    pgn::{self, Outline},
    wxf, xqf,
};

/// A file format of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// [`pgn`].
    Pgn,
    /// [`dhtmlxq`](super::dhtmlxq).
    DhtmlXq,
    /// [`xqf`]; a file is one game.
    Xqf,
    /// [`wxf`].
    Wxf,
    /// [`cbf`](super::cbf).
    Cbf,
    /// [`ccbridge`]: CBR, a game, or CBL, a library.
    Ccbridge,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 6] =
        [Format::Pgn, Format::DhtmlXq, Format::Xqf, Format::Wxf, Format::Cbf, Format::Ccbridge];

    /// The name: `pgn`, `dhtmlxq`, `xqf`, `wxf`, `cbf` or `ccbridge`.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::DhtmlXq => "dhtmlxq",
            Format::Xqf => "xqf",
            Format::Wxf => "wxf",
            Format::Cbf => "cbf",
            Format::Ccbridge => "ccbridge",
        }
    }

    /// The format of bytes: XQF, CBR and CBL by their signatures, DhtmlXQ and CBF by a tag, WXF by its first line or
    /// the line `START{`, PGN otherwise.
    pub fn of(bytes: &[u8]) -> Format {
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
        let marked = Format::signed(bytes).or_else(|| tagged(bytes));
        marked.or_else(|| lines.find_map(wxf_line)).unwrap_or(Format::Pgn)
    }

    /// The binary format with the signature at the beginning.
    fn signed(bytes: &[u8]) -> Option<Format> {
        if xqf::is_xqf(bytes) { Some(Format::Xqf) } else { ccbridge::is_ccbridge(bytes).then_some(Format::Ccbridge) }
    }
}

/// The text format with a tag.
fn tagged(bytes: &[u8]) -> Option<Format> {
    if contains(bytes, b"[dhtmlxq") {
        Some(Format::DhtmlXq)
    } else {
        contains(bytes, b"<chinesechessrecord").then_some(Format::Cbf)
    }
}

/// WXF if a line begins its games or their moves.
fn wxf_line(line: &[u8]) -> Option<Format> {
    (wxf::is_first_line(line) || wxf::is_start_line(line)).then_some(Format::Wxf)
}

/// What a file is that has no games, by its first bytes.
pub(crate) fn foreign(bytes: &[u8]) -> Option<&'static str> {
    const SIGNATURES: [(&[u8], &str); 12] = [
        (b"%PDF-", "a PDF document"),
        (b"PK\x03\x04", "a ZIP archive or an office document"),
        (b"Rar!\x1A\x07", "a RAR archive"),
        (b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
        (b"\x1F\x8B", "a gzip file"),
        (b"\xFD7zXZ\0", "an xz file"),
        (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a Word or other office document"),
        (b"{\\rtf", "an RTF document"),
        (b"\x89PNG\r\n", "a PNG image"),
        (b"\xFF\xD8\xFF", "a JPEG image"),
        (b"GIF8", "a GIF image"),
        (b"SQLite format 3\0", "a SQLite database, perhaps an opening book"),
    ];
    let named = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)).map(|&(_, name)| name);
    let is_text = Format::signed(bytes).or_else(|| tagged(bytes)).is_some() || pgn::tag_line(bytes).is_some();
    let is_binary = bytes.contains(&0) && !is_text;
    let program = (is_binary && bytes.starts_with(b"MZ")).then_some("a program for Windows");
    named.or(program).or(is_binary.then_some("a binary file of an unknown format"))
}

/// Enough bytes for a mark that is split between two pieces of a long line.
pub(super) const MARK_LENGTH: usize = 64;

/// The position of a lower-case ASCII text that begins with a sign, ignoring case.
fn find(bytes: &[u8], text: &[u8]) -> Option<usize> {
    let sign = *text.first()?;
    let mut at = 0;
    while let Some(next) = bytes[at..].iter().position(|&byte| byte == sign) {
        at += next;
        if bytes[at..].get(..text.len())?.eq_ignore_ascii_case(text) {
            return Some(at);
        }
        at += 1;
    }
    None
}

fn contains(bytes: &[u8], text: &[u8]) -> bool {
    find(bytes, text).is_some()
}

/// Finds the end of a game line by line.
#[derive(Default)]
pub(super) struct Cut {
    pub(super) format: Option<Format>,
    outline: Outline,
    /// How far a text has been searched for the mark at its end.
    searched: usize,
    /// Whether the moves of a WXF game have ended.
    has_ended: bool,
    /// Whether these bytes are the header of a library.
    pub(super) is_library: bool,
}

impl Cut {
    pub(super) fn of(format: Option<Format>) -> Cut {
        Cut { format, ..Cut::default() }
    }

    /// Examines the bytes from `start` to `end`, a line or a part of one, and
    /// returns where the next game begins if it begins here.
    pub(super) fn line(&mut self, bytes: &[u8], start: usize, end: usize) -> Option<usize> {
        let line = &bytes[start..end];
        let whole = start == 0 || bytes[start - 1] == b'\n';
        if self.format.is_none() {
            let signed = if start == 0 { Format::signed(line) } else { None };
            self.format = signed
                .or_else(|| tagged(&bytes[start.saturating_sub(MARK_LENGTH)..end]))
                .or_else(|| wxf_line(line).filter(|_| whole))
                .or_else(|| pgn::tag_line(line).map(|_| Format::Pgn));
        }
        match self.format {
            Some(Format::Xqf) => None,
            Some(Format::Ccbridge) => {
                // Until the first record it is the header of a library.
                self.is_library |= start == 0 && ccbridge::is_library(line);
                let signature = ccbridge::RECORD.as_slice();
                let from = self.searched.min(start).max(1);
                self.searched = (end + 1).saturating_sub(signature.len());
                let found = bytes.get(from..end)?.windows(signature.len()).position(|window| window == signature);
                found.map(|at| from + at)
            }
            Some(Format::DhtmlXq) => self.closing(bytes, start, end, b"[/dhtmlxq]"),
            Some(Format::Cbf) => self.closing(bytes, start, end, b"</chinesechessrecord>"),
            Some(Format::Wxf) => {
                if self.has_ended && whole && wxf::is_first_line(line) && start > 0 {
                    return Some(start);
                }
                self.has_ended |= contains(line, b"}end");
                None
            }
            // Without a mark so far, the lines may be moves of a game without tags.
            Some(Format::Pgn) | None => self.outline.line(line, whole).then_some(start).filter(|&at| at > 0),
        }
    }

    /// The end of a closing tag.
    fn closing(&mut self, bytes: &[u8], start: usize, end: usize, tag: &[u8]) -> Option<usize> {
        let from = self.searched.min(start);
        self.searched = end.saturating_sub(tag.len());
        find(&bytes[from..end], tag).map(|at| from + at + tag.len())
    }

    /// Adjusts the offsets after bytes at the front of the buffer were removed.
    pub(super) fn forget(&mut self, bytes: usize) {
        self.searched = self.searched.saturating_sub(bytes);
    }

    /// Whether the rest at the end of the stream is a game.
    pub(super) fn is_game(&self, bytes: &[u8]) -> bool {
        match self.format {
            Some(Format::Xqf | Format::Ccbridge) => !bytes.is_empty(),
            Some(Format::DhtmlXq) => contains(bytes, b"[dhtmlxq_"),
            Some(Format::Cbf) => contains(bytes, b"<chinesechessrecord"),
            Some(Format::Wxf) => !bytes.trim_ascii().is_empty(),
            Some(Format::Pgn) | None => self.outline.is_game(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised() {
        for (bytes, format) in [
            (&b"XQ\x12"[..], Format::Xqf),
            (b"CCBridge Record\0", Format::Ccbridge),
            (b"CCBridgeLibrary\0", Format::Ccbridge),
            (b"page [DHTMLXQ]", Format::DhtmlXq),
            (b"<?xml?>\n<ChineseChessRecord>", Format::Cbf),
            (b"\nRED a;;;\nSTART{\n", Format::Wxf),
            (b"FORMAT WXF", Format::Wxf),
            (b"1. h2e2", Format::Pgn),
            (b"", Format::Pgn),
        ] {
            assert_eq!(Format::of(bytes), format, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn other_files_have_names() {
        for (bytes, name) in [
            (&b"%PDF-1.4\n"[..], Some("a PDF document")),
            (b"PK\x03\x04\x14\0", Some("a ZIP archive or an office document")),
            (b"MZ\x90\0\x03", Some("a program for Windows")),
            (b"abc\0def", Some("a binary file of an unknown format")),
            (b"CCBridge Record\0", None),
            (b"XQ\x0A\0", None),
            (b"MZ", None),
            (b"1. h2e2", None),
        ] {
            assert_eq!(foreign(bytes), name, "{}", bytes.escape_ascii());
        }
    }
}
