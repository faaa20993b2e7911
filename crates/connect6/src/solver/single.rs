//! Wins by single threats (T1, VCST: 连续单威胁), which lead to double threats.
//!
//! A turn that makes one threat costs the defender one stone and leaves another to put anywhere:
//! some three hundred replies. Most of them have no effect. So the attacker first proves a win
//! without the spare stone (the semi-null reply); the zone of that proof contains the points where
//! the stone could matter, and it is only tried there.
//!
//! The search selects the most promising of the attacker's turns that make a threat, so it is
//! incomplete. A reported win is proved; other positions may be won as well.

use super::limits::Stop;
use super::search::Search;
use super::solution::NodeResult;
use super::turns::turn_of;
use super::{Proof, Then};
use crate::threats::{Attack, NONE, Stones, smallest};
use crate::{PointSet, Turn};
use alloc::vec::Vec;

/// The width and depth of the search for single threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleThreats {
    /// The maximum number of turns with one threat along a line.
    pub singles: u32,
    /// The maximum number of turns before the double threats begin.
    pub prefix: u32,
    /// The number of turns with threats tried at a position, the most promising ones.
    pub width: usize,
    /// The maximum number of turns of the double-threat search at a position.
    pub double_turns: u32,
    /// The maximum number of nodes of each such search.
    pub double_nodes: u64,
}

impl Default for SingleThreats {
    fn default() -> Self {
        SingleThreats { singles: 2, prefix: 3, width: 12, double_turns: 8, double_nodes: 2000 }
    }
}

/// The result for a position.
enum Answer {
    Proof(Proof),
    None,
    Stopped,
}

impl Search {
    /// A win with at most `singles` turns of single threats, the fewest first.
    pub(crate) fn single_threats(&mut self, how: SingleThreats, stop: Stop<'_>) -> Result<Option<Proof>, ()> {
        for prefix in 1..=how.prefix {
            for singles in 1..=how.singles.min(prefix) {
                match self.attack_singly(how, prefix, singles, stop) {
                    Answer::Proof(proof) => return Ok(Some(proof)),
                    Answer::None => {}
                    Answer::Stopped => return Err(()),
                }
            }
        }
        Ok(None)
    }

    /// Searches for a win by double threats alone, within the limits of one such search.
    fn attack_doubly(&mut self, how: SingleThreats, stop: Stop<'_>) -> Answer {
        let limit = self.node_limit;
        if self.nodes >= limit {
            return Answer::Stopped;
        }
        self.node_limit = limit.min(self.nodes + how.double_nodes);
        let (found, depth) = self.deepen(how.double_turns, stop);
        self.node_limit = limit;
        match found {
            NodeResult::Win => self.prove(depth, stop).map_or(Answer::Stopped, Answer::Proof),
            NodeResult::Stopped if self.nodes >= limit || stop.is_some_and(|stop| stop()) => Answer::Stopped,
            _ => Answer::None,
        }
    }

    fn attack_singly(&mut self, how: SingleThreats, prefix: u32, singles: u32, stop: Stop<'_>) -> Answer {
        match self.attack_doubly(how, stop) {
            Answer::None if prefix > 0 && singles > 0 => {}
            answer => return answer,
        }
        let attacker = self.attacker;
        if !self.generator.prepare(&self.field, attacker) {
            return Answer::None;
        }
        let mut attacks: Vec<Attack> = Vec::new();
        self.generator.any_threats(&self.field, attacker, &mut attacks);
        attacks.sort_unstable_by_key(|attack| (core::cmp::Reverse(attack.value), attack.stones));
        attacks.truncate(how.width);
        for attack in attacks {
            self.put(attack.stones, attacker);
            let answer = self.defend_singly(how, prefix - 1, singles, stop);
            self.take(attack.stones);
            match answer {
                Ok(Some(then)) => {
                    let turn = self.filled(attack.stones);
                    return Answer::Proof(Proof { turn, then });
                }
                Ok(None) => {}
                Err(()) => return Answer::Stopped,
            }
        }
        Answer::None
    }

    /// Tries every reply to the turn just made; `Ok(None)` if a reply holds.
    fn defend_singly(
        &mut self,
        how: SingleThreats,
        prefix: u32,
        singles: u32,
        stop: Stop<'_>,
    ) -> Result<Option<Then>, ()> {
        let (attacker, p) = (self.attacker, self.field.rule.p);
        self.field.windows(attacker, &mut self.windows);
        let threats = smallest(&self.windows, &self.field.geometry, p + 1);
        if threats > p {
            return Ok(Some(Then::Unstoppable));
        }
        if threats == p {
            let replies: Vec<Stones> = self.replies_now().into_iter().map(|reply| reply.stones).collect();
            return Ok(self.answer_all(replies, how, prefix, singles, stop)?.map(Then::Replies));
        }
        self.defend_with_a_spare_stone(how, prefix, singles - 1, stop)
    }

    /// Tries every reply to one threat, which leaves the defender a spare stone: first every single
    /// stone that meets the threat without the spare stone, then the spare stone wherever it could
    /// matter.
    fn defend_with_a_spare_stone(
        &mut self,
        how: SingleThreats,
        prefix: u32,
        singles: u32,
        stop: Stop<'_>,
    ) -> Result<Option<Then>, ()> {
        let windows = self.windows.clone();
        let mut cells: Vec<u16> = windows
            .iter()
            .flat_map(|window| window.points(&self.field.geometry))
            .map(|point| point.index() as u16)
            .collect();
        cells.sort_unstable();
        cells.dedup();
        let meets = |search: &Search, stones: &[u16]| {
            windows.iter().all(|window| {
                window.points(&search.field.geometry).any(|missing| stones.contains(&(missing.index() as u16)))
            })
        };
        let alone: Vec<u16> = cells.iter().copied().filter(|&cell| meets(self, &[cell])).collect();
        let singly = alone.iter().map(|&cell| [cell, NONE]);
        let Some(otherwise) = self.answer_all(singly, how, prefix, singles, stop)? else { return Ok(None) };
        let mut pairs: Vec<Stones> = Vec::new();
        for (i, &a) in cells.iter().enumerate() {
            for &b in &cells[i + 1..] {
                if !alone.contains(&a) && !alone.contains(&b) && meets(self, &[a, b]) {
                    pairs.push([a, b]);
                }
            }
        }
        self.add_pairs_of_zones(&alone, &otherwise, &mut pairs);
        let replies = self.answer_all(pairs, how, prefix, singles, stop)?;
        Ok(replies.map(|replies| Then::Most { replies, otherwise }))
    }

    /// Adds the replies with a stone that meets the threat alone and another one in the zone of its
    /// proof. If both stones meet the threat, the first one's proof answers the pair unless the
    /// second lies in its zone, so each pair is tried once.
    fn add_pairs_of_zones(&mut self, alone: &[u16], proofs: &[(Turn, Proof)], pairs: &mut Vec<Stones>) {
        for (index, (&cell, (_, proof))) in alone.iter().zip(proofs).enumerate() {
            let mut zone = PointSet::EMPTY;
            self.after([cell, NONE], |search| search.add_zone(proof, 1, &mut zone));
            for spare in zone.points() {
                let spare = spare.index() as u16;
                if spare != cell && !alone[..index].contains(&spare) && self.field.is_empty(spare) {
                    pairs.push([cell, spare]);
                }
            }
        }
    }

    /// The attacker's answers to all replies; `Ok(None)` if a reply holds.
    fn answer_all(
        &mut self,
        replies: impl IntoIterator<Item = Stones>,
        how: SingleThreats,
        prefix: u32,
        singles: u32,
        stop: Stop<'_>,
    ) -> Result<Option<Vec<(Turn, Proof)>>, ()> {
        let mut answers = Vec::new();
        for stones in replies {
            match self.after(stones, |search| search.attack_singly(how, prefix, singles, stop)) {
                Answer::Proof(proof) => answers.push((turn_of(stones), proof)),
                Answer::None => return Ok(None),
                Answer::Stopped => return Err(()),
            }
        }
        Ok(Some(answers))
    }

    /// Calls a function after a reply of the defender, and takes the reply back.
    fn after<T>(&mut self, stones: Stones, go_on: impl FnOnce(&mut Search) -> T) -> T {
        self.put(stones, 1 - self.attacker);
        let result = go_on(self);
        self.take(stones);
        result
    }
}
