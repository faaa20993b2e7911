//! The bytes of a stream; a text in UTF-16 that begins with a byte order mark becomes UTF-8.

use super::encoding::TextEncoding;
use encoding_rs::{CoderResult, Decoder};
use std::{
    fmt,
    io::{self, BufRead, Read},
};

/// The most bytes of UTF-16 that are decoded at once.
const PIECE: usize = 1 << 13;

/// A stream whose texts in UTF-16 become UTF-8.
pub(super) struct Input<R> {
    inner: R,
    begun: bool,
    decoder: Option<Decoder>,
    /// Bytes that were taken from the stream, and the number of those returned.
    taken: Vec<u8>,
    used: usize,
}

impl<R: BufRead> Input<R> {
    pub(super) fn new(inner: R) -> Input<R> {
        Input { inner, begun: false, decoder: None, taken: Vec::new(), used: 0 }
    }

    /// Whether the stream is a text in UTF-16. Known after the first reading.
    pub(super) fn is_decoded(&self) -> bool {
        self.decoder.is_some()
    }

    /// Takes the byte order mark.
    fn begin(&mut self) -> io::Result<()> {
        let (inner, taken) = (&mut self.inner, &mut self.taken);
        inner.by_ref().take(2 - taken.len() as u64).read_to_end(taken)?;
        self.begun = true;
        if let Some(encoding) = TextEncoding::utf16(taken) {
            self.decoder = Some(encoding.new_decoder_without_bom_handling());
            taken.clear();
        }
        Ok(())
    }

    /// Decodes the next piece.
    fn decode(&mut self) -> io::Result<()> {
        let Some(decoder) = &mut self.decoder else { return Ok(()) };
        self.used = 0;
        loop {
            let bytes = self.inner.fill_buf()?;
            let is_last = bytes.is_empty();
            let bytes = &bytes[..bytes.len().min(PIECE)];
            self.taken.resize(3 * bytes.len() + 16, 0);
            let (result, read, written, _) = decoder.decode_to_utf8(bytes, &mut self.taken, is_last);
            self.inner.consume(read);
            // A decoder must not be used after its end.
            let at_end = is_last && result == CoderResult::InputEmpty;
            if at_end {
                *decoder = encoding_rs::UTF_8.new_decoder_without_bom_handling();
            }
            if written > 0 || at_end {
                self.taken.truncate(written);
                return Ok(());
            }
        }
    }
}

impl<R: BufRead> Read for Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Input<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if !self.begun {
            self.begin()?;
        }
        if self.used == self.taken.len() {
            if self.decoder.is_none() {
                return self.inner.fill_buf();
            }
            // Nothing remains of the last piece if this one fails.
            self.taken.clear();
            self.used = 0;
            self.decode().inspect_err(|_| self.taken.clear())?;
        }
        Ok(&self.taken[self.used..])
    }

    fn consume(&mut self, bytes: usize) {
        if self.used == self.taken.len() {
            self.inner.consume(bytes);
        } else {
            self.used += bytes;
        }
    }
}

impl<R: fmt::Debug> fmt::Debug for Input<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn utf16_becomes_utf8_however_it_is_buffered() {
        let text = "炮二平五 h2e2 \u{20BB7}\r\n".repeat(5000);
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(to_bytes).collect();
            for capacity in [1, 3, 8192, 1 << 20] {
                let mut read = String::new();
                Input::new(BufReader::with_capacity(capacity, &bytes[..])).read_to_string(&mut read).unwrap();
                assert!(read == text, "{capacity}");
            }
        }
        for bytes in [&b""[..], b"a", b"ab", b"\xFF", b"\xFF\xFD\xFC", b"h2e2 h9g7"] {
            let mut read = Vec::new();
            Input::new(BufReader::with_capacity(1, bytes)).read_to_end(&mut read).unwrap();
            assert_eq!(read, bytes);
        }
        let mut read = String::new();
        Input::new(&b"\xFF\xFEa\0b"[..]).read_to_string(&mut read).unwrap();
        assert_eq!(read, "a\u{fffd}");
    }
}
