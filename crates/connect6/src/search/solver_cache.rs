//! A cache for the solver's answers to the search, each with the effort of the query.

use super::insight::SmallZone;
use super::slot::{Slot, slots};
use crate::solver::{Solution, Solver, SolverLimits};
use crate::{Board, Rules};
use std::sync::Arc;

/// The number of cached answers, a power of two.
const ANSWERS: usize = 1 << 15;

/// The number of cached zones, a power of two.
const ZONES: usize = 1 << 12;

/// The size of the solver's own table in bytes.
const TABLE: usize = 1 << 22;

/// The solver's answers, and the zones of its wins. All threads of a search share them, because
/// each thread reaches positions that another one has queried.
#[derive(Debug)]
struct Known {
    /// An answer consists of its effort (0 for an empty entry) and the turns of the win (0 if none
    /// was found).
    answers: Box<[Slot<1>]>,
    zones: Box<[Slot<{ SmallZone::WORDS }>]>,
}

/// A solver with a cache of its answers.
#[derive(Debug)]
pub(super) struct SolverCache {
    solver: Solver,
    known: Arc<Known>,
    /// The nodes of the solver.
    pub(super) nodes: u64,
}

impl Clone for SolverCache {
    /// A cache for another thread: it shares the answers, and has its own new solver.
    fn clone(&self) -> SolverCache {
        let solver = Solver::new(self.solver.rules(), TABLE);
        SolverCache { solver, known: Arc::clone(&self.known), nodes: 0 }
    }
}

impl SolverCache {
    pub(super) fn new(rules: Rules) -> SolverCache {
        let known = Known { answers: slots(ANSWERS), zones: slots(ZONES) };
        SolverCache { solver: Solver::new(rules, TABLE), known: Arc::new(known), nodes: 0 }
    }

    /// Clears all answers.
    pub(super) fn clear(&mut self) {
        self.solver.clear();
        self.known.answers.iter().for_each(Slot::clear);
    }

    /// The number of turns in which the side to move wins by threats, as far as this effort shows.
    pub(super) fn win_by_threats(&mut self, board: &Board, effort: u32) -> Option<u8> {
        let key = board.key();
        let slot = key as usize & (ANSWERS - 1);
        if let Some([known]) = self.known.answers[slot].read(key) {
            let (spent, turns) = ((known >> 8) as u32, known as u8);
            if spent >= effort || turns > 0 {
                return (turns > 0).then_some(turns);
            }
        }
        let limits = SolverLimits { nodes: u64::from(effort), ..SolverLimits::default() };
        let solution = self.solver.solve(board, &limits);
        self.nodes += self.solver.nodes();
        let (turns, effort) = match solution {
            Solution::Win { turns, .. } => (turns.min(250) as u8, effort),
            Solution::NoWin => (0, u32::MAX),
            Solution::Unknown => (0, effort),
        };
        self.known.answers[slot].write(key, [u64::from(effort) << 8 | u64::from(turns)]);
        (turns > 0).then_some(turns)
    }

    /// The points where the other side, with `stones` stones, could prevent the win that
    /// [`SolverCache::win_by_threats`] has just returned. `key` is the key of the position in which
    /// it has them. `None` if the board is too large, or the proof can't be looked up with a few
    /// times the effort.
    pub(super) fn zone(&mut self, board: &Board, turns: u8, stones: u8, key: u64, effort: u32) -> Option<SmallZone> {
        let slot = key as usize & (ZONES - 1);
        if let Some(words) = self.known.zones[slot].read(key) {
            return Some(SmallZone::from_words(words));
        }
        if board.rules().cells() > SmallZone::CELLS {
            return None;
        }
        // The walk through the proof looks up its positions; a few may have been replaced.
        let limits = SolverLimits { nodes: 10 * u64::from(effort), ..SolverLimits::default() };
        let found = self.solver.zone_of_win(board, turns.into(), stones.into(), &limits);
        self.nodes += self.solver.nodes();
        let zone = SmallZone::of(&found?);
        self.known.zones[slot].write(key, zone.words());
        Some(zone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BLACK;

    /// A position in which Black wins by double threats.
    fn won() -> Board {
        let rules = Rules::CONNECT6;
        let point = |column, row| rules.point(column, row).unwrap();
        let three: Vec<_> = (7..10).map(|column| point(column, 9)).collect();
        let other: Vec<_> = (5..8).map(|row| point(13, row)).collect();
        Board::from_stones(rules, &[three, other].concat(), &[point(0, 0)], BLACK).unwrap()
    }

    #[test]
    fn threads_share_the_answers() {
        let (rules, board) = (Rules::CONNECT6, won());
        let mut first = SolverCache::new(rules);
        let mut second = first.clone();
        let found = first.win_by_threats(&board, 1000);
        assert!(first.nodes > 0);
        assert_eq!(second.win_by_threats(&board, 1000), found);
        assert_eq!(second.nodes, 0, "the answer was not shared");
        first.clear();
        second.win_by_threats(&board, 1000);
        assert!(second.nodes > 0, "the answer was not cleared");
    }

    /// After the table was cleared, the proof is searched again.
    #[test]
    fn the_nodes_of_a_zone_are_counted() {
        let board = won();
        let mut cache = SolverCache::new(Rules::CONNECT6);
        let turns = cache.win_by_threats(&board, 1000).unwrap();
        cache.clear();
        let before = cache.nodes;
        assert!(cache.zone(&board, turns, 2, board.key(), 1000).is_some());
        assert!(cache.nodes > before, "{before} nodes");
    }
}
