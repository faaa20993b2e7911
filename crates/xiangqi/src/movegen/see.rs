//! Static exchange evaluation: what a series of captures on one square brings.
//!
//! Both sides capture with their least valuable attacker and may stop when it
//! pays. The attackers are found anew after each capture, because taking a
//! piece away opens lines, takes a cannon's screen or makes one, and frees the
//! legs of horses. Pins are not looked at, but a king does not take a piece
//! that is still protected. Source: row Z-C17 of docs/sources.md.

use crate::{
    Bitboard, Color, Move, PieceKind, Position, Square,
    movegen::leapers::{ADVISOR_TARGETS, ELEPHANT_TARGETS, HORSE_SOURCES, KING_TARGETS, PAWN_SOURCES, diagonal_index},
    movegen::lines::{FILE_REACH, RANK_REACH, file_set, rank_set},
    position::{EMPTY, SLOT_PIECE},
};

/// What a piece is worth in an exchange, in hundredths of a pawn, by [`PieceKind::index`].
/// The strong pieces, advisors and elephants by row Z-D2 of docs/sources.md; a king is never given up.
pub const EXCHANGE_VALUES: [i32; 7] = [10_000, 180, 160, 450, 1050, 500, 100];

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

/// A square, and what stands around it while the exchange goes on.
struct Exchange<'a> {
    position: &'a Position,
    target: Square,
    rank_code: u16,
    file_code: u16,
    occupied: Bitboard,
}

impl Exchange<'_> {
    /// Takes an attacker off its square.
    fn remove(&mut self, square: Square) {
        self.occupied ^= Bitboard::of(square);
        if square.rank() == self.target.rank() {
            self.rank_code ^= 1 << square.file();
        }
        if square.file() == self.target.file() {
            self.file_code ^= 1 << square.rank();
        }
    }

    /// The least valuable piece of a side that attacks the target.
    fn least_attacker(&self, color: Color) -> Option<(PieceKind, Square)> {
        let target = self.target;
        let (file, rank) = (target.file(), target.rank());
        let rank_reach = RANK_REACH[file as usize][self.rank_code as usize & 511];
        let file_reach = FILE_REACH[rank as usize][self.file_code as usize & 1023];
        let on_lines = |rank_code: u16, file_code: u16| Bitboard(rank_set(rank, rank_code) | file_set(file, file_code));
        let corners = diagonal_index(self.occupied, target);
        let own = self.occupied & self.position.occupied_by(color);
        for kind in BY_VALUE {
            let sources = match kind {
                PieceKind::Pawn => PAWN_SOURCES[color.index()][target.index()],
                // Elephants and advisors go back by the way they came, and so does a king.
                PieceKind::Elephant => ELEPHANT_TARGETS[target.index()][corners],
                PieceKind::Advisor => ADVISOR_TARGETS[target.index()],
                PieceKind::Horse => HORSE_SOURCES[target.index()][corners],
                PieceKind::King => KING_TARGETS[target.index()],
                PieceKind::Rook => on_lines(rank_reach.slide, file_reach.slide),
                PieceKind::Cannon => on_lines(rank_reach.jump, file_reach.jump),
            } & own;
            // Most kinds have no piece of the side among their sources.
            if sources.is_empty() {
                continue;
            }
            let attacker = self.position.squares_of(color, kind).find(|&square| sources.contains(square));
            if let Some(square) = attacker {
                return Some((kind, square));
            }
        }
        None
    }
}

impl Position {
    /// Whether the exchange that a pseudo-legal move starts brings its mover at
    /// least `threshold` (see [`EXCHANGE_VALUES`]). A quiet move starts one too:
    /// it asks whether the piece is safe where it goes.
    pub fn exchange_at_least(&self, mv: Move, threshold: i32) -> bool {
        let (from, target) = (mv.from(), mv.to());
        let mover = SLOT_PIECE[self.slot_at(from) as usize];
        let captured = self.slot_at(target);
        let taken = if captured == EMPTY { 0 } else { EXCHANGE_VALUES[SLOT_PIECE[captured as usize].kind.index()] };
        // `debt` is what the side to capture next must win for its capture to pay.
        let mut debt = taken - threshold;
        if debt < 0 {
            return false;
        }
        debt = EXCHANGE_VALUES[mover.kind.index()] - debt;
        if debt <= 0 {
            return true;
        }
        let mut exchange = Exchange {
            position: self,
            target,
            rank_code: self.bit_rank(target.rank()) | 1 << target.file(),
            file_code: self.bit_file(target.file()) | 1 << target.rank(),
            occupied: self.occupied() | Bitboard::of(target),
        };
        exchange.remove(from);
        let mut side = !mover.color;
        let mut mover_satisfied = true;
        while let Some((kind, square)) = exchange.least_attacker(side) {
            exchange.remove(square);
            if kind == PieceKind::King && exchange.least_attacker(!side).is_some() {
                break;
            }
            mover_satisfied = !mover_satisfied;
            debt = EXCHANGE_VALUES[kind.index()] - debt;
            // Even if the piece is lost, the capture has paid.
            if debt < mover_satisfied as i32 {
                break;
            }
            side = !side;
        }
        mover_satisfied
    }

    /// The value of the exchange that a pseudo-legal move starts: the greatest
    /// threshold that [`Position::exchange_at_least`] confirms.
    pub fn exchange(&self, mv: Move) -> i32 {
        let (mut low, mut high) = (-20_001_i32, 20_001_i32);
        while low + 1 < high {
            let middle = (low + high).div_euclid(2);
            if self.exchange_at_least(mv, middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MoveKind;
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };

    /// The same exchange played out on a real board, one capture at a time.
    fn played(position: &Position, mv: Move) -> i32 {
        let mut after = *position;
        let taken = position.piece_at(mv.to()).map_or(0, |piece| EXCHANGE_VALUES[piece.kind.index()]);
        after.make(mv);
        taken - best_reply(&after, mv.to()).max(0)
    }

    fn best_reply(position: &Position, target: Square) -> i32 {
        let attacker = |position: &Position| {
            let order = |mv: &Move| {
                let kind = position.piece_at(mv.from()).unwrap().kind;
                (EXCHANGE_VALUES[kind.index()], position.slot_at(mv.from()))
            };
            Square::all()
                .filter_map(|from| Move::new(from, target))
                .filter(|&mv| position.is_pseudo_legal(mv))
                .min_by_key(order)
        };
        let Some(mv) = attacker(position) else { return 0 };
        let mut after = *position;
        after.make(mv);
        if position.piece_at(mv.from()).unwrap().kind == PieceKind::King && attacker(&after).is_some() {
            return 0;
        }
        let taken = EXCHANGE_VALUES[position.piece_at(target).unwrap().kind.index()];
        taken - best_reply(&after, target).max(0)
    }

    #[test]
    fn exchanges_are_what_playing_them_out_says() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
        let mut compared = 0;
        for _ in 0..200 {
            let mut position = Position::start();
            for _ in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    assert_eq!(position.exchange(mv), played(&position, mv), "{mv} in {}", position.to_fen());
                    compared += 1;
                }
                // Captures are rare among random moves: prefer them a little.
                let mut captures = crate::MoveList::new();
                position.generate(MoveKind::Captures, &mut captures);
                let pool = if rng.next_u64() % 8 == 0 && !captures.is_empty() { captures } else { moves };
                position.make(pool[rng.next_u64() as usize % pool.len()]);
            }
        }
        assert!(compared > 100_000);
    }

    #[test]
    fn a_protected_pawn_is_not_worth_a_rook() {
        let position: Position = "4k4/9/4b4/9/2p6/9/2R6/9/9/3K5 w - - 0 1".parse().unwrap();
        assert_eq!(position.exchange("c3c5".parse().unwrap()), 100 - 1050);
        // A blocked eye: the elephant does not protect.
        let position: Position = "4k4/9/4b4/3P5/2p6/9/2R6/9/9/3K5 w - - 0 1".parse().unwrap();
        assert_eq!(position.exchange("c3c5".parse().unwrap()), 100);
    }
}
