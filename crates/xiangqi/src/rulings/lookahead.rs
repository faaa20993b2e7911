//! The little tactics that a rule book asks an referee to see: does a side
//! threaten mate by checks alone (殺), and what does a capture, or a series of
//! checks, win when both sides go on capturing?
//!
//! The search is small on purpose: only captures, checks and answers to checks,
//! a bounded number of each, and a bounded number of positions, so that it ends
//! in about a millisecond and always in the same way. Nothing is allocated on
//! the heap.

use crate::{Color, Move, MoveKind, MoveList, Piece, PieceKind, Position, Square};

/// Above every sum of values: the king is lost.
pub(crate) const MATE: i32 = 1_000;

/// How many positions one question may look at.
const NODES: u32 = 30_000;
/// How many checks without capture a side may give in one line.
const CHECKS: u8 = 4;
/// The longest line, in plies.
const DEPTH: u8 = 9;

/// What a capture is worth to the side that makes it, in units of half a horse:
/// a rook is two horses or cannons, a horse is two advisors or elephants. A
/// pawn counts only across the river.
pub(crate) fn value(piece: Piece, square: Square) -> i32 {
    match piece.kind {
        PieceKind::King => MATE,
        PieceKind::Rook => 4,
        PieceKind::Horse | PieceKind::Cannon => 2,
        PieceKind::Advisor | PieceKind::Elephant => 1,
        PieceKind::Pawn => square.across_river(piece.color) as i32,
    }
}

/// What has changed hands in a line, from one side's point of view.
#[derive(Clone, Copy, Default)]
struct Balance {
    /// Won minus lost, pawns that the side lost left out.
    pieces: i32,
    /// Crossed pawns that the side lost.
    pawns: i32,
}

impl Balance {
    fn add(self, taken: Option<Piece>, at: Square, attacker: Color) -> Balance {
        let Some(piece) = taken else { return self };
        let worth = value(piece, at);
        if piece.color != attacker {
            Balance { pieces: self.pieces + worth, ..self }
        } else if piece.kind == PieceKind::Pawn {
            Balance { pawns: self.pawns + worth, ..self }
        } else {
            Balance { pieces: self.pieces - worth, ..self }
        }
    }

    /// The balance as one number. The value of a pawn floats: given for an
    /// advisor, an elephant, a horse or a cannon, or for one of each, it is an
    /// even trade; otherwise it counts as an advisor does.
    fn total(self) -> i32 {
        let floated = if self.pawns > 0 { self.pieces.clamp(1, 3) - 1 } else { 0 };
        self.pieces - self.pawns - floated
    }
}

/// One question to the look-ahead: what can a side win?
pub(crate) struct Lookahead {
    attacker: Color,
    nodes: u32,
}

impl Lookahead {
    pub(crate) fn new(attacker: Color) -> Lookahead {
        Lookahead { attacker, nodes: NODES }
    }

    /// What the side wins, at least, by a first move and the best play after
    /// it; `MATE / 2` or more if the move mates by force.
    pub(crate) fn after(&mut self, position: &Position, first: Move) -> i32 {
        let mut board = *position;
        let balance = Balance::default().add(board.piece_at(first.to()), first.to(), self.attacker);
        board.make(first);
        self.search(&board, DEPTH - 1, [CHECKS; 2], balance, -2 * MATE, 2 * MATE)
    }

    fn search(
        &mut self,
        board: &Position,
        depth: u8,
        checks: [u8; 2],
        balance: Balance,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        let side = board.side_to_move();
        let ours = side == self.attacker;
        let in_check = board.in_check();
        self.nodes = self.nodes.saturating_sub(1);
        if depth == 0 || self.nodes == 0 {
            return balance.total();
        }
        let moves = candidates(board, in_check, checks[side.index()] > 0);
        if in_check && moves.is_empty() {
            return if ours { -MATE } else { MATE };
        }
        // Out of check a side may always leave things as they are.
        let mut best = match (in_check, ours) {
            (false, _) => balance.total(),
            (true, true) => -2 * MATE,
            (true, false) => 2 * MATE,
        };
        if ours {
            alpha = alpha.max(best);
        } else {
            beta = beta.min(best);
        }
        for mv in moves {
            if alpha >= beta {
                break;
            }
            let taken = board.piece_at(mv.to());
            let mut checks = checks;
            if taken.is_none() && !in_check {
                checks[side.index()] -= 1;
            }
            let mut next = *board;
            next.make(mv);
            let balance = balance.add(taken, mv.to(), self.attacker);
            let score = self.search(&next, depth - 1, checks, balance, alpha, beta);
            if ours {
                best = best.max(score);
                alpha = alpha.max(best);
            } else {
                best = best.min(score);
                beta = beta.min(best);
            }
        }
        best
    }
}

/// The moves that a look-ahead tries: every answer to a check, or else the
/// captures, the dearest first, and then the checks.
fn candidates(board: &Position, in_check: bool, checks: bool) -> MoveList {
    let mut list = MoveList::new();
    board.generate(if in_check { MoveKind::All } else { MoveKind::Captures }, &mut list);
    list.sort_by_key(|mv| -board.piece_at(mv.to()).map_or(-1, |piece| value(piece, mv.to())));
    if !in_check && checks {
        let mut quiets = MoveList::new();
        board.generate(MoveKind::Quiets, &mut quiets);
        list.extend(quiets.into_iter().filter(|&mv| board.gives_check(mv)));
    }
    list
}

/// Whether the side to move can mate by checking with every move, in at most
/// `moves` moves, all of which satisfy `allowed`.
pub(crate) fn mates_by_checks(position: &Position, moves: u8, allowed: impl Fn(&Position, Move) -> bool) -> bool {
    // Deepening keeps a mate in one from being sought behind a long detour.
    let mut nodes = NODES;
    (1..=moves).any(|limit| mates_within(position, limit, &mut nodes, &allowed))
}

fn mates_within(position: &Position, moves: u8, nodes: &mut u32, allowed: &dyn Fn(&Position, Move) -> bool) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        if *nodes == 0 || !allowed(position, mv) || !position.gives_check(mv) {
            return false;
        }
        *nodes -= 1;
        let mut after = *position;
        after.make(mv);
        let answers = after.legal_moves();
        answers.is_empty()
            || moves > 1
                && answers.into_iter().all(|answer| {
                    let mut next = after;
                    next.make(answer);
                    mates_within(&next, moves - 1, nodes, allowed)
                })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    fn wins(fen: &str, mv: &str) -> i32 {
        let position = position(fen);
        Lookahead::new(position.side_to_move()).after(&position, mv.parse().unwrap())
    }

    #[test]
    fn captures_are_counted_to_the_end_of_the_exchange() {
        // A free horse; the same horse guarded by an elephant: a rook for a horse.
        assert_eq!(wins("3k5/9/9/9/9/2n6/9/9/2R6/4K4 w", "c1c4"), 2);
        assert_eq!(wins("2bk5/9/9/9/2n6/9/9/9/2R6/4K4 w", "c1c5"), 2);
        assert_eq!(wins("2bk5/9/4b4/9/2n6/9/9/9/2R6/4K4 w", "c1c5"), -2);
        // Two attackers against one root.
        assert_eq!(wins("3k5/9/4b4/9/2n6/9/9/2R6/2R6/5K3 w", "c2c5"), -1);
    }

    #[test]
    fn a_pawn_floats() {
        let total = |pieces, pawns| Balance { pieces, pawns }.total();
        // Given for an advisor, a horse, or both: even. For a rook: won. For nothing, or a pawn for a pawn.
        assert_eq!([1, 2, 3].map(|won| total(won, 1)), [0, 0, 0]);
        assert_eq!(total(4, 1), 1);
        assert_eq!(total(0, 1), -1);
        assert_eq!(total(-2, 1), -3);
        assert_eq!(total(2, 0), 2);
    }

    #[test]
    fn mates_by_checks_are_found() {
        assert!(mates_by_checks(&position("3k5/R8/1R7/9/9/9/9/9/9/4K4 w"), 1, |_, _| true));
        assert!(mates_by_checks(&position("3k5/9/1R7/R8/9/9/9/9/9/4K4 w"), 2, |_, _| true));
        assert!(!mates_by_checks(&position("3k5/9/9/R8/9/9/9/9/9/5K3 w"), 3, |_, _| true));
    }
}
