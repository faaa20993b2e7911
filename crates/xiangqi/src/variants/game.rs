//! The rules of a described variant.

use super::{
    board::{Board, cell_key, piece},
    description::{Description, MAX_POINTS},
};
use crate::{BLACK, RED, Side};
use duiyi_game::{Game, Outcome, OutcomeKind, Reach, Score, Verdict, hash::mix64, legal_moves};

/// The number of plies without a capture after which a game is drawn, as in Fairy-Stockfish.
pub const QUIET_LIMIT: u16 = 100;

/// The number of occurrences of a position that end a game.
const OCCURRENCES: usize = 3;

/// A position of a described variant, with the path that led to it.
///
/// A move is a number: 90 times the origin, plus the destination; points are numbered row by row
/// from Red's left.
///
/// The game ends as in Fairy-Stockfish: a side without a move has lost, in check or not; after
/// [`QUIET_LIMIT`] plies without a capture, or when a position occurs for the third time, it is a
/// draw. A side that alone has checked with every move of a repetition has lost. There is no rule
/// on chases and none on insufficient material.
#[derive(Clone, Debug)]
pub struct VariantGame<D> {
    pub(super) board: Board<D>,
    pub(super) turn: Side,
    /// Plies since the last capture.
    pub(super) quiet: u16,
    /// The number of the move, from 1; it grows after Black's moves.
    pub(super) number: u16,
    /// The positions from the first to this one.
    path: Vec<Visit>,
}

/// A position of the path.
#[derive(Clone, Copy, Debug)]
struct Visit {
    key: u64,
    in_check: bool,
}

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct VariantUndo {
    captured: u8,
    quiet: u16,
    number: u16,
}

/// The result of a repetition or a long game for the side to move.
enum End {
    Limit,
    Draw(usize),
    /// The side to move loses, or wins, by the perpetual checks of one side in the last plies.
    Loss(usize),
    Win(usize),
}

/// The packed form of a move.
pub(super) fn packed(from: usize, to: usize) -> u16 {
    (from * MAX_POINTS + to) as u16
}

/// The origin and the destination of a move.
pub(super) fn unpacked(mv: u16) -> (usize, usize) {
    (usize::from(mv) / MAX_POINTS, usize::from(mv) % MAX_POINTS)
}

impl<D: Description> VariantGame<D> {
    /// A position without a history. The board has one king of each side.
    pub(super) fn of(board: Board<D>, turn: Side, quiet: u16, number: u16) -> VariantGame<D> {
        let points = 0..Board::<D>::POINTS;
        let pieces = points.fold(0, |key, point| key ^ cell_key(board.at(point), point));
        let key = if turn == RED { pieces } else { pieces ^ mix64(0) };
        let visit = Visit { key, in_check: board.in_check(turn) };
        VariantGame { board, turn, quiet, number, path: vec![visit] }
    }

    fn here(&self) -> Visit {
        self.path[self.path.len() - 1]
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.here().in_check
    }

    fn is_safe(&self, from: usize, to: usize) -> bool {
        !self.board.after(from, to).in_check(self.turn)
    }

    /// The value of the piece that a move captures; 0 if it captures none.
    pub(super) fn gain(&self, mv: u16) -> i32 {
        piece(self.board.at(unpacked(mv).1)).map_or(0, |(kind, _)| D::PIECES[kind].value)
    }

    /// The number of plies back to the position that ends the game by repetition; within the last
    /// `ply` plies the first recurrence does.
    fn cycle(&self, ply: usize) -> Option<usize> {
        let (now, mut seen) = (self.path.len() - 1, 1);
        (2..=self.reversible()).step_by(2).find(|&back| {
            let recurs = self.path[now - back].key == self.path[now].key;
            seen += usize::from(recurs);
            recurs && (back <= ply || seen == OCCURRENCES)
        })
    }

    fn end(&self, ply: usize) -> Option<End> {
        if self.quiet >= QUIET_LIMIT && !legal_moves(self).is_empty() {
            return Some(End::Limit);
        }
        let back = self.cycle(ply)?;
        let cycle = self.path[self.path.len() - back..].iter().rev();
        let theirs = cycle.clone().step_by(2).all(|visit| visit.in_check);
        let ours = cycle.skip(1).step_by(2).all(|visit| visit.in_check);
        Some(match (ours, theirs) {
            (true, false) => End::Loss(back),
            (false, true) => End::Win(back),
            _ => End::Draw(back),
        })
    }
}

impl<D: Description> Game for VariantGame<D> {
    type Move = u16;
    type Undo = VariantUndo;

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn legal_moves(&self, moves: &mut impl Extend<u16>) {
        for (from, _) in self.board.pieces(self.turn) {
            self.board.targets(from, &mut |to| moves.extend(self.is_safe(from, to).then_some(packed(from, to))));
        }
    }

    fn is_legal(&self, mv: u16) -> bool {
        let (from, to) = unpacked(mv);
        let is_own = from < Board::<D>::POINTS && piece(self.board.at(from)).is_some_and(|(_, side)| side == self.turn);
        let mut can_move = false;
        if is_own {
            self.board.targets(from, &mut |target| can_move |= target == to);
        }
        can_move && self.is_safe(from, to)
    }

    fn make(&mut self, mv: u16) -> VariantUndo {
        let (from, to) = unpacked(mv);
        let (mover, captured) = (self.board.at(from), self.board.at(to));
        let undo = VariantUndo { captured, quiet: self.quiet, number: self.number };
        self.board = self.board.after(from, to);
        self.quiet = if captured == 0 { self.quiet.saturating_add(1) } else { 0 };
        self.number = self.number.saturating_add(u16::from(self.turn == BLACK));
        self.turn = !self.turn;
        let change = cell_key(mover, from) ^ cell_key(mover, to) ^ cell_key(captured, to) ^ mix64(0);
        let in_check = self.board.in_check(self.turn);
        self.path.push(Visit { key: self.here().key ^ change, in_check });
        undo
    }

    fn unmake(&mut self, mv: u16, undo: VariantUndo) {
        let (from, to) = unpacked(mv);
        self.board.set(from, self.board.at(to));
        self.board.set(to, undo.captured);
        (self.quiet, self.number, self.turn) = (undo.quiet, undo.number, !self.turn);
        self.path.pop();
    }

    fn key(&self) -> u64 {
        self.here().key
    }

    fn verdict(&self, ply: usize) -> Verdict {
        match self.end(ply) {
            None => Verdict::Open,
            Some(End::Limit) => Verdict::Exact(Score::ZERO, Reach::Game),
            Some(End::Draw(back)) => Verdict::Exact(Score::ZERO, Reach::Plies(back)),
            Some(End::Loss(back)) => Verdict::Exact(Score::rule_loss(ply), Reach::Plies(back)),
            Some(End::Win(back)) => Verdict::Exact(Score::rule_win(ply), Reach::Plies(back)),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let perpetual = |winner| Outcome::win(winner, "perpetual check").by(OutcomeKind::Ruling);
        match self.end(0) {
            None => {
                let reason = if self.in_check() { "checkmate" } else { "stalemate" };
                legal_moves(self).is_empty().then(|| Outcome::win(!self.turn, reason))
            }
            Some(End::Limit) => Some(Outcome::draw("too many moves without a capture").by(OutcomeKind::MoveLimit)),
            Some(End::Draw(_)) => Some(Outcome::draw("repetition").by(OutcomeKind::Repetition)),
            Some(End::Loss(_)) => Some(perpetual(!self.turn)),
            Some(End::Win(_)) => Some(perpetual(self.turn)),
        }
    }

    fn reversible(&self) -> usize {
        usize::from(self.quiet).min(self.path.len() - 1)
    }
}
