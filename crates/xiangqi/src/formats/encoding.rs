//! The encodings of Chinese game collections: UTF-8, UTF-16 with a byte order mark, and in old files GB (mainland)
//! and Big5 (Taiwan, Hong Kong).
//!
//! A text in GB is often formally valid Big5 and vice versa; only the meaning
//! distinguishes them. Games make this easy: the characters of moves (炮二平五) are
//! frequent, and the wrong encoding turns them into rare characters. Name the
//! encoding if you know it.

use std::borrow::Cow;

/// A text encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TextEncoding {
    /// UTF-8 if the text is valid, otherwise GB 18030 or Big5, whichever yields
    /// more characters of moves.
    #[default]
    Detect,
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// GB 18030, which contains GBK and GB 2312.
    Gb18030,
    /// Big5 with the extensions of code page 950 and Hong Kong.
    Big5,
}

impl TextEncoding {
    /// Decodes a text. A byte order mark of UTF-16 takes precedence. Bytes that are invalid in the encoding become
    /// U+FFFD.
    ///
    /// ```
    /// use duiyi_xiangqi::formats::TextEncoding;
    ///
    /// let gb = [0xC5, 0xDA, 0xB6, 0xFE, 0xC6, 0xBD, 0xCE, 0xE5];
    /// assert_eq!(TextEncoding::Gb18030.decode(&gb), "炮二平五");
    /// assert_eq!(TextEncoding::Detect.decode(&gb), "炮二平五");
    /// let big5 = [0xAC, 0xB6, 0xA4, 0x47, 0xA5, 0xAD, 0xA4, 0xAD];
    /// assert_eq!(TextEncoding::Detect.decode(&big5), "炮二平五");
    /// ```
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        if let Some(utf16) = TextEncoding::utf16(bytes) {
            return utf16.decode_with_bom_removal(bytes).0;
        }
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let encoding = match self {
            TextEncoding::Detect => return TextEncoding::detect(bytes).decode(bytes),
            TextEncoding::Utf8 => return String::from_utf8_lossy(bytes),
            TextEncoding::Gb18030 => encoding_rs::GB18030,
            TextEncoding::Big5 => encoding_rs::BIG5,
        };
        encoding.decode_without_bom_handling(bytes).0
    }

    /// UTF-16, if a text begins with its byte order mark.
    pub(super) fn utf16(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
        match bytes {
            [0xFF, 0xFE, ..] => Some(encoding_rs::UTF_16LE),
            [0xFE, 0xFF, ..] => Some(encoding_rs::UTF_16BE),
            _ => None,
        }
    }

    /// Encodes a text in GB 18030, which contains all characters and extends GB 2312.
    pub(super) fn to_gb(text: &str) -> Vec<u8> {
        encoding_rs::GB18030.encode(text).0.into_owned()
    }

    /// Guesses the encoding of a text: UTF-8 for plain ASCII, and GB 18030 if
    /// there is no evidence for Big5. Never [`TextEncoding::Detect`].
    pub fn detect(bytes: &[u8]) -> TextEncoding {
        if std::str::from_utf8(bytes).is_ok() {
            return TextEncoding::Utf8;
        }
        let score = |encoding: TextEncoding| encoding.decode(bytes).chars().map(weight).sum::<i64>();
        // A few damaged bytes do not make an UTF-8 text something else.
        let candidates = [TextEncoding::Utf8, TextEncoding::Big5, TextEncoding::Gb18030];
        candidates.into_iter().max_by_key(|&encoding| score(encoding)).unwrap_or(TextEncoding::Gb18030)
    }
}

/// The evidence of a character for the encoding that produced it.
fn weight(c: char) -> i64 {
    const MOVES: &str =
        "帅帥将將仕士相象马馬车車炮砲兵卒进進退平前后後一二三四五六七八九１２３４５６７８９红紅黑胜勝负負和局";
    match c {
        char::REPLACEMENT_CHARACTER => -8,
        '\0'..='\x7F' => 0,
        c if MOVES.contains(c) => 2,
        // Private use, and the Bopomofo and half-width forms that wrong encodings produce.
        '\u{E000}'..='\u{F8FF}' | '\u{3040}'..='\u{312F}' | '\u{FF61}'..='\u{FFDC}' => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_is_detected() {
        let traditional = "[Red \"吳貴臨\"]\n1. 炮二平五 馬８進７ 2. 馬二進三 車９平８";
        let simplified = "[Red \"吕钦\"]\n1. 炮二平五 马８进７ 2. 马二进三 车９平８";
        let big5 = encoding_rs::BIG5.encode(traditional).0;
        let gb = encoding_rs::GB18030.encode(simplified).0;
        let gb_traditional = encoding_rs::GB18030.encode(traditional).0;
        for (bytes, encoding, text) in [
            (traditional.as_bytes(), TextEncoding::Utf8, traditional),
            (&big5, TextEncoding::Big5, traditional),
            (&gb, TextEncoding::Gb18030, simplified),
            (&gb_traditional, TextEncoding::Gb18030, traditional),
        ] {
            assert_eq!(TextEncoding::detect(bytes), encoding);
            assert_eq!(TextEncoding::Detect.decode(bytes), text);
        }
        assert_eq!(TextEncoding::detect(b"h2e2"), TextEncoding::Utf8);
        let mut damaged = traditional.as_bytes().to_vec();
        damaged[8] = 0xFF;
        assert_eq!(TextEncoding::detect(&damaged), TextEncoding::Utf8);
        assert_eq!(TextEncoding::Detect.decode(b"\xEF\xBB\xBFabc"), "abc");
        assert_eq!(TextEncoding::Gb18030.decode(b"\xFF\xFE\xAE\x70"), "炮");
        assert_eq!(TextEncoding::Detect.decode(b"\xFE\xFF\x70\xAE"), "炮");
    }
}
