//! Relevance zones: where a stone more could spoil a proof.
//!
//! Say the attacker has a proof of a position in which the defender has put
//! fewer stones than he may (Wu and Lin's null and semi-null moves). Let him
//! put those stones anywhere now, `extra` of them at most. The same proof goes
//! through unless one of them lies
//!
//! * on a point where the attacker puts a stone,
//! * on a missing point of a window that counts as a threat, or that he fills,
//! * in a window that gives the defender a row or a threat to be met: after a
//!   turn of the attacker, an open window of the defender's that lacks at most
//!   `p + extra` stones.
//!
//! All such points together are the zone. A turn wholly outside it loses to the
//! proof as it stands, so only turns that touch the zone need be looked at.
//! Source: Wu and Lin, "Relevance-zone-oriented proof search for Connect6"
//! (IEEE TCIAIG 2(3), 2010); the third condition is theirs for windows of the
//! last reply, here simply for all.

use super::search::Search;
use super::{Proof, Then, turn_of};
use crate::threats::{Shape, Stones, low, point, spread};
use crate::{MAX_SIDE, Point, Turn};
use std::fmt;

const WORDS: usize = (MAX_SIDE as usize * MAX_SIDE as usize).div_ceil(64);

/// A set of points of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Zone {
    words: [u64; WORDS],
}

impl Zone {
    /// No point.
    pub const EMPTY: Zone = Zone { words: [0; WORDS] };

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.words[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Whether a point is in it.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.words[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// Whether one of the points is in it.
    pub fn touches(&self, points: &[Point]) -> bool {
        points.iter().any(|&point| self.contains(point))
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no point in it.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The points, lowest index first.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    Point::from_index(index * 64 + bit)
                })
            })
        })
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.points()).finish()
    }
}

impl Search {
    /// Adds to a zone what a proof of the position rests on, when `extra`
    /// stones of the defender's may come in addition.
    pub(crate) fn add_zone(&mut self, proof: &Proof, extra: u32, zone: &mut Zone) {
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
                // Here the reply's own spare stones come on top.
                for (part, proof) in otherwise {
                    let spare = self.field.shape.p - part.points().len() as u32;
                    self.add_reply(part.points(), proof, extra + spare, zone);
                }
            }
        }
        while self.field.depth() > before {
            self.field.take();
        }
    }

    fn add_reply(&mut self, reply: &[Point], proof: &Proof, extra: u32, zone: &mut Zone) {
        let defender = 1 - self.attacker;
        for &stone in reply {
            self.field.put(stone.index() as u16, defender);
        }
        self.add_zone(proof, extra, zone);
        for _ in reply {
            self.field.take();
        }
    }

    /// The defender's open windows that `extra` stones bring within a turn's reach.
    fn add_counter_windows(&self, extra: u32, zone: &mut Zone) {
        let (attacker, defender) = (self.attacker, 1 - self.attacker);
        let shape = Shape { k: self.field.shape.k, p: self.field.shape.p + extra };
        for (index, line) in self.field.lines.iter().enumerate() {
            let own = line.stones[defender];
            if own == 0 && shape.p < shape.k {
                continue;
            }
            let windows = shape.now(own, line.stones[attacker], line.len);
            if windows != 0 {
                let bits = spread(windows, shape.k) & low(line.len) & line.empty();
                for cell in self.field.cells_of(index, bits) {
                    zone.insert(point(cell));
                }
            }
        }
    }

    /// The proof of a position that [`Search::attack`] has found won within
    /// `depth` turns. `None` if the search is stopped on the way.
    pub(crate) fn prove(&mut self, depth: u32, stop: super::search::Stop<'_>) -> Option<Proof> {
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
    pub(crate) fn prove_replies(&mut self, depth: u32, stop: super::search::Stop<'_>) -> Option<Vec<(Turn, Proof)>> {
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
    fn a_zone_is_a_set() {
        let mut zone = Zone::EMPTY;
        assert!(zone.is_empty());
        for index in [0, 63, 64, 360, 3480, 64] {
            zone.insert(Point::from_index(index));
        }
        assert_eq!(zone.len(), 5);
        assert_eq!(zone.points().map(Point::index).collect::<Vec<_>>(), [0, 63, 64, 360, 3480]);
        assert!(zone.touches(&[Point::from_index(1), Point::from_index(64)]));
        assert!(!zone.touches(&[Point::from_index(1), Point::from_index(65)]));
    }
}
