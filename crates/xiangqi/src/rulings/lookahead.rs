//! The small tactics that rule books expect a referee to see: whether a side
//! threatens mate by checks alone (殺), and what a capture, or a series of
//! checks, wins when both sides continue to capture.
//!
//! The search is small on purpose: it is limited to captures, checks and answers to checks,
//! with bounded numbers of each and of positions, so that it is deterministic and ends
//! in about a millisecond. It allocates nothing on the heap.

use super::attacks::Pair;
use crate::{Bitboard, Move, MoveKind, MoveList, Piece, PieceKind, Position, Side, Square};

/// Greater than every sum of values: the king is lost.
pub(crate) const MATE: i32 = 1_000;

/// The maximal number of positions of one look-ahead.
const NODES: u32 = 30_000;
/// The maximal number of checks of a search for a mate.
const MATE_NODES: u32 = 10_000;
/// The maximal number of checks without capture of a side in one line.
const CHECKS: u8 = 4;
/// The longest line, in plies.
const DEPTH: u8 = 9;

/// Sorts a short list by insertion and keeps the order of equal moves. The stable sort of the standard library would
/// add kilobytes to the library for C and WebAssembly.
fn sort(list: &mut MoveList, key: impl Fn(&Move) -> i32) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at - 1]) > key(&list[at]) {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// The value of a captured piece in units of half a horse:
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

/// The material balance of a line, from one side's point of view.
#[derive(Clone, Copy, Default)]
struct Balance {
    /// Won minus lost, without pawns.
    pieces: i32,
    /// Crossed pawns, won minus lost.
    pawns: i32,
}

impl Balance {
    fn add(mut self, taken: Option<Piece>, at: Square, attacker: Side) -> Balance {
        let Some(piece) = taken else { return self };
        let worth = if piece.color == attacker { -value(piece, at) } else { value(piece, at) };
        if piece.kind == PieceKind::Pawn {
            self.pawns += worth;
        } else {
            self.pieces += worth;
        }
        self
    }

    /// The balance as one number. The value of a pawn varies: pawns against up
    /// to a horse and an advisor are an even trade, against more than that the
    /// pieces win; alone, or together with pieces, a pawn counts as an advisor.
    fn total(self, price: Price) -> i32 {
        if price == Price::PawnsFree && self.pawns < 0 {
            self.pieces
        } else if self.pieces * self.pawns < 0 {
            self.pieces.signum() * (self.pieces.abs() - 3).max(0)
        } else {
            self.pieces + self.pawns
        }
    }
}

/// The price of the pawns that the attacker of a look-ahead loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Price {
    /// Their usual value.
    Usual,
    /// Zero.
    PawnsFree,
}

/// The moves of the opponent of a look-ahead when it is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Replies {
    /// Captures and checks.
    All,
    /// Captures of the piece that captured last, at once or after checks;
    /// threats elsewhere, including mate, are ignored.
    Recaptures,
}

/// The best line of a look-ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TacticalLine {
    /// The minimal gain of the side, in units of [`value`]; `MATE / 2` or more if it mates by force.
    pub(crate) net: i32,
    moves: [Option<Move>; DEPTH as usize],
}

impl TacticalLine {
    /// The first move.
    pub(crate) fn first(&self) -> Option<Move> {
        self.moves[0]
    }

    /// The number of moves, of both sides, after which the line has won this amount.
    pub(crate) fn length(&self, position: &Position, net: i32) -> usize {
        let mut board = *position;
        let mut balance = Balance::default();
        for (index, mv) in self.moves().enumerate() {
            balance = balance.add(board.piece_at(mv.to()), mv.to(), position.side_to_move());
            if balance.total(Price::Usual) >= net {
                return index + 1;
            }
            board.make(mv);
        }
        DEPTH as usize
    }

    /// The moves of both sides.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> {
        self.moves.into_iter().map_while(|mv| mv)
    }

    /// The most valuable piece that the side captures in the line, the
    /// first of several, with the piece that captures it.
    pub(crate) fn prize(&self, position: &Position) -> Option<Pair> {
        let mut board = *position;
        let us = position.side_to_move();
        let mut prize: Option<(i32, Pair)> = None;
        for mv in self.moves() {
            if let Some(piece) = board.piece_at(mv.to()).filter(|piece| piece.color != us) {
                let worth = value(piece, mv.to());
                if prize.is_none_or(|(best, _)| worth > best) {
                    let slot = |square| board.slot_at(square) as usize % 16;
                    prize = Some((worth, Pair { attacker: slot(mv.from()), target: slot(mv.to()) }));
                }
            }
            board.make(mv);
        }
        prize.map(|(_, pair)| pair)
    }
}

/// A look-ahead: what can a side win?
pub(crate) struct Lookahead {
    attacker: Side,
    replies: Replies,
    offered: Bitboard,
    price: Price,
    nodes: u32,
    /// The best line from each distance, as a triangular table.
    lines: [[Option<Move>; DEPTH as usize]; DEPTH as usize + 1],
}

/// A position within a look-ahead.
#[derive(Clone, Copy)]
struct Step {
    /// Plies from the first position.
    ply: u8,
    /// Checks without capture that each side may still give.
    checks: [u8; 2],
    balance: Balance,
    /// The square of the last move if it was a capture.
    taken: Option<Square>,
    /// The slot of the attacker's piece that captured last.
    hunter: Option<u8>,
    /// The squares of the opponent's pieces that could be exchanged since the
    /// beginning: capturing them there is an exchange.
    offered: Bitboard,
}

impl Lookahead {
    pub(crate) fn new(attacker: Side, replies: Replies) -> Lookahead {
        Lookahead::sparing(attacker, replies, Bitboard::EMPTY)
    }

    /// A look-ahead that does not capture the pieces offered for exchange on these squares.
    pub(crate) fn sparing(attacker: Side, replies: Replies, offered: Bitboard) -> Lookahead {
        let none = [None; DEPTH as usize];
        Lookahead { attacker, replies, offered, price: Price::Usual, nodes: NODES, lines: [none; DEPTH as usize + 1] }
    }

    /// The same look-ahead, with lost pawns not counted.
    pub(crate) fn pawns_free(self) -> Lookahead {
        Lookahead { price: Price::PawnsFree, ..self }
    }

    /// The gain of the side by a first move and the best play after it.
    pub(crate) fn after(mut self, position: &Position, first: Move) -> TacticalLine {
        let mut board = *position;
        let captured = board.piece_at(first.to());
        let balance = Balance::default().add(captured, first.to(), self.attacker);
        board.make(first);
        let taken = captured.map(|_| first.to());
        let hunter = taken.map(|square| board.slot_at(square));
        let step = Step { ply: 1, checks: [CHECKS; 2], balance, taken, hunter, offered: self.offered };
        let net = self.search(&board, step, -2 * MATE, 2 * MATE);
        let mut moves = self.lines[1];
        moves[0] = Some(first);
        TacticalLine { net, moves }
    }

    fn search(&mut self, board: &Position, step: Step, mut alpha: i32, mut beta: i32) -> i32 {
        let side = board.side_to_move();
        let ours = side == self.attacker;
        let in_check = board.in_check();
        let ply = step.ply as usize;
        self.lines[ply] = [None; DEPTH as usize];
        self.nodes = self.nodes.saturating_sub(1);
        if step.ply == DEPTH || self.nodes == 0 {
            return step.balance.total(self.price);
        }
        let moves = self.candidates(board, step, in_check);
        if in_check && moves.is_empty() {
            return match (ours, self.replies) {
                (false, _) => MATE,
                (true, Replies::All) => -MATE,
                (true, Replies::Recaptures) => step.balance.total(self.price),
            };
        }
        // Out of check a side may always stop.
        let mut best = match (in_check, ours) {
            (false, _) => step.balance.total(self.price),
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
            let captured = board.piece_at(mv.to());
            let mut checks = step.checks;
            if captured.is_none() && !in_check {
                checks[side.index()] -= 1;
            }
            let mut next = *board;
            next.make(mv);
            let counts =
                ours || in_check || self.replies == Replies::All || step.hunter == Some(board.slot_at(mv.to()));
            let balance = step.balance.add(captured.filter(|_| counts), mv.to(), self.attacker);
            let taken = captured.map(|_| mv.to());
            let hunter = taken.filter(|_| ours).map(|square| next.slot_at(square)).or(step.hunter);
            let offered = step.offered & !Bitboard::of(mv.from());
            let step = Step { ply: step.ply + 1, checks, balance, taken, hunter, offered };
            let score = self.search(&next, step, alpha, beta);
            if if ours { score > best } else { score < best } {
                best = score;
                self.lines[ply] = self.lines[ply + 1];
                self.lines[ply][ply] = Some(mv);
            }
            if ours {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
        }
        best
    }

    /// The candidate moves: every answer to a check, otherwise the
    /// captures, the most valuable first, and then the checks.
    ///
    /// Other captures by the attacker's king or pawns do not count as a gain, because these
    /// pieces may attack freely, so they only recapture.
    fn candidates(&self, board: &Position, step: Step, in_check: bool) -> MoveList {
        let mut list = MoveList::new();
        let side = board.side_to_move();
        board.generate(if in_check { MoveKind::All } else { MoveKind::Captures }, &mut list);
        if !in_check {
            let free = |mv: &Move| match (side == self.attacker, self.replies) {
                (true, _) => {
                    let kind = board.piece_at(mv.from()).map(|piece| piece.kind);
                    let may = !matches!(kind, Some(PieceKind::King | PieceKind::Pawn)) || board.gives_check(*mv);
                    may && !step.offered.contains(mv.to())
                }
                (false, Replies::All) => true,
                (false, Replies::Recaptures) => step.hunter == Some(board.slot_at(mv.to())) || board.gives_check(*mv),
            };
            list.retain(|mv| step.taken == Some(mv.to()) || free(mv));
        }
        sort(&mut list, |mv| -board.piece_at(mv.to()).map_or(-1, |piece| value(piece, mv.to())));
        if !in_check && step.checks[side.index()] > 0 {
            let mut quiets = MoveList::new();
            board.generate(MoveKind::Quiets, &mut quiets);
            list.extend(quiets.into_iter().filter(|&mv| board.gives_check(mv)));
        }
        list
    }
}

/// The number of moves in which the side to move can mate by checking with every move, if
/// at most `moves`, all of which satisfy `allowed`.
pub(crate) fn mate_by_checks(position: &Position, moves: u8, allowed: impl Fn(&Position, Move) -> bool) -> Option<u8> {
    // Iterative deepening finds a mate in one before a longer one.
    let mut nodes = MATE_NODES;
    (1..=moves).find(|&limit| mates_within(position, limit, &mut nodes, &allowed))
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
    use crate::RED;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    fn wins(fen: &str, mv: &str) -> i32 {
        let position = position(fen);
        Lookahead::new(position.side_to_move(), Replies::All).after(&position, mv.parse().unwrap()).net
    }

    #[test]
    fn captures_are_counted_to_the_end_of_the_exchange() {
        // An unprotected horse; the same horse protected by an elephant: a rook for a horse.
        assert_eq!(wins("3k5/9/9/9/9/2n6/9/9/2R6/4K4 w", "c1c4"), 2);
        assert_eq!(wins("2bk5/9/9/9/2n6/9/9/9/2R6/4K4 w", "c1c5"), 2);
        assert_eq!(wins("2bk5/9/4b4/9/2n6/9/9/9/2R6/4K4 w", "c1c5"), -2);
        // Two attackers against one root.
        assert_eq!(wins("3k5/9/4b4/9/2n6/9/9/2R6/2R6/5K3 w", "c2c5"), -1);
    }

    #[test]
    fn the_value_of_a_pawn_varies() {
        let total = |pieces, pawns| Balance { pieces, pawns }.total(Price::Usual);
        // Given for an advisor, a horse, or both: even. For a rook: won. Without compensation, or a pawn for a pawn.
        assert_eq!([1, 2, 3].map(|won| total(won, -1)), [0, 0, 0]);
        assert_eq!(total(4, -1), 1);
        assert_eq!(total(0, -1), -1);
        assert_eq!(total(-2, -1), -3);
        assert_eq!(total(2, 0), 2);
        // Pawns captured for a horse are neither a gain nor a loss.
        assert_eq!([1, 2, 3].map(|won| total(-2, won)), [0, 0, 0]);
        assert_eq!(Balance { pieces: 2, pawns: -1 }.total(Price::PawnsFree), 2);
    }

    #[test]
    fn threats_elsewhere_are_ignored_in_an_exchange() {
        // The rook captures a horse; Black's other rook would capture a horse in return.
        let position = position("3aka3/7r1/9/9/2n6/9/4P4/7N1/2R6/3AKA3 w");
        let net = |replies| Lookahead::new(RED, replies).after(&position, "c1c5".parse().unwrap()).net;
        assert_eq!((net(Replies::All), net(Replies::Recaptures)), (0, 2));
        // A piece that could be exchanged is not captured as well.
        let offered = Bitboard::of("h8".parse().unwrap());
        let total_of = |fen: &str, offered| {
            let position: Position = fen.parse().unwrap();
            Lookahead::sparing(RED, Replies::Recaptures, offered).after(&position, "c1c5".parse().unwrap()).net
        };
        let fen = "3aka3/7r1/4b4/9/2n6/9/4P4/9/2R4R1/3AKA3 w";
        assert_eq!((total_of(fen, Bitboard::EMPTY), total_of(fen, offered)), (2, -2));
    }

    #[test]
    fn a_line_has_a_prize_and_a_length() {
        let position = position("2bk5/9/9/9/2n6/9/9/9/2R6/4K4 w");
        let line = Lookahead::new(RED, Replies::All).after(&position, "c1c5".parse().unwrap());
        let prize = line.prize(&position).unwrap();
        assert_eq!((prize.attacker, prize.target), (7, 5));
        assert_eq!(line.length(&position, 2), 1);
        assert_eq!(line.length(&position, 4), DEPTH as usize);
    }

    #[test]
    fn mates_by_checks_are_found() {
        let mate = |fen: &str, moves| mate_by_checks(&position(fen), moves, |_, _| true);
        assert_eq!(mate("3k5/R8/1R7/9/9/9/9/9/9/4K4 w", 1), Some(1));
        let ladder = "3k5/9/1R7/R8/9/9/9/9/9/5K3 w";
        assert_eq!((mate(ladder, 1), mate(ladder, 2)), (None, Some(2)));
        assert_eq!(mate("3k5/9/9/R8/9/9/9/9/9/5K3 w", 3), None);
    }
}
