//! A position: the pieces on their squares, the side to move, and the clocks.

use crate::board::{
    BLACK, Bitboard, Move, Piece, PieceKind, RED, Square, line_codes::LineCodes, square::OFF_BOARD, zobrist,
};
use core::hash::{Hash, Hasher};
use duiyi_game::Side;

/// The slot number that stands for an empty square.
pub(crate) const EMPTY: u8 = 32;

/// The first slot of each kind within a side's sixteen.
const FIRST_SLOT: [u8; 7] = [0, 1, 3, 5, 7, 9, 11];

/// The slots of a kind within a side's sixteen.
#[inline]
pub(crate) const fn slots_of(color: Side, kind: PieceKind) -> core::ops::Range<usize> {
    let first = color.index() * 16 + FIRST_SLOT[kind.index()] as usize;
    first..first + kind.count_at_start()
}

/// The piece of each slot of the piece list.
pub(crate) static SLOT_PIECE: [Piece; 32] = slot_pieces();

const fn slot_pieces() -> [Piece; 32] {
    let mut table = [Piece::new(RED, PieceKind::King); 32];
    let mut c = 0;
    while c < 2 {
        let mut k = 0;
        while k < 7 {
            let slots = slots_of(Side::BOTH[c], PieceKind::ALL[k]);
            let mut slot = slots.start;
            while slot < slots.end {
                table[slot] = Piece::new(Side::BOTH[c], PieceKind::ALL[k]);
                slot += 1;
            }
            k += 1;
        }
        c += 1;
    }
    table
}

/// A xiangqi position, without the moves that led to it.
///
/// The board is stored in three forms, each the fastest for some queries: a
/// piece list of 32 slots and the slot on each square, mapped in both
/// directions (row Z-B4 of docs/sources.md); the line codes of each colour (row
/// Z-B5); and a set of squares for each colour and for each kind.
///
/// ```
/// use duiyi_xiangqi::Position;
/// let start = Position::start();
/// assert_eq!(start.legal_moves().len(), 44);
/// let after = start.play("h2e2".parse()?)?;
/// assert_eq!(after.to_fen(), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    /// The slot on each square, or [`EMPTY`].
    squares: [u8; Square::COUNT],
    /// The square of each slot, or [`OFF_BOARD`].
    slots: [u8; 32],
    codes: [LineCodes; 2],
    occupied: [Bitboard; 2],
    /// The squares of both sides' pieces of each kind.
    kinds: [Bitboard; 7],
    key: u64,
    /// The keys of the parts of the position, by [`PART_OF`].
    parts: [u64; 4],
    /// Plies since the last capture.
    quiet_plies: u16,
    fullmove: u16,
    side: Side,
}

/// The parts of a position with separate keys, by colour and kind: the pawns (0), the
/// guards (1: kings, advisors, elephants), and the rooks, horses and cannons of a side (2, 3).
const PART_OF: [[u8; 7]; 2] = [[1, 1, 1, 2, 2, 2, 0], [1, 1, 1, 3, 3, 3, 0]];

#[inline]
fn part_of(piece: Piece) -> usize {
    PART_OF[piece.color.index()][piece.kind.index()] as usize
}

/// What [`Position::unmake`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: u8,
    quiet_plies: u16,
    // Not counted back, because `make` does not count beyond the largest number.
    fullmove: u16,
    key: u64,
    parts: [u64; 4],
}

impl Undo {
    /// The slot of the captured piece, or [`EMPTY`].
    #[inline]
    pub(crate) fn captured_slot(&self) -> u8 {
        self.captured
    }

    /// The piece that the move captured.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        SLOT_PIECE.get(self.captured as usize).copied()
    }
}

/// A move that the rules do not allow in the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// There is no piece of the side to move on the origin.
    #[error("{0}: no piece of the side to move stands on {from}", from = .0.from())]
    NoPiece(Move),
    /// The piece cannot reach the square: its kind of move, a blocked leg or eye, a screen, or a piece of its own side.
    #[error("{mv}: the {kind} on {from} cannot reach {to}", kind = .kind.name(), from = .mv.from(), to = .mv.to())]
    Unreachable {
        /// The move.
        mv: Move,
        /// The piece on its origin.
        kind: PieceKind,
    },
    /// The mover's king would be in check, or the kings would face each other.
    #[error("{0}: the mover's king could be captured")]
    ExposesKing(Move),
}

impl Position {
    /// The initial position of a game.
    pub fn start() -> Position {
        let mut position = Position::empty(RED);
        const HOME: [PieceKind; 9] = [
            PieceKind::Rook,
            PieceKind::Horse,
            PieceKind::Elephant,
            PieceKind::Advisor,
            PieceKind::King,
            PieceKind::Advisor,
            PieceKind::Elephant,
            PieceKind::Horse,
            PieceKind::Rook,
        ];
        for color in Side::BOTH {
            let mut put = |file: usize, rank: usize, kind| {
                let rank = if color == RED { rank } else { 9 - rank };
                let placed = position.put(Square::at(rank * 9 + file), Piece::new(color, kind));
                debug_assert!(placed);
            };
            for (file, kind) in HOME.into_iter().enumerate() {
                put(file, 0, kind);
            }
            for file in [1, 7] {
                put(file, 2, PieceKind::Cannon);
            }
            for file in (0..9).step_by(2) {
                put(file, 3, PieceKind::Pawn);
            }
        }
        position
    }

    /// A board without pieces.
    pub(crate) fn empty(side: Side) -> Position {
        Position {
            squares: [EMPTY; Square::COUNT],
            slots: [OFF_BOARD; 32],
            codes: [LineCodes::EMPTY; 2],
            occupied: [Bitboard::EMPTY; 2],
            kinds: [Bitboard::EMPTY; 7],
            parts: [0; 4],
            key: if side == BLACK { zobrist::BLACK_TO_MOVE_KEY } else { 0 },
            quiet_plies: 0,
            fullmove: 1,
            side,
        }
    }

    /// Puts a piece on an empty square into the first free slot of its kind;
    /// returns false if there is none.
    pub(crate) fn put(&mut self, square: Square, piece: Piece) -> bool {
        let Some(slot) = slots_of(piece.color, piece.kind).find(|&slot| self.slots[slot] == OFF_BOARD) else {
            return false;
        };
        self.squares[square.index()] = slot as u8;
        self.slots[slot] = square.index() as u8;
        self.codes[piece.color.index()].toggle(square);
        self.occupied[piece.color.index()] |= Bitboard::of(square);
        self.kinds[piece.kind.index()] |= Bitboard::of(square);
        self.change_keys(piece, zobrist::piece_key(piece, square));
        true
    }

    /// The same position without the piece on a square.
    pub(crate) fn without(&self, square: Square) -> Position {
        let mut result = *self;
        let slot = self.squares[square.index()];
        if let Some(piece) = self.piece_at(square) {
            result.squares[square.index()] = EMPTY;
            result.slots[slot as usize] = OFF_BOARD;
            result.codes[piece.color.index()].toggle(square);
            result.occupied[piece.color.index()] ^= Bitboard::of(square);
            result.kinds[piece.kind.index()] ^= Bitboard::of(square);
            result.change_keys(piece, zobrist::piece_key(piece, square));
        }
        result
    }

    /// Changes the key and the key of the part to which a piece belongs.
    #[inline]
    fn change_keys(&mut self, piece: Piece, change: u64) {
        self.key ^= change;
        self.parts[part_of(piece)] ^= change;
    }

    pub(crate) fn set_clocks(&mut self, quiet_plies: u16, fullmove: u16) {
        self.quiet_plies = quiet_plies;
        self.fullmove = fullmove;
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        SLOT_PIECE.get(self.squares[square.index()] as usize).copied()
    }

    /// All pieces with their squares, Red's first, in the order of the piece list.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.slots
            .iter()
            .zip(&SLOT_PIECE)
            .filter_map(|(&square, &piece)| Some((Square::from_index(square as usize)?, piece)))
    }

    /// The squares of one side's pieces of one kind.
    #[inline]
    pub fn squares_of(&self, color: Side, kind: PieceKind) -> impl Iterator<Item = Square> + '_ {
        self.slots[slots_of(color, kind)].iter().filter_map(|&square| Square::from_index(square as usize))
    }

    /// The squares of one side's pieces.
    #[inline]
    pub fn occupied_by(&self, color: Side) -> Bitboard {
        self.occupied[color.index()]
    }

    /// The squares of both sides' pieces of a kind.
    #[inline]
    pub(crate) fn of_kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.occupied[0] | self.occupied[1]
    }

    /// The square of a side's king. A position always has both kings.
    #[inline]
    pub fn king(&self, color: Side) -> Square {
        Square::at(self.slots[color.index() * 16] as usize)
    }

    /// The Zobrist key: equal for the same pieces on the same squares with the same side to move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Plies since the last capture.
    #[inline]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The number of the move in the game: 1 at the start, incremented after each move of Black.
    #[inline]
    pub fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// The slot on a square, or [`EMPTY`].
    #[inline]
    pub(crate) fn slot_at(&self, square: Square) -> u8 {
        self.squares[square.index()]
    }

    /// The square index of a slot, or [`OFF_BOARD`].
    #[inline]
    pub(crate) fn slot_square(&self, slot: usize) -> u8 {
        self.slots[slot]
    }

    /// One side's occupancy of a rank, bit = file.
    #[inline]
    pub(crate) fn rank_code(&self, color: Side, rank: u8) -> u16 {
        self.codes[color.index()].ranks[rank as usize]
    }

    /// One side's occupancy of a file, bit = rank.
    #[inline]
    pub(crate) fn file_code(&self, color: Side, file: u8) -> u16 {
        self.codes[color.index()].files[file as usize]
    }

    /// BitRank: the occupancy of a rank, bit 0 = file a.
    #[inline]
    pub fn bit_rank(&self, rank: u8) -> u16 {
        self.codes[0].ranks[rank as usize] | self.codes[1].ranks[rank as usize]
    }

    /// BitFile: the occupancy of a file, bit 0 = rank 0.
    #[inline]
    pub fn bit_file(&self, file: u8) -> u16 {
        self.codes[0].files[file as usize] | self.codes[1].files[file as usize]
    }

    /// Moves a piece and passes the turn, without checking that the move is legal.
    ///
    /// Intended for search, which makes only moves that it generated or tested
    /// with [`Position::is_legal`].
    ///
    /// # Panics
    /// If there is no piece on the origin of `mv`.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let captured = self.squares[to.index()];
        let (quiet_plies, fullmove) = (self.quiet_plies, self.fullmove);
        let undo = Undo { captured, quiet_plies, fullmove, key: self.key, parts: self.parts };
        let slot = self.squares[from.index()];
        let mover = SLOT_PIECE[slot as usize];
        self.change_keys(mover, zobrist::piece_key(mover, from) ^ zobrist::piece_key(mover, to));
        if captured != EMPTY {
            let captured = SLOT_PIECE[captured as usize];
            self.change_keys(captured, zobrist::piece_key(captured, to));
        }
        self.key ^= zobrist::BLACK_TO_MOVE_KEY;
        self.relocate(slot, from, to, captured);
        self.quiet_plies = if undo.captured == EMPTY { self.quiet_plies.saturating_add(1) } else { 0 };
        self.fullmove = self.fullmove.saturating_add(self.side as u16);
        self.side = !self.side;
        undo
    }

    /// The key that the position would have after [`Position::make`].
    #[cfg(feature = "engine")]
    #[inline]
    pub(crate) fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let piece = SLOT_PIECE[self.squares[from.index()] as usize];
        let mut key = self.key ^ zobrist::piece_key(piece, from) ^ zobrist::piece_key(piece, to);
        let captured = self.squares[to.index()];
        if captured != EMPTY {
            key ^= zobrist::piece_key(SLOT_PIECE[captured as usize], to);
        }
        key ^ zobrist::BLACK_TO_MOVE_KEY
    }

    /// Takes back the last move made.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        let (from, to) = (mv.from(), mv.to());
        self.side = !self.side;
        self.fullmove = undo.fullmove;
        self.quiet_plies = undo.quiet_plies;
        self.key = undo.key;
        self.parts = undo.parts;
        let slot = self.squares[to.index()];
        let us = self.side.index();
        self.squares[from.index()] = slot;
        self.squares[to.index()] = undo.captured;
        self.slots[slot as usize] = from.index() as u8;
        self.codes[us].toggle(from);
        self.codes[us].toggle(to);
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.occupied[us] ^= both;
        self.kinds[SLOT_PIECE[slot as usize].kind.index()] ^= both;
        if undo.captured != EMPTY {
            self.slots[undo.captured as usize] = to.index() as u8;
            self.codes[us ^ 1].toggle(to);
            self.occupied[us ^ 1] ^= Bitboard::of(to);
            self.kinds[SLOT_PIECE[undo.captured as usize].kind.index()] ^= Bitboard::of(to);
        }
    }

    /// The board part of a move: everything except the key, the clocks and the turn.
    #[inline(always)]
    pub(crate) fn relocate(&mut self, slot: u8, from: Square, to: Square, captured: u8) {
        let us = slot as usize >> 4;
        self.squares[from.index()] = EMPTY;
        self.squares[to.index()] = slot;
        self.slots[slot as usize] = to.index() as u8;
        self.codes[us].toggle(from);
        self.codes[us].toggle(to);
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.occupied[us] ^= both;
        self.kinds[SLOT_PIECE[slot as usize].kind.index()] ^= both;
        if captured != EMPTY {
            self.slots[captured as usize] = OFF_BOARD;
            self.codes[us ^ 1].toggle(to);
            self.occupied[us ^ 1] ^= Bitboard::of(to);
            self.kinds[SLOT_PIECE[captured as usize].kind.index()] ^= Bitboard::of(to);
        }
    }

    /// Passes the turn without moving; a second call undoes it.
    #[inline]
    pub fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= zobrist::BLACK_TO_MOVE_KEY;
    }

    /// Whether neither side has a piece that could ever give mate: neither has a rook,
    /// horse, cannon or pawn left.
    #[inline]
    pub fn is_drawn_by_material(&self) -> bool {
        // Kings, advisors and elephants are at most ten pieces.
        self.occupied().len() <= 10
            && Side::BOTH.into_iter().all(|color| {
                let attackers = slots_of(color, PieceKind::Horse).start..slots_of(color, PieceKind::Pawn).end;
                self.slots[attackers].iter().all(|&square| square == OFF_BOARD)
            })
    }

    /// The same position with the files exchanged (a ↔ i).
    #[must_use]
    pub fn mirrored(&self) -> Position {
        self.mapped(self.side, |square, piece| (square.mirror(), piece))
    }

    /// The same position with the colours exchanged: the board turned by 180°
    /// and every piece in the other colour.
    #[must_use]
    pub fn color_swapped(&self) -> Position {
        self.mapped(!self.side, |square, piece| (square.rotate(), Piece::new(!piece.color, piece.kind)))
    }

    fn mapped(&self, side: Side, map: impl Fn(Square, Piece) -> (Square, Piece)) -> Position {
        let mut result = Position::empty(side);
        for (square, piece) in self.pieces() {
            let (square, piece) = map(square, piece);
            let placed = result.put(square, piece);
            debug_assert!(placed, "mapping keeps the number of pieces of each kind");
        }
        result.set_clocks(self.quiet_plies, self.fullmove);
        result
    }

    /// The key of [`Position::mirrored`].
    pub(crate) fn mirrored_key(&self) -> u64 {
        let side = if self.side == BLACK { zobrist::BLACK_TO_MOVE_KEY } else { 0 };
        self.pieces().fold(side, |key, (square, piece)| key ^ zobrist::piece_key(piece, square.mirror()))
    }

    /// A key of the pawns alone.
    #[cfg(feature = "engine")]
    #[inline]
    pub(crate) fn pawn_key(&self) -> u64 {
        self.parts[0]
    }

    /// A key of the kings, advisors and elephants alone.
    #[cfg(feature = "engine")]
    #[inline]
    pub(crate) fn guard_key(&self) -> u64 {
        self.parts[1]
    }

    /// A key of the rooks, horses and cannons of one side alone.
    #[cfg(feature = "engine")]
    #[inline]
    pub(crate) fn strong_key(&self, color: Side) -> u64 {
        self.parts[2 + color.index()]
    }

    /// The key computed from the board, to test the incremental one.
    pub fn key_from_scratch(&self) -> u64 {
        let side = if self.side == BLACK { zobrist::BLACK_TO_MOVE_KEY } else { 0 };
        self.pieces().fold(side, |key, (square, piece)| key ^ zobrist::piece_key(piece, square))
    }

    /// Whether the redundant forms of the board agree, for tests.
    pub fn is_consistent(&self) -> bool {
        let mut codes = [LineCodes::EMPTY; 2];
        let mut occupied = [Bitboard::EMPTY; 2];
        let mut kinds = [Bitboard::EMPTY; 7];
        let mut parts = [0; 4];
        for (slot, &square) in self.slots.iter().enumerate() {
            let Some(square) = Square::from_index(square as usize) else { continue };
            if self.squares[square.index()] as usize != slot {
                return false;
            }
            codes[slot >> 4].toggle(square);
            occupied[slot >> 4] |= Bitboard::of(square);
            let piece = SLOT_PIECE[slot];
            kinds[piece.kind.index()] |= Bitboard::of(square);
            parts[part_of(piece)] ^= zobrist::piece_key(piece, square);
        }
        let on_board = self.squares.iter().filter(|&&slot| slot != EMPTY).count();
        codes == self.codes
            && occupied == self.occupied
            && kinds == self.kinds
            && parts == self.parts
            && on_board == self.pieces().count()
            && self.key == self.key_from_scratch()
    }
}

impl PartialEq for Position {
    /// Equal boards, turn and clocks; the slots of equal pieces do not matter.
    fn eq(&self, other: &Position) -> bool {
        self.side == other.side
            && self.quiet_plies == other.quiet_plies
            && self.fullmove == other.fullmove
            && Square::all().all(|square| self.piece_at(square) == other.piece_at(square))
    }
}

impl Eq for Position {}

impl Hash for Position {
    /// Hashes the key, which covers board and turn, and the clocks, consistent with equality.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.key, self.quiet_plies, self.fullmove).hash(state);
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_positions_have_equal_hashes() {
        use std::hash::{BuildHasher, RandomState};
        let hasher = RandomState::new();
        let play = |moves: [&str; 4]| {
            moves.iter().fold(Position::start(), |position, mv| position.play(mv.parse().unwrap()).unwrap())
        };
        let (one, other) = (play(["h2e2", "h7e7", "b2b4", "b7b5"]), play(["b2b4", "b7b5", "h2e2", "h7e7"]));
        assert_eq!(one, other);
        assert_eq!(hasher.hash_one(one), hasher.hash_one(other));
        let (mut clock, mut number, mut turn) = (one, one, one);
        clock.quiet_plies += 1;
        number.fullmove += 1;
        turn.pass();
        for differs in [clock, number, turn, Position::start()] {
            assert_ne!(hasher.hash_one(one), hasher.hash_one(differs));
        }
    }

    #[test]
    fn the_initial_position_has_its_pieces() {
        let start = Position::start();
        assert_eq!(start.to_fen(), crate::fen::START);
        assert!(start.is_consistent());
        assert_eq!(start.pieces().count(), 32);
    }

    #[test]
    fn passing_twice_changes_nothing() {
        let mut position = Position::start();
        let key = position.key();
        position.pass();
        assert_ne!(position.key(), key);
        assert!(position.is_consistent());
        position.pass();
        assert_eq!(position.key(), key);
    }

    #[test]
    fn a_piece_can_be_removed() {
        let start = Position::start();
        let square = "b0".parse().unwrap();
        let without = start.without(square);
        assert!(without.is_consistent());
        assert_eq!((without.piece_at(square), without.pieces().count()), (None, 31));
        assert_eq!(without.without(square), without);
    }

    #[test]
    fn symmetries_are_involutions() {
        let position: Position =
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1".parse().unwrap();
        assert_eq!(position.mirrored().mirrored(), position);
        assert_eq!(position.color_swapped().color_swapped(), position);
        assert_ne!(position.mirrored(), position);
        assert_eq!(position.mirrored_key(), position.mirrored().key());
    }
}
