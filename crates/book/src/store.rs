//! The storage of a book: in memory, or in a file that is read in place.

use std::{
    borrow::Cow,
    fs::File,
    io::{Error, ErrorKind, Read, Result, Seek, SeekFrom},
    sync::{Mutex, PoisonError},
};

/// The bytes of a book.
#[derive(Debug)]
pub(crate) enum Store {
    Bytes(Cow<'static, [u8]>),
    /// Reading moves the file position, so only one reader at a time may use it.
    File(Mutex<File>, u64),
}

impl Store {
    pub(crate) fn file(file: File) -> Result<Store> {
        let length = file.metadata()?.len();
        Ok(Store::File(Mutex::new(file), length))
    }

    pub(crate) fn length(&self) -> u64 {
        match self {
            Store::Bytes(bytes) => bytes.len() as u64,
            Store::File(_, length) => *length,
        }
    }

    /// Reads bytes from an offset.
    #[inline]
    pub(crate) fn read(&self, at: u64, into: &mut [u8]) -> Result<()> {
        match self {
            Store::Bytes(bytes) => {
                let end = || Error::from(ErrorKind::UnexpectedEof);
                let at = usize::try_from(at).map_err(|_| end())?;
                let found = bytes.get(at..).and_then(|bytes| bytes.get(..into.len())).ok_or_else(end)?;
                into.copy_from_slice(found);
                Ok(())
            }
            Store::File(file, _) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(at))?;
                file.read_exact(into)
            }
        }
    }
}
