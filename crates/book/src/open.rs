//! Opening a book in any format.

use crate::{Book, BookError, OpenBook, header::MAGIC, read_text};
use duiyi_game::{Notation, files};
use std::{
    io::{BufReader, Read, Seek},
    path::Path,
    sync::Arc,
};

/// Opens a book in our format, which is verified completely, or a text ([`read_text`]), which is
/// kept in memory.
///
/// # Errors
/// The error in the file.
pub fn open<G: Notation>(path: impl AsRef<Path>, rules: &G) -> Result<OpenBook<G>, BookError> {
    let path = path.as_ref();
    let mut head = Vec::new();
    let mut file = files::open(path, u64::MAX).map_err(BookError::file(path))?;
    file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut head).map_err(BookError::file(path))?;
    if head == MAGIC {
        let book = Book::open(path, rules).and_then(|book| book.check().map(|()| book));
        return Ok(Arc::new(book.map_err(|error| error.in_file(path))?));
    }
    file.rewind().map_err(BookError::file(path))?;
    Ok(Arc::new(read_text(rules, &mut BufReader::new(file)).map_err(|error| error.in_file(path))?))
}
