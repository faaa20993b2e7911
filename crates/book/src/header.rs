//! The header of a file: the game, and the sizes of the parts.
//!
//! A book has a header of 128 bytes, entries, labels and texts. Numbers are little-endian; entries are sorted by key
//! and move, labels by key.
//!
//! | part | bytes | content |
//! |---|---|---|
//! | header | 8 | `DUIYIBK` and a newline |
//! | | 4, 4 | version 1; reserved |
//! | | 16 | name of the game, zero-padded |
//! | | 8 | sum of the keys of the start position and of the positions after each first move; rejects other keys and boards |
//! | | 8 each | numbers of entries and labels, bytes of credit and names, number of games, checksum of the rest |
//! | | 8, at the end | checksum of the header |
//! | entry | 8 | canonical key |
//! | | 4 | move in 24 bits; above it 1 for a proven win, 2 for a proven loss |
//! | | 4 each | wins, draws, losses of the side to move |
//! | | 2 each | weight; learnt wins, draws, losses |
//! | label | 8, 4, 4 | canonical key, name index, games |
//! | texts | | credit, then names, one per line |

use crate::{BookError, Entry, canonical::fingerprint, label::Label};
use duiyi_game::{
    Notation,
    hash::{EMPTY_DIGEST, extend_digest},
};

/// The signature of a book.
pub(crate) const MAGIC: [u8; 8] = *b"DUIYIBK\n";

/// Whether a file is a book by its first bytes.
pub(crate) fn is_book(head: &[u8]) -> bool {
    head.starts_with(&MAGIC)
}
/// The version of the format.
pub(crate) const VERSION: u32 = 1;
/// The length of the header in bytes.
pub(crate) const HEAD: usize = 128;
/// The length of the game's name in bytes.
const NAME: usize = 16;

/// The header without the signature and the version.
///
/// The header is followed by the entries, sorted by key and move; then the labels, sorted by key;
/// then the credit, and the names that labels refer to, one per line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) game: String,
    pub(crate) fingerprint: u64,
    pub(crate) entries: u64,
    pub(crate) labels: u64,
    /// The length of the credit in bytes.
    pub(crate) credit: u64,
    /// The length of the names in bytes.
    pub(crate) names: u64,
    /// The number of games that the book was built from.
    pub(crate) games: u64,
    /// The checksum of everything after the header.
    pub(crate) checksum: u64,
}

impl Header {
    pub(crate) fn of<G: Notation>(rules: &G) -> Header {
        Header { game: G::NAME.to_owned(), fingerprint: fingerprint(rules), ..Header::default() }
    }

    /// Rejects a book of another game, or one made with other keys.
    pub(crate) fn belongs_to<G: Notation>(&self, rules: &G) -> Result<(), BookError> {
        if self.game != G::NAME {
            return Err(BookError::Game { found: self.game.clone(), expected: G::NAME.to_owned() });
        }
        if self.fingerprint == fingerprint(rules) { Ok(()) } else { Err(BookError::Keys) }
    }

    /// The offset of the labels.
    pub(crate) fn labels_at(&self) -> u64 {
        HEAD as u64 + self.entries * Entry::SIZE as u64
    }

    /// The offset of the texts.
    pub(crate) fn texts_at(&self) -> u64 {
        self.labels_at() + self.labels * Label::SIZE as u64
    }

    pub(crate) fn to_bytes(&self) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        let name = self.game.as_bytes();
        let length = name.len().min(NAME);
        bytes[16..16 + length].copy_from_slice(&name[..length]);
        let numbers = [self.fingerprint, self.entries, self.labels, self.credit, self.names, self.games, self.checksum];
        for (place, number) in bytes[32..].chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        let own = Checksum::of(&bytes[..HEAD - 8]);
        bytes[HEAD - 8..].copy_from_slice(&own.to_le_bytes());
        bytes
    }

    /// Reads a header; `length` is the length of the file, which must match the header.
    pub(crate) fn from_bytes(bytes: &[u8; HEAD], length: u64) -> Result<Header, BookError> {
        if bytes[..8] != MAGIC {
            return Err(BookError::NoBook);
        }
        let number = |at: usize| bytes[at..at + 8].iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        let version = number(8) as u32;
        if version != VERSION {
            return Err(BookError::Version { found: version });
        }
        if number(HEAD - 8) != Checksum::of(&bytes[..HEAD - 8]) {
            return Err(BookError::damaged("wrong checksum of the header"));
        }
        let name = bytes[16..16 + NAME].split(|&byte| byte == 0).next().unwrap_or_default();
        let header = Header {
            game: String::from_utf8_lossy(name).into_owned(),
            fingerprint: number(32),
            entries: number(40),
            labels: number(48),
            credit: number(56),
            names: number(64),
            games: number(72),
            checksum: number(80),
        };
        let expected = header.length().ok_or_else(|| BookError::damaged("the sizes in the header are too large"))?;
        if expected == length { Ok(header) } else { Err(BookError::Length { found: length, expected }) }
    }

    /// The length of the file in bytes; `None` if it overflows.
    fn length(&self) -> Option<u64> {
        let entries = self.entries.checked_mul(Entry::SIZE as u64)?;
        let labels = self.labels.checked_mul(Label::SIZE as u64)?;
        (HEAD as u64).checked_add(entries)?.checked_add(labels)?.checked_add(self.credit)?.checked_add(self.names)
    }
}

/// The checksum: FNV-1a with 64 bits over words of eight bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checksum {
    sum: u64,
    /// The bytes of an incomplete word.
    rest: u64,
    count: u32,
}

impl Checksum {
    pub(crate) fn new() -> Checksum {
        Checksum { sum: EMPTY_DIGEST, rest: 0, count: 0 }
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.rest |= u64::from(byte) << (8 * self.count);
            self.count += 1;
            if self.count == 8 {
                self.sum = extend_digest(self.sum, self.rest);
                // A product propagates only to higher bits, so these are mixed into the lower ones.
                self.sum ^= self.sum >> 32;
                (self.rest, self.count) = (0, 0);
            }
        }
    }

    pub(crate) fn finish(self) -> u64 {
        let sum = extend_digest(self.sum, self.rest);
        extend_digest(sum ^ sum >> 32, u64::from(self.count))
    }

    pub(crate) fn of(bytes: &[u8]) -> u64 {
        let mut sum = Checksum::new();
        sum.add(bytes);
        sum.finish()
    }
}
