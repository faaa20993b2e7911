//! Generation and counting of legal moves.

use crate::{
    Bitboard, Move, MoveList, PieceKind, Position, Square,
    movegen::checks::Checks,
    movegen::leapers::{
        ADVISOR_TARGETS, ELEPHANT_TARGETS, HORSE_TARGETS, KING_TARGETS, PAWN_TARGETS, diagonal_index, orthogonal_index,
    },
    movegen::lines::{FILE_REACH, RANK_REACH, file_set, rank_set},
};

/// The moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Every legal move.
    All,
    /// Legal captures.
    Captures,
    /// Legal moves to empty squares.
    Quiets,
}

/// A receiver of the targets of one piece. The sliders' targets are line
/// codes, so that counting them needs no set of the whole board.
trait Sink {
    fn on_rank(&mut self, from: Square, code: u16);
    fn on_file(&mut self, from: Square, code: u16);
    fn on_board(&mut self, from: Square, targets: Bitboard);
}

struct List<'a>(&'a mut MoveList);

impl Sink for List<'_> {
    #[inline]
    fn on_rank(&mut self, from: Square, mut code: u16) {
        let first = from.rank() as usize * 9;
        while code != 0 {
            self.0.push(Move::between(from, Square::at(first + code.trailing_zeros() as usize)));
            code &= code - 1;
        }
    }

    #[inline]
    fn on_file(&mut self, from: Square, mut code: u16) {
        let file = from.file() as usize;
        while code != 0 {
            self.0.push(Move::between(from, Square::at(code.trailing_zeros() as usize * 9 + file)));
            code &= code - 1;
        }
    }

    #[inline]
    fn on_board(&mut self, from: Square, targets: Bitboard) {
        targets.each(|to| self.0.push(Move::between(from, to)));
    }
}

struct Count(u32);

impl Sink for Count {
    #[inline]
    fn on_rank(&mut self, _: Square, code: u16) {
        self.0 += code.count_ones();
    }

    #[inline]
    fn on_file(&mut self, _: Square, code: u16) {
        self.0 += code.count_ones();
    }

    #[inline]
    fn on_board(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.len();
    }
}

/// Selects the targets of a kind of move, which is known at compile time.
#[derive(Clone, Copy)]
struct Filter<const KIND: u8> {
    ours: Bitboard,
    theirs: Bitboard,
}

const ALL: u8 = MoveKind::All as u8;
const CAPTURES: u8 = MoveKind::Captures as u8;
const QUIETS: u8 = MoveKind::Quiets as u8;

impl<const KIND: u8> Filter<KIND> {
    #[inline(always)]
    fn set(self, targets: Bitboard) -> Bitboard {
        match KIND {
            CAPTURES => targets & self.theirs,
            QUIETS => Bitboard(targets.0 & !(self.ours.0 | self.theirs.0)),
            _ => Bitboard(targets.0 & !self.ours.0),
        }
    }

    /// A rook's targets on a line.
    #[inline(always)]
    fn rook(self, slide: u16, ours: u16, theirs: u16) -> u16 {
        match KIND {
            CAPTURES => slide & theirs,
            QUIETS => slide & !(ours | theirs),
            _ => slide & !ours,
        }
    }

    /// A cannon's targets on a line.
    #[inline(always)]
    fn cannon(self, slide: u16, jump: u16, ours: u16, theirs: u16) -> u16 {
        match KIND {
            CAPTURES => jump & theirs,
            QUIETS => slide & !(ours | theirs),
            _ => slide & !(ours | theirs) | jump & theirs,
        }
    }
}

impl Position {
    /// The legal moves, in a fixed order: by the piece list, then by square.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(MoveKind::All, &mut list);
        list
    }

    /// Appends the legal moves of a kind.
    ///
    /// # Panics
    /// If the list has too little room ([`MAX_MOVES`](crate::MAX_MOVES) is enough for any position).
    pub fn generate(&self, kind: MoveKind, list: &mut MoveList) {
        let mut checks = Checks::none();
        self.find_checks(&mut checks);
        match kind {
            MoveKind::All => self.generate_kind::<ALL>(&checks, list),
            MoveKind::Captures => self.generate_kind::<CAPTURES>(&checks, list),
            MoveKind::Quiets => self.generate_kind::<QUIETS>(&checks, list),
        }
    }

    #[inline(always)]
    fn generate_kind<const KIND: u8>(&self, checks: &Checks, list: &mut MoveList) {
        if checks.checkers.is_empty() {
            self.visit::<KIND, _>(checks, &mut List(list));
        } else {
            self.evasions::<KIND>(checks, |mv| list.push(mv));
        }
    }

    /// The number of legal moves, without listing them.
    pub fn count_legal(&self) -> u32 {
        let mut checks = Checks::none();
        self.find_checks(&mut checks);
        if checks.checkers.is_empty() {
            let mut count = Count(0);
            self.visit::<ALL, _>(&checks, &mut count);
            count.0
        } else {
            let mut count = 0;
            self.evasions::<ALL>(&checks, |_| count += 1);
            count
        }
    }

    /// The number of legal moves of each kind of piece, by [`PieceKind::index`].
    ///
    /// ```
    /// use duiyi_xiangqi::{PieceKind, Position};
    /// let counts = Position::start().count_legal_by_kind();
    /// assert_eq!(counts[PieceKind::Cannon.index()], 24);
    /// assert_eq!(counts.iter().sum::<u32>(), 44);
    /// ```
    pub fn count_legal_by_kind(&self) -> [u32; 7] {
        let mut counts = [0; 7];
        for mv in self.legal_moves() {
            if let Some(piece) = self.piece_at(mv.from()) {
                counts[piece.kind.index()] += 1;
            }
        }
        counts
    }

    /// Whether the side to move has a legal move. A side without one has lost,
    /// in check (mate, 將死) or not (stalemate, 困斃).
    pub fn has_legal_move(&self) -> bool {
        // The first few pieces nearly always have a move, so positions out of check
        // need no special case.
        self.count_legal() > 0
    }

    /// Whether the side to move is in check and has no legal move (將死), which loses.
    ///
    /// ```
    /// use duiyi_xiangqi::Position;
    /// let mated: Position = "R3k4/1R7/9/9/9/9/9/9/9/3K5 b".parse()?;
    /// assert!(mated.is_checkmate() && !mated.is_stalemate());
    /// # Ok::<(), duiyi_xiangqi::FenError>(())
    /// ```
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Whether the side to move has no legal move and is not in check (困斃). In xiangqi it has
    /// lost.
    ///
    /// ```
    /// use duiyi_xiangqi::Position;
    /// let stuck: Position = "3k5/4P4/9/9/9/9/9/9/9/4K4 b".parse()?;
    /// assert!(stuck.is_stalemate() && !stuck.is_checkmate());
    /// # Ok::<(), duiyi_xiangqi::FenError>(())
    /// ```
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    #[inline]
    fn filter<const KIND: u8>(&self) -> Filter<KIND> {
        let us = self.side_to_move();
        Filter { ours: self.occupied_by(us), theirs: self.occupied_by(!us) }
    }

    /// Visits the legal moves of a side that is not in check.
    #[inline]
    fn visit<const KIND: u8, S: Sink>(&self, checks: &Checks, sink: &mut S) {
        if (checks.pinned | checks.forbidden).is_empty() {
            self.visit_pieces::<KIND, _>(sink);
        } else {
            let mut sink = Restricted { checks, sink };
            self.visit_pieces::<KIND, _>(&mut sink);
        }
        let us = self.side_to_move();
        let king = self.king(us);
        self.filter::<KIND>().set(KING_TARGETS[king.index()]).each(|to| {
            if self.king_may_step(to) {
                sink.on_board(king, Bitboard::of(to));
            }
        });
    }

    /// Visits the moves of all pieces except the king, without checking its safety.
    #[inline]
    fn visit_pieces<const KIND: u8, S: Sink>(&self, sink: &mut S) {
        let us = self.side_to_move();
        let filter = self.filter::<KIND>();
        let occupied = self.occupied();
        let squares = |kind| self.squares_of(us, kind);
        let lines = |from: Square| {
            let (file, rank) = (from.file(), from.rank());
            Lines {
                rank: RANK_REACH[file as usize][self.bit_rank(rank) as usize & 511],
                file: FILE_REACH[rank as usize][self.bit_file(file) as usize & 1023],
                our_rank: self.rank_code(us, rank),
                their_rank: self.rank_code(!us, rank),
                our_file: self.file_code(us, file),
                their_file: self.file_code(!us, file),
            }
        };
        for from in squares(PieceKind::Rook) {
            let l = lines(from);
            sink.on_rank(from, filter.rook(l.rank.slide, l.our_rank, l.their_rank));
            sink.on_file(from, filter.rook(l.file.slide, l.our_file, l.their_file));
        }
        for from in squares(PieceKind::Cannon) {
            let l = lines(from);
            sink.on_rank(from, filter.cannon(l.rank.slide, l.rank.jump, l.our_rank, l.their_rank));
            sink.on_file(from, filter.cannon(l.file.slide, l.file.jump, l.our_file, l.their_file));
        }
        for from in squares(PieceKind::Horse) {
            sink.on_board(from, filter.set(HORSE_TARGETS[from.index()][orthogonal_index(occupied, from)]));
        }
        for from in squares(PieceKind::Pawn) {
            sink.on_board(from, filter.set(PAWN_TARGETS[us][from.index()]));
        }
        for from in squares(PieceKind::Elephant) {
            let index = diagonal_index(occupied, from);
            sink.on_board(from, filter.set(ELEPHANT_TARGETS[from.index()][index]));
        }
        for from in squares(PieceKind::Advisor) {
            sink.on_board(from, filter.set(ADVISOR_TARGETS[from.index()]));
        }
    }

    /// Visits the legal moves of a side in check.
    fn evasions<const KIND: u8>(&self, checks: &Checks, mut visit: impl FnMut(Move)) {
        let king = self.king(self.side_to_move());
        self.filter::<KIND>().set(KING_TARGETS[king.index()]).each(|to| {
            if self.king_may_step(to) {
                visit(Move::between(king, to));
            }
        });
        let mut sink = Answers { position: self, checks, visit };
        self.visit_pieces::<KIND, _>(&mut sink);
    }
}

/// The line codes for a slider.
struct Lines {
    rank: crate::movegen::lines::Reach,
    file: crate::movegen::lines::Reach,
    our_rank: u16,
    their_rank: u16,
    our_file: u16,
    their_file: u16,
}

/// Removes the targets that pins and open cannon lines forbid.
struct Restricted<'a, S> {
    checks: &'a Checks,
    sink: &'a mut S,
}

impl<S: Sink> Sink for Restricted<'_, S> {
    fn on_rank(&mut self, from: Square, code: u16) {
        self.on_board(from, Bitboard(rank_set(from.rank(), code)));
    }

    fn on_file(&mut self, from: Square, code: u16) {
        self.on_board(from, Bitboard(file_set(from.file(), code)));
    }

    fn on_board(&mut self, from: Square, targets: Bitboard) {
        let mut targets = Bitboard(targets.0 & !self.checks.forbidden.0);
        if self.checks.pinned.contains(from) {
            targets &= self.checks.allowed(from);
        }
        self.sink.on_board(from, targets);
    }
}

/// Passes on the moves that answer a check.
struct Answers<'a, F> {
    position: &'a Position,
    checks: &'a Checks,
    visit: F,
}

impl<F: FnMut(Move)> Sink for Answers<'_, F> {
    fn on_rank(&mut self, from: Square, code: u16) {
        self.on_board(from, Bitboard(rank_set(from.rank(), code)));
    }

    fn on_file(&mut self, from: Square, code: u16) {
        self.on_board(from, Bitboard(file_set(from.file(), code)));
    }

    fn on_board(&mut self, from: Square, mut targets: Bitboard) {
        if !self.checks.screen.contains(from) {
            targets &= self.checks.answers;
        }
        targets.each(|to| {
            let mv = Move::between(from, to);
            if self.position.is_safe(mv) {
                (self.visit)(mv);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_and_stalemate_are_distinguished() {
        for (fen, mate, stalemate) in [
            ("R3k4/1R7/9/9/9/9/9/9/9/3K5 b", true, false),
            ("3k5/4P4/9/9/9/9/9/9/9/4K4 b", false, true),
            // In check with an answer; neither in check nor without a move.
            ("4k4/9/4R4/9/9/9/9/9/9/3K5 b", false, false),
            ("4k4/9/9/9/9/9/9/9/9/3K5 b", false, false),
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!((position.is_checkmate(), position.is_stalemate()), (mate, stalemate), "{fen}");
        }
    }

    #[test]
    fn captures_and_quiets_make_up_all() {
        // In the second, a horse and a pawn capture.
        for fen in [
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "3k5/9/9/2p6/4p4/2N1P4/9/9/9/4K4 w - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let mut parts = MoveList::new();
            position.generate(MoveKind::Captures, &mut parts);
            assert!(parts.iter().all(|mv| position.piece_at(mv.to()).is_some()));
            position.generate(MoveKind::Quiets, &mut parts);
            let mut all = position.legal_moves();
            parts.sort();
            all.sort();
            assert_eq!(parts, all);
        }
    }
}
