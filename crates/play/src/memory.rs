//! The memory that the tables of engines and large games share.

use duiyi_search::Reason;
use std::sync::{Arc, Mutex, PoisonError};

/// The size of a table in MiB if there is enough memory.
const USUAL_TABLE: usize = 16;
/// KiB in a MiB.
const MEBIBYTE: usize = 1024;
/// What an engine needs in addition to its table, in KiB: its part of the game and of the connection.
const ENGINE: usize = 512;
/// The maximum number of positions of a game with its variations.
const MAX_POSITIONS: usize = 10_000;
/// A game with at most this number of positions takes nothing from the budget.
const SMALL_GAME: usize = 1000;
/// The memory of a position of a game in KiB, with its copies on the way to pages.
const POSITION: usize = 2;
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

/// The memory of the positions of one game, which returns to the budget when it is dropped.
#[derive(Debug)]
pub(crate) struct PositionRoom {
    budget: Arc<MemoryBudget>,
    kibibytes: usize,
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

    /// Takes the memory of a game with a number of positions. What is held back for engines stays with them.
    ///
    /// # Errors
    /// If the game has too many positions, or nothing is left for them.
    pub(crate) fn reserve_positions(self: &Arc<MemoryBudget>, positions: usize) -> Result<PositionRoom, Reason> {
        let mut room = PositionRoom { budget: Arc::clone(self), kibibytes: 0 };
        room.grow(positions).map(|()| room)
    }

    /// The memory in KiB that is held back for engines.
    fn held_back(&self, taken: &Taken) -> usize {
        cost(1) * self.engines.saturating_sub(taken.engines).max(1)
    }

    fn in_use(&self) -> Reason {
        let total = self.total;
        format!("the server's memory of {total} MiB is in use; try again when another game or analysis has ended")
            .into()
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
                    return Err(self.in_use());
                }
                let held_back = self.held_back(&taken);
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

impl PositionRoom {
    /// Takes more memory if the game has more positions.
    ///
    /// # Errors
    /// If the game has too many positions, or nothing is left for them; then nothing changes.
    pub(crate) fn grow(&mut self, positions: usize) -> Result<(), Reason> {
        if positions > MAX_POSITIONS {
            return Err(format!("the game has {positions} positions; the limit is {MAX_POSITIONS}").into());
        }
        // In steps, so that not every move changes the budget.
        let kibibytes = (positions / SMALL_GAME) * SMALL_GAME * POSITION;
        let more = kibibytes.saturating_sub(self.kibibytes);
        if more == 0 {
            return Ok(());
        }
        let mut taken = self.budget.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let left =
            self.budget.budget.map(|budget| budget.saturating_sub(taken.kibibytes + self.budget.held_back(&taken)));
        if left.is_some_and(|left| left < more) {
            return Err(self.budget.in_use());
        }
        taken.kibibytes += more;
        self.kibibytes = kibibytes;
        Ok(())
    }
}

impl Drop for PositionRoom {
    fn drop(&mut self) {
        let mut taken = self.budget.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.kibibytes -= self.kibibytes;
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
    fn large_games_leave_the_memory_of_engines() {
        let budget = Arc::new(MemoryBudget::new(1024, 864, 512));
        let error = budget.reserve_positions(65_250).unwrap_err().to_string();
        assert_eq!(error, "the game has 65250 positions; the limit is 10000");
        let small: Vec<_> = (0..100).map(|_| budget.reserve_positions(SMALL_GAME - 1).unwrap()).collect();
        assert_eq!(taken(&budget), 0);
        let mut large: Vec<_> = std::iter::from_fn(|| budget.reserve_positions(MAX_POSITIONS).ok()).collect();
        assert_eq!(large.len(), 4);
        assert!(
            budget.reserve_positions(MAX_POSITIONS).unwrap_err().to_string().contains("memory of 1024 MiB is in use")
        );
        assert!((0..512).map(|_| budget.reserve()).collect::<Vec<_>>().iter().all(Result::is_ok));
        // A game grows step by step, and its memory returns.
        large.pop();
        let mut growing = small.into_iter().next().unwrap();
        let before = taken(&budget);
        growing.grow(2500).unwrap();
        assert_eq!(taken(&budget) - before, 2000 * POSITION);
        growing.grow(100).unwrap();
        drop((growing, large));
        assert_eq!(taken(&budget), 0);
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
