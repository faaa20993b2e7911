//! The transposition table of a player, with the options `Hash` and `Clear Hash`.

use crate::{OptionError, OptionSpec, read_spin};
use duiyi_search::Table;
use std::sync::{Arc, OnceLock};

/// The table in MiB unless an option says otherwise.
pub const DEFAULT_HASH: usize = 64;
/// The largest table in MiB.
pub const MAX_HASH: usize = 65_536;

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
    /// # Errors
    /// If the value is no number from 1 to [`MAX_HASH`].
    pub fn resize(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let size = read_spin(name, value, 1..=MAX_HASH)?;
        if size != self.size {
            *self = HashTable { size, table: OnceLock::from(Arc::new(Table::new(size))) };
        }
        Ok(())
    }

    /// The table.
    pub fn get(&self) -> &Arc<Table> {
        self.table.get_or_init(|| Arc::new(Table::new(self.size)))
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

impl Default for HashTable {
    fn default() -> HashTable {
        HashTable::new()
    }
}
