//! Saving a table to disk, so that an analysis can be resumed.
//!
//! ```text
//!  offset  bytes  contents (numbers little-endian)
//!       0      8  "DUIYI-TT"
//!       8      4  version of this format, 2
//!      12      4  the policy, its index in TablePolicy::ALL
//!      16      8  the caller's identity of game and evaluation
//!      24      8  number of lines of four slots
//!      32      8  generation
//!      40  n·64  the slots: check word, data word
//!       …      8  checksum of everything before
//! ```

use super::{entry::GENERATIONS, policy::TablePolicy, slots::CacheLine, storage::Table};
use crate::sync::atomic::{AtomicU64, Ordering};
use duiyi_game::files::{self, Replacement};
use std::{
    collections::TryReserveError,
    io::{self, BufReader, BufWriter, Read, Write},
    path::Path,
};

const MAGIC: u64 = u64::from_le_bytes(*b"DUIYI-TT");
/// More lines than any memory holds.
const MAX_LINES: u64 = 1 << 40;
const VERSION: u32 = 2;

/// Why a file cannot be read as a table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableFileError {
    /// The file could not be read or written.
    #[error("the table file could not be read or written: {0}")]
    Io(#[from] io::Error),
    /// It does not begin with the magic number of a table.
    #[error("not a table file: it begins with {found:#018x}, expected 'DUIYI-TT'")]
    Magic {
        /// The first eight bytes.
        found: u64,
    },
    /// It has another version of the format.
    #[error("the table file has version {found}, expected {VERSION}")]
    Version {
        /// Its version.
        found: u32,
    },
    /// It contains an unknown policy.
    #[error("the table file has policy {found}, expected less than {}", TablePolicy::ALL.len())]
    Policy {
        /// The number of the policy.
        found: u32,
    },
    /// It belongs to another game or evaluation.
    #[error("the table file has identity {found:#018x}, expected {expected:#018x}: another game or evaluation")]
    Identity {
        /// The identity in the file.
        found: u64,
        /// The expected identity.
        expected: u64,
    },
    /// Its header is inconsistent.
    #[error(
        "the table file has {lines} lines and generation {generation}: expected 1 to {MAX_LINES} lines and a generation below {GENERATIONS}"
    )]
    Header {
        /// The number of lines.
        lines: u64,
        /// The generation.
        generation: u64,
    },
    /// It ends within the header.
    #[error("not a table file: it ends within its first 40 bytes")]
    Short,
    /// It ends too early: within its lines, or before the checksum.
    #[error("the table file is cut off after {read} of {expected} lines")]
    Truncated {
        /// The number of complete lines read.
        read: u64,
        /// The number of lines in the header.
        expected: u64,
    },
    /// The memory for it could not be allocated.
    #[error("no memory for the table file after {read} lines: {reason}")]
    Memory {
        /// The number of complete lines read.
        read: u64,
        /// The error of the allocator.
        reason: TryReserveError,
    },
    /// Its contents do not match the checksum.
    #[error("the table file is damaged: checksum {found:#018x}, expected {expected:#018x}")]
    Checksum {
        /// The checksum in the file.
        found: u64,
        /// The checksum of its contents.
        expected: u64,
    },
}

/// A running checksum of words: it detects damage, not forgery.
struct Checksum(u64);

impl Checksum {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// Reads a word; `cut` makes the error if the input ends.
fn read_word(input: &mut impl Read, cut: impl FnOnce() -> TableFileError) -> Result<u64, TableFileError> {
    let mut bytes = [0; 8];
    match input.read_exact(&mut bytes) {
        Ok(()) => Ok(u64::from_le_bytes(bytes)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(cut()),
        Err(error) => Err(error.into()),
    }
}

impl Table {
    /// Writes the table. `identity` identifies the game and the evaluation (such as a hash of their
    /// names and versions); [`Table::load`] checks it.
    ///
    /// No search should use the table at the same time: its new entries may be lost.
    ///
    /// # Errors
    /// The error of the writer.
    pub fn save(&self, output: &mut impl Write, identity: u64) -> io::Result<()> {
        let policy = TablePolicy::ALL.iter().position(|policy| *policy == self.policy).unwrap_or_default();
        let header = [
            MAGIC,
            VERSION as u64 | (policy as u64) << 32,
            identity,
            self.lines.len() as u64,
            self.generation.load(Ordering::Relaxed),
        ];
        let slots = self.slots().flat_map(|slot| [slot.check.load(Ordering::Relaxed), slot.data()]);
        let mut checksum = Checksum(0);
        for word in header.into_iter().chain(slots) {
            checksum.add(word);
            output.write_all(&word.to_le_bytes())?;
        }
        output.write_all(&checksum.0.to_le_bytes())?;
        output.flush()
    }

    /// Reads a table written by [`Table::save`].
    ///
    /// # Errors
    /// If the input is not a table, belongs to another game, or is damaged.
    pub fn load(input: &mut impl Read, identity: u64) -> Result<Table, TableFileError> {
        let mut checksum = Checksum(0);
        let mut word = |cut| -> Result<u64, TableFileError> {
            let word = read_word(input, || cut)?;
            checksum.add(word);
            Ok(word)
        };
        match word(TableFileError::Short)? {
            MAGIC => {}
            found => return Err(TableFileError::Magic { found }),
        }
        let form = word(TableFileError::Short)?;
        if form as u32 != VERSION {
            return Err(TableFileError::Version { found: form as u32 });
        }
        let policy = TablePolicy::ALL.get((form >> 32) as usize);
        let policy = *policy.ok_or(TableFileError::Policy { found: (form >> 32) as u32 })?;
        let found = word(TableFileError::Short)?;
        if found != identity {
            return Err(TableFileError::Identity { found, expected: identity });
        }
        let (lines, generation) = (word(TableFileError::Short)?, word(TableFileError::Short)?);
        if lines == 0 || lines > MAX_LINES || generation >= GENERATIONS {
            return Err(TableFileError::Header { lines, generation });
        }
        // Grows with the data read, so that a wrong header cannot allocate too much memory.
        let mut table = Table { lines: Vec::new(), generation: AtomicU64::new(generation), policy };
        for read in 0..lines {
            let line = CacheLine::default();
            for slot in &line.0 {
                for half in [&slot.check, &slot.data] {
                    half.store(word(TableFileError::Truncated { read, expected: lines })?, Ordering::Relaxed);
                }
            }
            table.lines.try_reserve(1).map_err(|reason| TableFileError::Memory { read, reason })?;
            table.lines.push(line);
        }
        let found = read_word(input, || TableFileError::Truncated { read: lines, expected: lines })?;
        let expected = checksum.0;
        if found == expected { Ok(table) } else { Err(TableFileError::Checksum { found, expected }) }
    }

    /// Writes the table to a file atomically: to a temporary file first, which is then renamed. An existing
    /// file must be a table.
    ///
    /// ```
    /// # use duiyi_search::{Bound, Depth, Entry, EntryEvaluation, Score, Table};
    /// const NIM: u64 = 0x4e49_4d00_0000_0001;
    /// let path = std::env::temp_dir().join(format!("nim-{}.table", std::process::id()));
    /// let table = Table::new(1);
    /// let entry = Entry { mv: 7, score: Score::new(25), depth: Depth::plies(4), bound: Bound::Exact, evaluation: EntryEvaluation::NONE, principal: false };
    /// table.store(5, entry, true);
    /// table.save_file(&path, NIM)?;
    /// assert_eq!(Table::load_file(&path, NIM)?.probe(5), Some(entry));
    /// assert!(Table::load_file(&path, NIM + 1).is_err(), "the table of another game");
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), duiyi_search::TableFileError>(())
    /// ```
    ///
    /// # Errors
    /// If the file cannot be written, or is not a table.
    pub fn save_file(&self, path: &Path, identity: u64) -> Result<(), TableFileError> {
        let mut new = Replacement::begin(path, |head| head.starts_with(&MAGIC.to_le_bytes()))?;
        let mut file = BufWriter::with_capacity(1 << 20, new.file());
        self.save(&mut file, identity)?;
        drop(file);
        Ok(new.finish()?)
    }

    /// Reads a table from a file.
    ///
    /// # Errors
    /// As [`Table::load`].
    pub fn load_file(path: &Path, identity: u64) -> Result<Table, TableFileError> {
        Table::load(&mut BufReader::with_capacity(1 << 20, files::open(path, u64::MAX)?), identity)
    }
}
