//! All positions of some pieces, with the moves between them and what each move attacks.

use super::values::{Solved, Value};
use duiyi_endgame::Numbered;
use duiyi_game::{Game, Reason, Side};
use duiyi_xiangqi::{Piece, PieceKind, Position, Xiangqi, endgame::EndgameTable, rulings::Effect};
use std::collections::HashMap;

/// A move from a position to another one of the same pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) to: u32,
    /// What it attacks, with pieces numbered as they are found.
    pub(super) check: bool,
    pub(super) attacked: u8,
    pub(super) chased: u8,
}

/// What the captures from a position lead to, for the side that makes them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Captures {
    /// Some capture wins; by mates only.
    pub(super) wins: bool,
    pub(super) wins_plainly: bool,
    /// Some capture surely does not lose.
    pub(super) holds: bool,
    /// Each capture loses; by mates only. True without captures.
    pub(super) lose: bool,
    pub(super) lose_plainly: bool,
    /// The opponent surely does not lose after any capture. True without captures.
    pub(super) harmless: bool,
}

impl Captures {
    const NONE: Captures =
        Captures { wins: false, wins_plainly: false, holds: false, lose: true, lose_plainly: true, harmless: true };

    fn add(&mut self, value: Value, side: Side) {
        self.wins |= value.wins(side);
        self.wins_plainly |= value.wins_plainly(side);
        self.holds |= value.holds(side);
        self.lose &= value.wins(!side);
        self.lose_plainly &= value.wins_plainly(!side);
        self.harmless &= value.holds(!side);
    }
}

/// Lists of elements for each position.
struct Lists<T> {
    /// The end of each list; it begins where the one before ends.
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn of(&self, at: u32) -> &[T] {
        let at = at as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.items[start as usize..self.ends[at] as usize]
    }
}

/// The positions of a table and their moves, by index.
pub(super) struct Graph {
    captures: Vec<Option<Captures>>,
    movers: Vec<Side>,
    after: Lists<Step>,
    before: Lists<u32>,
    /// The pieces of each side that are chased, as bits of [`Effect`].
    pieces: [Vec<u16>; 2],
}

impl Graph {
    fn empty() -> Graph {
        Graph {
            captures: Vec::new(),
            movers: Vec::new(),
            after: Lists { ends: Vec::new(), items: Vec::new() },
            before: Lists { ends: Vec::new(), items: Vec::new() },
            pieces: [Vec::new(), Vec::new()],
        }
    }

    /// The positions that can be reached from a start, up to a number, if one side moves only its pieces of
    /// a kind, and its king out of check; with these positions. That side is supposed to lose after captures
    /// by the other side and outside the reached positions, and to hold after its own captures that leave no
    /// piece that can win. So what it holds here, it holds with all its moves.
    ///
    /// # Errors
    /// If there are too many moves.
    pub(super) fn reached(
        start: &Position,
        (restricted, kind): (Side, PieceKind),
        most: usize,
    ) -> Result<(Graph, Vec<Position>), Reason> {
        let (mut graph, mut positions) = (Graph::empty(), vec![*start]);
        let mut known = HashMap::from([(start.key(), 0_u32)]);
        let mut next = 0;
        while let Some(&before) = positions.get(next) {
            next += 1;
            let side = before.side_to_move();
            let mut captures = Captures::NONE;
            for mv in before.legal_moves() {
                let free = side != restricted
                    || before.piece_at(mv.from()).is_some_and(|piece| piece.kind == kind)
                    || before.in_check();
                if !free {
                    continue;
                }
                let mut after = before;
                after.make(mv);
                let captured = before.piece_at(mv.to()).is_some();
                let at = known.get(&after.key()).copied();
                if captured || at.is_none() && positions.len() == most {
                    if side == restricted {
                        captures.holds |= captured && is_harmless(&after, !restricted);
                    } else {
                        captures.harmless &= captured
                            && after.legal_moves().into_iter().any(|reply| {
                                let mut last = after;
                                last.make(reply);
                                is_harmless(&last, side)
                            });
                    }
                    continue;
                }
                let to = at.unwrap_or_else(|| {
                    known.insert(after.key(), positions.len() as u32);
                    positions.push(after);
                    positions.len() as u32 - 1
                });
                let Effect { check, attacked, chased } = Effect::of(&before, mv);
                let [attacked, chased] = [attacked, chased].map(|set| graph.renumbered(!side, set));
                graph.after.items.push(Step { to, check, attacked, chased });
            }
            graph.captures.push(Some(captures));
            graph.movers.push(side);
            graph.after.ends.push(u32::try_from(graph.after.items.len())?);
        }
        graph.before.ends = vec![0; positions.len()];
        graph.reverse();
        Ok((graph, positions))
    }

    /// # Errors
    /// If the values of a position after a capture are missing, or there are too many moves.
    pub(super) fn new(table: &EndgameTable, smaller: &Solved) -> Result<Graph, Reason> {
        let size = u32::try_from(table.size())?;
        let mut graph = Graph {
            movers: (0..size).map(|index| Side::BOTH[(index % 2) as usize]).collect(),
            before: Lists { ends: vec![0; size as usize], items: Vec::new() },
            ..Graph::empty()
        };
        let mut moves = Vec::new();
        for index in 0..size {
            let captures = match table.position(index.into()) {
                Some(game) if smaller.covers(game.position()) => Some(graph.expand(table, game, smaller, &mut moves)?),
                _ => None,
            };
            graph.captures.push(captures);
            graph.after.ends.push(u32::try_from(graph.after.items.len())?);
        }
        graph.reverse();
        Ok(graph)
    }

    fn expand(
        &mut self,
        table: &EndgameTable,
        mut game: Xiangqi,
        smaller: &Solved,
        moves: &mut Vec<duiyi_xiangqi::Move>,
    ) -> Result<Captures, Reason> {
        moves.clear();
        game.legal_moves(moves);
        let side = game.side_to_move();
        let mut captures = Captures::NONE;
        for &mv in &*moves {
            let before = *game.position();
            let undo = game.make(mv);
            match table.index(&game) {
                Some(to) => {
                    let Effect { check, attacked, chased } = Effect::of(&before, mv);
                    let [attacked, chased] = [attacked, chased].map(|set| self.renumbered(!side, set));
                    self.after.items.push(Step { to: to as u32, check, attacked, chased });
                }
                None => captures.add(smaller.value(&mut game)?, side),
            }
            game.unmake(mv, undo);
        }
        Ok(captures)
    }

    /// A set of pieces of a side with small numbers.
    fn renumbered(&mut self, side: Side, mut set: u16) -> u8 {
        let (known, mut small) = (&mut self.pieces[side.index()], 0);
        while set != 0 {
            let bit = set & set.wrapping_neg();
            set ^= bit;
            let at = known.iter().position(|&piece| piece == bit).unwrap_or_else(|| {
                known.push(bit);
                known.len() - 1
            });
            small |= 1 << at;
        }
        small
    }

    fn reverse(&mut self) {
        let ends = &mut self.before.ends;
        for step in &self.after.items {
            ends[step.to as usize] += 1;
        }
        let mut sum = 0;
        for end in ends {
            // The start of the list, which moves to its end below.
            sum += std::mem::replace(end, sum);
        }
        self.before.items = vec![0; self.after.items.len()];
        for from in 0..self.size() {
            for step in self.after.of(from) {
                let end = &mut self.before.ends[step.to as usize];
                self.before.items[*end as usize] = from;
                *end += 1;
            }
        }
    }

    pub(super) fn size(&self) -> u32 {
        self.captures.len() as u32
    }

    /// The indices of all positions.
    pub(super) fn positions(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.captures).filter(|(_, captures)| captures.is_some()).map(|(index, _)| index)
    }

    /// The side to move at an index.
    pub(super) fn mover(&self, index: u32) -> Side {
        self.movers[index as usize]
    }

    pub(super) fn captures(&self, index: u32) -> Captures {
        self.captures[index as usize].unwrap_or(Captures::NONE)
    }

    /// The moves from an index, without captures.
    pub(super) fn after(&self, index: u32) -> &[Step] {
        self.after.of(index)
    }

    /// The indices before an index, once for each move.
    pub(super) fn before(&self, index: u32) -> &[u32] {
        self.before.of(index)
    }

    /// The number of pieces of a side that are chased somewhere.
    pub(super) fn chased_pieces(&self, side: Side) -> usize {
        self.pieces[side.index()].len()
    }
}

/// Whether a side has no piece left that can win.
fn is_harmless(position: &Position, side: Side) -> bool {
    let harmless = |piece: Piece| matches!(piece.kind, PieceKind::King | PieceKind::Advisor | PieceKind::Elephant);
    position.pieces().all(|(_, piece)| piece.color != side || harmless(piece))
}
