//! Packed training games: a start, a result, and a move with its score for each ply.
//!
//! A file consists of a header (`DUIYIGR1`, length and text of a description of the games) and
//! records. Each record has a length, a checksum and contents: the result in half points of the
//! first side, plus 4 if a ruling decided; length and text of the start; the number of plies; a
//! 24-bit move and a 16-bit score for each. Numbers are little-endian. A record is written at once
//! and can be checked for completeness, so a record truncated by a crash is detected and dropped.
//!
//! ```
//! use duiyi_train::network::records::{PlayedGame, Reader, head};
//! let game = PlayedGame { start: String::new(), result: 2, ruled: false, plies: vec![(7, None), (300, Some(-25))] };
//! let file = [head("tic-tac-toe"), game.to_bytes()].concat();
//! let mut reader = Reader::new(&file[..])?;
//! assert_eq!(reader.name(), "tic-tac-toe");
//! assert_eq!(reader.next(), Some(Ok(game)));
//! assert_eq!((reader.next(), reader.whole()), (None, file.len() as u64));
//! # Ok::<(), duiyi_train::network::records::RecordError>(())
//! ```

use std::io::{ErrorKind, Read};

const MAGIC: &[u8; 8] = b"DUIYIGR1";

/// The score of a ply without a score.
const NO_SCORE: i16 = i16::MIN;

/// The maximum length of a record.
const MAX_BYTES: u32 = 1 << 24;

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayedGame {
    /// The text of the initial position; empty for the usual one.
    pub start: String,
    /// Half points of the first side: 0, 1 or 2.
    pub result: u8,
    /// Whether the game was decided by a ruling rather than the position, so that the result is little evidence.
    pub ruled: bool,
    /// Each move in the packed form of the game, below 2²⁴, and its score for the mover; random moves have no score.
    pub plies: Vec<(u32, Option<i16>)>,
}

/// Why bytes cannot be read as games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The bytes do not begin with the header of such a file.
    #[error("not a file of games: it does not begin with DUIYIGR1 and a text")]
    NotGames,
    /// The last record is incomplete.
    #[error("the record at byte {0} is truncated")]
    Cut(u64),
    /// A record is corrupt.
    #[error("the record at byte {0} is corrupt")]
    Broken(u64),
    /// The file can't be read.
    #[error("the games can't be read: {0}")]
    Io(String),
}

/// FNV-1a, 32 bits.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Appends a text after its length.
fn put_text(bytes: &mut Vec<u8>, text: &str) {
    let mut end = text.len().min(u16::MAX.into());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    bytes.extend((end as u16).to_le_bytes());
    bytes.extend(&text.as_bytes()[..end]);
}

/// The header of a file of games; the text is truncated to 65,535 bytes.
pub fn head(name: &str) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    put_text(&mut bytes, name);
    bytes
}

/// Takes bytes from the front.
fn take<'a, const N: usize>(bytes: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(first)
}

fn take_text(bytes: &mut &[u8]) -> Option<String> {
    let length = u16::from_le_bytes(*take(bytes)?).into();
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    String::from_utf8(text.to_vec()).ok()
}

impl PlayedGame {
    /// The bytes of the record. Moves lose the bits above 24; a score of −32,768 stands for no score.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = vec![self.result.min(2) | u8::from(self.ruled) << 2];
        put_text(&mut body, &self.start);
        body.extend((self.plies.len() as u32).to_le_bytes());
        for &(mv, score) in &self.plies {
            body.extend(&mv.to_le_bytes()[..3]);
            body.extend(score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        let head = [body.len() as u32, checksum(&body)].map(u32::to_le_bytes).concat();
        [head, body].concat()
    }

    fn from_body(mut body: &[u8]) -> Option<PlayedGame> {
        let [flags] = *take(&mut body)?;
        let start = take_text(&mut body)?;
        let count = u32::from_le_bytes(*take(&mut body)?) as usize;
        let (plies, rest) = body.as_chunks::<5>();
        if plies.len() != count || !rest.is_empty() || flags & 3 == 3 || flags > 7 {
            return None;
        }
        let ply = |&[a, b, c, low, high]: &[u8; 5]| {
            let score = i16::from_le_bytes([low, high]);
            (u32::from_le_bytes([a, b, c, 0]), (score != NO_SCORE).then_some(score))
        };
        Some(PlayedGame { start, result: flags & 3, ruled: flags & 4 != 0, plies: plies.iter().map(ply).collect() })
    }
}

/// Reads games one by one; the iterator ends after an error.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    name: String,
    whole: u64,
    ended: bool,
}

/// Fills the buffer as far as possible and returns the number of bytes.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> Result<usize, RecordError> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(RecordError::Io(error.to_string())),
        }
    }
    Ok(filled)
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If the header is invalid, or reading fails.
    pub fn new(mut input: R) -> Result<Reader<R>, RecordError> {
        let mut head = [0; 10];
        if fill(&mut input, &mut head)? < head.len() || !head.starts_with(MAGIC) {
            return Err(RecordError::NotGames);
        }
        let mut name = vec![0; u16::from_le_bytes([head[8], head[9]]).into()];
        if fill(&mut input, &mut name)? < name.len() {
            return Err(RecordError::NotGames);
        }
        let whole = (head.len() + name.len()) as u64;
        let name = String::from_utf8(name).map_err(|_| RecordError::NotGames)?;
        Ok(Reader { input, name, whole, ended: false })
    }

    /// The description of the games.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of bytes up to the end of the last complete record.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    fn read(&mut self) -> Result<Option<PlayedGame>, RecordError> {
        let mut head = [0; 8];
        match fill(&mut self.input, &mut head)? {
            0 => return Ok(None),
            8 => {}
            _ => return Err(RecordError::Cut(self.whole)),
        }
        let (mut length, mut sum) = ([0; 4], [0; 4]);
        length.copy_from_slice(&head[..4]);
        sum.copy_from_slice(&head[4..]);
        let length = u32::from_le_bytes(length);
        if length > MAX_BYTES {
            return Err(RecordError::Broken(self.whole));
        }
        let mut body = vec![0; length as usize];
        if fill(&mut self.input, &mut body)? < body.len() {
            return Err(RecordError::Cut(self.whole));
        }
        let game = PlayedGame::from_body(&body).filter(|_| checksum(&body) == u32::from_le_bytes(sum));
        let game = game.ok_or(RecordError::Broken(self.whole))?;
        self.whole += 8 + u64::from(length);
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<PlayedGame, RecordError>;

    fn next(&mut self) -> Option<Result<PlayedGame, RecordError>> {
        if self.ended {
            return None;
        }
        let read = self.read().transpose();
        self.ended = !matches!(read, Some(Ok(_)));
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Vec<PlayedGame> {
        let game = |result, ruled, start: &str| PlayedGame {
            start: start.to_owned(),
            result,
            ruled,
            plies: (0..20).map(|ply| (ply * 700_001 % (1 << 24), (ply > 5).then_some(ply as i16 * -300))).collect(),
        };
        vec![game(0, false, ""), game(2, true, "4k4/9 第"), game(1, false, "x")]
    }

    fn file() -> Vec<u8> {
        games().iter().fold(head("a game"), |file, game| [file, game.to_bytes()].concat())
    }

    #[test]
    fn games_round_trip() {
        let bytes = file();
        let mut reader = Reader::new(&bytes[..]).unwrap();
        assert_eq!(reader.name(), "a game");
        assert_eq!(reader.by_ref().collect::<Result<Vec<_>, _>>().unwrap(), games());
        assert_eq!(reader.whole(), file().len() as u64);
    }

    #[test]
    fn truncated_files_are_detected() {
        let file = file();
        let sizes = games().iter().map(|game| game.to_bytes().len()).collect::<Vec<_>>();
        for end in 0..file.len() {
            let Ok(mut reader) = Reader::new(&file[..end]) else {
                assert!(end < 16);
                continue;
            };
            let read: Vec<_> = reader.by_ref().collect();
            let whole = read.iter().filter(|game| game.is_ok()).count();
            let bytes = 16 + sizes[..whole].iter().sum::<usize>();
            assert_eq!(reader.whole(), bytes as u64);
            let cut = (bytes < end).then_some(Err(RecordError::Cut(bytes as u64)));
            assert_eq!(read.get(whole), cut.as_ref(), "{end}");
        }
    }

    /// Fails after the bytes that it has.
    struct Failing<'a>(&'a [u8]);

    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() { Err(std::io::Error::other("the disk failed")) } else { self.0.read(buffer) }
        }
    }

    #[test]
    fn a_failure_to_read_is_not_the_end_of_the_file() {
        let file = file();
        let first = games()[0].to_bytes().len();
        let failed = RecordError::Io("the disk failed".to_owned());
        // Within the header, before the second record and within it.
        assert_eq!(Reader::new(Failing(&file[..5])).err(), Some(failed.clone()));
        for end in [16 + first, 16 + first + 20] {
            let read: Vec<_> = Reader::new(Failing(&file[..end])).unwrap().collect();
            assert_eq!(read, [Ok(games()[0].clone()), Err(failed.clone())]);
        }
    }

    #[test]
    fn changed_bytes_are_detected() {
        let file = file();
        for at in 16..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 0x20;
            let read: Vec<_> = Reader::new(&changed[..]).unwrap().collect();
            assert!(read.last().unwrap().is_err(), "byte {at}");
        }
        assert_eq!(Reader::new(&b"DUIYIGR2\0\0"[..]).err(), Some(RecordError::NotGames));
    }
}
