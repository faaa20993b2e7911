//! Values that several threads find.

use crate::{AnalysisError, Value, value::Packed};
use std::sync::atomic::{AtomicU16, Ordering};

/// The values of all indices, at first undecided.
pub(crate) struct Values(Vec<AtomicU16>);

/// A vector of numbers.
pub(crate) fn numbers(size: u64, number: u16) -> Result<Vec<AtomicU16>, AnalysisError> {
    let failed = || AnalysisError::Memory { size };
    let length = usize::try_from(size).map_err(|_| failed())?;
    let mut numbers = Vec::new();
    numbers.try_reserve_exact(length).map_err(|_| failed())?;
    numbers.resize_with(length, || AtomicU16::new(number));
    Ok(numbers)
}

impl Values {
    pub(crate) fn new(size: u64) -> Result<Values, AnalysisError> {
        Ok(Values(numbers(size, Packed::UNDECIDED.0)?))
    }

    /// The value of an index, which must be in the table.
    pub(crate) fn get(&self, index: u64) -> Packed {
        Packed(self.0[index as usize].load(Ordering::Relaxed))
    }

    /// Decides an index. Returns whether it was undecided before.
    pub(crate) fn decide(&self, index: u64, value: Packed) -> bool {
        let (old, new) = (Packed::UNDECIDED.0, value.0);
        self.0[index as usize].compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// A value after a move, if it is a win or a loss in less than `plies`; later ones are not
    /// visible yet, because another thread may find them in the same pass.
    pub(crate) fn before(&self, index: u64, plies: u16) -> Option<Value> {
        self.get(index).value().filter(|value| value.plies().is_some_and(|found| found < plies))
    }

    /// The finished values: what is undecided is a draw.
    pub(crate) fn finish(self) -> Vec<Packed> {
        let finished = |value: AtomicU16| match Packed(value.into_inner()) {
            Packed::UNDECIDED => Packed::DRAW,
            decided => decided,
        };
        self.0.into_iter().map(finished).collect()
    }
}
