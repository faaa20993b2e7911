//! The transposition table: what the search has learnt of positions that it
//! meets again.
//!
//! **Layout.** A slot is two words, the data and the key XOR the data (Hyatt and
//! Mann), written and read by relaxed atomic operations: threads may share the
//! table without locks, and a slot half written by another thread fails its
//! check and is not found. There is no data race. Four slots fill
//! a line of the cache; a [`TablePolicy`] says which of them a position may use
//! and which entry gives way.
//!
//! **Contents.** Move, score, depth, bound, the size of the subtree, and the
//! generation (search) that wrote it. Decisive scores are stored relative to the
//! node ([`Score::from_node`](crate::Score::from_node)). A move read back may
//! belong to another position with the same key, so it is tested before it is made.

mod entry;
mod file;
#[allow(unsafe_code)]
mod memory;
#[cfg(all(test, loom))]
mod model;
mod policy;
mod slots;
mod storage;
#[cfg(test)]
mod tests;

pub use entry::{Bound, Entry, EntryEvaluation};
pub use file::TableFileError;
pub use policy::TablePolicy;
pub use storage::{Table, TableSizeError};
