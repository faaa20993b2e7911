//! The solver as the search asks it: with an effort, and what it said is kept.

use super::insight::SmallZone;
use crate::solver::{Limits, Solution, Solver};
use crate::{Board, Rules};

/// What the solver said of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Answer {
    key: u64,
    /// The effort that was spent on it; 0 for an empty entry.
    effort: u32,
    /// The win in turns, 0 for none found.
    turns: u8,
}

/// Answers kept, a power of two.
const ANSWERS: usize = 1 << 15;

/// Zones kept, a power of two.
const ZONES: usize = 1 << 12;

/// Bytes of the solver's own table.
const TABLE: usize = 1 << 22;

/// A solver that remembers what it was asked.
#[derive(Clone, Debug)]
pub(super) struct SolverCache {
    solver: Solver,
    answers: Box<[Answer]>,
    /// By the key of the position, 0 for none.
    zones: Box<[(u64, SmallZone)]>,
    /// Positions that the solver looked at.
    pub(super) nodes: u64,
}

impl SolverCache {
    pub(super) fn new(rules: Rules) -> SolverCache {
        SolverCache {
            solver: Solver::new(rules, TABLE),
            answers: vec![Answer::default(); ANSWERS].into(),
            zones: vec![(0, SmallZone::default()); ZONES].into(),
            nodes: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.solver.clear();
        self.answers.fill(Answer::default());
    }

    /// In how many turns the side to move wins by threats, as far as so much
    /// effort shows.
    pub(super) fn win_by_threats(&mut self, board: &Board, effort: u32) -> Option<u8> {
        let key = board.key();
        let slot = key as usize & (ANSWERS - 1);
        let known = self.answers[slot];
        if known.key == key && (known.effort >= effort || known.turns > 0) {
            return (known.turns > 0).then_some(known.turns);
        }
        let limits = Limits { nodes: u64::from(effort), ..Limits::default() };
        let solution = self.solver.solve(board, &limits);
        self.nodes += self.solver.nodes();
        let (turns, effort) = match solution {
            Solution::Win { turns, .. } => (turns.min(250) as u8, effort),
            Solution::NoWin => (0, u32::MAX),
            Solution::Unknown => (0, effort),
        };
        self.answers[slot] = Answer { key, effort, turns };
        (turns > 0).then_some(turns)
    }

    /// Where the win that [`SolverCache::win_by_threats`] has just told of could
    /// be prevented by the other side, that has so many stones. `key` is that of
    /// the position in which it has them. `None` if the board is too large, or
    /// the proof cannot be looked up with a few times the effort.
    pub(super) fn zone(&mut self, board: &Board, turns: u8, stones: u8, key: u64, effort: u32) -> Option<SmallZone> {
        let slot = key as usize & (ZONES - 1);
        if self.zones[slot].0 == key {
            return Some(self.zones[slot].1);
        }
        if board.rules().cells() > SmallZone::CELLS {
            return None;
        }
        // Walking the proof looks its positions up; a few may have been displaced.
        let limits = Limits { nodes: 10 * u64::from(effort), ..Limits::default() };
        let found = self.solver.zone_of_win(board, turns.into(), stones.into(), &limits);
        self.nodes += self.solver.nodes();
        let zone = SmallZone::of(&found?);
        self.zones[slot] = (key, zone);
        Some(zone)
    }
}
