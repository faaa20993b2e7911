//! The plain model: the same rules on a mailbox board, slow and simple.
//!
//! This is the board from which the ZMBL thesis starts (rows Z-B1 to Z-B4 of docs/sources.md), before its
//! line tables: a one-dimensional board of 13 × 14 cells whose outer ring stops
//! every walk, and a list of 32 pieces, mapped to each other in both
//! directions. Sliding pieces walk along their lines, leaping pieces use
//! offsets, and a move is legal if the king cannot be captured after it.
//!
//! Nothing here reads the line tables or the tables of the leaping pieces of
//! [`Position`]. So the module has two uses: the tests of `duiyi-xiangqi` compare
//! all functions of `Position` with it, and it is the
//! side "without line tables" of the comparison in `docs/line-tables.md`. Use
//! [`Position`] for everything else.
//!
//! ```
//! use duiyi_benches::mailbox::Mailbox;
//! use duiyi_xiangqi::Position;
//!
//! let position = Position::start();
//! let plain = Mailbox::from(&position);
//! let (mut moves, mut expected) = (position.legal_moves(), plain.legal_moves());
//! moves.sort();
//! expected.sort();
//! assert_eq!(moves, expected);
//! ```

mod exchange;
mod generation;

use duiyi_xiangqi::{BLACK, Move, Piece, PieceKind, Position, RED, Side, Square, zobrist};
pub(crate) use generation::HORSE_STEPS;
use std::fmt;

/// The cells in a row: nine files and two columns of the ring on each side, since
/// horses and elephants move two columns sideways.
pub(crate) const COLUMNS: usize = 13;
/// Ten ranks and two rows of the ring at each end.
const ROWS: usize = 14;
/// The number of cells.
pub(crate) const CELLS: usize = COLUMNS * ROWS;
/// The width of the ring.
pub(crate) const RING: usize = 2;

/// One step to the west (toward file a), east, south (toward Red's home) and north.
pub(crate) const WEST: isize = -1;
pub(crate) const EAST: isize = 1;
pub(crate) const SOUTH: isize = -(COLUMNS as isize);
pub(crate) const NORTH: isize = COLUMNS as isize;

/// The value of a cell in the ring; other cells contain 0 or a number of the piece list.
const DUMMY: u8 = 48;

/// The first slot of each kind within a side's sixteen, by [`PieceKind::index`]:
/// rooks 1–2, horses 3–4, cannons 5–6, pawns 7–11, advisors 12–13, elephants
/// 14–15, king 16.
const FIRST_SLOT: [u8; 7] = [16, 12, 14, 3, 1, 5, 7];

/// The slots of a side's pieces of a kind.
#[inline]
pub(crate) const fn slots(color: Side, kind: PieceKind) -> std::ops::Range<usize> {
    let first = color.index() * 16 + FIRST_SLOT[kind.index()] as usize;
    first..first + kind.count_at_start()
}

/// The slots of a side.
#[inline]
const fn side_slots(color: Side) -> std::ops::Range<usize> {
    color.index() * 16 + 1..color.index() * 16 + 17
}

/// The piece of each slot; slot 0 is never used.
pub(crate) static SLOT_PIECE: [Piece; 33] = slot_pieces();

const fn slot_pieces() -> [Piece; 33] {
    let mut table = [Piece::new(RED, PieceKind::King); 33];
    let mut c = 0;
    while c < 2 {
        let mut k = 0;
        while k < 7 {
            let range = slots(Side::BOTH[c], PieceKind::ALL[k]);
            let mut slot = range.start;
            while slot < range.end {
                table[slot] = Piece::new(Side::BOTH[c], PieceKind::ALL[k]);
                slot += 1;
            }
            k += 1;
        }
        c += 1;
    }
    table
}

/// The cell of each square.
pub(crate) static CELL_OF: [u8; Square::COUNT] = cell_table();
/// The square index of each cell; 90 in the ring.
pub(crate) static SQUARE_OF: [u8; CELLS] = square_table();
/// The column of each cell, which determines its file.
pub(crate) static COLUMN_OF: [u8; CELLS] = coordinate_table(true);
/// The row of each cell, which determines its rank.
pub(crate) static ROW_OF: [u8; CELLS] = coordinate_table(false);
/// Whether a cell is in one of the palaces.
static IN_PALACE: [bool; CELLS] = palace_table();

const fn cell_table() -> [u8; Square::COUNT] {
    let mut table = [0; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        table[i] = ((i / 9 + RING) * COLUMNS + i % 9 + RING) as u8;
        i += 1;
    }
    table
}

const fn square_table() -> [u8; CELLS] {
    let mut table = [Square::COUNT as u8; CELLS];
    let mut i = 0;
    while i < Square::COUNT {
        table[cell_table()[i] as usize] = i as u8;
        i += 1;
    }
    table
}

const fn coordinate_table(column: bool) -> [u8; CELLS] {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        table[cell] = if column { cell % COLUMNS } else { cell / COLUMNS } as u8;
        cell += 1;
    }
    table
}

const fn palace_table() -> [bool; CELLS] {
    let mut table = [false; CELLS];
    let mut i = 0;
    while i < Square::COUNT {
        let (file, rank) = (i % 9, i / 9);
        table[cell_table()[i] as usize] = 3 <= file && file <= 5 && (rank <= 2 || rank >= 7);
        i += 1;
    }
    table
}

/// Whether a cell is beyond the river for a colour.
#[inline]
fn is_across(cell: usize, color: Side) -> bool {
    (cell >= (5 + RING) * COLUMNS) == (color == RED)
}

/// The forward step of a pawn.
#[inline]
fn forward(color: Side) -> isize {
    if color == RED { NORTH } else { SOUTH }
}

/// The cell at an offset. Steps never leave the array: the ring is as wide as the longest step.
#[inline]
pub(crate) fn step(cell: usize, offset: isize) -> usize {
    cell.wrapping_add_signed(offset)
}

/// The colour of the piece in a slot; `None` for no piece and for the ring.
#[inline]
pub(crate) fn owner(slot: u8) -> Option<Side> {
    match slot {
        1..=16 => Some(RED),
        17..=32 => Some(BLACK),
        _ => None,
    }
}

/// A position on the mailbox board. See the [module](self).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Mailbox {
    /// The slot on each cell; 0 if it is empty, [`DUMMY`] in the ring.
    pub(crate) board: [u8; CELLS],
    /// The cell of each slot; 0, a cell of the ring, if the piece is not on the board.
    pub(crate) list: [u8; 33],
    /// The number of pieces on the board.
    pieces: u8,
    pub(crate) side: Side,
    key: u64,
    quiet_plies: u16,
    fullmove: u16,
}

/// What [`Mailbox::unmake`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct MailboxUndo {
    captured: u8,
    key: u64,
    quiet_plies: u16,
}

impl MailboxUndo {
    /// The piece that the move captured.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        owner(self.captured).map(|_| SLOT_PIECE[self.captured as usize])
    }
}

impl From<&Position> for Mailbox {
    /// Copies the pieces, keeping the order of equal ones.
    fn from(position: &Position) -> Mailbox {
        let mut board = [DUMMY; CELLS];
        for cell in CELL_OF {
            board[cell as usize] = 0;
        }
        let mut plain = Mailbox {
            board,
            list: [0; 33],
            pieces: 0,
            side: position.side_to_move(),
            key: 0,
            quiet_plies: position.quiet_plies(),
            fullmove: position.fullmove(),
        };
        for color in Side::BOTH {
            for kind in PieceKind::ALL {
                for (slot, square) in slots(color, kind).zip(position.squares_of(color, kind)) {
                    let cell = CELL_OF[square.index()];
                    plain.board[cell as usize] = slot as u8;
                    plain.list[slot] = cell;
                    plain.pieces += 1;
                }
            }
        }
        plain.key = plain.key_from_scratch();
        plain
    }
}

impl Mailbox {
    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        match self.board[CELL_OF[square.index()] as usize] {
            0 => None,
            slot => Some(SLOT_PIECE[slot as usize]),
        }
    }

    /// The number of pieces of a kind of a side.
    #[inline]
    pub fn count(&self, color: Side, kind: PieceKind) -> usize {
        self.list[slots(color, kind)].iter().filter(|&&cell| cell != 0).count()
    }

    /// The same key as [`Position::key`].
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Plies since the last capture.
    #[inline]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The number of the move, like [`Position::fullmove`].
    #[inline]
    pub fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// The code of a cell in the thesis (row Z-B2 of docs/sources.md): 0 empty, 30 for the ring, 11–17 for Red's rook, horse,
    /// cannon, pawn, advisor, elephant and king, 21–27 for Black's.
    ///
    /// # Panics
    /// If the cell does not exist; there are 182.
    pub fn cell_code(&self, cell: usize) -> u8 {
        const UNITS: [u8; 7] = [7, 5, 6, 2, 1, 3, 4];
        match self.board[cell] {
            0 => 0,
            DUMMY => 30,
            slot => {
                let piece = SLOT_PIECE[slot as usize];
                10 * (piece.color.index() as u8 + 1) + UNITS[piece.kind.index()]
            }
        }
    }

    /// The code of a cell in 棋天大圣, quoted in figure 3.1 of the Connect6 thesis (row C-G7 of docs/sources.md): 0
    /// empty or the ring, 1–7 for Red's king, rook, horse, cannon, advisor, elephant and pawn, −1 to −7 for Black's.
    /// Figure 3.3 exchanges advisor and elephant.
    ///
    /// # Panics
    /// If the cell does not exist; there are 182.
    pub fn signed_code(&self, cell: usize) -> i8 {
        const CODES: [i8; 7] = [1, 5, 6, 3, 2, 4, 7];
        match owner(self.board[cell]) {
            None => 0,
            Some(color) => {
                let code = CODES[SLOT_PIECE[self.board[cell] as usize].kind.index()];
                if color == RED { code } else { -code }
            }
        }
    }

    /// The number of a cell's piece in the list of 棋天大圣 (figures 3.2 and 3.4): in each half the king, then the
    /// other kinds in the order of [`Mailbox::signed_code`], Black's half first; 0 for no piece.
    ///
    /// # Panics
    /// If the cell does not exist; there are 182.
    pub fn black_first_number(&self, cell: usize) -> u8 {
        let slot = self.board[cell];
        let Some(color) = owner(slot) else { return 0 };
        let in_half = match (slot - 1) % 16 + 1 {
            strong @ 1..=6 => strong + 1,
            pawn @ 7..=11 => pawn + 5,
            guard @ 12..=15 => guard - 4,
            _ => 1,
        };
        if color == BLACK { in_half } else { in_half + 16 }
    }

    /// Makes a move and passes the turn, without checking that the move is legal.
    ///
    /// # Panics
    /// If there is no piece on the origin of `mv`.
    #[inline]
    pub fn make(&mut self, mv: Move) -> MailboxUndo {
        let (from, to) = (CELL_OF[mv.from().index()], CELL_OF[mv.to().index()]);
        let slot = self.board[from as usize];
        let captured = self.board[to as usize];
        let undo = MailboxUndo { captured, key: self.key, quiet_plies: self.quiet_plies };
        let piece = SLOT_PIECE[slot as usize];
        self.key ^= zobrist::piece_key(piece, mv.from()) ^ zobrist::piece_key(piece, mv.to());
        self.key ^= zobrist::BLACK_TO_MOVE_KEY;
        if captured == 0 {
            self.quiet_plies = self.quiet_plies.saturating_add(1);
        } else {
            self.key ^= zobrist::piece_key(SLOT_PIECE[captured as usize], mv.to());
            self.quiet_plies = 0;
        }
        self.relocate(slot, from, to, captured);
        self.fullmove = self.fullmove.saturating_add(self.side as u16);
        self.side = !self.side;
        undo
    }

    /// The board part of a move.
    #[inline]
    fn relocate(&mut self, slot: u8, from: u8, to: u8, captured: u8) {
        self.board[from as usize] = 0;
        self.board[to as usize] = slot;
        self.list[slot as usize] = to;
        if captured != 0 {
            self.list[captured as usize] = 0;
            self.pieces -= 1;
        }
    }

    /// Takes back the last move made.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: MailboxUndo) {
        let (from, to) = (CELL_OF[mv.from().index()], CELL_OF[mv.to().index()]);
        self.side = !self.side;
        self.fullmove -= self.side as u16;
        self.key = undo.key;
        self.quiet_plies = undo.quiet_plies;
        self.restore(from, to, undo.captured);
    }

    /// The inverse of [`Mailbox::relocate`].
    #[inline]
    fn restore(&mut self, from: u8, to: u8, captured: u8) {
        let slot = self.board[to as usize];
        self.board[from as usize] = slot;
        self.list[slot as usize] = from;
        self.board[to as usize] = captured;
        if captured != 0 {
            self.list[captured as usize] = to;
            self.pieces += 1;
        }
    }

    /// Passes the turn without moving; a second call takes it back.
    #[inline]
    pub fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= zobrist::BLACK_TO_MOVE_KEY;
    }

    /// Whether neither side has a rook, horse, cannon or pawn left.
    #[inline]
    pub fn is_drawn_by_material(&self) -> bool {
        self.pieces <= 10 && Side::BOTH.iter().all(|color| self.list[color.index() * 16 + 1..][..11] == [0; 11])
    }

    /// The key computed from the piece list.
    pub fn key_from_scratch(&self) -> u64 {
        let side = if self.side == BLACK { zobrist::BLACK_TO_MOVE_KEY } else { 0 };
        side ^ self.slots_key(1..33)
    }

    /// A key of both sides' pieces of some kinds alone.
    #[inline]
    pub fn kinds_key(&self, kinds: &[PieceKind]) -> u64 {
        let ranges = kinds.iter().flat_map(|&kind| Side::BOTH.map(|color| slots(color, kind)));
        ranges.fold(0, |key, range| key ^ self.slots_key(range))
    }

    /// A key of one side's pieces of some kinds alone.
    #[inline]
    pub fn side_key(&self, color: Side, kinds: &[PieceKind]) -> u64 {
        kinds.iter().fold(0, |key, &kind| key ^ self.slots_key(slots(color, kind)))
    }

    #[inline]
    fn slots_key(&self, slots: std::ops::Range<usize>) -> u64 {
        slots.fold(0, |key, slot| match Square::from_index(SQUARE_OF[self.list[slot] as usize] as usize) {
            Some(square) => key ^ zobrist::piece_key(SLOT_PIECE[slot], square),
            None => key,
        })
    }

    /// Whether board and piece list agree and the ring is intact, for tests.
    pub fn is_consistent(&self) -> bool {
        let listed = (1..33).all(|slot| match self.list[slot] {
            0 => true,
            cell => self.board[cell as usize] as usize == slot,
        });
        let on_board = CELL_OF.iter().filter(|&&cell| self.board[cell as usize] != 0).count();
        let in_list = self.list[1..].iter().filter(|&&cell| cell != 0).count();
        let ring = (0..CELLS).all(|cell| (SQUARE_OF[cell] == 90) == (self.board[cell] == DUMMY));
        let kings = Side::BOTH.iter().all(|&color| self.list[slots(color, PieceKind::King).start] != 0);
        listed
            && on_board == in_list
            && on_board == self.pieces as usize
            && self.list[0] == 0
            && ring
            && kings
            && self.key == self.key_from_scratch()
    }
}

impl fmt::Debug for Mailbox {
    /// The codes of all cells including the ring, Black's home at the top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..ROWS).rev() {
            for column in 0..COLUMNS {
                write!(f, "{:3}", self.cell_code(row * COLUMNS + column))?;
            }
            writeln!(f)?;
        }
        write!(f, "{} to move", duiyi_xiangqi::side_name(self.side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Row Z-B1 of docs/sources.md.
    #[test]
    fn z_b1_the_board_has_182_cells_of_which_90_are_inside_a_ring_two_wide() {
        assert_eq!(CELLS, 182);
        let plain = Mailbox::from(&Position::start());
        let inside: Vec<usize> = CELL_OF.iter().map(|&cell| cell as usize).collect();
        assert!(inside.is_sorted_by(|a, b| a < b));
        assert_eq!((0..CELLS).filter(|&cell| plain.cell_code(cell) == 30).count(), 182 - 90);
        for square in Square::all() {
            let cell = (square.rank() as usize + 2) * 13 + square.file() as usize + 2;
            assert_eq!(CELL_OF[square.index()] as usize, cell);
            assert_eq!(SQUARE_OF[cell] as usize, square.index());
            // No step of any piece leaves the array, not even an elephant's, the longest.
            for offset in [2 * NORTH + 2 * EAST, 2 * SOUTH + 2 * WEST, 2 * NORTH + EAST, 2 * SOUTH + WEST] {
                assert!(step(cell, offset) < CELLS);
            }
        }
    }

    /// Row Z-B2 of docs/sources.md.
    #[test]
    fn z_b2_the_tens_of_a_code_are_the_colour_and_the_units_the_kind() {
        let plain = Mailbox::from(&Position::start());
        let code = |name: &str| plain.cell_code(CELL_OF[name.parse::<Square>().unwrap().index()] as usize);
        let red = ["a0", "b0", "b2", "a3", "d0", "c0", "e0"].map(code);
        let black = ["a9", "b9", "b7", "a6", "d9", "c9", "e9"].map(code);
        assert_eq!(red, [11, 12, 13, 14, 15, 16, 17]);
        assert_eq!(black, [21, 22, 23, 24, 25, 26, 27]);
        assert_eq!(code("e4"), 0);
        assert_eq!(plain.cell_code(0), 30);
    }

    /// Row C-G7 of docs/sources.md: the initial position in figures 3.3 (with advisor and elephant as in figure 3.1)
    /// and 3.4 of the thesis.
    #[test]
    fn c_g7_signed_codes_and_numbers_with_black_first() {
        let plain = Mailbox::from(&Position::start());
        let cells = |rank: usize| (rank * 9..rank * 9 + 9).map(|square| CELL_OF[square] as usize);
        let codes = |rank| cells(rank).map(|cell| plain.signed_code(cell)).collect::<Vec<_>>();
        let numbers = |rank| cells(rank).map(|cell| plain.black_first_number(cell)).collect::<Vec<_>>();
        assert_eq!(codes(9), [-2, -3, -6, -5, -1, -5, -6, -3, -2]);
        assert_eq!(codes(7), [0, -4, 0, 0, 0, 0, 0, -4, 0]);
        assert_eq!(codes(6), [-7, 0, -7, 0, -7, 0, -7, 0, -7]);
        for (red, black) in [(0, 9), (1, 8), (2, 7), (3, 6), (4, 5)] {
            assert_eq!(codes(red), codes(black).iter().map(|code| -code).collect::<Vec<_>>());
        }
        assert_eq!(plain.signed_code(0), 0);
        assert_eq!(numbers(9), [2, 4, 10, 8, 1, 9, 11, 5, 3]);
        assert_eq!(numbers(7), [0, 6, 0, 0, 0, 0, 0, 7, 0]);
        assert_eq!(numbers(6), [12, 0, 13, 0, 14, 0, 15, 0, 16]);
        assert_eq!(numbers(3), [28, 0, 29, 0, 30, 0, 31, 0, 32]);
        assert_eq!(numbers(2), [0, 22, 0, 0, 0, 0, 0, 23, 0]);
        assert_eq!(numbers(0), [18, 20, 26, 24, 17, 25, 27, 21, 19]);
    }

    /// Row Z-B3 of docs/sources.md.
    #[test]
    fn z_b3_the_piece_list_has_32_slots() {
        let plain = Mailbox::from(&Position::start());
        let cells: std::collections::BTreeSet<u8> = plain.list[1..].iter().copied().collect();
        assert_eq!(cells.len(), 32);
        assert!(!cells.contains(&0));
        let mut taken: Vec<usize> =
            Side::BOTH.iter().flat_map(|&color| PieceKind::ALL.map(|kind| slots(color, kind))).flatten().collect();
        taken.sort();
        assert_eq!(taken, (1..=32).collect::<Vec<_>>());
        assert_eq!(slots(RED, PieceKind::Rook), 1..3);
        assert_eq!(slots(RED, PieceKind::Pawn), 7..12);
        assert_eq!(slots(BLACK, PieceKind::King), 32..33);
    }

    /// Row Z-B4 of docs/sources.md.
    #[test]
    fn z_b4_board_and_list_map_to_each_other_through_random_games() {
        use rand_xoshiro::{
            Xoshiro256PlusPlus,
            rand_core::{Rng, SeedableRng},
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        for _ in 0..20 {
            let mut plain = Mailbox::from(&Position::start());
            let mut history = vec![];
            for _ in 0..200 {
                let moves = plain.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.next_u64() as usize % moves.len()];
                let before = plain;
                history.push((mv, plain.make(mv), before));
                assert!(plain.is_consistent());
            }
            for (mv, undo, before) in history.into_iter().rev() {
                plain.unmake(mv, undo);
                assert!(plain == before, "{mv} is taken back");
            }
        }
    }
}
