//! Cycles that lose each by itself, but not in turn.
//!
//! The search rules on a position that its line repeats as if the cycle went on. The side that would lose
//! may instead alternate between two cycles, such as one of checks and one of chases, which the rules may
//! call a draw. So the search remembers for each position of a lost cycle the loser's move there and how
//! the cycle offends the rules. A later lost cycle that leaves such a position by another move, and
//! offends in another way, can be mixed with it: it is ruled a draw.
//!
//! Whether the other side would have followed both cycles is not examined, so the ruling may be too kind
//! to the loser; it never makes a win of a draw.

use arrayvec::ArrayVec;

/// The number of remembered positions.
const SLOTS: usize = 1024;
/// The moves remembered for a position.
const MOVES: usize = 2;
/// The number of the loser's moves of a cycle that are considered.
const LONGEST: usize = 32;

/// The loser's moves in a cycle: the keys of their positions, and the packed moves.
pub(crate) type CycleMoves = ArrayVec<(u64, u32), LONGEST>;

/// A position with the moves that begin a lost cycle there, and the offences of each cycle.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    moves: [(u32, u32); MOVES],
    len: u8,
}

/// The lost cycles that a search has met.
#[derive(Debug)]
pub(crate) struct MixedCycles {
    slots: Vec<Slot>,
    is_empty: bool,
}

impl MixedCycles {
    pub(crate) fn new() -> MixedCycles {
        MixedCycles { slots: vec![Slot::default(); SLOTS], is_empty: true }
    }

    pub(crate) fn clear(&mut self) {
        if !self.is_empty {
            self.slots.fill(Slot::default());
            self.is_empty = true;
        }
    }

    /// Adds a lost cycle; returns whether it can be mixed with an earlier one.
    pub(crate) fn add(&mut self, moves: &CycleMoves, offences: u32) -> bool {
        self.is_empty = false;
        let mut mixed = false;
        for &(key, mv) in moves {
            let slot = &mut self.slots[key as usize % SLOTS];
            if slot.len == 0 || slot.key != key {
                *slot = Slot { key, ..Slot::default() };
            }
            let known = &slot.moves[..slot.len.into()];
            mixed |= known.iter().any(|&(other, of_other)| other != mv && of_other & offences == 0);
            if !known.iter().any(|&(other, _)| other == mv) {
                let at = usize::from(slot.len).min(MOVES - 1);
                slot.moves[at] = (mv, offences);
                slot.len = (at + 1) as u8;
            }
        }
        mixed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_mix_if_another_move_leads_to_another_offence() {
        let mut cycles = MixedCycles::new();
        let cycle = |moves: &[(u64, u32)]| moves.iter().copied().collect::<CycleMoves>();
        assert!(!cycles.add(&cycle(&[(7, 1), (8, 2)]), 0b001));
        assert!(!cycles.add(&cycle(&[(7, 1), (8, 2)]), 0b010), "the other side chooses between these");
        assert!(!cycles.add(&cycle(&[(9, 3)]), 0b010), "another position");
        assert!(!cycles.add(&cycle(&[(8, 3)]), 0b011), "the same offence");
        assert!(cycles.add(&cycle(&[(5, 5), (7, 4)]), 0b010));
        assert!(cycles.add(&cycle(&[(7, 1)]), 0b001), "the first cycle can be mixed with the later one");
        cycles.clear();
        assert!(!cycles.add(&cycle(&[(7, 4)]), 0b010));
    }
}
