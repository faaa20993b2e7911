//! What a lenient reader leaves out of a damaged record.

use super::record::GameRecord;

/// The most faults that are kept of a record: a damaged file may have one at every byte.
const MAX_FAULTS: usize = 100;

/// The first faults of a record.
#[derive(Debug)]
pub(super) struct Faults<E>(Vec<E>);

impl<E> Faults<E> {
    pub(super) fn new() -> Faults<E> {
        Faults(Vec::new())
    }

    /// Adds a fault, unless there are too many.
    pub(super) fn push(&mut self, fault: E) {
        if !self.is_full() {
            self.0.push(fault);
        }
    }

    /// Whether further faults are left out.
    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= MAX_FAULTS
    }

    /// The value of a result, or its error as a fault.
    pub(super) fn take<T>(&mut self, result: Result<T, E>) -> Option<T> {
        result.map_err(|fault| self.push(fault)).ok()
    }

    /// In the order of the file.
    pub(super) fn into_vec(self) -> Vec<E> {
        self.0
    }
}

/// A record without faults, or the first fault: what a strict reader returns.
pub(super) fn whole<E>((record, faults): (GameRecord, Vec<E>)) -> Result<GameRecord, E> {
    faults.into_iter().next().map_or(Ok(record), Err)
}
