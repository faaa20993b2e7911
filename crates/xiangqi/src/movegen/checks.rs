//! Checks and pins: what a side must not do because of its king.
//!
//! In xiangqi a move can expose the king in four ways: leaving a line that one
//! piece blocks against a rook (or the other king), leaving a line on which two
//! pieces stop a cannon, leaving the leg of a horse — and *entering* the empty
//! line of a cannon, which turns the piece into its screen.

use crate::{
    Bitboard, Color, IllegalMove, Move, PieceKind, Position, Square,
    board::square::OFF_BOARD,
    movegen::leapers::orthogonal_index,
    movegen::leapers::{ADVISOR_TARGETS, FILE_OF, HORSE_LEG, HORSE_TARGETS, PAWN_SOURCES, PAWN_TARGETS, RANK_OF},
    movegen::leapers::{ELEPHANT_TARGETS, KING_TARGETS, diagonal_index},
    movegen::lines::{FILE_REACH, RANK_REACH, between, file_set, rank_set},
    position::{EMPTY, SLOT_PIECE, slots_of},
};
use arrayvec::ArrayVec;

/// A piece that may leave its square only for some others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pin {
    /// Where it stands.
    pub(crate) square: Square,
    /// Where this pin lets it go.
    pub(crate) allowed: Bitboard,
}

/// The dangers to the king of the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Checks {
    /// The pieces that give check.
    pub(crate) checkers: Bitboard,
    /// Where some piece must go to answer the last checker found (or leave
    /// from `screen`); meaningful only in check, necessary but not sufficient.
    pub(crate) answers: Bitboard,
    /// The screen over which that checker, a cannon, gives check.
    pub(crate) screen: Bitboard,
    /// The empty lines between a cannon and the king: nobody may enter them.
    pub(crate) forbidden: Bitboard,
    /// The squares of the pinned pieces.
    pub(crate) pinned: Bitboard,
    /// One entry a pin; a piece can be pinned more than once.
    pub(crate) pins: ArrayVec<Pin, 12>,
}

/// The points between two points of one line, as a set, and how many of them are occupied.
struct Gap {
    points: u128,
    blockers: u32,
}

impl Position {
    /// The gap between two squares on a common line, or `None`.
    #[inline]
    fn gap(&self, square: u8, king: Square) -> Option<Gap> {
        let (file, rank) = (king.file(), king.rank());
        if FILE_OF[square as usize] == file {
            let code = between(RANK_OF[square as usize], rank);
            Some(Gap { points: file_set(file, code), blockers: (code & self.bit_file(file)).count_ones() })
        } else if RANK_OF[square as usize] == rank {
            let code = between(FILE_OF[square as usize], file);
            Some(Gap { points: rank_set(rank, code), blockers: (code & self.bit_rank(rank)).count_ones() })
        } else {
            None
        }
    }

    /// Whether the kings see each other.
    pub(crate) fn kings_face(&self) -> bool {
        let (red, black) = (self.king(Color::Red), self.king(Color::Black));
        red.file() == black.file() && between(red.rank(), black.rank()) & self.bit_file(red.file()) == 0
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.king_attacked(self.side_to_move())
    }

    /// Whether a side's king could be captured, the facing king included.
    #[inline]
    pub(crate) fn king_attacked(&self, color: Color) -> bool {
        let king = self.king(color);
        let them = !color;
        if self.attacked_on_lines(them, king, self.bit_rank(king.rank()), self.bit_file(king.file())) {
            return true;
        }
        for slot in slots_of(them, PieceKind::Horse) {
            let leg = HORSE_LEG[self.slot_square(slot) as usize][king.index()];
            if leg != OFF_BOARD && self.slot_at(Square::at(leg as usize)) == EMPTY {
                return true;
            }
        }
        self.pawn_attacks(them, king, Bitboard::EMPTY)
    }

    /// Whether a rook, a cannon or the king of `them` attacks a square along its
    /// rank or file, whose occupancies are given.
    #[inline]
    fn attacked_on_lines(&self, them: Color, target: Square, rank_code: u16, file_code: u16) -> bool {
        let (file, rank) = (target.file(), target.rank());
        let rank_reach = RANK_REACH[file as usize][rank_code as usize & 511];
        let file_reach = FILE_REACH[rank as usize][file_code as usize & 1023];
        let on_rank = (rank_reach.slide | rank_reach.jump) & self.rank_code(them, rank);
        let on_file = (file_reach.slide | file_reach.jump) & self.file_code(them, file);
        // Most of the time no enemy stands first or second on the lines.
        if on_rank | on_file == 0 {
            return false;
        }
        let on_rank = |slot: usize, code: u16| {
            let square = self.slot_square(slot) as usize;
            RANK_OF[square] == rank && code >> FILE_OF[square] & 1 != 0
        };
        let on_file = |slot: usize, code: u16| {
            let square = self.slot_square(slot) as usize;
            FILE_OF[square] == file && code >> RANK_OF[square] & 1 != 0
        };
        slots_of(them, PieceKind::Rook).any(|slot| on_rank(slot, rank_reach.slide) || on_file(slot, file_reach.slide))
            || slots_of(them, PieceKind::Cannon)
                .any(|slot| on_rank(slot, rank_reach.jump) || on_file(slot, file_reach.jump))
            || on_file(slots_of(them, PieceKind::King).start, file_reach.slide)
    }

    /// Whether a pawn of `color` outside `without` attacks a square.
    #[inline]
    fn pawn_attacks(&self, color: Color, square: Square, without: Bitboard) -> bool {
        let sources = PAWN_SOURCES[color.index()][square.index()] & self.occupied_by(color);
        if sources.is_empty() {
            return false;
        }
        slots_of(color, PieceKind::Pawn).any(|slot| {
            Square::from_index(self.slot_square(slot) as usize)
                .is_some_and(|pawn| sources.contains(pawn) && !without.contains(pawn))
        })
    }

    /// Everything that restricts the side to move.
    pub(crate) fn checks(&self) -> Checks {
        let us = self.side_to_move();
        let them = !us;
        let king = self.king(us);
        let ours = self.occupied_by(us);
        let occupied = self.occupied();
        let mut found = Checks {
            checkers: Bitboard::EMPTY,
            answers: Bitboard::EMPTY,
            screen: Bitboard::EMPTY,
            forbidden: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            pins: ArrayVec::new_const(),
        };
        let king_slot = slots_of(them, PieceKind::King).start;
        for slot in slots_of(them, PieceKind::Rook).chain([king_slot]) {
            let square = self.slot_square(slot);
            let Some(gap) = self.gap(square, king) else { continue };
            // A king strikes along files only; on one rank the kings never meet,
            // since the palaces lie apart.
            let at = Bitboard::of(Square::at(square as usize));
            match gap.blockers {
                0 => found.checker(at, Bitboard(gap.points), Bitboard::EMPTY),
                1 => found.pin(occupied.0 & gap.points & ours.0, Bitboard(gap.points) | at),
                _ => {}
            }
        }
        for slot in slots_of(them, PieceKind::Cannon) {
            let square = self.slot_square(slot);
            let Some(gap) = self.gap(square, king) else { continue };
            let at = Bitboard::of(Square::at(square as usize));
            let blockers = occupied.0 & gap.points;
            match gap.blockers {
                0 => found.forbidden.0 |= gap.points,
                1 => found.checker(at, Bitboard(gap.points), Bitboard(blockers)),
                2 => {
                    let allowed = Bitboard(gap.points & !blockers) | at;
                    found.pin(blockers & ours.0, allowed);
                }
                _ => {}
            }
        }
        for slot in slots_of(them, PieceKind::Horse) {
            let square = self.slot_square(slot);
            let leg = HORSE_LEG[square as usize][king.index()];
            if leg == OFF_BOARD {
                continue;
            }
            let leg = Square::at(leg as usize);
            let at = Bitboard::of(Square::at(square as usize));
            if self.slot_at(leg) == EMPTY {
                found.checker(at, Bitboard::of(leg), Bitboard::EMPTY);
            } else if ours.contains(leg) {
                found.pin(1 << leg.index(), at);
            }
        }
        let near = PAWN_SOURCES[them.index()][king.index()] & self.occupied_by(them);
        if !near.is_empty() {
            for pawn in self.squares_of(them, PieceKind::Pawn).filter(|&pawn| near.contains(pawn)) {
                found.checker(Bitboard::of(pawn), Bitboard::EMPTY, Bitboard::EMPTY);
            }
        }
        found
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.checks().checkers
    }

    /// The pieces of the side to move that a rook, a cannon, a horse or the
    /// enemy king keeps from moving freely.
    pub fn pinned(&self) -> Bitboard {
        self.checks().pinned
    }

    /// Whether the king of the side to move may step to `to`: nothing would
    /// attack it there, the piece it captures aside.
    #[inline]
    pub(crate) fn king_may_step(&self, to: Square) -> bool {
        let us = self.side_to_move();
        let them = !us;
        let from = self.king(us);
        let (file, rank) = (to.file(), to.rank());
        let mut rank_code = self.bit_rank(rank);
        let mut file_code = self.bit_file(file);
        if from.rank() == rank {
            rank_code ^= 1 << from.file();
        } else {
            file_code ^= 1 << from.rank();
        }
        if self.attacked_on_lines(them, to, rank_code, file_code) {
            return false;
        }
        for slot in slots_of(them, PieceKind::Horse) {
            let leg = HORSE_LEG[self.slot_square(slot) as usize][to.index()];
            if leg != OFF_BOARD {
                let leg = Square::at(leg as usize);
                if leg == from || self.slot_at(leg) == EMPTY {
                    return false;
                }
            }
        }
        !self.pawn_attacks(them, to, Bitboard::of(to))
    }

    /// Whether the mover's king is safe after a move that its piece can make.
    pub(crate) fn is_safe(&self, mv: Move) -> bool {
        let mut after = *self;
        let slot = self.slot_at(mv.from());
        after.relocate(slot, mv.from(), mv.to(), self.slot_at(mv.to()));
        !after.king_attacked(self.side_to_move())
    }

    /// Whether a piece of the side to move can go so, its king's safety aside.
    pub(crate) fn is_pseudo_legal(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        if !self.occupied_by(us).contains(from) || self.occupied_by(us).contains(to) {
            return false;
        }
        let targets = match SLOT_PIECE[self.slot_at(from) as usize].kind {
            PieceKind::King => KING_TARGETS[from.index()],
            PieceKind::Advisor => ADVISOR_TARGETS[from.index()],
            PieceKind::Elephant => ELEPHANT_TARGETS[from.index()][diagonal_index(self.occupied(), from)],
            PieceKind::Horse => HORSE_TARGETS[from.index()][orthogonal_index(self, from)],
            PieceKind::Pawn => PAWN_TARGETS[us.index()][from.index()],
            kind @ (PieceKind::Rook | PieceKind::Cannon) => {
                let (reach, at) = if from.rank() == to.rank() {
                    (RANK_REACH[from.file() as usize][self.bit_rank(from.rank()) as usize & 511], to.file())
                } else if from.file() == to.file() {
                    (FILE_REACH[from.rank() as usize][self.bit_file(from.file()) as usize & 1023], to.rank())
                } else {
                    return false;
                };
                let jumps = kind == PieceKind::Cannon && self.slot_at(to) != EMPTY;
                return if jumps { reach.jump } else { reach.slide } >> at & 1 != 0;
            }
        };
        targets.contains(to)
    }

    /// Whether a move is legal here.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_safe(mv)
    }

    /// Says why a move is not legal.
    ///
    /// # Errors
    /// The reason.
    pub fn check_move(&self, mv: Move) -> Result<(), IllegalMove> {
        match self.piece_at(mv.from()) {
            Some(piece) if piece.color == self.side_to_move() => {
                if !self.is_pseudo_legal(mv) {
                    Err(IllegalMove::Unreachable { mv, kind: piece.kind })
                } else if !self.is_safe(mv) {
                    Err(IllegalMove::ExposesKing(mv))
                } else {
                    Ok(())
                }
            }
            _ => Err(IllegalMove::NoPiece(mv)),
        }
    }

    /// The position after a legal move.
    ///
    /// # Errors
    /// Why the move is not legal.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        self.check_move(mv)?;
        let mut after = *self;
        after.make(mv);
        Ok(after)
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let mut after = *self;
        let slot = self.slot_at(mv.from());
        after.relocate(slot, mv.from(), mv.to(), self.slot_at(mv.to()));
        after.king_attacked(!self.side_to_move())
    }
}

impl Checks {
    #[inline]
    fn checker(&mut self, at: Bitboard, between: Bitboard, screen: Bitboard) {
        self.checkers |= at;
        self.answers = at | between;
        self.screen = screen;
    }

    #[inline]
    fn pin(&mut self, squares: u128, allowed: Bitboard) {
        self.pinned.0 |= squares;
        for square in Bitboard(squares) {
            self.pins.push(Pin { square, allowed });
        }
    }

    /// Where the pins let a pinned piece go.
    #[inline]
    pub(crate) fn allowed(&self, square: Square) -> Bitboard {
        self.pins.iter().filter(|pin| pin.square == square).fold(Bitboard::FULL, |set, pin| set & pin.allowed)
    }
}
