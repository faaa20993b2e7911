//! The defender's side: the win that the other side threatens, the points where a stone can prevent
//! it, and the turns that do.

use super::solution::NodeResult;
use super::turns::turn_of;
use super::{Proof, Solver, SolverLimits};
use crate::threats::{NONE, Stones, point};
use crate::{Board, PointSet, Turn};
use alloc::vec::Vec;

/// A win by double threats that the other side has if the side to move passes.
#[derive(Clone, Debug)]
pub struct Threat {
    /// The win.
    pub proof: Proof,
    /// A turn entirely outside these points loses to the same proof, unless it completes a row.
    pub zone: PointSet,
}

/// The result of a search for defences.
#[derive(Clone, Debug)]
pub struct Defences {
    /// The turns after which the other side has no win by double threats within the limits.
    pub turns: Vec<Turn>,
    /// Whether every turn of the board was evaluated; `false` if a limit was reached.
    pub complete: bool,
    /// The number of turns tried on the board; the zones excluded the rest.
    pub tried: u64,
}

impl Solver {
    /// The win that the other side threatens, that is, has if the side to move passes. `None` if
    /// nothing is found within the limits, or if the side to move can complete a row itself.
    pub fn threat(&mut self, board: &Board, limits: &SolverLimits<'_>) -> Option<Threat> {
        if self.begin_defence(board, limits) {
            return None;
        }
        let proof = self.attack_now(limits).ok().flatten()?;
        let mut zone = PointSet::EMPTY;
        self.search.add_zone(&proof, u32::from(board.stones_left()), &mut zone);
        Some(Threat { proof, zone })
    }

    /// The zone of a win within `turns` turns that [`Solver::solve`] has just reported for this
    /// board, if the other side had `extra` more stones on it: see [`Threat::zone`]. `None` if the
    /// proof can't be looked up within the limits.
    #[cfg(any(test, feature = "engine"))]
    pub(crate) fn zone_of_win(
        &mut self,
        board: &Board,
        turns: u32,
        extra: u32,
        limits: &SolverLimits<'_>,
    ) -> Option<PointSet> {
        self.search.start(board, limits);
        self.search.conservative = false;
        let mut zone = PointSet::EMPTY;
        self.search.add_zone_of_win(turns, extra, &mut zone, limits.stop).then_some(zone)
    }

    /// Every turn after which the other side has no win by double threats within the limits, if it
    /// has one now. The turns are first restricted to the zone of the threat, then, stone by stone,
    /// to the zone of what it still threatens. `None` if nothing is threatened, or the side to move
    /// completes a row. The node limit counts for each position tried.
    pub fn defences(&mut self, board: &Board, limits: &SolverLimits<'_>) -> Option<Defences> {
        self.suit(board);
        if self.unsuited(board) {
            return None;
        }
        let threat = self.threat(board, limits)?;
        let p = usize::from(board.stones_left());
        let mut found = Defences { turns: Vec::new(), complete: true, tried: 0 };
        self.begin_defence(board, limits);
        let empty = |solver: &Solver, cell: u16| solver.search.field.is_empty(cell);
        let firsts: Vec<u16> =
            threat.zone.points().map(|point| point.index() as u16).filter(|&cell| empty(self, cell)).collect();
        for (index, &first) in firsts.iter().enumerate() {
            if limits.stop.is_some_and(|stop| stop()) {
                found.complete = false;
                break;
            }
            let defender = 1 - self.search.attacker;
            // With one stone put and the other in hand: where would the other help?
            self.search.field.put(first, defender);
            found.tried += 1;
            let result = self.attack_now(limits);
            let still = match result {
                Ok(Some(proof)) => {
                    let mut zone = PointSet::EMPTY;
                    self.search.add_zone(&proof, 1, &mut zone);
                    Some(zone)
                }
                Ok(None) => None,
                Err(()) => {
                    found.complete = false;
                    None
                }
            };
            self.search.field.take();
            if p == 1 {
                if still.is_none() {
                    found.turns.push(turn_of([first, NONE]));
                }
                continue;
            }
            for second in 0..self.rules.cells() as u16 {
                // A pair of two points of the zone occurs twice.
                if second == first || !empty(self, second) || firsts[..index].contains(&second) {
                    continue;
                }
                let turn = turn_of([first, second]);
                match &still {
                    // One stone is enough; the other is free and can only help.
                    None => found.turns.push(turn),
                    Some(zone) if zone.contains(point(second)) => {
                        found.tried += 1;
                        if self.survives(&turn, limits) {
                            found.turns.push(turn);
                        }
                    }
                    Some(_) => {}
                }
            }
        }
        Some(found)
    }

    /// Whether this search does not support the rules or the turn.
    fn unsuited(&self, board: &Board) -> bool {
        self.rules.p() > 2 || !self.rules.is_free() || board.stones_left() > self.rules.p() || board.is_over()
    }

    /// Sets up the other side as the attacker. Returns whether the side to move can complete a row.
    fn begin_defence(&mut self, board: &Board, limits: &SolverLimits<'_>) -> bool {
        self.suit(board);
        self.search.start(board, limits);
        self.search.conservative = false;
        self.search.attacker = 1 - self.search.attacker;
        if self.unsuited(board) {
            return true;
        }
        self.threats.read_within(board, board.to_move(), board.stones_left());
        !self.threats.is_empty()
    }

    /// A proof that the attacker wins the current position.
    fn attack_now(&mut self, limits: &SolverLimits<'_>) -> Result<Option<Proof>, ()> {
        self.search.nodes = 0;
        let (found, depth) = self.search.deepen(limits.turns.min(250), limits.stop);
        match found {
            NodeResult::Win => {
                self.search.node_limit = u64::MAX;
                let proof = self.search.prove(depth, limits.stop);
                self.search.node_limit = limits.nodes;
                proof.map(Some).ok_or(())
            }
            NodeResult::Deeper | NodeResult::Never => Ok(None),
            NodeResult::Stopped => Err(()),
        }
    }

    /// Whether the attacker has no win within the limits after a turn of the defender.
    fn survives(&mut self, turn: &Turn, limits: &SolverLimits<'_>) -> bool {
        let mut stones: Stones = [NONE; 2];
        for (cell, point) in stones.iter_mut().zip(turn.points()) {
            *cell = point.index() as u16;
        }
        let defender = 1 - self.search.attacker;
        self.search.nodes = 0;
        self.search.put(stones, defender);
        let row = self.search.has_row_through(stones, defender);
        let survives = row || self.search.deepen(limits.turns.min(250), limits.stop).0 != NodeResult::Win;
        self.search.take(stones);
        survives
    }
}
