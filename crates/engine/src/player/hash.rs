//! The transposition table of a player.

use crate::player::{OptionError, TableError, memory};
use duiyi_search::{Table, TableFileError, TablePolicy};
use std::{
    fs,
    iter::successors,
    path::Path,
    sync::{Arc, OnceLock},
};

/// The default size of the table in MiB.
pub const DEFAULT_HASH: usize = 64;
/// The maximum size of the table in MiB.
pub const MAX_HASH: usize = 65_536;

/// One part in this number of the free memory is left to other programs.
const LEFT_TO_OTHERS: u64 = 16;

/// A transposition table whose size is an option. The table of the default size is
/// allocated at its first use, so that another size can be set before.
#[derive(Debug)]
pub struct HashTable {
    size: usize,
    table: OnceLock<Arc<Table>>,
}

impl HashTable {
    /// A table of size [`DEFAULT_HASH`].
    pub const fn new() -> HashTable {
        HashTable { size: DEFAULT_HASH, table: OnceLock::new() }
    }

    /// Sets the size in MiB, from 1 to [`MAX_HASH`]; a new size empties the table.
    ///
    /// The old table is dropped before the new one is allocated, so that there need not be memory
    /// for both. This frees its memory only if there are no other references ([`HashTable::get`]).
    ///
    /// # Errors
    /// If the machine does not have enough memory. A system may allocate more than it has and kill
    /// the program later, so the free memory is compared with the size first. On an error the size
    /// is unchanged; the table may be empty.
    pub fn resize(&mut self, size: usize) -> Result<(), OptionError> {
        if size == self.size {
            return Ok(());
        }
        let refused = |kept, available| OptionError::Memory { name: "Hash".to_owned(), wanted: size, available, kept };
        self.make(size, memory::available()).map_err(|available| refused(self.size, available))
    }

    /// Allocates a table of another size within the free memory. The error contains the
    /// available memory in MiB, if it is too little.
    fn make(&mut self, size: usize, free: Option<u64>) -> Result<(), Option<u64>> {
        let own = self.table.get().map_or(0, |table| table.mebibytes() as u64);
        let room = free.map(|bytes| usable(bytes) + own);
        if room.is_some_and(|room| size as u64 > room) {
            return Err(room);
        }
        self.table = OnceLock::new();
        let table = Table::try_new(size).map_err(|_| None)?;
        (self.size, self.table) = (size, OnceLock::from(Arc::new(table)));
        Ok(())
    }

    /// The table.
    pub fn get(&self) -> &Arc<Table> {
        self.table.get_or_init(|| Arc::new(largest(self.size)))
    }

    /// Empties the table, and allocates it if necessary, since a new game begins before
    /// its clock runs.
    pub fn clear(&self) {
        match self.table.get() {
            Some(table) => table.clear(),
            None => _ = self.get(),
        }
    }

    /// Saves the table in a file; `identity` identifies game and evaluation.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path, identity: u64) -> Result<(), TableError> {
        Ok(self.get().save_file(path, identity)?)
    }

    /// Loads a table of any size from a file that was saved with the same `identity`.
    ///
    /// # Errors
    /// If the file is not a valid table, or there is not enough memory for it in addition to the
    /// current table. Then the current table is kept.
    pub fn load(&mut self, path: &Path, identity: u64) -> Result<(), TableError> {
        self.load_within(path, identity, memory::available())
    }

    /// Loads a table within the free memory.
    fn load_within(&mut self, path: &Path, identity: u64, free: Option<u64>) -> Result<(), TableError> {
        let wanted = fs::metadata(path).map_err(TableFileError::Io)?.len() >> 20;
        if let Some(available) = free.map(usable).filter(|&available| wanted > available) {
            return Err(TableError::Memory { wanted, available });
        }
        let table = Table::load_file(path, identity)?;
        (self.size, self.table) = (table.mebibytes(), OnceLock::from(Arc::new(table)));
        Ok(())
    }
}

/// The memory that tables may still use, in MiB: most of the free memory; `None` where the system does
/// not report it.
pub fn usable_memory() -> Option<u64> {
    memory::available().map(usable)
}

/// The part of the free memory, given in bytes, that may be used, in MiB.
fn usable(free: u64) -> u64 {
    (free - free / LEFT_TO_OTHERS) >> 20
}

/// A table of this size in MiB, or of half the size, a quarter and so on if it cannot be allocated.
fn largest(mebibytes: usize) -> Table {
    let sizes = successors(Some(mebibytes), |&size| (size > 1).then_some(size / 2));
    let table = sizes.filter_map(|size| Table::try_new(size).ok()).next();
    table.unwrap_or_else(|| Table::with_entries(4, TablePolicy::default()))
}

impl Default for HashTable {
    fn default() -> HashTable {
        HashTable::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEBIBYTE: u64 = 1 << 20;

    #[test]
    fn a_size_above_the_free_memory_is_rejected_and_the_table_is_kept() {
        let mut hash = HashTable::new();
        hash.make(4, None).unwrap();
        let before = Arc::as_ptr(hash.get());
        // 16 MiB are free, one of them is left to other programs, and the table frees its own 4.
        assert_eq!(hash.make(20, Some(16 * MEBIBYTE)), Err(Some(19)));
        assert_eq!((hash.get().mebibytes(), Arc::as_ptr(hash.get())), (4, before));
        hash.make(19, Some(16 * MEBIBYTE)).unwrap();
        assert_eq!(hash.get().mebibytes(), 19);
    }

    #[test]
    fn a_failed_allocation_keeps_the_size_of_the_table() {
        let mut hash = HashTable::new();
        hash.make(3, None).unwrap();
        // More than the address space, and a size that overflows.
        for size in [1 << 40, usize::MAX] {
            assert_eq!(hash.make(size, None), Err(None));
            assert_eq!(hash.get().mebibytes(), 3);
        }
    }

    #[test]
    fn a_table_is_loaded_from_a_file_within_the_free_memory() {
        let path = std::env::temp_dir().join(format!("duiyi-hash-{}.table", std::process::id()));
        let mut hash = HashTable::new();
        hash.make(2, None).unwrap();
        hash.save(&path, 7).unwrap();
        let mut other = HashTable::new();
        other.make(1, None).unwrap();
        let before = Arc::as_ptr(other.get());
        let error = other.load_within(&path, 7, Some(2 * MEBIBYTE)).unwrap_err();
        assert_eq!(error.to_string(), "the table of the file has 2 MiB, 1 MiB are free");
        let error = other.load_within(&path, 8, Some(3 * MEBIBYTE)).unwrap_err();
        assert!(matches!(error, TableError::File(TableFileError::Identity { found: 7, expected: 8 })), "{error}");
        assert_eq!((Arc::as_ptr(other.get()), other.size), (before, 1));
        other.load_within(&path, 7, Some(3 * MEBIBYTE)).unwrap();
        assert_eq!((other.get().mebibytes(), other.size), (2, 2));
        // The current size is set again, so the table is kept.
        let loaded = Arc::as_ptr(other.get());
        other.resize(2).unwrap();
        assert_eq!(Arc::as_ptr(other.get()), loaded);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn the_error_contains_the_free_memory() {
        let mut error = OptionError::Memory { name: "Hash".into(), wanted: 65_536, available: Some(19_000), kept: 64 };
        assert_eq!(
            error.to_string(),
            "option Hash: 65536 MiB cannot be allocated, 19000 MiB are free; the table stays at 64 MiB"
        );
        if let OptionError::Memory { available, .. } = &mut error {
            *available = None;
        }
        assert_eq!(error.to_string(), "option Hash: 65536 MiB cannot be allocated; the table stays at 64 MiB");
    }
}
