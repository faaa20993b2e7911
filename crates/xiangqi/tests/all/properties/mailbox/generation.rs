//! Move generation by walking along lines, and legality by testing whether the king can be captured.

use super::{
    CELL_OF, COLUMN_OF, EAST, IN_PALACE, Mailbox, NORTH, ROW_OF, SLOT_PIECE, SOUTH, SQUARE_OF, WEST, forward,
    is_across, owner, side_slots, slots, step,
};
use duiyi_xiangqi::{Move, MoveKind, MoveList, PieceKind, RED, Side, Square};

/// King steps, ordered by the index of the target cell, like all offsets here.
const KING_STEPS: [isize; 4] = [SOUTH, WEST, EAST, NORTH];
/// Advisor steps; twice as far for the elephant.
pub(super) const DIAGONALS: [isize; 4] = [SOUTH + WEST, SOUTH + EAST, NORTH + WEST, NORTH + EAST];
/// Horse moves, each with the offset of its leg.
pub(crate) const HORSE_STEPS: [(isize, isize); 8] = [
    (2 * SOUTH + WEST, SOUTH),
    (2 * SOUTH + EAST, SOUTH),
    (SOUTH + 2 * WEST, WEST),
    (SOUTH + 2 * EAST, EAST),
    (NORTH + 2 * WEST, WEST),
    (NORTH + 2 * EAST, EAST),
    (2 * NORTH + WEST, NORTH),
    (2 * NORTH + EAST, NORTH),
];
const PAWN_STEPS: [[isize; 3]; 2] = [[WEST, EAST, NORTH], [SOUTH, WEST, EAST]];

/// Collects the moves of one piece that are of the requested kind.
struct Collector<'a> {
    plain: &'a Mailbox,
    kind: MoveKind,
    from: Square,
    list: &'a mut MoveList,
}

impl Collector<'_> {
    #[inline]
    fn push(&mut self, cell: usize) {
        let to = Square::from_index(SQUARE_OF[cell] as usize);
        self.list.extend(to.and_then(|to| Move::new(self.from, to)));
    }

    /// Adds a step to a cell: a capture, a quiet move, or nothing.
    #[inline]
    fn leap(&mut self, cell: usize) {
        let target = self.plain.board[cell];
        if target == 0 {
            if self.kind != MoveKind::Captures {
                self.push(cell);
            }
        } else if self.kind != MoveKind::Quiets && owner(target) == Some(!self.plain.side) {
            self.push(cell);
        }
    }

    /// A walk in one direction, over one screen if `cannon`.
    #[inline]
    fn walk(&mut self, from: usize, direction: isize, cannon: bool) {
        let board = &self.plain.board;
        let mut cell = step(from, direction);
        while board[cell] == 0 {
            if self.kind != MoveKind::Captures {
                self.push(cell);
            }
            cell = step(cell, direction);
        }
        if self.kind == MoveKind::Quiets {
            return;
        }
        if cannon {
            if owner(board[cell]).is_none() {
                return;
            }
            cell = self.plain.walk(cell, direction).1;
        }
        if owner(board[cell]) == Some(!self.plain.side) {
            self.push(cell);
        }
    }

    /// The four walks of a rook or cannon. The moves have the order of
    /// [`Position::legal_moves`](duiyi_xiangqi::Position::legal_moves), along the rank
    /// and then along the file, both upward, so that a search behaves the same on both boards.
    #[inline]
    fn slide(&mut self, from: usize, cannon: bool) {
        for (downward, upward) in [(WEST, EAST), (SOUTH, NORTH)] {
            let first = self.list.len();
            self.walk(from, downward, cannon);
            self.list[first..].reverse();
            self.walk(from, upward, cannon);
        }
    }
}

impl Mailbox {
    /// Appends the moves of a kind that the pieces can make, ignoring the safety of the king.
    ///
    /// # Panics
    /// If the list has no room for them.
    pub fn pseudo_legal(&self, kind: MoveKind, list: &mut MoveList) {
        use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
        for piece in [Rook, Cannon, Horse, Pawn, Elephant, Advisor, King] {
            self.pseudo_legal_of(piece, kind, list);
        }
    }

    /// Appends the moves of one kind of piece.
    ///
    /// # Panics
    /// If the list has no room for them.
    #[inline]
    pub fn pseudo_legal_of(&self, piece: PieceKind, kind: MoveKind, list: &mut MoveList) {
        for slot in slots(self.side, piece) {
            let from = self.list[slot] as usize;
            // The cell of a captured piece is in the ring.
            let Some(square) = Square::from_index(SQUARE_OF[from] as usize) else { continue };
            let mut moves = Collector { plain: self, kind, from: square, list: &mut *list };
            match piece {
                PieceKind::Rook => moves.slide(from, false),
                PieceKind::Cannon => moves.slide(from, true),
                PieceKind::Horse => {
                    for (offset, leg) in HORSE_STEPS {
                        if self.board[step(from, leg)] == 0 {
                            moves.leap(step(from, offset));
                        }
                    }
                }
                PieceKind::Pawn => {
                    for offset in PAWN_STEPS[self.side.index()] {
                        if offset == forward(self.side) || is_across(from, self.side) {
                            moves.leap(step(from, offset));
                        }
                    }
                }
                PieceKind::Elephant => {
                    for offset in DIAGONALS {
                        let to = step(from, 2 * offset);
                        if self.board[step(from, offset)] == 0 && is_across(from, RED) == is_across(to, RED) {
                            moves.leap(to);
                        }
                    }
                }
                PieceKind::Advisor => {
                    for to in DIAGONALS.map(|offset| step(from, offset)) {
                        if IN_PALACE[from] && IN_PALACE[to] {
                            moves.leap(to);
                        }
                    }
                }
                PieceKind::King => {
                    for to in KING_STEPS.map(|offset| step(from, offset)) {
                        if IN_PALACE[to] {
                            moves.leap(to);
                        }
                    }
                }
            }
        }
    }

    /// The legal moves: those of [`Mailbox::pseudo_legal`] after which nobody can capture the king.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.pseudo_legal(MoveKind::All, &mut moves);
        let mut board = *self;
        moves.retain(|mv| board.is_safe(*mv));
        moves
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        let mut board = *self;
        board.is_pseudo_legal(mv) && board.is_safe(mv)
    }

    /// Makes a pseudo-legal move, tests whether the mover's king can be
    /// captured, and takes the move back.
    #[inline]
    pub fn is_safe(&mut self, mv: Move) -> bool {
        let (from, to) = (CELL_OF[mv.from().index()], CELL_OF[mv.to().index()]);
        let captured = self.board[to as usize];
        self.relocate(self.board[from as usize], from, to, captured);
        let safe = !self.is_attacked(self.side);
        self.restore(from, to, captured);
        safe
    }

    /// Whether a pseudo-legal move of a side that is not in check could expose
    /// its king at all: if not, [`Mailbox::is_safe`] is not needed. A king's
    /// move can; so can leaving the king's lines or a leg beside it, and
    /// entering the king's lines, as a screen.
    #[inline]
    pub fn may_expose(&self, mv: Move) -> bool {
        let king = self.list[slots(self.side, PieceKind::King).start] as usize;
        let (from, to) = (CELL_OF[mv.from().index()] as usize, CELL_OF[mv.to().index()] as usize);
        let (column, row) = (COLUMN_OF[king], ROW_OF[king]);
        COLUMN_OF[from] == column
            || ROW_OF[from] == row
            || COLUMN_OF[to] == column
            || ROW_OF[to] == row
            || COLUMN_OF[from].abs_diff(column) == 1 && ROW_OF[from].abs_diff(row) == 1
    }

    /// Whether a piece of the side to move can make a move, ignoring its king's safety.
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (from, to) = (CELL_OF[mv.from().index()] as usize, CELL_OF[mv.to().index()] as usize);
        let (slot, target) = (self.board[from], self.board[to]);
        owner(slot) == Some(self.side) && owner(target) != Some(self.side) && self.reaches(slot, to)
    }

    /// Whether the piece in a slot can move to a cell, ignoring the side of the piece there.
    #[inline]
    pub(super) fn reaches(&self, slot: u8, to: usize) -> bool {
        let piece = SLOT_PIECE[slot as usize];
        let from = self.list[slot as usize] as usize;
        let offset = to as isize - from as isize;
        match piece.kind {
            PieceKind::Rook => self.between(from, to) == Some(0),
            PieceKind::Cannon => self.between(from, to) == Some((self.board[to] != 0) as u32),
            PieceKind::Horse => {
                let leg = HORSE_STEPS.iter().find(|&&(step, _)| step == offset);
                leg.is_some_and(|&(_, leg)| self.board[step(from, leg)] == 0)
            }
            PieceKind::Pawn => {
                offset == forward(piece.color) || (offset == WEST || offset == EAST) && is_across(from, piece.color)
            }
            PieceKind::Elephant => {
                offset % 2 == 0
                    && DIAGONALS.contains(&(offset / 2))
                    && self.board[step(from, offset / 2)] == 0
                    && is_across(from, RED) == is_across(to, RED)
            }
            PieceKind::Advisor => IN_PALACE[from] && IN_PALACE[to] && DIAGONALS.contains(&offset),
            PieceKind::King => IN_PALACE[to] && KING_STEPS.contains(&offset),
        }
    }

    /// The number of pieces between two cells of a line, counted up to two;
    /// `None` if they are the same or not on a line.
    #[inline]
    pub(super) fn between(&self, a: usize, b: usize) -> Option<u32> {
        let direction = if a == b {
            return None;
        } else if ROW_OF[a] == ROW_OF[b] {
            if a < b { EAST } else { WEST }
        } else if COLUMN_OF[a] == COLUMN_OF[b] {
            if a < b { NORTH } else { SOUTH }
        } else {
            return None;
        };
        let mut pieces = 0;
        let mut cell = step(a, direction);
        while cell != b {
            if self.board[cell] != 0 {
                pieces += 1;
                if pieces == 2 {
                    break;
                }
            }
            cell = step(cell, direction);
        }
        Some(pieces)
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.side)
    }

    /// Whether a side's king could be captured. The kings attack each other
    /// along an open file, like rooks.
    #[inline]
    pub fn is_attacked(&self, color: Side) -> bool {
        let king = self.list[slots(color, PieceKind::King).start] as usize;
        let them = !color;
        let sees = |slot: usize, over: u32| {
            let cell = self.list[slot] as usize;
            cell != 0 && self.between(cell, king) == Some(over)
        };
        if slots(them, PieceKind::Rook).any(|slot| sees(slot, 0))
            || slots(them, PieceKind::Cannon).any(|slot| sees(slot, 1))
            || sees(slots(them, PieceKind::King).start, 0)
        {
            return true;
        }
        for slot in slots(them, PieceKind::Horse) {
            if self.list[slot] != 0 && self.reaches(slot as u8, king) {
                return true;
            }
        }
        let is_pawn = |cell: usize| slots(them, PieceKind::Pawn).contains(&(self.board[cell] as usize));
        is_pawn(step(king, -forward(them))) || is_pawn(step(king, WEST)) || is_pawn(step(king, EAST))
    }

    /// The pieces that give check to the side to move, tested one by one.
    pub fn checkers(&self) -> Vec<Square> {
        let king = self.list[slots(self.side, PieceKind::King).start] as usize;
        let mut checkers: Vec<Square> = side_slots(!self.side)
            .filter(|&slot| self.list[slot] != 0)
            .filter(|&slot| {
                let is_king = SLOT_PIECE[slot].kind == PieceKind::King;
                let faces = is_king && self.between(self.list[slot] as usize, king) == Some(0);
                faces || self.reaches(slot as u8, king)
            })
            .filter_map(|slot| Square::from_index(SQUARE_OF[self.list[slot] as usize] as usize))
            .collect();
        checkers.sort();
        checkers
    }

    /// Whether a legal move gives check, tested by making it.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (CELL_OF[mv.from().index()], CELL_OF[mv.to().index()]);
        let mut after = *self;
        after.relocate(self.board[from as usize], from, to, self.board[to as usize]);
        after.is_attacked(!self.side)
    }

    /// Counts the positions `depth` plies ahead by making every move.
    pub fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        for mv in self.legal_moves() {
            let undo = self.make(mv);
            nodes += self.perft(depth - 1);
            self.unmake(mv, undo);
        }
        nodes
    }

    /// The empty cells of a walk in a direction, and the cell where it ends.
    #[inline]
    pub(crate) fn walk(&self, from: usize, direction: isize) -> (u32, usize) {
        let mut free = 0;
        let mut cell = step(from, direction);
        while self.board[cell] == 0 {
            free += 1;
            cell = step(cell, direction);
        }
        (free, cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_xiangqi::Position;

    /// Row Z-B8 of docs/sources.md: the walk of figure 2-5, in all four directions, each cell from the previous one.
    #[test]
    fn z_b8_a_rook_walks_in_four_directions_until_it_is_blocked() {
        let plain = Mailbox::from(&"4k4/9/9/2p6/9/9/2R2N3/9/9/3K5 w - - 0 1".parse::<Position>().unwrap());
        let from = CELL_OF["c3".parse::<Square>().unwrap().index()] as usize;
        let ends = [WEST, EAST, SOUTH, NORTH].map(|direction| {
            let (free, end) = plain.walk(from, direction);
            (free, plain.cell_code(end))
        });
        assert_eq!(ends, [(2, 30), (2, 12), (3, 30), (2, 24)]);
        let mut moves = MoveList::new();
        plain.pseudo_legal_of(PieceKind::Rook, MoveKind::All, &mut moves);
        let targets: Vec<String> = moves.iter().map(|mv| mv.to().to_string()).collect();
        assert_eq!(targets, ["a3", "b3", "d3", "e3", "c0", "c1", "c2", "c4", "c5", "c6"]);
    }

    #[test]
    fn an_attack_on_the_king_is_a_move_that_captures_it() {
        // The kings' files, a cannon over a screen, a horse with its leg free and blocked.
        for (fen, attacked) in [
            ("4k4/9/9/9/4C4/9/9/4R4/9/3K5 b - - 0 1", false),
            ("4k4/9/9/4R4/4C4/9/9/9/9/3K5 b - - 0 1", true),
            ("4k4/4a4/9/4R4/9/9/9/9/9/3K5 b - - 0 1", false),
            ("4k4/4a4/9/4C4/9/9/9/9/9/3K5 b - - 0 1", true),
            ("4k4/9/3N5/9/9/9/9/9/9/3K5 b - - 0 1", true),
            ("4k4/3r5/3N5/9/9/9/9/9/9/3K5 b - - 0 1", false),
            ("4k4/4P4/9/9/9/9/9/9/9/3K5 b - - 0 1", true),
            ("4kP3/9/9/9/9/9/9/9/9/3K5 b - - 0 1", true),
        ] {
            let plain = Mailbox::from(&fen.parse::<Position>().unwrap());
            assert_eq!(plain.in_check(), attacked, "{fen}");
            let mut other = plain;
            other.pass();
            let mut moves = MoveList::new();
            other.pseudo_legal(MoveKind::Captures, &mut moves);
            let king = "e9".parse().unwrap();
            assert_eq!(moves.iter().any(|mv| mv.to() == king), attacked, "{fen}");
            assert_eq!(!plain.checkers().is_empty(), attacked, "{fen}");
        }
    }

    #[test]
    fn only_moves_that_may_expose_the_king_do() {
        for line in include_str!("../../../data/perft.epd").lines() {
            let mut plain = Mailbox::from(&line.split(';').next().unwrap().parse::<Position>().unwrap());
            if plain.in_check() {
                continue;
            }
            let mut moves = MoveList::new();
            plain.pseudo_legal(MoveKind::All, &mut moves);
            for mv in moves {
                assert!(plain.may_expose(mv) || plain.is_safe(mv), "{mv} in {line}");
            }
        }
    }

    #[test]
    fn the_plain_model_has_the_published_counts() {
        let mut start = Mailbox::from(&Position::start());
        for (depth, nodes) in [(0, 1), (1, 44), (2, 1_920), (3, 79_666)] {
            assert_eq!(start.perft(depth), nodes, "depth {depth}");
        }
        for line in include_str!("../../../data/perft.epd").lines() {
            let mut parts = line.split(';').map(str::trim);
            let mut plain = Mailbox::from(&parts.next().unwrap().parse::<Position>().unwrap());
            for count in parts {
                let (depth, nodes) = count[1..].split_once(' ').unwrap();
                let nodes: u64 = nodes.parse().unwrap();
                if nodes < 100_000 {
                    assert_eq!(plain.perft(depth.parse().unwrap()), nodes, "{line}");
                }
            }
        }
    }
}
