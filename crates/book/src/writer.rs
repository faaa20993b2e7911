//! Writing a book atomically: a reader sees either the old or the new file.

use crate::{
    BookError, Entry,
    header::{Checksum, HEAD, Header, is_book},
    label::Label,
};
use duiyi_game::files::{Part, Replacement};
use std::{
    fs::File,
    io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// A book being written: entries in order, labels in order, then the texts.
pub(crate) struct Writer {
    header: Header,
    path: PathBuf,
    book: Replacement,
    body: BufWriter<File>,
    labels_part: Part,
    labels: BufWriter<File>,
    checksum: Checksum,
}

impl Writer {
    /// Creates the temporary files in the folder of the book. An existing file must be a book.
    pub(crate) fn create(path: &Path, header: Header) -> Result<Writer, BookError> {
        let failed = BookError::file(path);
        let begin = || {
            let mut book = Replacement::begin(path, is_book)?;
            let mut body = BufWriter::new(book.file().try_clone()?);
            let mut labels_part = Part::beside(path)?;
            let labels = labels_part.file().try_clone()?;
            body.write_all(&[0; HEAD])?;
            let (path, labels) = (path.to_owned(), BufWriter::new(labels));
            Ok(Writer { header, path, book, body, labels_part, labels, checksum: Checksum::new() })
        };
        begin().map_err(failed)
    }

    pub(crate) fn entry(&mut self, entry: &Entry) -> Result<(), BookError> {
        self.header.entries += 1;
        self.write(&entry.to_bytes())
    }

    pub(crate) fn label(&mut self, label: Label) -> Result<(), BookError> {
        self.header.labels += 1;
        self.labels.write_all(&label.to_bytes()).map_err(BookError::file(self.labels_part.path()))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), BookError> {
        self.checksum.add(bytes);
        self.body.write_all(bytes).map_err(BookError::file(&self.path))
    }

    /// Writes the rest and renames the file. Returns its length in bytes.
    pub(crate) fn finish(mut self, credit: &str, names: &[String]) -> Result<u64, BookError> {
        let failed = |path: &Path| BookError::file(path.to_owned());
        let mut labels =
            self.labels.into_inner().map_err(|error| failed(self.labels_part.path())(error.into_error()))?;
        labels.seek(SeekFrom::Start(0)).map_err(failed(self.labels_part.path()))?;
        let names: String = names.iter().flat_map(|name| [name.as_str(), "\n"]).collect();
        self.header.credit = credit.len() as u64;
        self.header.names = names.len() as u64;
        let texts = credit.as_bytes().chain(names.as_bytes());
        let mut rest = BufReader::new(labels).chain(texts);
        let mut block = [0; 1 << 14];
        loop {
            let length = rest.read(&mut block).map_err(failed(self.labels_part.path()))?;
            if length == 0 {
                break;
            }
            self.checksum.add(&block[..length]);
            self.body.write_all(&block[..length]).map_err(failed(&self.path))?;
        }
        self.header.checksum = self.checksum.finish();
        let written = (|| {
            let mut file = self.body.into_inner().map_err(std::io::IntoInnerError::into_error)?;
            let length = file.stream_position()?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&self.header.to_bytes())?;
            self.book.finish()?;
            Ok(length)
        })();
        written.map_err(failed(&self.path))
    }
}
