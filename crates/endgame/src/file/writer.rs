//! Writing a file atomically: a reader finds either the old or the new file.

use crate::{
    Numbered, Table, TableError,
    error::SIGNATURE,
    file::header::{BLOCK, ENTRY, HEADER, Header},
};
use duiyi_game::{files::Replacement, hash::digest};
use miniz_oxide::deflate::compress_to_vec_zlib;
use std::{
    fs::File,
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::Path,
};

/// The level of compression: 10 is the slowest.
const LEVEL: u8 = 8;

/// Whether a file is a table by its first bytes.
fn is_table(head: &[u8]) -> bool {
    head.starts_with(SIGNATURE.as_bytes())
}

impl<N: Numbered> Table<N> {
    /// Writes the table to a file, for [`TableFile`](crate::TableFile), and returns its length in bytes. The
    /// file is replaced only when the new one is complete, and must be a table.
    ///
    /// # Errors
    ///
    /// The file cannot be written or is not a table, or the name of the game or the table is too long.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<u64, TableError> {
        let path = path.as_ref();
        let mut header = Header::of(self.numbering(), self.width());
        // Names that are too long are found before a file is created.
        header.to_bytes()?;
        let begin = || {
            let mut table = Replacement::begin(path, is_table)?;
            let file = BufWriter::new(table.file().try_clone()?);
            Ok((table, file))
        };
        let (table, mut file) = begin().map_err(TableError::file(path))?;
        let written = write_blocks(&mut file, self.blocks(BLOCK as usize), &mut header);
        let length = written.map_err(TableError::file(path))?;
        let header = header.to_bytes()?;
        let finished = (|| {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header)?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?;
            table.finish()
        })();
        finished.map_err(TableError::file(path))?;
        Ok(length)
    }
}

/// Writes the blocks, and the list of blocks before them. Returns the length of the file in bytes.
fn write_blocks(
    file: &mut BufWriter<File>,
    blocks: impl Iterator<Item = Vec<u8>>,
    header: &mut Header,
) -> io::Result<u64> {
    let mut list = Vec::new();
    file.seek(SeekFrom::Start(HEADER as u64 + header.blocks() * ENTRY as u64))?;
    for block in blocks {
        let bytes = compress_to_vec_zlib(&block, LEVEL);
        list.extend((bytes.len() as u32).to_le_bytes());
        list.extend(digest(bytes.iter().copied()).to_le_bytes());
        file.write_all(&bytes)?;
    }
    let length = file.stream_position()?;
    file.seek(SeekFrom::Start(HEADER as u64))?;
    file.write_all(&list)?;
    header.list = digest(list.iter().copied());
    Ok(length)
}
