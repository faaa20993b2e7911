//! Pieces of one kind and side, and the numbers of their placements.

use crate::{Bitboard, Piece, PieceKind, RED, Square, setup::may_stand};
use alloc::vec::Vec;

/// The most pieces of one kind and side, five pawns.
pub(super) const MOST: usize = 5;
/// The place of a square on which a piece may not stand.
const NOWHERE: u8 = u8::MAX;

/// The number of sets of `k` of `n`, for k up to [`MOST`].
static CHOOSE: [[u32; MOST + 1]; Square::COUNT + 1] = binomials();

const fn binomials() -> [[u32; MOST + 1]; Square::COUNT + 1] {
    let mut table = [[0; MOST + 1]; Square::COUNT + 1];
    table[0][0] = 1;
    let mut n = 1;
    while n <= Square::COUNT {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The number of sets of `k` of `n`.
const fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[n][k] as u64
}

/// The pieces of one kind and side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) piece: Piece,
    /// From 1 to [`MOST`].
    pub(super) count: usize,
    /// The squares on which they may stand; for Red's king without its right file.
    squares: Vec<Square>,
    /// The place of each square in `squares`, or [`NOWHERE`].
    places: [u8; Square::COUNT],
}

impl Group {
    pub(super) fn new(piece: Piece, count: usize) -> Group {
        let folded = piece == Piece::new(RED, PieceKind::King);
        let allowed = |square: &Square| may_stand(piece, *square) && !(folded && square.file() > MIDDLE);
        let squares: Vec<Square> = Square::all().filter(allowed).collect();
        let mut places = [NOWHERE; Square::COUNT];
        for (place, square) in (0..).zip(&squares) {
            places[square.index()] = place;
        }
        Group { piece, count, squares, places }
    }

    /// The number of placements.
    pub(super) fn size(&self) -> u64 {
        choose(self.squares.len(), self.count)
    }

    /// Whether the pieces can give check to a king in its palace.
    pub(super) fn attacks(&self) -> bool {
        !matches!(self.piece.kind, PieceKind::King | PieceKind::Advisor | PieceKind::Elephant)
    }

    /// Whether a piece of the group may stand on a square.
    pub(super) fn may_stand(&self, square: Square) -> bool {
        self.places[square.index()] != NOWHERE
    }

    /// The number of a placement in the combinatorial number system. The pieces must stand on squares of
    /// the group.
    pub(super) fn number(&self, squares: &[Square]) -> u64 {
        let place = |square: Square| usize::from(self.places[square.index()]);
        match *squares {
            [one] => place(one) as u64,
            [one, other] => {
                let (one, other) = (place(one), place(other));
                one.min(other) as u64 + choose(one.max(other), 2)
            }
            _ => {
                let mut places = [0; MOST];
                let places = &mut places[..squares.len()];
                for (into, &square) in places.iter_mut().zip(squares) {
                    *into = place(square);
                }
                places.sort_unstable();
                places.iter().zip(1..).map(|(&place, k)| choose(place, k)).sum()
            }
        }
    }

    /// The squares of a placement, written to `into`, and added to the set of occupied ones. `false` if
    /// one of them is occupied already.
    pub(super) fn place(&self, mut number: u64, into: &mut [Square], occupied: &mut Bitboard) -> bool {
        let mut place = self.squares.len();
        for k in (1..=self.count).rev() {
            // The number of sets of k of the first places; it is 0 for few places, so that the loop ends.
            loop {
                place -= 1;
                if choose(place, k) <= number {
                    break;
                }
            }
            number -= choose(place, k);
            let square = self.squares[place];
            if occupied.contains(square) {
                return false;
            }
            *occupied |= Bitboard::of(square);
            into[k - 1] = square;
        }
        true
    }
}

/// The middle file.
pub(super) const MIDDLE: u8 = 4;
