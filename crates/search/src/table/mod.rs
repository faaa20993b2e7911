//! The transposition table: results of searched positions that are reached again.
//!
//! **Layout.** A slot consists of two words, the data and the key XOR the data (Hyatt and Mann),
//! accessed by relaxed atomic operations: threads can share the table without locks, and a slot
//! with words of two writes fails its check and is not found. There is no data race. Four slots
//! fill a cache line; a [`TablePolicy`] determines which of them a position may use and which entry
//! is replaced.
//!
//! **Contents.** Move, score, depth, bound, the size of the subtree, and the generation (search)
//! that wrote it. Decisive scores are stored relative to the node
//! ([`Score::from_node`](crate::Score::from_node)). A move read from the table may belong to
//! another position with the same key, so it is tested before it is made.

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
