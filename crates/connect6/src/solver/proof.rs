//! A proof: what the attacker answers to whatever the defender does.

use crate::Turn;
use alloc::{vec, vec::Vec};

/// A winning turn and how it goes on after each reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The attacker's turn.
    pub turn: Turn,
    /// What follows.
    pub then: Then,
}

/// What follows a winning turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// The turn completes a row.
    Row,
    /// It makes more threats than the defender can meet.
    Unstoppable,
    /// The defender has a choice: every turn that meets all threats, with what
    /// the attacker does then.
    Replies(Vec<(Turn, Proof)>),
    /// The defender has stones to spare: the turns that take part, and what the
    /// attacker does against any other that meets all threats.
    Most {
        /// Replies with a proof of their own.
        replies: Vec<(Turn, Proof)>,
        /// For each way to meet the threats with as few stones as possible, the
        /// attacker's answer wherever the spare stones go.
        otherwise: Vec<(Turn, Proof)>,
    },
}

impl Proof {
    /// The number of the attacker's turns in the longest line.
    pub fn turns(&self) -> u32 {
        1 + self.replies().map(|(_, proof)| proof.turns()).max().unwrap_or(0)
    }

    /// The number of the attacker's turns in the whole tree.
    pub fn size(&self) -> usize {
        1 + self.replies().map(|(_, proof)| proof.size()).sum::<usize>()
    }

    /// A longest line: the attacker's turn, the reply, and so on.
    pub fn line(&self) -> Vec<Turn> {
        let mut line = vec![self.turn];
        if let Some((reply, proof)) = self.replies().max_by_key(|(_, proof)| proof.turns()) {
            line.push(*reply);
            line.extend(proof.line());
        }
        line
    }

    /// The replies with what follows each.
    pub fn replies(&self) -> impl Iterator<Item = &(Turn, Proof)> {
        let (explicit, otherwise): (&[_], &[_]) = match &self.then {
            Then::Row | Then::Unstoppable => (&[], &[]),
            Then::Replies(replies) => (replies, &[]),
            Then::Most { replies, otherwise } => (replies, otherwise),
        };
        explicit.iter().chain(otherwise)
    }
}
