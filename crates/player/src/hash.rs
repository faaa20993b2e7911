//! The transposition table of a player, with the options `Hash` and `Clear Hash`.

use crate::{OptionError, OptionSpec, memory, read_spin};
use duiyi_search::{Table, TablePolicy};
use std::{
    iter::successors,
    sync::{Arc, OnceLock},
};

/// The table in MiB unless an option says otherwise.
pub const DEFAULT_HASH: usize = 64;
/// The largest table in MiB.
pub const MAX_HASH: usize = 65_536;

/// Of the memory that is free, one part of so many is left to others.
const LEFT_TO_OTHERS: u64 = 16;

/// A transposition table whose size is an option. The table of the default size is
/// made when it is first needed, so that one of another size can be asked for before.
#[derive(Debug)]
pub struct HashTable {
    size: usize,
    table: OnceLock<Arc<Table>>,
}

impl HashTable {
    /// A table of [`DEFAULT_HASH`].
    pub const fn new() -> HashTable {
        HashTable { size: DEFAULT_HASH, table: OnceLock::new() }
    }

    /// The option `Hash`.
    pub fn option() -> OptionSpec {
        OptionSpec::spin("Hash", DEFAULT_HASH as i64, 1..=MAX_HASH as i64)
    }

    /// Sets the size in MiB, from the value of the option `name`; a new size empties the table.
    ///
    /// The old table is given up before the new one is made, so that there need not be room
    /// for both. That frees its memory only if nobody else holds it ([`HashTable::get`]).
    ///
    /// # Errors
    /// If the value is no number from 1 to [`MAX_HASH`], or the machine has not the memory:
    /// a system may promise more than it has and end the program that uses it, so what is
    /// free is compared with the size first. The size stays; the table may be empty then.
    pub fn resize(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let size = read_spin(name, value, 1..=MAX_HASH)?;
        if size == self.size {
            return Ok(());
        }
        let refused = |kept, available| OptionError::Memory { name: name.to_owned(), wanted: size, available, kept };
        self.make(size, memory::available()).map_err(|available| refused(self.size, available))
    }

    /// Makes a table of another size in the memory that is free. If that is too little,
    /// the error says how much there would be, in MiB.
    fn make(&mut self, size: usize, free: Option<u64>) -> Result<(), Option<u64>> {
        let own = self.table.get().map_or(0, |table| table.mebibytes() as u64);
        let room = free.map(|bytes| ((bytes - bytes / LEFT_TO_OTHERS) >> 20) + own);
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

    /// Forgets what is in the table, and makes it if there is none: a new game begins
    /// before its clock runs.
    pub fn clear(&self) {
        match self.table.get() {
            Some(table) => table.clear(),
            None => _ = self.get(),
        }
    }
}

/// A table of so many MiB, or of the largest half, quarter and so on that can be had.
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
    fn a_size_that_the_machine_has_no_room_for_is_refused_and_the_table_stays() {
        let mut hash = HashTable::new();
        hash.make(4, None).unwrap();
        let before = Arc::as_ptr(hash.get());
        // 16 MiB are free, of which one is left to others; the table gives its own 4.
        assert_eq!(hash.make(20, Some(16 * MEBIBYTE)), Err(Some(19)));
        assert_eq!((hash.get().mebibytes(), Arc::as_ptr(hash.get())), (4, before));
        hash.make(19, Some(16 * MEBIBYTE)).unwrap();
        assert_eq!(hash.get().mebibytes(), 19);
    }

    #[test]
    fn what_no_system_can_reserve_leaves_a_table_of_the_former_size() {
        let mut hash = HashTable::new();
        hash.make(3, None).unwrap();
        // More than can be addressed, and more than can be counted.
        for size in [1 << 40, usize::MAX] {
            assert_eq!(hash.make(size, None), Err(None));
            assert_eq!(hash.get().mebibytes(), 3);
        }
    }

    #[test]
    fn the_error_says_what_there_is() {
        let mut error = OptionError::Memory { name: "Hash".into(), wanted: 65_536, available: Some(19_000), kept: 64 };
        assert_eq!(
            error.to_string(),
            "option Hash: 65536 MiB cannot be had, 19000 MiB are free; the table stays at 64 MiB"
        );
        if let OptionError::Memory { available, .. } = &mut error {
            *available = None;
        }
        assert_eq!(error.to_string(), "option Hash: 65536 MiB cannot be had; the table stays at 64 MiB");
        assert_eq!(
            HashTable::new().resize("Hash", "0").unwrap_err(),
            OptionError::value("Hash", "0", "a whole number from 1 to 65536")
        );
    }
}
