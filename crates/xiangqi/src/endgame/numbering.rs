//! The numbers of positions.

use super::{
    EndgameTable,
    group::{Group, MIDDLE, MOST},
};
use crate::{
    Bitboard, PieceKind, Position, Side, Square, Xiangqi,
    movegen::{
        leapers::{ADVISOR_TARGETS, ELEPHANT_TARGETS, HORSE_SOURCES, KING_TARGETS, PAWN_SOURCES, diagonal_index},
        slide::slide,
    },
};
use alloc::{string::ToString, vec::Vec};
use duiyi_endgame::Numbered;
use duiyi_game::Game;

/// The most groups: seven kinds of each side.
const GROUPS: usize = 14;

/// The squares of the pieces, by group; those behind the pieces of a group are not used.
#[derive(Clone, Copy)]
struct Placement {
    squares: [[Square; MOST]; GROUPS],
    occupied: Bitboard,
}

impl Placement {
    const EMPTY: Placement = Placement { squares: [[Square::at(0); MOST]; GROUPS], occupied: Bitboard::EMPTY };

    /// The pieces of a position; `None` if it has other pieces than the table.
    fn of(table: &EndgameTable, position: &Position) -> Option<Placement> {
        let mut placement = Placement { occupied: position.occupied(), ..Placement::EMPTY };
        let mut pieces = 0;
        for (group, squares) in table.groups.iter().zip(&mut placement.squares) {
            let mut found = 0;
            for square in position.squares_of(group.piece.color, group.piece.kind) {
                *squares.get_mut(found)? = square;
                found += 1;
            }
            if found != group.count {
                return None;
            }
            pieces += found;
        }
        (placement.occupied.len() as usize == pieces).then_some(placement)
    }

    /// The file of Red's king, which is the first group.
    fn file(&self) -> u8 {
        self.squares[0][0].file()
    }

    /// The pieces on the other side of the middle file.
    fn mirrored(&self) -> Placement {
        Placement { squares: self.squares.map(|group| group.map(Square::mirror)), occupied: self.occupied }
    }
}

impl EndgameTable {
    /// The number of a placement, which must have Red's king on a file of the table.
    fn number_of(&self, placement: &Placement) -> u64 {
        let groups = self.groups.iter().zip(&placement.squares).rev();
        groups.fold(0, |number, (group, squares)| number * group.size() + group.number(&squares[..group.count]))
    }

    /// The number that stands for a placement and its image.
    fn canonical(&self, placement: &Placement) -> u64 {
        match placement.file() {
            file if file < MIDDLE => self.number_of(placement),
            MIDDLE => self.number_of(placement).min(self.number_of(&placement.mirrored())),
            _ => self.number_of(&placement.mirrored()),
        }
    }

    /// The placement of a number; `None` if two pieces are on a square.
    fn placement(&self, mut number: u64) -> Option<Placement> {
        let mut placement = Placement::EMPTY;
        let Placement { squares, occupied } = &mut placement;
        for (group, squares) in self.groups.iter().zip(squares) {
            let size = group.size();
            if !group.place(number % size, squares, occupied) {
                return None;
            }
            number /= size;
        }
        Some(placement)
    }

    /// The pieces on a board, whether or not the position is legal.
    fn board(&self, placement: &Placement, side: Side) -> Position {
        let mut position = Position::empty(side);
        for (group, squares) in self.groups.iter().zip(&placement.squares) {
            for &square in &squares[..group.count] {
                let placed = position.put(square, group.piece);
                debug_assert!(placed, "a name has no more pieces than a set");
            }
        }
        position
    }
}

/// The squares from which a piece of a group may have come to a square.
fn sources(group: &Group, square: Square, position: &Position) -> Bitboard {
    let occupied = position.occupied();
    let from = match group.piece.kind {
        PieceKind::King => KING_TARGETS[square.index()],
        PieceKind::Advisor => ADVISOR_TARGETS[square.index()],
        PieceKind::Elephant => ELEPHANT_TARGETS[square.index()][diagonal_index(occupied, square)],
        PieceKind::Horse => HORSE_SOURCES[square.index()][diagonal_index(occupied, square)],
        PieceKind::Rook | PieceKind::Cannon => slide(position, square).0,
        PieceKind::Pawn => PAWN_SOURCES[group.piece.color][square.index()],
    };
    from & !occupied
}

impl Numbered for EndgameTable {
    type Game = Xiangqi;
    const GAME: &'static str = "xiangqi";
    const HAS_PREDECESSORS: bool = true;

    fn name(&self) -> alloc::string::String {
        self.to_string()
    }

    fn size(&self) -> u64 {
        2 * self.groups.iter().map(Group::size).product::<u64>()
    }

    fn position(&self, index: u64) -> Option<Xiangqi> {
        let placement = self.placement(index / 2)?;
        if placement.file() == MIDDLE && self.number_of(&placement.mirrored()) < index / 2 {
            return None;
        }
        let side = Side::BOTH[(index % 2) as usize];
        let position = self.board(&placement, side);
        (!position.kings_face() && !position.king_attacked(!side)).then(|| Xiangqi::new(position))
    }

    fn index(&self, position: &Xiangqi) -> Option<u64> {
        let placement = Placement::of(self, position.position())?;
        Some(2 * self.canonical(&placement) + position.side_to_move() as u64)
    }

    fn side_to_move(&self, index: u64) -> Option<Side> {
        Some(Side::BOTH[(index % 2) as usize])
    }

    fn images(&self, index: u64) -> u64 {
        let symmetric = |placement: Placement| {
            placement.file() == MIDDLE && self.number_of(&placement) == self.number_of(&placement.mirrored())
        };
        if self.placement(index / 2).is_some_and(symmetric) { 1 } else { 2 }
    }

    fn predecessors(&self, index: u64, into: &mut Vec<u64>) {
        let Some(placement) = self.placement(index / 2) else { return };
        let mover = Side::BOTH[(index % 2) as usize ^ 1];
        let position = self.board(&placement, mover);
        for (at, group) in self.groups.iter().enumerate().filter(|(_, group)| group.piece.color == mover) {
            for piece in 0..group.count {
                let square = placement.squares[at][piece];
                for from in sources(group, square, &position) {
                    let mut before = placement;
                    before.squares[at][piece] = from;
                    // Red's king may come from its right file, which is folded.
                    if at == 0 || group.may_stand(from) {
                        into.push(2 * self.canonical(&before) + mover as u64);
                    }
                }
            }
        }
    }
}
