//! Checks and pins: the moves that a side must not make because of its king.
//!
//! In xiangqi a move can expose the king in four ways: leaving a line that one
//! piece blocks against a rook (or the other king), leaving a line on which two
//! pieces stop a cannon, leaving the leg of a horse — and *entering* the empty
//! line of a cannon, which turns the piece into its screen.

use crate::{
    BLACK, Bitboard, IllegalMove, Move, PieceKind, Position, RED, Side, Square,
    movegen::leapers::{ADVISOR_TARGETS, HORSE_LEG, HORSE_SOURCES, HORSE_TARGETS, PAWN_SOURCES, PAWN_TARGETS},
    movegen::leapers::{CHECK_ZONE, ELEPHANT_TARGETS, KING_TARGETS, diagonal_index, orthogonal_index},
    movegen::lines::{CROSS, FILE_REACH, RANK_REACH, between, file_set, rank_set},
    position::{EMPTY, SLOT_PIECE},
};
use arrayvec::ArrayVec;

/// A piece that may only move to some squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pin {
    /// Its square.
    pub(crate) square: Square,
    /// The squares that this pin allows.
    pub(crate) allowed: Bitboard,
}

/// The checks and pins against the king of the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Checks {
    /// The pieces that give check.
    pub(crate) checkers: Bitboard,
    /// The squares that a piece must enter to answer the last checker found (or it must leave
    /// `screen`); meaningful only in check, necessary but not sufficient.
    pub(crate) answers: Bitboard,
    /// The screen over which that checker, a cannon, gives check.
    pub(crate) screen: Bitboard,
    /// The empty lines between a cannon and the king, which no piece may enter.
    pub(crate) forbidden: Bitboard,
    /// The squares of the pinned pieces.
    pub(crate) pinned: Bitboard,
    /// One entry for each pin; a piece can be pinned more than once.
    pub(crate) pins: ArrayVec<Pin, 12>,
}

/// Whether a move begins or ends in a set.
#[inline(always)]
fn touches(set: Bitboard, mv: Move) -> bool {
    set.contains(mv.from()) | set.contains(mv.to())
}

/// The points between two points of one line, as a set, and the number of pieces on them.
struct Gap {
    points: u128,
    blockers: u32,
}

impl Position {
    /// The gap between two squares on a common line, or `None`.
    #[inline]
    fn gap(&self, square: Square, king: Square) -> Option<Gap> {
        let (file, rank) = (king.file(), king.rank());
        if square.file() == file {
            let code = between(square.rank(), rank);
            Some(Gap { points: file_set(file, code), blockers: (code & self.bit_file(file)).count_ones() })
        } else if square.rank() == rank {
            let code = between(square.file(), file);
            Some(Gap { points: rank_set(rank, code), blockers: (code & self.bit_rank(rank)).count_ones() })
        } else {
            None
        }
    }

    /// Whether the kings face each other.
    pub(crate) fn kings_face(&self) -> bool {
        let (red, black) = (self.king(RED), self.king(BLACK));
        red.file() == black.file() && between(red.rank(), black.rank()) & self.bit_file(red.file()) == 0
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.king_attacked(self.side_to_move())
    }

    /// Whether a side's king could be captured, including by the other king.
    #[inline]
    pub(crate) fn king_attacked(&self, color: Side) -> bool {
        let king = self.king(color);
        let (rank_code, file_code) = (self.bit_rank(king.rank()), self.bit_file(king.file()));
        self.attackers(!color).attack(king, rank_code, file_code, self.occupied())
    }

    /// The pieces of a side that can give check.
    #[inline]
    fn attackers(&self, color: Side) -> Attackers {
        let own = self.occupied_by(color);
        Attackers {
            color,
            rooks: (self.of_kind(PieceKind::Rook) | self.of_kind(PieceKind::King)) & own,
            cannons: self.of_kind(PieceKind::Cannon) & own,
            horses: self.of_kind(PieceKind::Horse) & own,
            pawns: self.of_kind(PieceKind::Pawn) & own,
        }
    }

    /// The codes of the lines through a square after a piece has moved from one square to another.
    #[inline]
    fn line_codes_after(&self, mv: Move, through: Square) -> (u16, u16) {
        let (file, rank) = (through.file(), through.rank());
        let (from, to) = (mv.from(), mv.to());
        let (mut rank_code, mut file_code) = (self.bit_rank(rank), self.bit_file(file));
        if from.rank() == rank {
            rank_code &= !(1 << from.file());
        }
        if to.rank() == rank {
            rank_code |= 1 << to.file();
        }
        if from.file() == file {
            file_code &= !(1 << from.rank());
        }
        if to.file() == file {
            file_code |= 1 << to.rank();
        }
        (rank_code, file_code)
    }

    /// The restrictions of the side to move.
    pub(crate) fn checks(&self) -> Checks {
        let mut found = Checks::none();
        self.find_checks(&mut found);
        found
    }

    /// The same in place, because the result is expensive to move.
    #[inline]
    pub(crate) fn find_checks(&self, found: &mut Checks) {
        let us = self.side_to_move();
        let them = !us;
        let king = self.king(us);
        let ours = self.occupied_by(us);
        let occupied = self.occupied();
        let attackers = self.attackers(them);
        let cross = CROSS[king.index()];
        // A king attacks along files only; the kings are never on the same rank,
        // since the palaces are apart.
        (attackers.rooks & cross).each(|square| {
            let Some(gap) = self.gap(square, king) else { return };
            let at = Bitboard::of(square);
            match gap.blockers {
                0 => found.checker(at, Bitboard(gap.points), Bitboard::EMPTY),
                1 => found.pin(occupied.0 & gap.points & ours.0, Bitboard(gap.points) | at),
                _ => {}
            }
        });
        (attackers.cannons & cross).each(|square| {
            let Some(gap) = self.gap(square, king) else { return };
            let at = Bitboard::of(square);
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
        });
        (attackers.horses & HORSE_SOURCES[king.index()][0]).each(|square| {
            let leg = Square::at(HORSE_LEG[square.index()][king.index()] as usize);
            let at = Bitboard::of(square);
            if self.slot_at(leg) == EMPTY {
                found.checker(at, Bitboard::of(leg), Bitboard::EMPTY);
            } else if ours.contains(leg) {
                found.pin(1 << leg.index(), at);
            }
        });
        (attackers.pawns & PAWN_SOURCES[them][king.index()]).each(|square| {
            found.checker(Bitboard::of(square), Bitboard::EMPTY, Bitboard::EMPTY);
        });
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.checks().checkers
    }

    /// The pieces of the side to move that are pinned by a rook, a cannon, a horse or the
    /// enemy king.
    pub fn pinned(&self) -> Bitboard {
        self.checks().pinned
    }

    /// The squares to which pins let a piece of the side to move go; `None` if it is not pinned.
    ///
    /// ```
    /// use duiyi_xiangqi::{Position, Square};
    ///
    /// let position = Position::from_fen("4k4/4r4/9/9/9/4R4/9/9/9/4K4 w")?;
    /// let rook: Square = "e4".parse()?;
    /// assert_eq!(position.pin_of(rook).map(|allowed| allowed.len()), Some(8));
    /// assert_eq!(position.pin_of("e0".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pin_of(&self, square: Square) -> Option<Bitboard> {
        let pins = self.checks().pins;
        pins.iter().filter(|pin| pin.square == square).map(|pin| pin.allowed).reduce(|all, other| all & other)
    }

    /// Whether the king of the side to move may step to `to`: no piece would
    /// attack it there, apart from the piece it captures.
    #[inline]
    pub(crate) fn king_may_step(&self, to: Square) -> bool {
        let us = self.side_to_move();
        let mv = Move::between(self.king(us), to);
        let (rank_code, file_code) = self.line_codes_after(mv, to);
        let gone = Bitboard::of(mv.from());
        !self.attackers(!us).attack(to, rank_code, file_code, self.occupied() ^ gone)
    }

    /// Whether the mover's king is safe after a move that its piece can make.
    pub(crate) fn is_safe(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        let king = self.king(us);
        if mv.from() == king {
            return self.king_may_step(mv.to());
        }
        let (rank_code, file_code) = self.line_codes_after(mv, king);
        let (from, to) = (Bitboard::of(mv.from()), Bitboard::of(mv.to()));
        let occupied = self.occupied() ^ from | to;
        !self.attackers(!us).without(to).attack(king, rank_code, file_code, occupied)
    }

    /// Whether a piece of the side to move can make a move, ignoring its king's safety.
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
            PieceKind::Horse => HORSE_TARGETS[from.index()][orthogonal_index(self.occupied(), from)],
            PieceKind::Pawn => PAWN_TARGETS[us][from.index()],
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

    /// Whether a move is legal in the position.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_safe(mv)
    }

    /// [`Position::is_legal`] with the given state of check: if the side to move is not in check,
    /// the origin and destination of most moves are enough to see that its king is safe.
    #[inline]
    pub(crate) fn is_legal_given(&self, mv: Move, in_check: bool) -> bool {
        let king = self.king(self.side_to_move());
        let is_aside = !in_check && mv.from() != king && !touches(CHECK_ZONE[king.index()], mv);
        let is_legal = self.is_pseudo_legal(mv) && (is_aside || self.is_safe(mv));
        debug_assert_eq!(is_legal, self.is_legal(mv));
        is_legal
    }

    /// Checks that a move is legal.
    ///
    /// # Errors
    /// The reason why it is not.
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
    /// The reason why the move is not legal.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        self.check_move(mv)?;
        let mut after = *self;
        after.make(mv);
        Ok(after)
    }

    /// Whether the side to move is in check after the opponent's last move, if it was not before: the
    /// origin and destination of most moves exclude it.
    #[inline]
    pub(crate) fn in_check_after(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        let in_check = touches(CHECK_ZONE[self.king(us).index()], mv) && self.king_attacked(us);
        debug_assert_eq!(in_check, self.in_check());
        in_check
    }

    /// [`Position::gives_check`] where the opponent is not in check before the move, which the
    /// rules guarantee for the side to move.
    #[cfg(feature = "engine")]
    #[inline]
    pub(crate) fn brings_check(&self, mv: Move) -> bool {
        let them = !self.side_to_move();
        debug_assert!(!self.king_attacked(them));
        touches(CHECK_ZONE[self.king(them).index()], mv) && self.gives_check(mv)
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        let king = self.king(!us);
        let (rank_code, file_code) = self.line_codes_after(mv, king);
        let (from, to) = (Bitboard::of(mv.from()), Bitboard::of(mv.to()));
        let kind = SLOT_PIECE[self.slot_at(mv.from()) as usize].kind;
        let attackers = self.attackers(us).moved(kind, from | to);
        attackers.attack(king, rank_code, file_code, self.occupied() ^ from | to)
    }
}

/// The pieces of one side that can give check.
#[derive(Clone, Copy)]
struct Attackers {
    color: Side,
    /// Rooks, and the king, which attacks along files like a rook.
    rooks: Bitboard,
    cannons: Bitboard,
    horses: Bitboard,
    pawns: Bitboard,
}

impl Attackers {
    /// The same without a captured piece.
    #[inline]
    fn without(self, taken: Bitboard) -> Attackers {
        Attackers {
            color: self.color,
            rooks: Bitboard(self.rooks.0 & !taken.0),
            cannons: Bitboard(self.cannons.0 & !taken.0),
            horses: Bitboard(self.horses.0 & !taken.0),
            pawns: Bitboard(self.pawns.0 & !taken.0),
        }
    }

    /// The same after a piece of the side has moved from one of two squares to the other.
    #[inline]
    fn moved(mut self, kind: PieceKind, both: Bitboard) -> Attackers {
        match kind {
            PieceKind::Rook | PieceKind::King => self.rooks ^= both,
            PieceKind::Cannon => self.cannons ^= both,
            PieceKind::Horse => self.horses ^= both,
            PieceKind::Pawn => self.pawns ^= both,
            PieceKind::Advisor | PieceKind::Elephant => {}
        }
        self
    }

    /// Whether one of them attacks a king on a square, given the occupancies of its rank and
    /// its file and of the board.
    #[inline]
    fn attack(&self, target: Square, rank_code: u16, file_code: u16, occupied: Bitboard) -> bool {
        self.attack_on_lines(target, rank_code, file_code)
            || !(self.pawns & PAWN_SOURCES[self.color][target.index()]).is_empty()
            || !(self.horses & HORSE_SOURCES[target.index()][0]).is_empty()
                && !(self.horses & HORSE_SOURCES[target.index()][diagonal_index(occupied, target)]).is_empty()
    }

    #[inline]
    fn attack_on_lines(&self, target: Square, rank_code: u16, file_code: u16) -> bool {
        // Usually no rook or cannon is on the lines.
        if ((self.rooks | self.cannons) & CROSS[target.index()]).is_empty() {
            return false;
        }
        let (file, rank) = (target.file(), target.rank());
        let on_rank = RANK_REACH[file as usize][rank_code as usize & 511];
        let on_file = FILE_REACH[rank as usize][file_code as usize & 1023];
        let slide = Bitboard(rank_set(rank, on_rank.slide) | file_set(file, on_file.slide));
        let jump = Bitboard(rank_set(rank, on_rank.jump) | file_set(file, on_file.jump));
        !(slide & self.rooks | jump & self.cannons).is_empty()
    }
}

impl Checks {
    /// No checks and pins.
    #[inline(always)]
    pub(crate) fn none() -> Checks {
        Checks {
            checkers: Bitboard::EMPTY,
            answers: Bitboard::EMPTY,
            screen: Bitboard::EMPTY,
            forbidden: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            pins: ArrayVec::new_const(),
        }
    }

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

    /// The squares that the pins allow for a pinned piece.
    #[inline]
    pub(crate) fn allowed(&self, square: Square) -> Bitboard {
        self.pins.iter().filter(|pin| pin.square == square).fold(Bitboard::FULL, |set, pin| set & pin.allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };

    /// Whether any piece could capture the king of a colour, tried one by one.
    fn is_captured(position: &Position, color: Side) -> bool {
        let mut board = *position;
        if board.side_to_move() == color {
            board.pass();
        }
        let king = board.king(color);
        let reaches = |from| Move::new(from, king).is_some_and(|mv| board.is_pseudo_legal(mv));
        Square::all().any(reaches) || board.kings_face()
    }

    /// A piece that is pinned twice may only go where both pins allow it.
    #[test]
    fn two_pins_allow_what_both_allow() {
        for (fen, allowed) in [
            // The leg of two horses may capture neither, and that of one may capture it.
            ("3k5/9/9/9/9/9/9/5n3/5Rn2/4K4 w", &[][..]),
            ("3k5/9/9/9/9/9/9/9/5Rn2/4K4 w", &["g1"]),
            // A rook may not capture the one that it is in the way of, since it would be the only screen of a cannon.
            ("3kc4/4r4/9/9/4R4/9/9/9/9/4K4 w", &["e1", "e2", "e3", "e4", "e6", "e7"]),
        ] {
            let position: Position = fen.parse().unwrap();
            let from = position.pinned().into_iter().next().unwrap();
            let squares: Vec<String> = position.pin_of(from).unwrap().into_iter().map(|at| at.to_string()).collect();
            assert_eq!(squares, allowed, "{fen}");
            let legal = position.legal_moves().iter().filter(|mv| mv.from() == from).count();
            assert_eq!(legal, allowed.len(), "{fen}");
        }
    }

    #[test]
    fn checks_and_exposed_kings_are_predicted_before_a_move() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(23);
        let lines = include_str!("../../tests/data/perft.epd").lines();
        let starts = lines.map(|line| line.split(';').next().unwrap_or_default().parse().unwrap());
        let (mut legal, mut illegal, mut checks) = (0, 0, 0);
        for mut position in starts.chain([Position::start(); 10]) {
            for _ in 0..40 {
                let us = position.side_to_move();
                let in_check = is_captured(&position, us);
                assert_eq!(position.in_check(), in_check);
                for from in position.occupied_by(us) {
                    let moves = Square::all().filter_map(|to| Move::new(from, to));
                    for mv in moves.filter(|&mv| position.is_pseudo_legal(mv)) {
                        let mut after = position;
                        after.make(mv);
                        let shown = || format!("{mv} in {}", position.to_fen());
                        let is_legal = !is_captured(&after, us);
                        assert_eq!(position.is_safe(mv), is_legal, "{}", shown());
                        assert_eq!(position.is_legal_given(mv, in_check), is_legal, "{}", shown());
                        legal += u32::from(is_legal);
                        illegal += u32::from(!is_legal);
                        if is_legal {
                            let gives = is_captured(&after, !us);
                            checks += u32::from(gives);
                            assert_eq!(position.gives_check(mv), gives, "{}", shown());
                            assert_eq!(after.in_check_after(mv), gives, "{}", shown());
                            #[cfg(feature = "engine")]
                            assert_eq!(position.brings_check(mv), gives, "{}", shown());
                        }
                    }
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.make(moves[rng.next_u64() as usize % moves.len()]);
            }
        }
        assert!(legal > 30_000 && illegal > 1_000 && checks > 500, "{legal} {illegal} {checks}");
    }
}
