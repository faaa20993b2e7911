//! What each side attacks, by class of attacker: the ground of most terms.

use crate::{
    Bitboard, Color, PieceKind, Position, Square,
    movegen::leapers::orthogonal_index,
    movegen::leapers::{ADVISOR_TARGETS, ELEPHANT_TARGETS, HORSE_TARGETS, KING_TARGETS, PAWN_TARGETS, diagonal_index},
    movegen::lines::{FILE_REACH, RANK_REACH, file_set, rank_set},
};
use std::ops::Deref;

/// The pieces of one strong kind, of which a side has two at most, with what they attack.
#[derive(Clone, Copy)]
pub(super) struct Pieces<T> {
    pieces: [T; 2],
    count: usize,
}

impl<T: Copy> Pieces<T> {
    const fn new(nothing: T) -> Pieces<T> {
        Pieces { pieces: [nothing; 2], count: 0 }
    }

    #[inline(always)]
    fn push(&mut self, piece: T) {
        self.pieces[self.count & 1] = piece;
        self.count += 1;
    }
}

impl<T> Deref for Pieces<T> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.pieces[..self.count.min(2)]
    }
}

/// A rook or horse on the board.
#[derive(Clone, Copy)]
pub(super) struct Attacker {
    pub(super) square: Square,
    /// Where it can go or would take back.
    pub(super) targets: Bitboard,
}

/// A cannon on the board.
#[derive(Clone, Copy)]
pub(super) struct Cannon {
    pub(super) square: Square,
    /// The points up to its first blockers, and those: where it can go.
    pub(super) slide: Bitboard,
    /// The points behind one screen, the second blocker included: what it would take.
    pub(super) fire: Bitboard,
}

/// The attacks of one side.
pub(super) struct Side {
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
    pub(super) all: Bitboard,
    pub(super) advisors: usize,
    pub(super) elephants: usize,
    pub(super) pawn_count: usize,
}

/// The points that a rook on a square reaches, its first blockers included, and
/// those that it would reach if the first blockers were gone.
#[inline]
pub(super) fn slide(position: &Position, square: Square) -> (Bitboard, Bitboard) {
    let (file, rank) = (square.file(), square.rank());
    let (rank_code, file_code) = (position.bit_rank(rank), position.bit_file(file));
    let on_rank = RANK_REACH[file as usize][rank_code as usize & 511].slide;
    let on_file = FILE_REACH[rank as usize][file_code as usize & 1023].slide;
    // With the first blockers gone the slide goes on to the second ones.
    let beyond_rank = RANK_REACH[file as usize][(rank_code & !on_rank) as usize & 511].slide & !on_rank;
    let beyond_file = FILE_REACH[rank as usize][(file_code & !on_file) as usize & 1023].slide & !on_file;
    let set = |rank_part, file_part| Bitboard(rank_set(rank, rank_part) | file_set(file, file_part));
    (set(on_rank, on_file), set(beyond_rank, beyond_file))
}

/// The points that a rook on a square reaches, its first blockers included.
#[inline]
fn rook_slide(position: &Position, square: Square) -> Bitboard {
    let (file, rank) = (square.file(), square.rank());
    let on_rank = RANK_REACH[file as usize][position.bit_rank(rank) as usize & 511].slide;
    let on_file = FILE_REACH[rank as usize][position.bit_file(file) as usize & 1023].slide;
    Bitboard(rank_set(rank, on_rank) | file_set(file, on_file))
}

impl Side {
    /// A side that attacks nothing yet.
    pub(super) const EMPTY: Side = {
        let (square, targets) = (Square::at(0), Bitboard::EMPTY);
        Side {
            rooks: Pieces::new(Attacker { square, targets }),
            horses: Pieces::new(Attacker { square, targets }),
            cannons: Pieces::new(Cannon { square, slide: targets, fire: targets }),
            pawns: targets,
            pawn_targets: targets,
            guard_targets: targets,
            horse_targets: targets,
            cannon_targets: targets,
            rook_targets: targets,
            all: targets,
            advisors: 0,
            elephants: 0,
            pawn_count: 0,
        }
    };

    /// How many pieces it has, its king aside.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.advisors + self.elephants + self.horses.len() + self.rooks.len() + self.cannons.len() + self.pawn_count
    }

    /// Fills in an empty side; in place, because it is large to move.
    #[inline(always)]
    pub(super) fn look(&mut self, position: &Position, color: Color, occupied: Bitboard) {
        let side = self;
        side.guard_targets = KING_TARGETS[position.king(color).index()];
        for square in position.squares_of(color, PieceKind::Advisor) {
            side.guard_targets |= ADVISOR_TARGETS[square.index()];
            side.advisors += 1;
        }
        for square in position.squares_of(color, PieceKind::Elephant) {
            side.guard_targets |= ELEPHANT_TARGETS[square.index()][diagonal_index(occupied, square)];
            side.elephants += 1;
        }
        for square in position.squares_of(color, PieceKind::Horse) {
            let targets = HORSE_TARGETS[square.index()][orthogonal_index(position, square)];
            side.horse_targets |= targets;
            side.horses.push(Attacker { square, targets });
        }
        for square in position.squares_of(color, PieceKind::Rook) {
            let targets = rook_slide(position, square);
            side.rook_targets |= targets;
            side.rooks.push(Attacker { square, targets });
        }
        for square in position.squares_of(color, PieceKind::Cannon) {
            let (slide, fire) = slide(position, square);
            side.cannon_targets |= fire;
            side.cannons.push(Cannon { square, slide, fire });
        }
        for square in position.squares_of(color, PieceKind::Pawn) {
            side.pawns |= Bitboard::of(square);
            side.pawn_targets |= PAWN_TARGETS[color.index()][square.index()];
            side.pawn_count += 1;
        }
        side.all =
            side.pawn_targets | side.guard_targets | side.horse_targets | side.cannon_targets | side.rook_targets;
    }
}
