//! The attacks of each side, by class of attacker: the basis of most terms.

use super::zones::{FAR_HALF, east, west};
use crate::{
    BLACK, Bitboard, PieceKind, Position, RED, Side, Square,
    movegen::leapers::{ADVISOR_TARGETS, ELEPHANT_TARGETS, HORSE_TARGETS, KING_TARGETS},
    movegen::leapers::{diagonal_index, orthogonal_index},
    movegen::slide::{rook_slide, slide},
    position::slots_of,
};

/// The pieces of one strong kind, of which a side has at most two, with their attacks.
/// The length of the array is constant, so that the compiler can keep its elements in registers.
pub(super) struct Pieces<T>([Option<T>; 2]);

impl<T> Pieces<T> {
    /// Computes a value for each piece of a kind.
    #[inline(always)]
    fn of(position: &Position, color: Side, kind: PieceKind, mut look: impl FnMut(Square) -> T) -> Pieces<T> {
        let first = slots_of(color, kind).start;
        let mut at = |slot| Square::from_index(position.slot_square(slot) as usize).map(&mut look);
        Pieces([at(first), at(first + 1)])
    }

    /// Calls a function with each value.
    #[inline(always)]
    pub(super) fn each(&self, mut visit: impl FnMut(&T)) {
        if let Some(piece) = &self.0[0] {
            visit(piece);
        }
        if let Some(piece) = &self.0[1] {
            visit(piece);
        }
    }

    /// The number of pieces.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.0[0].is_some() as usize + self.0[1].is_some() as usize
    }
}

/// A rook or horse on the board.
#[derive(Clone, Copy)]
pub(super) struct Attacker {
    pub(super) square: Square,
    /// The squares that it can reach or protects.
    pub(super) targets: Bitboard,
}

/// A cannon on the board.
#[derive(Clone, Copy)]
pub(super) struct Cannon {
    pub(super) square: Square,
    /// The points up to and including its first blockers: its moves.
    pub(super) slide: Bitboard,
    /// The points behind one screen, including the second blocker: its captures.
    pub(super) fire: Bitboard,
}

/// The attacks of one side.
pub(super) struct SideAttacks {
    pub(super) rooks: Pieces<Attacker>,
    pub(super) horses: Pieces<Attacker>,
    pub(super) cannons: Pieces<Cannon>,
    pub(super) pawns: Bitboard,
    pub(super) pawn_targets: Bitboard,
    /// The attacks of king, advisors and elephants.
    pub(super) guard_targets: Bitboard,
    pub(super) horse_targets: Bitboard,
    pub(super) cannon_targets: Bitboard,
    pub(super) rook_targets: Bitboard,
    /// The points that its cannons can reach without capturing.
    pub(super) cannon_slides: Bitboard,
    pub(super) all: Bitboard,
}

impl SideAttacks {
    /// Computes the attacks of a side.
    #[inline(always)]
    pub(super) fn look(position: &Position, color: Side, occupied: Bitboard) -> SideAttacks {
        let mut guard_targets = KING_TARGETS[position.king(color).index()];
        for square in position.squares_of(color, PieceKind::Advisor) {
            guard_targets |= ADVISOR_TARGETS[square.index()];
        }
        for square in position.squares_of(color, PieceKind::Elephant) {
            guard_targets |= ELEPHANT_TARGETS[square.index()][diagonal_index(occupied, square)];
        }
        let mut horse_targets = Bitboard::EMPTY;
        let horses = Pieces::of(position, color, PieceKind::Horse, |square| {
            let targets = HORSE_TARGETS[square.index()][orthogonal_index(occupied, square)];
            horse_targets |= targets;
            Attacker { square, targets }
        });
        let mut rook_targets = Bitboard::EMPTY;
        let rooks = Pieces::of(position, color, PieceKind::Rook, |square| {
            let targets = rook_slide(position, square);
            rook_targets |= targets;
            Attacker { square, targets }
        });
        let (mut cannon_targets, mut cannon_slides) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let cannons = Pieces::of(position, color, PieceKind::Cannon, |square| {
            let (slide, fire) = slide(position, square);
            cannon_targets |= fire;
            cannon_slides |= slide;
            Cannon { square, slide, fire }
        });
        let pawns = position.of_kind(PieceKind::Pawn) & position.occupied_by(color);
        let pawn_targets = pawn_targets(pawns, color);
        let all = pawn_targets | guard_targets | horse_targets | cannon_targets | rook_targets;
        SideAttacks {
            rooks,
            horses,
            cannons,
            pawns,
            pawn_targets,
            guard_targets,
            horse_targets,
            cannon_targets,
            rook_targets,
            cannon_slides,
            all,
        }
    }
}

/// The points that pawns attack: in front of them and, beyond the river, beside them.
#[inline(always)]
fn pawn_targets(pawns: Bitboard, color: Side) -> Bitboard {
    let across = pawns & FAR_HALF[color];
    let before = match color {
        RED => pawns.0 << 9 & Bitboard::FULL.0,
        BLACK => pawns.0 >> 9,
    };
    Bitboard(before) | east(across) | west(across)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::leapers::PAWN_TARGETS;

    #[test]
    fn pawns_attack_the_union_of_their_attacks() {
        for color in Side::BOTH {
            for one in Square::all() {
                for other in Square::all() {
                    let targets = PAWN_TARGETS[color];
                    let expected = targets[one.index()] | targets[other.index()];
                    let found = pawn_targets(Bitboard::of(one) | Bitboard::of(other), color);
                    assert_eq!(found, expected, "{color:?} {one} {other}");
                }
            }
        }
    }
}
