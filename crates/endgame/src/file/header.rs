//! The header of a file, and the list of its blocks.

use crate::{
    Numbered, TableError,
    error::{SIGNATURE, VERSION},
};
use duiyi_game::hash::digest;
use std::path::Path;

/// The length of the header in bytes.
pub(crate) const HEADER: usize = 136;
/// The number of values in a block, except the last.
pub(crate) const BLOCK: u64 = 1 << 14;
/// The length of an entry of the list of blocks in bytes.
pub(crate) const ENTRY: usize = 12;
/// The longest names in bytes.
const GAME: usize = 32;
const TABLE: usize = 64;

/// The header without its checksum.
///
/// All numbers are little-endian: the signature and a line feed, the version (4 bytes), the bytes of
/// a value (1 or 2, in 4 bytes), the size (8), the game (32) and the table (64), filled with zeros, the
/// checksum of the list of blocks (8), and that of the header so far (8). The list has the length
/// (4) and the checksum (8) of each block; the compressed blocks follow in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) game: String,
    pub(crate) table: String,
    pub(crate) size: u64,
    /// The bytes of a value: 1 or 2.
    pub(crate) width: u32,
    /// The checksum of the list of blocks.
    pub(crate) list: u64,
}

impl Header {
    pub(crate) fn of<N: Numbered>(numbering: &N, width: u32) -> Header {
        Header { game: N::GAME.to_owned(), table: numbering.name(), size: numbering.size(), width, list: 0 }
    }

    /// The game, the table and the size, for messages.
    pub(crate) fn describe(&self) -> String {
        format!("'{}' of {} with {} values", self.table, self.game, self.size)
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> u64 {
        self.size.div_ceil(BLOCK)
    }

    /// The number of bytes of a block before compression.
    pub(crate) fn block_bytes(&self, block: u64) -> usize {
        let values = (self.size - block * BLOCK).min(BLOCK);
        values as usize * self.width as usize
    }

    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, TableError> {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(SIGNATURE.as_bytes());
        bytes.push(b'\n');
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.width.to_le_bytes());
        bytes.extend(self.size.to_le_bytes());
        for (name, most) in [(&self.game, GAME), (&self.table, TABLE)] {
            if name.len() > most {
                return Err(TableError::Name { name: name.clone(), most });
            }
            let end = bytes.len() + most;
            bytes.extend(name.as_bytes());
            bytes.resize(end, 0);
        }
        bytes.extend(self.list.to_le_bytes());
        bytes.extend(digest(bytes.iter().copied()).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a header and checks its version and checksum.
    pub(crate) fn read(bytes: &[u8; HEADER], path: &Path) -> Result<Header, TableError> {
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let short = |at: usize| number(at) as u32;
        if !bytes.starts_with(SIGNATURE.as_bytes()) || bytes[SIGNATURE.len()] != b'\n' {
            return Err(TableError::NoTable { path: path.to_owned() });
        }
        if short(8) != VERSION {
            return Err(TableError::Version { path: path.to_owned(), found: short(8) });
        }
        if digest(bytes[..HEADER - 8].iter().copied()) != number(HEADER - 8) {
            return Err(TableError::damaged(path, "the checksum of the header is wrong"));
        }
        let name = |at: usize, most: usize| {
            let name = bytes[at..at + most].split(|&byte| byte == 0).next().unwrap_or_default();
            String::from_utf8_lossy(name).into_owned()
        };
        let (game, table) = (name(24, GAME), name(24 + GAME, TABLE));
        let header = Header { game, table, size: number(16), width: short(12), list: number(HEADER - 16) };
        match header.width {
            1 | 2 => Ok(header),
            width => Err(TableError::damaged(path, format!("a value has {width} bytes; expected 1 or 2"))),
        }
    }
}
