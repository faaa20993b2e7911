//! Static exchange evaluation: the result of a series of captures on one square.
//!
//! Both sides capture with their least valuable attacker and may stop when it
//! pays. The attackers are searched again after each capture, because removing a
//! piece opens lines, removes or creates a cannon's screen, and frees the
//! legs of horses. Of several attackers of one kind a side captures with the one
//! that serves it best. Pins are ignored, but a king does not capture a piece
//! that is still protected. Source: row Z-C17 of docs/sources.md.

use crate::{
    Bitboard, Move, PieceKind, Position, Side, Square,
    movegen::leapers::{ADVISOR_TARGETS, ELEPHANT_TARGETS, HORSE_SOURCES, KING_TARGETS, PAWN_SOURCES, diagonal_index},
    movegen::lines::{CROSS, FILE_REACH, RANK_REACH, file_set, rank_set},
    position::{EMPTY, SLOT_PIECE},
};

/// The value of a piece in an exchange, in hundredths of a pawn, by [`PieceKind::index`].
/// The strong pieces, advisors and elephants by row Z-D2 of docs/sources.md; a king is never given up.
pub const EXCHANGE_VALUES: [i32; 7] = [10_000, 180, 160, 450, 1050, 500, 100];

/// The target square and the occupancy during the exchange.
#[derive(Clone, Copy)]
struct Exchange<'a> {
    position: &'a Position,
    target: Square,
    file: u8,
    rank: u8,
    rank_code: u16,
    file_code: u16,
    occupied: Bitboard,
}

impl Exchange<'_> {
    /// Removes an attacker from its square.
    fn remove(&mut self, square: Square) {
        self.occupied ^= Bitboard::of(square);
        let (file, rank) = (square.file(), square.rank());
        if rank == self.rank {
            self.rank_code ^= 1 << file;
        }
        if file == self.file {
            self.file_code ^= 1 << rank;
        }
    }

    /// The least valuable pieces of a side, all of one kind, that attack the target.
    #[inline]
    fn least_attackers(&self, color: Side) -> Option<(PieceKind, Bitboard)> {
        let (position, target) = (self.position, self.target);
        let own = self.occupied & position.occupied_by(color);
        let of = |kind| position.of_kind(kind) & own;
        let pawns = PAWN_SOURCES[color][target.index()] & of(PieceKind::Pawn);
        if !pawns.is_empty() {
            return Some((PieceKind::Pawn, pawns));
        }
        // Moves of elephants, advisors and kings are symmetric.
        let corners = diagonal_index(self.occupied, target);
        let elephants = ELEPHANT_TARGETS[target.index()][corners] & of(PieceKind::Elephant);
        if !elephants.is_empty() {
            return Some((PieceKind::Elephant, elephants));
        }
        let advisors = ADVISOR_TARGETS[target.index()] & of(PieceKind::Advisor);
        if !advisors.is_empty() {
            return Some((PieceKind::Advisor, advisors));
        }
        let horses = HORSE_SOURCES[target.index()][corners] & of(PieceKind::Horse);
        if !horses.is_empty() {
            return Some((PieceKind::Horse, horses));
        }
        let (rooks, cannons) = (of(PieceKind::Rook), of(PieceKind::Cannon));
        if !((rooks | cannons) & CROSS[target.index()]).is_empty() {
            let (file, rank) = (self.file, self.rank);
            let rank_reach = RANK_REACH[file as usize][self.rank_code as usize & 511];
            let file_reach = FILE_REACH[rank as usize][self.file_code as usize & 1023];
            let cannons = cannons & Bitboard(rank_set(rank, rank_reach.jump) | file_set(file, file_reach.jump));
            if !cannons.is_empty() {
                return Some((PieceKind::Cannon, cannons));
            }
            let rooks = rooks & Bitboard(rank_set(rank, rank_reach.slide) | file_set(file, file_reach.slide));
            if !rooks.is_empty() {
                return Some((PieceKind::Rook, rooks));
            }
        }
        let king = KING_TARGETS[target.index()] & of(PieceKind::King);
        if king.is_empty() { None } else { Some((PieceKind::King, king)) }
    }

    /// Whether the mover of the exchange is satisfied in the end, if it is now or not, and `side`, which is not, may
    /// capture next. `debt` is the amount that its capture must win to pay.
    fn settles(mut self, mut side: Side, mut debt: i32, mut mover_satisfied: bool) -> bool {
        while let Some((kind, sources)) = self.least_attackers(side) {
            let lowest = Square::at(sources.0.trailing_zeros() as usize);
            if sources.0 & (sources.0 - 1) != 0 {
                let wanted = !mover_satisfied;
                let serves = |square| self.captures(side, kind, square, debt, mover_satisfied) == wanted;
                return if sources.into_iter().any(serves) { wanted } else { mover_satisfied };
            }
            self.remove(lowest);
            if kind == PieceKind::King && self.least_attackers(!side).is_some() {
                break;
            }
            mover_satisfied = !mover_satisfied;
            debt = EXCHANGE_VALUES[kind.index()] - debt;
            // Even if the piece is lost, the capture has paid off.
            if debt < mover_satisfied as i32 {
                break;
            }
            side = !side;
        }
        mover_satisfied
    }

    /// [`Exchange::settles`] after the capture by one of several pieces of a kind.
    #[inline(never)]
    fn captures(mut self, side: Side, kind: PieceKind, square: Square, debt: i32, mover_satisfied: bool) -> bool {
        self.remove(square);
        let debt = EXCHANGE_VALUES[kind.index()] - debt;
        let satisfied = !mover_satisfied;
        if debt < satisfied as i32 { satisfied } else { self.settles(!side, debt, satisfied) }
    }
}

impl Position {
    /// The pieces of a side that could move to a square if a piece of the other side stood there.
    /// Pins are ignored; the kings do not attack each other along a file.
    ///
    /// ```
    /// use duiyi_xiangqi::{Position, RED, Square};
    ///
    /// let e6: Square = "e6".parse()?;
    /// let attackers: Vec<_> = Position::start().attackers_of(RED, e6).into_iter().map(|square| square.to_string()).collect();
    /// assert!(attackers.is_empty());
    /// let h9: Square = "h9".parse()?;
    /// assert_eq!(Position::start().attackers_of(RED, h9).into_iter().next(), Some("h2".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attackers_of(&self, color: Side, square: Square) -> Bitboard {
        let own = |kind| self.of_kind(kind) & self.occupied_by(color);
        let (index, file, rank) = (square.index(), square.file(), square.rank());
        let corners = diagonal_index(self.occupied(), square);
        let rank_reach = RANK_REACH[file as usize][self.bit_rank(rank) as usize & 511];
        let file_reach = FILE_REACH[rank as usize][self.bit_file(file) as usize & 1023];
        let slides = Bitboard(rank_set(rank, rank_reach.slide) | file_set(file, file_reach.slide));
        let jumps = Bitboard(rank_set(rank, rank_reach.jump) | file_set(file, file_reach.jump));
        (PAWN_SOURCES[color][index] & own(PieceKind::Pawn))
            | (ELEPHANT_TARGETS[index][corners] & own(PieceKind::Elephant))
            | (ADVISOR_TARGETS[index] & own(PieceKind::Advisor))
            | (HORSE_SOURCES[index][corners] & own(PieceKind::Horse))
            | (slides & own(PieceKind::Rook))
            | (jumps & own(PieceKind::Cannon))
            | (KING_TARGETS[index] & own(PieceKind::King))
    }

    /// Whether the exchange that a pseudo-legal move starts gains at
    /// least `threshold` for its mover (see [`EXCHANGE_VALUES`]). A quiet move starts an
    /// exchange too: the moved piece may be captured.
    pub fn exchange_at_least(&self, mv: Move, threshold: i32) -> bool {
        let (from, target) = (mv.from(), mv.to());
        let mover = SLOT_PIECE[self.slot_at(from) as usize];
        let captured = self.slot_at(target);
        let taken = if captured == EMPTY { 0 } else { EXCHANGE_VALUES[SLOT_PIECE[captured as usize].kind.index()] };
        // `debt` is the amount that the side to capture next must win for its capture to pay.
        let mut debt = taken - threshold;
        if debt < 0 {
            return false;
        }
        debt = EXCHANGE_VALUES[mover.kind.index()] - debt;
        if debt <= 0 {
            return true;
        }
        let (file, rank) = (target.file(), target.rank());
        let mut exchange = Exchange {
            position: self,
            target,
            file,
            rank,
            rank_code: self.bit_rank(rank),
            file_code: self.bit_file(file),
            occupied: self.occupied(),
        };
        exchange.remove(from);
        exchange.settles(!mover.color, debt, true)
    }

    /// The value of the exchange that a pseudo-legal move starts: the greatest
    /// threshold for which [`Position::exchange_at_least`] returns true.
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

    /// The same exchange played on a real board, one capture at a time.
    fn played(position: &Position, mv: Move) -> i32 {
        let mut after = *position;
        let taken = position.piece_at(mv.to()).map_or(0, |piece| EXCHANGE_VALUES[piece.kind.index()]);
        after.make(mv);
        taken - best_reply(&after, mv.to()).max(0)
    }

    /// The best capture by the least valuable pieces, or 0.
    fn best_reply(position: &Position, target: Square) -> i32 {
        let attackers = |position: &Position| -> Vec<(i32, Move)> {
            let value = |mv: Move| EXCHANGE_VALUES[position.piece_at(mv.from()).unwrap().kind.index()];
            let captures = Square::all().filter_map(|from| Move::new(from, target));
            captures.filter(|&mv| position.is_pseudo_legal(mv)).map(|mv| (value(mv), mv)).collect()
        };
        let all = attackers(position);
        let Some(least) = all.iter().map(|&(value, _)| value).min() else { return 0 };
        let gain = |&(_, mv): &(i32, Move)| {
            let mut after = *position;
            after.make(mv);
            if position.piece_at(mv.from()).unwrap().kind == PieceKind::King && !attackers(&after).is_empty() {
                return 0;
            }
            EXCHANGE_VALUES[position.piece_at(target).unwrap().kind.index()] - best_reply(&after, target).max(0)
        };
        all.iter().filter(|&&(value, _)| value == least).map(gain).fold(0, i32::max)
    }

    #[test]
    fn exchanges_equal_playing_them_out() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
        let mut compared = 0;
        random_games(&mut rng, 60, |position, mv| {
            assert_eq!(position.exchange(mv), played(position, mv), "{mv} in {}", position.to_fen());
            compared += 1;
        });
        assert!(compared > 100_000);
    }

    /// The gain of the side to move on a square by its best capture or by none. All captures are
    /// tried, without assuming an order of attackers.
    fn best_captures(position: &Position, target: Square, legal: bool) -> i32 {
        let taken = EXCHANGE_VALUES[position.piece_at(target).unwrap().kind.index()];
        let captures = Square::all().filter_map(|from| Move::new(from, target));
        let allowed = |&mv: &Move| if legal { position.is_legal(mv) } else { position.is_pseudo_legal(mv) };
        let gain = |mv: Move| {
            let mut after = *position;
            after.make(mv);
            taken - best_captures(&after, target, legal)
        };
        // Capturing a king wins: nothing is recaptured.
        if taken == EXCHANGE_VALUES[PieceKind::King.index()] {
            return if captures.into_iter().any(|mv| allowed(&mv)) { taken } else { 0 };
        }
        captures.filter(allowed).map(gain).fold(0, i32::max)
    }

    fn exhaustive(position: &Position, mv: Move, legal: bool) -> i32 {
        let taken = position.piece_at(mv.to()).map_or(0, |piece| EXCHANGE_VALUES[piece.kind.index()]);
        let mut after = *position;
        after.make(mv);
        taken - best_captures(&after, mv.to(), legal)
    }

    /// The least valuable attacker against all possible captures. This policy does not see that
    /// another attacker would keep a cannon's screen, or open a line for its own side only, so it
    /// is wrong about once in a thousand moves. It ignores pins and the kings' open
    /// file, so it differs from legal captures more often.
    #[test]
    fn exchanges_nearly_always_equal_the_best_captures() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(18);
        let (mut compared, mut by_order, mut by_rules) = (0, 0, 0);
        random_games(&mut rng, 60, |position, mv| {
            let found = position.exchange(mv);
            compared += 1;
            by_order += u32::from(found != exhaustive(position, mv, false));
            by_rules += u32::from(found != exhaustive(position, mv, true));
        });
        assert!(compared > 150_000, "{compared}");
        // 79 and 454 of 200,231 at the time of writing.
        assert!(by_order * 1000 < compared, "{by_order} of {compared}");
        assert!(by_rules * 200 < compared, "{by_rules} of {compared}");
    }

    /// A number of games of random moves that prefer captures a little; `look` receives every legal move.
    fn random_games(rng: &mut Xoshiro256PlusPlus, games: u32, mut look: impl FnMut(&Position, Move)) {
        for _ in 0..games {
            let mut position = Position::start();
            for _ in 0..100 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                moves.iter().for_each(|&mv| look(&position, mv));
                // Captures are rare among random moves.
                let mut captures = crate::MoveList::new();
                position.generate(MoveKind::Captures, &mut captures);
                let pool = if rng.next_u64().is_multiple_of(8) && !captures.is_empty() { captures } else { moves };
                position.make(pool[rng.next_u64() as usize % pool.len()]);
            }
        }
    }

    #[test]
    fn pins_screens_and_kings_are_decided() {
        let exchange = |fen: &str, mv: &str| {
            let (position, mv): (Position, Move) = (fen.parse().unwrap(), mv.parse().unwrap());
            [position.exchange(mv), exhaustive(&position, mv, false), exhaustive(&position, mv, true)]
        };
        // Black's horse protects the pawn; if it were pinned to its king, it could not recapture.
        assert_eq!(exchange("5k3/9/9/4n4/9/3p5/9/3R5/9/3K5 w - - 0 1", "d2d4"), [-950, -950, -950]);
        assert_eq!(exchange("4k4/9/9/4n4/9/3p5/9/3R5/4R4/3K5 w - - 0 1", "d2d4"), [-950, -950, 100]);
        // The kings' open file: a rook that leaves it by recapturing would expose the king.
        assert_eq!(exchange("3k5/9/9/3r4p/9/9/9/8R/9/3K5 w - - 0 1", "i2i6"), [-950, -950, 100]);
        // A king captures an unprotected piece, but not a protected one.
        assert_eq!(exchange("3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1", "a8d8"), [-1050; 3]);
        assert_eq!(exchange("3k5/R8/1N7/9/9/9/9/9/9/4K4 w - - 0 1", "a8d8"), [0; 3]);
        // The first cannon to recapture would be the second one's screen.
        assert_eq!(
            exchange("2bakab1r/9/n5nR1/3cp4/p1P1c1p2/8p/P5P2/2CR5/9/2BA1KBN1 b - - 0 24", "d6c6"),
            [-400, -450, -450]
        );
    }

    /// The rook on a9 recaptures: that on a3 is the screen of the cannon.
    #[test]
    fn equal_pieces_capture_in_the_order_that_serves_their_side() {
        let position: Position = "r1b1k1b2/9/9/6p1p/p1R1p4/6P2/r8/N3B4/C8/2BAKA3 w - - 0 1".parse().unwrap();
        let mv: Move = "c5a5".parse().unwrap();
        for (same, mv) in
            [(position, mv), (position.mirrored(), mv.mirrored()), (position.color_swapped(), "g4i4".parse().unwrap())]
        {
            assert_eq!(same.exchange(mv), -950);
        }
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
