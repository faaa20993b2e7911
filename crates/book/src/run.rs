//! Sorted runs of records, and their merge: a book is built in bounded memory.

use crate::{BookError, Results};
use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    fs::{self, File, OpenOptions},
    io::{BufReader, BufWriter, ErrorKind, Read, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

/// Distinguishes the temporary files of a process.
static RUNS: AtomicU64 = AtomicU64::new(0);

/// The results of a move, of games with the same name for the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Record {
    pub(crate) key: u64,
    pub(crate) mv: u32,
    /// The number of the name plus 1, or 0 for no name.
    pub(crate) name: u32,
    /// Wins, draws and losses.
    pub(crate) counts: [u32; 3],
}

impl Record {
    const SIZE: usize = 28;

    fn place(&self) -> (u64, u32, u32) {
        (self.key, self.mv, self.name)
    }

    pub(crate) fn results(&self) -> Results {
        let [wins, draws, losses] = self.counts;
        Results { wins, draws, losses }
    }

    /// Adds another record of the same place.
    fn absorb(&mut self, other: &Record) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_add(more);
        }
    }

    fn to_bytes(self) -> [u8; Record::SIZE] {
        let mut bytes = [0; Record::SIZE];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        let [wins, draws, losses] = self.counts;
        for (place, number) in bytes[8..].chunks_exact_mut(4).zip([self.mv, self.name, wins, draws, losses]) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8; Record::SIZE]) -> Record {
        let long = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let key = u64::from(long(0)) | u64::from(long(4)) << 32;
        Record { key, mv: long(8), name: long(12), counts: [long(16), long(20), long(24)] }
    }
}

/// Sorts records and merges those of the same place.
pub(crate) fn compact(records: &mut Vec<Record>) {
    records.sort_unstable();
    records.dedup_by(|later, first| {
        let same = later.place() == first.place();
        if same {
            first.absorb(later);
        }
        same
    });
}

/// A sorted run in a file, which is removed when dropped.
pub(crate) struct Run {
    path: PathBuf,
    records: u64,
}

impl Run {
    /// Writes sorted records to a new file in a folder.
    pub(crate) fn write(folder: &Path, records: &[Record]) -> Result<Run, BookError> {
        let (path, file) = Run::create(folder)?;
        let run = Run { path, records: records.len() as u64 };
        let mut file = BufWriter::new(file);
        let written = records.iter().try_for_each(|record| file.write_all(&record.to_bytes()));
        written.and_then(|()| file.flush()).map_err(BookError::file(&run.path))?;
        Ok(run)
    }

    /// Creates a file with a name that no other file has: a killed process with the same number may have left
    /// some.
    fn create(folder: &Path) -> Result<(PathBuf, File), BookError> {
        loop {
            let number = RUNS.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("duiyi-book-{}-{number}.run", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                file => return file.map_err(BookError::file(&path)).map(|file| (path, file)),
            }
        }
    }

    fn read(&self) -> Result<Reader<'_>, BookError> {
        let file = BufReader::new(File::open(&self.path).map_err(BookError::file(&self.path))?);
        Ok(Reader::File { file, run: self, left: self.records })
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        // An error of removing the file is ignored: it is in the directory for temporary files.
        let _ = fs::remove_file(&self.path);
    }
}

/// A sequence of sorted records.
enum Reader<'a> {
    File { file: BufReader<File>, run: &'a Run, left: u64 },
    Memory(std::slice::Iter<'a, Record>),
}

impl Reader<'_> {
    fn next(&mut self) -> Result<Option<Record>, BookError> {
        match self {
            Reader::Memory(records) => Ok(records.next().copied()),
            Reader::File { left: 0, .. } => Ok(None),
            Reader::File { file, run, left } => {
                let mut bytes = [0; Record::SIZE];
                file.read_exact(&mut bytes).map_err(BookError::file(&run.path))?;
                *left -= 1;
                Ok(Some(Record::from_bytes(&bytes)))
            }
        }
    }
}

/// Passes the records of all runs and of sorted records in memory in order, grouped by key.
pub(crate) fn merge(
    runs: &[Run],
    memory: &[Record],
    mut take: impl FnMut(&mut Vec<Record>) -> Result<(), BookError>,
) -> Result<(), BookError> {
    let mut readers: Vec<Reader<'_>> = runs.iter().map(Run::read).collect::<Result<_, _>>()?;
    readers.push(Reader::Memory(memory.iter()));
    let mut heap = BinaryHeap::new();
    for (number, reader) in readers.iter_mut().enumerate() {
        heap.extend(reader.next()?.map(|record| Reverse((record, number))));
    }
    let mut group: Vec<Record> = Vec::new();
    while let Some(Reverse((record, number))) = heap.pop() {
        heap.extend(readers[number].next()?.map(|next| Reverse((next, number))));
        match group.last_mut() {
            Some(last) if last.place() == record.place() => last.absorb(&record),
            Some(last) if last.key != record.key => {
                take(&mut group)?;
                group.clear();
                group.push(record);
            }
            _ => group.push(record),
        }
    }
    if group.is_empty() { Ok(()) } else { take(&mut group) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_leaves_files_with_its_names_unchanged() {
        let folder = std::env::temp_dir().join(format!("duiyi-book-run-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let next = RUNS.load(Ordering::Relaxed);
        // Other tests may use some of the numbers meanwhile.
        let foreign: Vec<PathBuf> = (next..next + 1000)
            .map(|number| folder.join(format!("duiyi-book-{}-{number}.run", std::process::id())))
            .collect();
        foreign.iter().for_each(|path| fs::write(path, "a letter").unwrap());
        let records = [Record { key: 1, mv: 2, name: 0, counts: [1, 0, 0] }];
        let run = Run::write(&folder, &records).unwrap();
        let mut read = Vec::new();
        merge(std::slice::from_ref(&run), &[], |group| {
            read.append(group);
            Ok(())
        })
        .unwrap();
        assert_eq!(read, records);
        drop(run);
        assert!(foreign.iter().all(|path| fs::read(path).unwrap() == b"a letter"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
