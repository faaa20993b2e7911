//! A proof: the attacker's answers to all turns of the defender.

use crate::{Board, Point, Side, Turn};
use alloc::{format, string::String, vec, vec::Vec};
use duiyi_game::{Game, Notation};

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
    /// The proof for a board as a certificate, in the text format of `duiyi-proof`, whose checker
    /// verifies it by the rules alone. The claim is `mate N` with the turns up to the completed row.
    ///
    /// After each turn of the attacker, the text lists the open rows (`else` and the missing stones)
    /// and the replies that meet all of them; the word `any` stands for a spare stone. A proof that
    /// does not hold for the board is written as it is, up to a stone that cannot be put.
    pub fn certificate(&self, board: &Board) -> String {
        let (name, rules, position) = (<Board as Notation>::NAME, board.rules(), board.write_position());
        let claim = self.turns_to_row();
        let text =
            format!("duiyi-proof 1\ngame: {name}\nrules: {rules}\nposition: {position}\nclaim: mate {claim}\n\n");
        let mut writer = Writer { board: board.clone(), attacker: board.to_move(), text };
        writer.turn(self, 0);
        writer.text
    }

    /// The attacker's turns up to the completed row, in the longest line.
    fn turns_to_row(&self) -> u32 {
        let longest = self.replies().map(|(_, proof)| proof.turns_to_row()).max();
        1 + longest.unwrap_or(u32::from(self.then != Then::Row))
    }

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

/// Writes the text of a proof.
struct Writer {
    board: Board,
    attacker: Side,
    text: String,
}

impl Writer {
    /// Puts stones and writes them; returns the number of those put. It is smaller if the game ends,
    /// or if a stone cannot be put.
    fn put(&mut self, stones: &[Point]) -> usize {
        for (index, &stone) in stones.iter().enumerate() {
            if self.board.is_over() {
                return index;
            }
            self.text += &self.board.write_move(stone);
            self.text.push(' ');
            if !self.board.is_legal(stone) {
                return index;
            }
            self.board.put(stone);
        }
        stones.len()
    }

    fn take(&mut self, stones: usize) {
        for _ in 0..stones {
            self.board.take();
        }
    }

    /// Writes the attacker's turn, ends the line of the text, and writes the replies below it.
    fn turn(&mut self, proof: &Proof, level: usize) {
        let put = self.put(proof.turn.points());
        let ends = self.board.is_over() || proof.then == Then::Row;
        self.text += if ends { "mated\n" } else { "\n" };
        if !ends && put == proof.turn.points().len() {
            self.rows(level + 1);
            let listed: (&[_], &[_]) = match &proof.then {
                Then::Row | Then::Unstoppable => (&[], &[]),
                Then::Replies(replies) => (replies, &[]),
                Then::Most { replies, otherwise } => (replies, otherwise),
            };
            for (reply, proof) in listed.0 {
                self.reply(reply, 0, proof, level + 1);
            }
            let length = usize::from(self.board.stones_left()).min(self.board.empties().count());
            for (part, proof) in listed.1 {
                self.reply(part, length.saturating_sub(part.points().len()), proof, level + 1);
            }
        }
        self.take(put);
    }

    /// Writes the rows that the attacker completes if they are left open; those that contain a
    /// shorter one are left out.
    fn rows(&mut self, level: usize) {
        let rows = self.board.open_rows(self.attacker).unwrap_or_default();
        let within = |part: &[Point], row: &[Point]| part.len() < row.len() && part.iter().all(|at| row.contains(at));
        for row in rows.iter().filter(|row| !rows.iter().any(|part| within(part, row))) {
            self.indent(level);
            self.text += "else ";
            for &point in row {
                self.text += &self.board.write_move(point);
                self.text.push(' ');
            }
            self.text += "mated\n";
        }
    }

    /// Writes a reply with some spare stones, and the proof after it.
    fn reply(&mut self, reply: &Turn, spare: usize, proof: &Proof, level: usize) {
        self.indent(level);
        let mut put = self.put(reply.points());
        if put == reply.points().len() && !self.board.is_over() {
            for _ in 0..spare {
                self.text += "any ";
            }
            if spare > 0 {
                self.board.pass();
                put += 1;
            }
            self.turn(proof, level);
        } else {
            self.text.push('\n');
        }
        self.take(put);
    }

    fn indent(&mut self, level: usize) {
        for _ in 0..level {
            self.text += "  ";
        }
    }
}
