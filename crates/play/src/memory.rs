//! The memory that the tables of engines share.

use duiyi_search::Reason;
use std::sync::{Arc, Mutex, PoisonError};

/// The size of a table in MiB if there is enough memory.
const USUAL_TABLE: usize = 16;
/// KiB in a MiB.
const MEBIBYTE: usize = 1024;
/// What an engine needs in addition to its table, in KiB: its part of the game and of the connection.
const ENGINE: usize = 512;
/// A table is enlarged by one part in this number of the memory that is left over.
const SHARE: usize = 8;

/// A budget from which engines and their tables are taken. Each table has at least 1 MiB. Tables get
/// smaller as the budget is used, so that a number of engines always find room.
#[derive(Debug)]
pub(crate) struct MemoryBudget {
    /// The budget of the engines in KiB; none without a limit.
    budget: Option<usize>,
    /// The memory of the whole program in MiB, for the refusal.
    total: usize,
    /// The number of engines for which memory for the smallest table is held back.
    engines: usize,
    taken: Mutex<Taken>,
}

/// What is in use.
#[derive(Debug, Default)]
struct Taken {
    kibibytes: usize,
    engines: usize,
}

/// The memory of one engine, which returns to the budget when it is dropped.
#[derive(Debug)]
pub(crate) struct Reservation {
    budget: Arc<MemoryBudget>,
    /// The size of the table.
    mebibytes: usize,
}

impl MemoryBudget {
    /// Tables of the usual size for any number of engines.
    pub(crate) fn unlimited() -> MemoryBudget {
        MemoryBudget { budget: None, total: 0, engines: 0, taken: Mutex::default() }
    }

    /// `engines_memory` MiB for engines out of `total` MiB for the program; as far as possible, `engines` engines
    /// find room.
    #[cfg(any(feature = "server", test))]
    pub(crate) fn new(total: usize, engines_memory: usize, engines: usize) -> MemoryBudget {
        MemoryBudget { budget: Some(engines_memory * MEBIBYTE), total, engines, taken: Mutex::default() }
    }

    /// Takes the memory of an engine.
    ///
    /// # Errors
    /// If nothing is left.
    pub(crate) fn reserve(self: &Arc<MemoryBudget>) -> Result<Reservation, Reason> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let mebibytes = match self.budget {
            None => USUAL_TABLE,
            Some(budget) => {
                let left = budget.saturating_sub(taken.kibibytes);
                if left < cost(1) {
                    let total = self.total;
                    return Err(format!(
                        "the server's memory of {total} MiB is in use; try again when another game or analysis has ended"
                    )
                    .into());
                }
                let held_back = cost(1) * self.engines.saturating_sub(taken.engines).max(1);
                1 + (left.saturating_sub(held_back) / MEBIBYTE / SHARE).min(USUAL_TABLE - 1)
            }
        };
        taken.kibibytes += cost(mebibytes);
        taken.engines += 1;
        Ok(Reservation { budget: Arc::clone(self), mebibytes })
    }
}

/// The memory in KiB of an engine with a table of a size in MiB.
fn cost(mebibytes: usize) -> usize {
    mebibytes * MEBIBYTE + ENGINE
}

impl Reservation {
    /// The size of the table in MiB.
    pub(crate) fn mebibytes(&self) -> usize {
        self.mebibytes
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut taken = self.budget.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.kibibytes -= cost(self.mebibytes);
        taken.engines -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(budget: &MemoryBudget) -> usize {
        budget.taken.lock().unwrap().kibibytes
    }

    #[test]
    fn tables_shrink_with_the_budget_and_all_engines_find_room() {
        let budget = Arc::new(MemoryBudget::new(1024, 864, 512));
        let held: Vec<_> = (0..512).map(|_| budget.reserve().unwrap()).collect();
        let first = held[0].mebibytes();
        assert!(first > 8, "{first}");
        assert!(held.is_sorted_by(|one, next| one.mebibytes() >= next.mebibytes() && next.mebibytes() >= 1));
        assert!(taken(&budget) <= 864 * MEBIBYTE, "{}", taken(&budget));
        let rest: Vec<_> = std::iter::from_fn(|| budget.reserve().ok()).collect();
        assert!(taken(&budget) > 862 * MEBIBYTE);
        let refused = budget.reserve().unwrap_err().to_string();
        assert!(refused.starts_with("the server's memory of 1024 MiB is in use; "), "{refused}");
        drop((held, rest));
        assert_eq!((taken(&budget), budget.reserve().unwrap().mebibytes()), (0, first));
    }

    #[test]
    fn a_small_budget_is_used_up() {
        let budget = Arc::new(MemoryBudget::new(100, 5, 512));
        let held: Vec<_> = std::iter::from_fn(|| budget.reserve().ok()).collect();
        assert_eq!(held.iter().map(Reservation::mebibytes).collect::<Vec<_>>(), [1, 1, 1]);
        let unlimited = Arc::new(MemoryBudget::unlimited());
        assert!((0..1000).all(|_| unlimited.reserve().unwrap().mebibytes() == USUAL_TABLE));
    }
}
