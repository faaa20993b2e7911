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

    /// The gain of a side by capturing on a cell with the best of its least valuable pieces; 0 if it should not
    /// capture.
    fn recapture(&self, color: Side, target: u8) -> i32 {
        let captured = self.board[target as usize];
        let gain = |slot: u8| {
            let mut after = *self;
            after.relocate(slot, self.list[slot as usize], target, captured);
            let king = SLOT_PIECE[slot as usize].kind == PieceKind::King;
            if king && after.least_attackers(!color, target).next().is_some() {
                return 0;
            }
            value(captured) - after.recapture(!color, target)
        };
        self.least_attackers(color, target).map(gain).fold(0, i32::max)
    }

    /// The slots of the least valuable pieces of a side, all of one kind, that can capture on a cell.
    #[inline]
    fn least_attackers(&self, color: Side, target: u8) -> impl Iterator<Item = u8> {
        let attacks = move |&slot: &usize| {
            let cell = self.list[slot];
            cell != 0 && cell != target && self.reaches(slot as u8, target as usize)
        };
        let kind = BY_VALUE.into_iter().find(|&kind| slots(color, kind).any(|slot| attacks(&slot)));
        kind.into_iter().flat_map(move |kind| slots(color, kind).filter(attacks)).map(|slot| slot as u8)
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
        board.settles(!SLOT_PIECE[slot as usize].color, to, debt, true)
    }

    /// Whether the mover of the exchange is satisfied in the end, if it is now or not and `side` may capture next.
    fn settles(mut self, mut side: Side, to: u8, mut debt: i32, mut mover_satisfied: bool) -> bool {
        loop {
            let mut attackers = self.least_attackers(side, to);
            let Some(slot) = attackers.next() else { return mover_satisfied };
            if attackers.next().is_some() {
                let wanted = !mover_satisfied;
                let serves = |slot: u8| {
                    let mut after = self;
                    after.relocate(slot, self.list[slot as usize], to, self.board[to as usize]);
                    let debt = value(slot) - debt;
                    let satisfied = if debt < wanted as i32 { wanted } else { after.settles(!side, to, debt, wanted) };
                    satisfied == wanted
                };
                return if self.least_attackers(side, to).any(serves) { wanted } else { mover_satisfied };
            }
            drop(attackers);
            self.relocate(slot, self.list[slot as usize], to, self.board[to as usize]);
            let king = SLOT_PIECE[slot as usize].kind == PieceKind::King;
            if king && self.least_attackers(!side, to).next().is_some() {
                return mover_satisfied;
            }
            mover_satisfied = !mover_satisfied;
            debt = value(slot) - debt;
            if debt < mover_satisfied as i32 {
                return mover_satisfied;
            }
            side = !side;
        }
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
