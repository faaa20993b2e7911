//! A table in a file, of which a few blocks are in memory.

use crate::{
    Numbered, Probe, Table, TableError, Value,
    file::header::{BLOCK, ENTRY, HEADER, Header},
    value::Packed,
};
use duiyi_game::{files, hash::digest};
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use std::{
    fmt,
    io::{self, Cursor, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// The number of blocks in memory unless [`TableFile::cache`] changes it.
const CACHE: usize = 64;

/// A table that is probed in its file. Blocks of 16,384 values are read when they are needed, and
/// the most recently used ones stay in memory.
pub struct TableFile<N: Numbered> {
    numbering: N,
    header: Header,
    path: PathBuf,
    /// The offset of each block and of the end.
    offsets: Vec<u64>,
    checksums: Vec<u64>,
    blocks: Mutex<Blocks>,
}

/// What a table is read from: a file, or bytes in memory.
trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

/// The file, and the blocks in memory, the most recently used one last.
struct Blocks {
    file: Box<dyn Source>,
    capacity: usize,
    recent: Vec<(usize, Vec<u8>)>,
}

impl<N: Numbered> TableFile<N> {
    /// Opens a file and checks its header, its list of blocks and its length. A block is checked when it is
    /// read.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is damaged, or contains another table than that of the numbering.
    pub fn open(path: impl Into<PathBuf>, numbering: N) -> Result<TableFile<N>, TableError> {
        let path = path.into();
        let file = files::open(&path, u64::MAX).map_err(TableError::file(&path))?;
        TableFile::of(Box::new(file), path, numbering)
    }

    /// A table from the contents of its file, where there is no file system. Errors contain `name` instead of a path.
    ///
    /// # Errors
    ///
    /// The bytes are damaged, or contain another table than that of the numbering.
    pub fn from_bytes(bytes: Vec<u8>, name: impl Into<PathBuf>, numbering: N) -> Result<TableFile<N>, TableError> {
        TableFile::of(Box::new(Cursor::new(bytes)), name.into(), numbering)
    }

    fn of(mut file: Box<dyn Source>, path: PathBuf, numbering: N) -> Result<TableFile<N>, TableError> {
        let mut bytes = [0; HEADER];
        read(&mut *file, &mut bytes, &path, "the header")?;
        let header = Header::read(&bytes, &path)?;
        let expected = Header { width: header.width, list: header.list, ..Header::of(&numbering, 1) };
        if header != expected {
            return Err(TableError::Other { path, found: header.describe(), expected: expected.describe() });
        }
        let length = file.seek(SeekFrom::End(0)).map_err(TableError::file(&path))?;
        file.seek(SeekFrom::Start(HEADER as u64)).map_err(TableError::file(&path))?;
        let start = HEADER as u64 + header.blocks() * ENTRY as u64;
        if start > length {
            return Err(TableError::damaged(&path, format!("{length} bytes; expected at least {start}")));
        }
        let mut list = vec![0; header.blocks() as usize * ENTRY];
        read(&mut *file, &mut list, &path, "the list of blocks")?;
        if digest(list.iter().copied()) != header.list {
            return Err(TableError::damaged(&path, "the checksum of the list of blocks is wrong"));
        }
        let (mut offsets, mut checksums) = (vec![start], Vec::new());
        let mut end = start;
        for entry in list.as_chunks::<ENTRY>().0 {
            let [a, b, c, d, checksum @ ..] = *entry;
            end += u64::from(u32::from_le_bytes([a, b, c, d]));
            offsets.push(end);
            checksums.push(u64::from_le_bytes(checksum));
        }
        if end != length {
            return Err(TableError::damaged(&path, format!("{length} bytes; expected {end}")));
        }
        let blocks = Mutex::new(Blocks { file, capacity: CACHE, recent: Vec::new() });
        Ok(TableFile { numbering, header, path, offsets, checksums, blocks })
    }

    /// Changes the number of blocks that stay in memory, by default 64; at least 1. A block needs 16
    /// KiB, or 32 KiB if a distance of the table exceeds 126 plies.
    #[must_use]
    pub fn cache(mut self, blocks: usize) -> TableFile<N> {
        let cache = self.blocks.get_mut().unwrap_or_else(PoisonError::into_inner);
        cache.capacity = blocks.max(1);
        cache.recent.truncate(cache.capacity);
        self
    }

    /// The numbering.
    pub fn numbering(&self) -> &N {
        &self.numbering
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The value of an index; `None` if it is unused or not in the table.
    ///
    /// # Errors
    ///
    /// The block of the index cannot be read or is damaged.
    pub fn value(&self, index: u64) -> Result<Option<Value>, TableError> {
        if index >= self.header.size {
            return Ok(None);
        }
        let (block, place) = ((index / BLOCK) as usize, (index % BLOCK) as usize);
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let found = blocks.recent.iter().rposition(|&(number, _)| number == block);
        let entry = match found {
            Some(at) => blocks.recent.remove(at),
            None => {
                let bytes = self.read_block(&mut *blocks.file, block)?;
                if blocks.recent.len() >= blocks.capacity {
                    blocks.recent.remove(0);
                }
                (block, bytes)
            }
        };
        let value = packed(&entry.1, self.header.width, place).value();
        blocks.recent.push(entry);
        Ok(value)
    }

    /// Reads the whole table into memory.
    ///
    /// # Errors
    ///
    /// A block cannot be read or is damaged.
    pub fn load(&self) -> Result<Table<N>, TableError>
    where
        N: Clone,
    {
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let mut values = Vec::new();
        for block in 0..self.checksums.len() {
            let bytes = self.read_block(&mut *blocks.file, block)?;
            let count = bytes.len() / self.header.width as usize;
            values.extend((0..count).map(|place| packed(&bytes, self.header.width, place)));
        }
        Ok(Table::new(self.numbering.clone(), values))
    }

    /// Reads, checks and decompresses a block.
    fn read_block(&self, file: &mut dyn Source, block: usize) -> Result<Vec<u8>, TableError> {
        let damaged = |what: &str| TableError::damaged(&self.path, format!("block {block}: {what}"));
        let (start, end) = (self.offsets[block], self.offsets[block + 1]);
        file.seek(SeekFrom::Start(start)).map_err(TableError::file(&self.path))?;
        let mut bytes = vec![0; (end - start) as usize];
        read(file, &mut bytes, &self.path, "a block")?;
        if digest(bytes.iter().copied()) != self.checksums[block] {
            return Err(damaged("the checksum is wrong"));
        }
        let expected = self.header.block_bytes(block as u64);
        let bytes = decompress_to_vec_zlib_with_limit(&bytes, expected);
        let bytes = bytes.map_err(|error| damaged(&error.to_string()))?;
        if bytes.len() == expected { Ok(bytes) } else { Err(damaged("it has the wrong number of values")) }
    }
}

impl<N: Numbered> Probe<N::Game> for TableFile<N> {
    fn probe(&self, position: &N::Game) -> Result<Option<Value>, TableError> {
        self.numbering.index(position).map_or(Ok(None), |index| self.value(index))
    }
}

impl<N: Numbered> fmt::Debug for TableFile<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableFile").field("path", &self.path).field("header", &self.header).finish_non_exhaustive()
    }
}

/// The name of the table in the contents of a file. Errors contain `name` instead of a path.
///
/// # Errors
///
/// The bytes do not begin with the header of a table.
pub fn table_name(bytes: &[u8], name: impl AsRef<Path>) -> Result<String, TableError> {
    let path = name.as_ref();
    let header = bytes.first_chunk().ok_or_else(|| TableError::damaged(path, "it ends within the header"))?;
    Header::read(header, path).map(|header| header.table)
}

/// A value of a block.
fn packed(block: &[u8], width: u32, place: usize) -> Packed {
    match width {
        1 => Packed(block[place].into()),
        _ => Packed(u16::from_le_bytes([block[2 * place], block[2 * place + 1]])),
    }
}

/// Reads all of `into`; a file that is too short is damaged.
fn read(file: &mut (impl Read + ?Sized), into: &mut [u8], path: &Path, part: &str) -> Result<(), TableError> {
    file.read_exact(into).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => TableError::damaged(path, format!("it ends within {part}")),
        _ => TableError::file(path)(error),
    })
}
