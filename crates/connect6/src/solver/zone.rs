//! Relevance zones: the points where an additional stone could invalidate a proof.
//!
//! Given a proof of a position in which the defender has put fewer stones than a turn has (Wu and
//! Lin's null and semi-null moves), let those stones be put anywhere now, at most `extra` of them.
//! The same proof remains valid unless one of them lies
//!
//! * on a point where the attacker puts a stone,
//! * on a missing point of a window that counts as a threat, or that is filled,
//! * in a window that gives the defender a row or a threat that must be met: after a turn of the
//!   attacker, an open window of the defender that lacks at most `p + extra` stones.
//!
//! These points form the zone. A turn entirely outside it loses to the unchanged proof, so only
//! turns that touch the zone need to be searched. Source: Wu and Lin, "Relevance-zone-oriented
//! proof search for Connect6" (IEEE TCIAIG 2(3), 2010). Their third condition is for windows of the
//! last reply, here it is for all.

use super::limits::Stop;
use super::search::Search;
use super::turns::turn_of;
use super::{Proof, Then};
use crate::threats::{Stones, WindowRule, point, spread};
use crate::{Point, PointSet, Turn};
use alloc::vec::Vec;

impl Search {
    /// Adds to a zone the points that the proof of the position depends on, if the defender puts up
    /// to `extra` additional stones.
    pub(crate) fn add_zone(&mut self, proof: &Proof, extra: u32, zone: &mut PointSet) {
        let attacker = self.attacker;
        if proof.then == Then::Row {
            for &stone in proof.turn.points() {
                zone.insert(stone);
            }
            return;
        }
        let before = self.field.depth();
        for &stone in proof.turn.points() {
            zone.insert(stone);
            self.field.put(stone.index() as u16, attacker);
        }
        self.field.windows(attacker, &mut self.windows);
        for window in &self.windows {
            for missing in window.points(&self.field.geometry) {
                zone.insert(missing);
            }
        }
        self.add_counter_windows(extra, zone);
        match &proof.then {
            Then::Row | Then::Unstoppable => {}
            Then::Replies(replies) => {
                for (reply, proof) in replies {
                    self.add_reply(reply.points(), proof, extra, zone);
                }
            }
            Then::Most { replies, otherwise } => {
                for (reply, proof) in replies {
                    self.add_reply(reply.points(), proof, extra, zone);
                }
                // The spare stones of the reply are added to `extra` here.
                for (part, proof) in otherwise {
                    let spare = self.field.rule.p - part.points().len() as u32;
                    self.add_reply(part.points(), proof, extra + spare, zone);
                }
            }
        }
        while self.field.depth() > before {
            self.field.take();
        }
    }

    fn add_reply(&mut self, reply: &[Point], proof: &Proof, extra: u32, zone: &mut PointSet) {
        let defender = 1 - self.attacker;
        for &stone in reply {
            self.field.put(stone.index() as u16, defender);
        }
        self.add_zone(proof, extra, zone);
        for _ in reply {
            self.field.take();
        }
    }

    /// The defender's open windows that `extra` stones bring within reach of a turn.
    fn add_counter_windows(&self, extra: u32, zone: &mut PointSet) {
        let (attacker, defender) = (self.attacker, 1 - self.attacker);
        let rule = WindowRule { k: self.field.rule.k, p: self.field.rule.p + extra };
        if extra <= self.field.rule.p {
            // The field contains those of one stone and of a whole turn.
            for index in self.field.lines_turn(defender) {
                let line = &self.field.lines[index];
                let windows = match extra {
                    1 => line.levels[defender].stone,
                    extra if extra == self.field.rule.p => line.levels[defender].turn,
                    _ => rule.now(line.stones[defender], line.stones[attacker], line.len),
                };
                self.add_windows(index, windows, zone);
            }
            return;
        }
        for (index, line) in self.field.lines.iter().enumerate() {
            let own = line.stones[defender];
            if own != 0 || rule.p >= rule.k {
                self.add_windows(index, rule.now(own, line.stones[attacker], line.len), zone);
            }
        }
    }

    /// Adds the empty points of some windows of a line.
    fn add_windows(&self, index: usize, windows: u64, zone: &mut PointSet) {
        if windows != 0 {
            let bits = spread(windows, self.field.rule.k) & self.field.lines[index].empty();
            for cell in self.field.cells_of(index, bits) {
                zone.insert(point(cell));
            }
        }
    }

    /// Adds to a zone the points that the proof of a position depends on which [`Search::attack`]
    /// has found won within `depth` turns. The result is the same as by [`Search::prove`] and
    /// [`Search::add_zone`], without the tree between them. Returns `false` if the limits don't
    /// allow looking up the proof; then the zone is incomplete.
    #[cfg(any(test, feature = "engine"))]
    pub(crate) fn add_zone_of_win(&mut self, depth: u32, extra: u32, zone: &mut PointSet, stop: Stop<'_>) -> bool {
        let completes = self.field.can_complete(self.attacker);
        let Some((stones, turns)) = self.winning(depth, stop) else { return false };
        let turn = self.filled(stones);
        for &stone in turn.points() {
            zone.insert(stone);
        }
        if completes {
            return true;
        }
        let before = self.field.depth();
        for &stone in turn.points() {
            self.field.put(stone.index() as u16, self.attacker);
        }
        self.field.windows(self.attacker, &mut self.windows);
        for window in &self.windows {
            for missing in window.points(&self.field.geometry) {
                zone.insert(missing);
            }
        }
        self.add_counter_windows(extra, zone);
        let whole = turns <= 1
            || self.replies_now().into_iter().all(|reply| {
                self.put(reply.stones, 1 - self.attacker);
                let whole = self.add_zone_of_win(turns - 1, extra, zone, stop);
                self.take(reply.stones);
                whole
            });
        while self.field.depth() > before {
            self.field.take();
        }
        whole
    }

    /// The proof of a position that [`Search::attack`] has found won within `depth` turns. `None`
    /// if the search is stopped.
    pub(crate) fn prove(&mut self, depth: u32, stop: Stop<'_>) -> Option<Proof> {
        if self.field.can_complete(self.attacker) {
            let (stones, _) = self.winning(depth, stop)?;
            return Some(Proof { turn: self.filled(stones), then: Then::Row });
        }
        let (stones, turns) = self.winning(depth, stop)?;
        let turn = self.filled(stones);
        if turns <= 1 {
            return Some(Proof { turn, then: Then::Unstoppable });
        }
        self.put(stones, self.attacker);
        let replies = self.prove_replies(turns - 1, stop);
        self.take(stones);
        Some(Proof { turn, then: Then::Replies(replies?) })
    }

    /// The proofs after every reply that takes all the stones of a turn.
    pub(crate) fn prove_replies(&mut self, depth: u32, stop: Stop<'_>) -> Option<Vec<(Turn, Proof)>> {
        let mut proofs = Vec::new();
        for reply in self.replies_now() {
            let stones: Stones = reply.stones;
            self.put(stones, 1 - self.attacker);
            let proof = self.prove(depth, stop);
            self.take(stones);
            proofs.push((turn_of(stones), proof?));
        }
        Some(proofs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_with_and_without_the_tree_are_equal() {
        use crate::solver::{Solution, Solver, SolverLimits};
        use crate::{Board, Rules, WHITE};
        use rand_xoshiro::Xoshiro256PlusPlus;
        use rand_xoshiro::rand_core::{Rng, SeedableRng};

        let rules = Rules::CONNECT6;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut solver = Solver::new(rules, 1 << 18);
        let limits = SolverLimits { nodes: 300, ..SolverLimits::default() };
        let (mut compared, mut longer) = (0, 0);
        for _ in 0..120 {
            let mut cells: Vec<Point> = (0..9 * 9).map(|i| rules.point(5 + i % 9, 5 + i / 9).unwrap()).collect();
            for i in 0..18 {
                let other = i + (random.next_u64() % (cells.len() - i) as u64) as usize;
                cells.swap(i, other);
            }
            let Ok(board) = Board::from_stones(rules, &cells[..10], &cells[10..18], WHITE) else { continue };
            let Ok(Some(threat)) = solver.threat(&board, &limits) else { continue };
            let mut passed = board.clone();
            passed.pass();
            let Solution::Win { turns, .. } = solver.solve(&passed, &SolverLimits::default()) else {
                panic!("a threatened win is found after a pass");
            };
            let zone = solver.zone_of_win(&passed, turns, u32::from(board.stones_left()), &SolverLimits::default());
            assert_eq!(zone, Some(threat.zone));
            compared += 1;
            longer += u32::from(turns > 1);
        }
        assert!(compared > 20 && longer > 5, "{compared} {longer}");
    }
}
