//! A proof: the attacker's answers to all turns of the defender.

use crate::Turn;
use alloc::{vec, vec::Vec};

/// A winning turn and its continuation after each reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The attacker's turn.
    pub turn: Turn,
    /// The continuation.
    pub then: Then,
}

/// The continuation after a winning turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// The turn completes a row.
    Row,
    /// It makes more threats than the defender can meet.
    Unstoppable,
    /// The defender has a choice: every turn that meets all threats, with the attacker's proof
    /// after it.
    Replies(Vec<(Turn, Proof)>),
    /// The defender has spare stones: the turns that matter, and the attacker's answer to any other
    /// turn that meets all threats.
    Most {
        /// Replies with their own proofs.
        replies: Vec<(Turn, Proof)>,
        /// For each way to meet the threats with as few stones as possible, the attacker's answer,
        /// wherever the spare stones are put.
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

    /// The replies with the proof after each.
    pub fn replies(&self) -> impl Iterator<Item = &(Turn, Proof)> {
        let (explicit, otherwise): (&[_], &[_]) = match &self.then {
            Then::Row | Then::Unstoppable => (&[], &[]),
            Then::Replies(replies) => (replies, &[]),
            Then::Most { replies, otherwise } => (replies, otherwise),
        };
        explicit.iter().chain(otherwise)
    }
}
