//! Exchanges on one square, on the plain model.

use super::{CELL_OF, Mailbox, SLOT_PIECE, slots};
use duiyi_xiangqi::{Move, PieceKind, Side, see::EXCHANGE_VALUES};

/// The kinds, least valuable first.
const BY_VALUE: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Rook,
    PieceKind::King,
];

fn value(slot: u8) -> i32 {
    EXCHANGE_VALUES[SLOT_PIECE[slot as usize].kind.index()]
}

impl Mailbox {
    /// The value of the exchange that a pseudo-legal move starts, as
    /// [`Position::exchange`](duiyi_xiangqi::Position::exchange) defines it, by playing
    /// every capture on the board.
    pub fn exchange(&self, mv: Move) -> i32 {
        let (from, to) = (CELL_OF[mv.from().index()], CELL_OF[mv.to().index()]);
        let (slot, captured) = (self.board[from as usize], self.board[to as usize]);
        let taken = if captured == 0 { 0 } else { value(captured) };
        let mut after = *self;
        after.relocate(slot, from, to, captured);
        taken - after.recapture(!SLOT_PIECE[slot as usize].color, to)
    }

    /// The gain of a side by capturing on a cell with its least valuable piece; 0 if it should not capture.
    fn recapture(&self, color: Side, target: u8) -> i32 {
        let Some(slot) = self.least_attacker(color, target) else { return 0 };
        let captured = self.board[target as usize];
        let mut after = *self;
        after.relocate(slot, self.list[slot as usize], target, captured);
        if SLOT_PIECE[slot as usize].kind == PieceKind::King && after.least_attacker(!color, target).is_some() {
            return 0;
        }
        (value(captured) - after.recapture(!color, target)).max(0)
    }

    /// The slot of the least valuable piece of a side that can capture on a cell.
    #[inline]
    fn least_attacker(&self, color: Side, target: u8) -> Option<u8> {
        for kind in BY_VALUE {
            for slot in slots(color, kind) {
                let cell = self.list[slot];
                if cell != 0 && cell != target && self.reaches(slot as u8, target as usize) {
                    return Some(slot as u8);
                }
            }
        }
        None
    }

    /// Whether the exchange that a pseudo-legal move starts gains at
    /// least `threshold` for its mover: a loop that stops as soon as this is decided, for the
    /// comparison of searches.
    #[inline]
    pub fn exchange_at_least(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (CELL_OF[mv.from().index()], CELL_OF[mv.to().index()]);
        let (slot, captured) = (self.board[from as usize], self.board[to as usize]);
        let taken = if captured == 0 { 0 } else { value(captured) };
        // The amount that the side to capture next must win for its capture to pay.
        let mut debt = taken - threshold;
        if debt < 0 {
            return false;
        }
        debt = value(slot) - debt;
        if debt <= 0 {
            return true;
        }
        let mut board = *self;
        board.relocate(slot, from, to, captured);
        let mut side = !SLOT_PIECE[slot as usize].color;
        let mut mover_satisfied = true;
        while let Some(slot) = board.least_attacker(side, to) {
            board.relocate(slot, board.list[slot as usize], to, board.board[to as usize]);
            if SLOT_PIECE[slot as usize].kind == PieceKind::King && board.least_attacker(!side, to).is_some() {
                break;
            }
            mover_satisfied = !mover_satisfied;
            debt = value(slot) - debt;
            if debt < mover_satisfied as i32 {
                break;
            }
            side = !side;
        }
        mover_satisfied
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_xiangqi::{MoveKind, MoveList, Position};

    #[test]
    fn the_loop_and_the_played_exchange_agree() {
        for line in include_str!("../../../data/perft.epd").lines() {
            let plain = Mailbox::from(&line.split(';').next().unwrap().parse::<Position>().unwrap());
            let mut moves = MoveList::new();
            plain.pseudo_legal(MoveKind::All, &mut moves);
            for mv in moves {
                let value = plain.exchange(mv);
                assert!(plain.exchange_at_least(mv, value), "{mv} in {line}");
                assert!(!plain.exchange_at_least(mv, value + 1), "{mv} in {line}");
            }
        }
    }
}
