//! The defender's side: the win that the other side threatens, the points where a stone can prevent
//! it, and the turns that do.

use super::solution::{NodeResult, Undecided};
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
    /// The turns after which the other side has no win by double threats within the turns allowed.
    pub turns: Vec<Turn>,
    /// The turns after which the search reached a limit, so that they may lose or not.
    pub undecided: Vec<Turn>,
    /// Whether every turn of the board is decided; `false` if a limit was reached after some turn,
    /// or before all turns were tried.
    pub complete: bool,
    /// The number of turns tried on the board; the zones excluded the rest.
    pub tried: u64,
}

impl Solver {
    /// The win that the other side threatens, that is, has if the side to move passes. `None` if it
    /// has none within the turns allowed, or if the side to move can complete a row itself.
    ///
    /// # Errors
    ///
    /// If a limit was reached first, or the search does not support the rules or the turn.
    pub fn threat(&mut self, board: &Board, limits: &SolverLimits<'_>) -> Result<Option<Threat>, Undecided> {
        if self.begin_defence(board, limits)? {
            return Ok(None);
        }
        let Some(proof) = self.attack_now(limits)? else { return Ok(None) };
        let mut zone = PointSet::EMPTY;
        self.search.add_zone(&proof, u32::from(board.stones_left()), &mut zone);
        Ok(Some(Threat { proof, zone }))
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

    /// Every turn after which the other side has no win by double threats, if it has one now; with
    /// the turns that the limits leave undecided. The turns are first restricted to the zone of the
    /// threat, then, stone by stone, to the zone of what it still threatens. `None` if nothing is
    /// threatened, or the side to move completes a row. The node limit counts for each position
    /// tried.
    ///
    /// # Errors
    ///
    /// If [`Solver::threat`] returns one.
    pub fn defences(&mut self, board: &Board, limits: &SolverLimits<'_>) -> Result<Option<Defences>, Undecided> {
        let Some(threat) = self.threat(board, limits)? else { return Ok(None) };
        let single = board.stones_left() == 1;
        let mut found = Defences { turns: Vec::new(), undecided: Vec::new(), complete: true, tried: 0 };
        self.begin_defence(board, limits)?;
        let firsts: Vec<u16> = threat.zone.points().map(|point| point.index() as u16).collect();
        let firsts: Vec<u16> = firsts.into_iter().filter(|&cell| self.search.field.is_empty(cell)).collect();
        let is_stopped = || limits.stop.is_some_and(|stop| stop());
        'turns: for (index, &first) in firsts.iter().enumerate() {
            if is_stopped() {
                found.complete = false;
                break;
            }
            found.tried += 1;
            let outcome = self.after_one(first, limits);
            if single {
                match outcome {
                    Ok(None) => found.turns.push(turn_of([first, NONE])),
                    Ok(Some(_)) => {}
                    Err(Undecided) => found.undecided.push(turn_of([first, NONE])),
                }
                continue;
            }
            for second in 0..self.rules.cells() as u16 {
                // A pair of two points of the zone occurs twice.
                if second == first || !self.search.field.is_empty(second) || firsts[..index].contains(&second) {
                    continue;
                }
                let turn = turn_of([first, second]);
                match &outcome {
                    // One stone is enough; the other is free and can only help.
                    Ok(None) => {
                        found.turns.push(turn);
                        continue;
                    }
                    Ok(Some(zone)) if !zone.contains(point(second)) => continue,
                    Ok(Some(_)) | Err(Undecided) => {}
                }
                if is_stopped() {
                    found.complete = false;
                    break 'turns;
                }
                found.tried += 1;
                match self.survives(&turn, limits) {
                    Ok(true) => found.turns.push(turn),
                    Ok(false) => {}
                    Err(Undecided) => found.undecided.push(turn),
                }
            }
        }
        found.complete &= found.undecided.is_empty();
        Ok(Some(found))
    }

    /// The zone of the attacker's win after one stone of the defender, in which the other stone of its turn must
    /// lie to prevent it; `None` if the attacker has no win.
    fn after_one(&mut self, stone: u16, limits: &SolverLimits<'_>) -> Result<Option<PointSet>, Undecided> {
        self.search.field.put(stone, 1 - self.search.attacker);
        let outcome = self.attack_now(limits).map(|proof| {
            proof.map(|proof| {
                let mut zone = PointSet::EMPTY;
                self.search.add_zone(&proof, 1, &mut zone);
                zone
            })
        });
        self.search.field.take();
        outcome
    }

    /// Whether this search does not support the rules or the turn.
    fn unsuited(&self, board: &Board) -> bool {
        self.rules.p() > 2 || !self.rules.is_free() || board.stones_left() > self.rules.p()
    }

    /// Sets up the other side as the attacker. Returns whether nothing need be searched: the game is
    /// over, or the side to move can complete a row.
    fn begin_defence(&mut self, board: &Board, limits: &SolverLimits<'_>) -> Result<bool, Undecided> {
        self.suit(board);
        self.search.start(board, limits);
        self.search.conservative = false;
        self.search.attacker = 1 - self.search.attacker;
        if board.is_over() {
            return Ok(true);
        }
        if self.unsuited(board) {
            return Err(Undecided);
        }
        self.threats.read_within(board, board.to_move(), board.stones_left());
        Ok(!self.threats.is_empty())
    }

    /// A proof that the attacker wins the current position.
    fn attack_now(&mut self, limits: &SolverLimits<'_>) -> Result<Option<Proof>, Undecided> {
        self.search.nodes = 0;
        let (found, depth) = self.search.deepen(limits.turns.min(250), limits.stop);
        match found {
            NodeResult::Win => {
                self.search.node_limit = u64::MAX;
                let proof = self.search.prove(depth, limits.stop);
                self.search.node_limit = limits.nodes;
                proof.map(Some).ok_or(Undecided)
            }
            NodeResult::Deeper | NodeResult::Never => Ok(None),
            NodeResult::Stopped => Err(Undecided),
        }
    }

    /// Whether the attacker has no win within the turns allowed after a turn of the defender.
    fn survives(&mut self, turn: &Turn, limits: &SolverLimits<'_>) -> Result<bool, Undecided> {
        let mut stones: Stones = [NONE; 2];
        for (cell, point) in stones.iter_mut().zip(turn.points()) {
            *cell = point.index() as u16;
        }
        let defender = 1 - self.search.attacker;
        self.search.nodes = 0;
        self.search.put(stones, defender);
        let row = self.search.has_row_through(stones, defender);
        let result = if row { NodeResult::Never } else { self.search.deepen(limits.turns.min(250), limits.stop).0 };
        self.search.take(stones);
        match result {
            NodeResult::Win => Ok(false),
            NodeResult::Deeper | NodeResult::Never => Ok(true),
            NodeResult::Stopped => Err(Undecided),
        }
    }
}
