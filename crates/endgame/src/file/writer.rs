//! Writing a file atomically: a reader finds either the old or the new file.

use crate::{
    Numbered, Table, TableError,
    file::header::{BLOCK, ENTRY, HEADER, Header},
};
use duiyi_game::hash::digest;
use miniz_oxide::deflate::compress_to_vec_zlib;
use std::{
    fs::{self, File},
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    process,
};

/// The level of compression: 10 is the slowest.
const LEVEL: u8 = 8;

/// A file that is removed unless it is renamed.
struct Part(PathBuf);

impl Drop for Part {
    fn drop(&mut self) {
        // An error of removing the file is ignored: the first error is returned.
        let _ = fs::remove_file(&self.0);
    }
}

impl<N: Numbered> Table<N> {
    /// Writes the table to a file, for [`TableFile`](crate::TableFile), and returns its length in bytes. The
    /// file is replaced only when the new one is complete.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or the name of the game or the table is too long.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<u64, TableError> {
        let path = path.as_ref();
        let mut header = Header::of(self.numbering(), self.width());
        // Names that are too long are found before a file is created.
        header.to_bytes()?;
        // Another process may write the same table.
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}.part", process::id()));
        let part = Part(PathBuf::from(name));
        let mut file = BufWriter::new(File::create(&part.0).map_err(TableError::file(&part.0))?);
        let written = write_blocks(&mut file, self.blocks(BLOCK as usize), &mut header);
        let length = written.map_err(TableError::file(&part.0))?;
        let header = header.to_bytes()?;
        let finished = (|| {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header)?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
            fs::rename(&part.0, path)
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
