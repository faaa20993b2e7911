//! The replies in games of placing stones ([`Game::open_rows`](duiyi_game::Game::open_rows)): turns
//! whose order does not matter, most of which leave the winner a row to complete.

use crate::{Accepted, End, Fault, Refused, check::Checker};
use duiyi_game::{GameMove, Notation, legal_moves};
use std::{borrow::Cow, collections::HashSet};

/// The word before a turn that wins after every reply which leaves its points empty.
pub(crate) const ELSE: &str = "else";
/// The word in place of a move, for every stone with which the reply is not listed.
pub(crate) const ANY: &str = "any";

/// A reply of the tree.
struct Listed<M> {
    /// The stones, without those of the word `any`.
    moves: Vec<M>,
    /// The index of its last node.
    at: usize,
    /// Whether some stone is the word `any`.
    any: bool,
    used: bool,
}

/// The replies to check in a position.
struct Replies<M> {
    /// The stones of the turn.
    length: usize,
    /// The turn, counted from 1.
    turn: u64,
    /// The rows of the winner, each of which wins if it is left open.
    rows: Vec<Vec<M>>,
    listed: Vec<Listed<M>>,
    /// Every empty point.
    points: Vec<M>,
    /// The replies that were checked, each in increasing order of its bits.
    seen: HashSet<Vec<u32>>,
}

/// The stones of a turn without their order.
fn unordered<M: GameMove>(moves: &[M]) -> Vec<u32> {
    let mut bits: Vec<u32> = moves.iter().map(|mv| mv.to_bits()).collect();
    bits.sort_unstable();
    bits
}

impl<'c, G: Notation> Checker<'c, G> {
    /// Checks every reply at the beginning of a turn: `nodes[at]` is the first of the tree, `open`
    /// lists the winner's rows. Returns the index after the last reply.
    pub(crate) fn replies_from(&mut self, at: usize, turn: u64, open: Vec<Vec<G::Move>>) -> Result<usize, Refused> {
        let (parent, depth) = (at.saturating_sub(1), self.line.len());
        if let Some(row) = self.game.open_rows(!self.winner).and_then(|rows| rows.into_iter().next()) {
            return Err(self.refused(parent, Fault::CounterRow(self.words(&row))));
        }
        let (rows, listed, points) = (Vec::new(), Vec::new(), legal_moves(&self.game));
        let mut replies = Replies { length: self.length(), turn, rows, listed, points, seen: HashSet::new() };
        let mut next = at;
        while let Some(node) = self.nodes.get(next).filter(|node| node.depth == depth + 1) {
            next = if node.mv == ELSE {
                let (row, after) = self.row(next, &replies, &open)?;
                replies.rows.push(row);
                after
            } else {
                self.reply(next, &mut Vec::new(), &mut replies)?
            };
        }
        for index in 0..replies.listed.len() {
            let Listed { ref moves, at, any, .. } = replies.listed[index];
            if !any {
                let moves = moves.clone();
                if replies.listed[..index].iter().any(|other| !other.any && other.moves == moves) {
                    return Err(self.refused(at, Fault::Twice(self.words(&moves))));
                }
                replies.seen.insert(unordered(&moves));
                self.after_reply(&moves, at, turn)?;
            }
        }
        self.others(&mut Vec::new(), &mut replies, parent)?;
        match replies.listed.iter().find(|reply| reply.any && !reply.used) {
            Some(reply) => Err(self.refused(reply.at, Fault::Unused)),
            None => Ok(next),
        }
    }

    /// The number of stones in the turn that begins.
    fn length(&self) -> usize {
        let (mut now, mut length) = (self.game.clone(), 0);
        let side = now.side_to_move();
        for mv in legal_moves(&self.game) {
            now.make(mv);
            length += 1;
            if now.side_to_move() != side {
                break;
            }
        }
        length
    }

    /// Reads a row that the winner completes if a reply leaves it open, and compares it with the rules.
    fn row(
        &mut self,
        at: usize,
        replies: &Replies<G::Move>,
        open: &[Vec<G::Move>],
    ) -> Result<(Vec<G::Move>, usize), Refused> {
        let (mut row, mut last) = (Vec::new(), at);
        while let Some(node) = self.nodes.get(last + 1).filter(|node| node.depth == self.nodes[last].depth + 1) {
            last += 1;
            row.push(
                self.game.read_move(&node.mv).map_err(|error| self.refused(last, Fault::Illegal(error.to_string())))?,
            );
        }
        row.sort_unstable_by_key(|mv| mv.to_bits());
        if self.nodes[last].end != Some(End::Mated) || !open.contains(&row) {
            return Err(self.refused(last, Fault::NoRow(self.words(&row))));
        }
        self.in_time(replies.turn + 1).map_err(|fault| self.refused(last, fault))?;
        let Accepted { plies, leaves } = self.size;
        let line = self.line.len() + replies.length + row.len();
        self.size = Accepted { plies: plies.max(line), leaves: leaves + 1 };
        Ok((row, last + 1))
    }

    /// Reads the replies that continue the stones `before` with the node `at`. Returns the index after the tree of the
    /// node.
    fn reply(
        &mut self,
        at: usize,
        before: &mut Vec<Option<G::Move>>,
        replies: &mut Replies<G::Move>,
    ) -> Result<usize, Refused> {
        let node = &self.nodes[at];
        let mv = match &*node.mv {
            ANY => None,
            word => {
                Some(self.game.read_move(word).map_err(|error| self.refused(at, Fault::Illegal(error.to_string())))?)
            }
        };
        if mv.is_some() && before.contains(&mv) {
            return Err(self.refused(at, Fault::Twice(node.mv.clone())));
        }
        if let Some(end) = &node.end {
            return Err(self.refused(at, Fault::NotOver(end.clone())));
        }
        before.push(mv);
        let mut next = at + 1;
        if before.len() == replies.length {
            let moves: Vec<G::Move> = before.iter().copied().flatten().collect();
            replies.listed.push(Listed { any: moves.len() < before.len(), moves, at, used: false });
            while self.nodes.get(next).is_some_and(|below| below.depth > node.depth) {
                next += 1;
            }
        } else {
            if self.nodes.get(next).is_none_or(|below| below.depth <= node.depth) {
                return Err(self.refused(at, Fault::PartOfTurn));
            }
            while self.nodes.get(next).is_some_and(|below| below.depth > node.depth) {
                next = self.reply(next, before, replies)?;
            }
        }
        before.pop();
        Ok(next)
    }

    /// Checks each reply that begins with the stones `chosen`, leaves no row open and is not listed.
    fn others(
        &mut self,
        chosen: &mut Vec<G::Move>,
        replies: &mut Replies<G::Move>,
        parent: usize,
    ) -> Result<(), Refused> {
        let open = replies.rows.iter().find(|row| !row.iter().any(|mv| chosen.contains(mv)));
        if chosen.len() == replies.length {
            let new = open.is_none() && replies.seen.insert(unordered(chosen));
            return if new { self.other(chosen, replies, parent) } else { Ok(()) };
        }
        // The reply must meet this row, or may put its next stone anywhere.
        let next = open.unwrap_or(&replies.points).clone();
        for mv in next {
            if !chosen.contains(&mv) {
                chosen.push(mv);
                self.others(chosen, replies, parent)?;
                chosen.pop();
            }
        }
        Ok(())
    }

    /// Checks a reply by the tree of one with the word `any`.
    fn other(&mut self, reply: &[G::Move], replies: &mut Replies<G::Move>, parent: usize) -> Result<(), Refused> {
        let fits = |listed: &&mut Listed<G::Move>| listed.any && listed.moves.iter().all(|mv| reply.contains(mv));
        let Some(listed) = replies.listed.iter_mut().find(fits) else {
            return Err(self.refused(parent, Fault::MissingReply(self.words(reply))));
        };
        listed.used = true;
        self.after_reply(reply, listed.at, replies.turn)
    }

    /// Makes a reply, checks the winner's moves after it, and takes the reply back.
    fn after_reply(&mut self, reply: &[G::Move], at: usize, turn: u64) -> Result<(), Refused> {
        let mut undos = Vec::new();
        for &mv in reply {
            let word = self.game.write_move(mv);
            undos.push((mv, self.game.make(mv)));
            self.line.push(Cow::Owned(word));
        }
        if let Some(outcome) = self.game.outcome() {
            return Err(self.refused(at, Fault::Over(outcome.to_string())));
        }
        self.moves_from(at + 1, turn + 1)?;
        for (mv, undo) in undos.into_iter().rev() {
            self.line.pop();
            self.game.unmake(mv, undo);
        }
        Ok(())
    }

    /// The text of stones.
    fn words(&self, moves: &[G::Move]) -> String {
        moves.iter().map(|&mv| self.game.write_move(mv)).collect::<Vec<_>>().join(" ")
    }
}
