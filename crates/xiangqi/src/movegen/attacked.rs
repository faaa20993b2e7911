//! The points that pieces attack, as sets.

use crate::{
    Bitboard, PieceKind, Position, Side, Square,
    movegen::leapers::{ADVISOR_TARGETS, ELEPHANT_TARGETS, HORSE_TARGETS, KING_TARGETS, PAWN_TARGETS},
    movegen::leapers::{diagonal_index, orthogonal_index},
    movegen::lines::{FILE_REACH, RANK_REACH, file_set, rank_set},
};

/// The points that a rook on a square reaches, including its first blockers, and
/// those that it would reach without the first blockers.
#[inline(always)]
pub(crate) fn slide(position: &Position, square: Square) -> (Bitboard, Bitboard) {
    let (file, rank) = (square.file(), square.rank());
    let (rank_code, file_code) = (position.bit_rank(rank), position.bit_file(file));
    let on_rank = RANK_REACH[file as usize][rank_code as usize & 511].slide;
    let on_file = FILE_REACH[rank as usize][file_code as usize & 1023].slide;
    // Without the first blockers the slide extends to the second ones.
    let beyond_rank = RANK_REACH[file as usize][(rank_code & !on_rank) as usize & 511].slide & !on_rank;
    let beyond_file = FILE_REACH[rank as usize][(file_code & !on_file) as usize & 1023].slide & !on_file;
    let set = |rank_part, file_part| Bitboard(rank_set(rank, rank_part) | file_set(file, file_part));
    (set(on_rank, on_file), set(beyond_rank, beyond_file))
}

/// The points that a rook on a square reaches, including its first blockers.
#[inline(always)]
pub(crate) fn rook_slide(position: &Position, square: Square) -> Bitboard {
    let (file, rank) = (square.file(), square.rank());
    let on_rank = RANK_REACH[file as usize][position.bit_rank(rank) as usize & 511].slide;
    let on_file = FILE_REACH[rank as usize][position.bit_file(file) as usize & 1023].slide;
    Bitboard(rank_set(rank, on_rank) | file_set(file, on_file))
}

impl Position {
    /// The points that a side attacks or protects: by pawns, advisors and elephants; by these, horses
    /// and cannons; by any piece.
    pub(crate) fn attacked_by(&self, color: Side) -> [Bitboard; 3] {
        let occupied = self.occupied();
        let mut least = Bitboard::EMPTY;
        for square in self.squares_of(color, PieceKind::Pawn) {
            least |= PAWN_TARGETS[color][square.index()];
        }
        for square in self.squares_of(color, PieceKind::Advisor) {
            least |= ADVISOR_TARGETS[square.index()];
        }
        for square in self.squares_of(color, PieceKind::Elephant) {
            least |= ELEPHANT_TARGETS[square.index()][diagonal_index(occupied, square)];
        }
        let mut lesser = least;
        for square in self.squares_of(color, PieceKind::Horse) {
            lesser |= HORSE_TARGETS[square.index()][orthogonal_index(occupied, square)];
        }
        for square in self.squares_of(color, PieceKind::Cannon) {
            lesser |= slide(self, square).1;
        }
        let mut any = lesser | KING_TARGETS[self.king(color).index()];
        for square in self.squares_of(color, PieceKind::Rook) {
            any |= rook_slide(self, square);
        }
        [least, lesser, any]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, Piece};
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };

    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};

    /// The attacks of pieces by the rules: each point where they could capture an enemy piece.
    fn by_the_rules(position: &Position, color: Side, kinds: &[PieceKind]) -> Bitboard {
        let kings = Side::BOTH.map(|color| position.king(color));
        let is_attacked = |&target: &Square| {
            let mut after = position.without(target);
            assert!(after.put(target, Piece::new(!color, Pawn)) || kings.contains(&target));
            let from = kinds.iter().flat_map(|&kind| position.squares_of(color, kind));
            from.filter_map(|from| Move::new(from, target)).any(|mv| after.is_pseudo_legal(mv))
        };
        Square::all().filter(|square| !kings.contains(square)).filter(is_attacked).collect()
    }

    #[test]
    fn attacked_points_are_those_where_pieces_could_capture() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut compared = 0;
        for _ in 0..20 {
            // Each side lacks a pawn, so that one more can be put anywhere.
            let mut position = Position::start().without(Square::at(3 * 9)).without(Square::at(6 * 9));
            for _ in 0..80 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.make(moves[random.next_u64() as usize % moves.len()]);
                let color = position.side_to_move();
                let kings: Bitboard = Side::BOTH.iter().map(|&color| position.king(color)).collect();
                let found = position.attacked_by(color).map(|points| points & !kings);
                let least: &[PieceKind] = &[Pawn, Advisor, Elephant];
                let groups = [&[][..], &[Horse, Cannon], &[Horse, Cannon, Rook, King]];
                let rules = groups.map(|more| by_the_rules(&position, color, &[least, more].concat()));
                assert_eq!(found, rules, "{}", position.to_fen());
                compared += 1;
            }
        }
        assert!(compared > 1_000, "{compared}");
    }
}
