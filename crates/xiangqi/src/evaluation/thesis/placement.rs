//! Material and placement: the value of a piece on a square, for both phases.
//!
//! Material by row Z-D2 of docs/sources.md: rook 1050, horse 450, cannon 500,
//! advisor 180, elephant 160, pawn 100; with fewer strong pieces pawns gain value and the
//! cannon falls to the value of the horse. Placement is given by rank (counted from
//! the owner's home) and by distance from the middle file, plus a few named
//! points.
// and the middle pawn guards its own king.

use super::super::tapered::Tapered;
use crate::{BLACK, PieceKind, RED, Square};

/// By [`Piece::index`](crate::Piece::index) and square; Black's values are negative.
pub(super) static PLACEMENT: [[Tapered; Square::COUNT]; 14] = placement_table();

pub(in crate::evaluation) const MATERIAL: [Tapered; 7] = [
    Tapered::new(0, 0),
    Tapered::new(180, 165),
    Tapered::new(160, 150),
    Tapered::new(450, 490),
    Tapered::new(1050, 1070),
    Tapered::new(500, 490),
    Tapered::new(100, 140),
];

/// By rank from the owner's home.
const PAWN_FULL: [i32; 10] = [0, 0, 0, 0, 8, 45, 65, 80, 75, -20];
const PAWN_BARE: [i32; 10] = [0, 0, 0, 0, 10, 60, 85, 95, 70, -40];
const HORSE: [i32; 10] = [-28, -6, 2, 6, 14, 24, 30, 32, 20, -4];
const ROOK: [i32; 10] = [-16, -4, 0, 2, 6, 10, 12, 16, 16, 6];
const CANNON: [i32; 10] = [-6, 0, 2, 0, 4, 0, 2, 4, 8, 12];

pub(in crate::evaluation) const fn placement(kind: PieceKind, file: usize, rank: usize) -> Tapered {
    let aside = file.abs_diff(4);
    let away = aside as i32;
    match kind {
        PieceKind::Pawn => {
            let across = rank >= 5;
            // A pawn near the palace is worth most; on the edge it walks far,
            // and the middle pawn guards its own king.
            let side = match (across, aside) {
                (true, 0 | 1) => 25,
                (true, 2) => 12,
                (true, 3) => 0,
                (true, _) => -18,
                (false, 0) => 14,
                (false, _) => 0,
            };
            let side = if rank == 9 { 0 } else { side };
            Tapered::new(PAWN_FULL[rank] + side, PAWN_BARE[rank] + side)
        }
        PieceKind::Horse => {
            let middle = 6 - 5 * away;
            // The points from which it checks a king at home (臥槽馬, 掛角馬).
            let striking = if rank == 8 && aside == 2 || rank == 7 && aside == 1 { 14 } else { 0 };
            // On the point before its own king it is in the way.
            let clumsy = if rank == 1 && aside == 0 { -40 } else { 0 };
            Tapered::new(HORSE[rank] + middle + striking + clumsy, HORSE[rank] / 2 + middle + striking)
        }
        PieceKind::Rook => {
            let middle = 6 - 2 * away;
            Tapered::new(ROOK[rank] + middle, ROOK[rank] / 2 + middle)
        }
        PieceKind::Cannon => {
            let middle = if aside == 0 { 14 } else { 4 - 2 * away };
            Tapered::new(CANNON[rank] + middle, CANNON[9 - rank] + middle / 2)
        }
        PieceKind::Advisor => match (rank, aside) {
            (1, _) => Tapered::new(4, 6),
            (0, _) => Tapered::new(2, 0),
            _ => Tapered::new(-12, 0),
        },
        PieceKind::Elephant => match (rank, aside) {
            (2, 0) => Tapered::new(14, 10),
            (2, _) => Tapered::new(-22, -14),
            (4, _) => Tapered::new(-4, 2),
            _ => Tapered::new(2, 0),
        },
        PieceKind::King => match (rank, aside) {
            (0, 0) => Tapered::new(12, 6),
            (0, _) => Tapered::new(0, 0),
            (1, 0) => Tapered::new(-24, 0),
            (1, _) => Tapered::new(-18, 0),
            _ => Tapered::new(-40, -6),
        },
    }
}

const fn placement_table() -> [[Tapered; Square::COUNT]; 14] {
    let mut table = [[Tapered::same(0); Square::COUNT]; 14];
    let mut k = 0;
    while k < 7 {
        let kind = PieceKind::ALL[k];
        let mut i = 0;
        while i < Square::COUNT {
            let square = Square::at(i);
            let own = placement(kind, square.file() as usize, square.rank() as usize);
            let (full, bare) = (MATERIAL[k].full() + own.full(), MATERIAL[k].bare() + own.bare());
            table[RED.index() * 7 + k][i] = Tapered::new(full, bare);
            table[BLACK.index() * 7 + k][square.rotate().index()] = Tapered::new(-full, -bare);
            i += 1;
        }
        k += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files of the left half where a kind may stand: the file, the full board, the bare one.
    type Files = &'static [(usize, i32, i32)];

    /// By kind and rank from home.
    #[rustfmt::skip]
    const DRAWN: &[(PieceKind, usize, Files)] = &[
        (PieceKind::King, 0, &[(3, 0, 0), (4, 12, 6)]),
        (PieceKind::King, 1, &[(3, -18, 0), (4, -24, 0)]),
        (PieceKind::King, 2, &[(3, -40, -6), (4, -40, -6)]),
        (PieceKind::Advisor, 0, &[(3, 2, 0)]),
        (PieceKind::Advisor, 1, &[(4, 4, 6)]),
        (PieceKind::Advisor, 2, &[(3, -12, 0)]),
        (PieceKind::Elephant, 0, &[(2, 2, 0)]),
        (PieceKind::Elephant, 2, &[(0, -22, -14), (4, 14, 10)]),
        (PieceKind::Elephant, 4, &[(2, -4, 2)]),
        (PieceKind::Horse, 0, &[(0, -42, -28), (1, -37, -23), (2, -32, -18), (3, -27, -13), (4, -22, -8)]),
        (PieceKind::Horse, 1, &[(0, -20, -17), (1, -15, -12), (2, -10, -7), (3, -5, -2), (4, -40, 3)]),
        (PieceKind::Horse, 2, &[(0, -12, -13), (1, -7, -8), (2, -2, -3), (3, 3, 2), (4, 8, 7)]),
        (PieceKind::Horse, 3, &[(0, -8, -11), (1, -3, -6), (2, 2, -1), (3, 7, 4), (4, 12, 9)]),
        (PieceKind::Horse, 4, &[(0, 0, -7), (1, 5, -2), (2, 10, 3), (3, 15, 8), (4, 20, 13)]),
        (PieceKind::Horse, 5, &[(0, 10, -2), (1, 15, 3), (2, 20, 8), (3, 25, 13), (4, 30, 18)]),
        (PieceKind::Horse, 6, &[(0, 16, 1), (1, 21, 6), (2, 26, 11), (3, 31, 16), (4, 36, 21)]),
        (PieceKind::Horse, 7, &[(0, 18, 2), (1, 23, 7), (2, 28, 12), (3, 47, 31), (4, 38, 22)]),
        (PieceKind::Horse, 8, &[(0, 6, -4), (1, 11, 1), (2, 30, 20), (3, 21, 11), (4, 26, 16)]),
        (PieceKind::Horse, 9, &[(0, -18, -16), (1, -13, -11), (2, -8, -6), (3, -3, -1), (4, 2, 4)]),
        (PieceKind::Rook, 0, &[(0, -18, -10), (1, -16, -8), (2, -14, -6), (3, -12, -4), (4, -10, -2)]),
        (PieceKind::Rook, 1, &[(0, -6, -4), (1, -4, -2), (2, -2, 0), (3, 0, 2), (4, 2, 4)]),
        (PieceKind::Rook, 2, &[(0, -2, -2), (1, 0, 0), (2, 2, 2), (3, 4, 4), (4, 6, 6)]),
        (PieceKind::Rook, 3, &[(0, 0, -1), (1, 2, 1), (2, 4, 3), (3, 6, 5), (4, 8, 7)]),
        (PieceKind::Rook, 4, &[(0, 4, 1), (1, 6, 3), (2, 8, 5), (3, 10, 7), (4, 12, 9)]),
        (PieceKind::Rook, 5, &[(0, 8, 3), (1, 10, 5), (2, 12, 7), (3, 14, 9), (4, 16, 11)]),
        (PieceKind::Rook, 6, &[(0, 10, 4), (1, 12, 6), (2, 14, 8), (3, 16, 10), (4, 18, 12)]),
        (PieceKind::Rook, 7, &[(0, 14, 6), (1, 16, 8), (2, 18, 10), (3, 20, 12), (4, 22, 14)]),
        (PieceKind::Rook, 8, &[(0, 14, 6), (1, 16, 8), (2, 18, 10), (3, 20, 12), (4, 22, 14)]),
        (PieceKind::Rook, 9, &[(0, 4, 1), (1, 6, 3), (2, 8, 5), (3, 10, 7), (4, 12, 9)]),
        (PieceKind::Cannon, 0, &[(0, -10, 10), (1, -8, 11), (2, -6, 12), (3, -4, 13), (4, 8, 19)]),
        (PieceKind::Cannon, 1, &[(0, -4, 6), (1, -2, 7), (2, 0, 8), (3, 2, 9), (4, 14, 15)]),
        (PieceKind::Cannon, 2, &[(0, -2, 2), (1, 0, 3), (2, 2, 4), (3, 4, 5), (4, 16, 11)]),
        (PieceKind::Cannon, 3, &[(0, -4, 0), (1, -2, 1), (2, 0, 2), (3, 2, 3), (4, 14, 9)]),
        (PieceKind::Cannon, 4, &[(0, 0, -2), (1, 2, -1), (2, 4, 0), (3, 6, 1), (4, 18, 7)]),
        (PieceKind::Cannon, 5, &[(0, -4, 2), (1, -2, 3), (2, 0, 4), (3, 2, 5), (4, 14, 11)]),
        (PieceKind::Cannon, 6, &[(0, -2, -2), (1, 0, -1), (2, 2, 0), (3, 4, 1), (4, 16, 7)]),
        (PieceKind::Cannon, 7, &[(0, 0, 0), (1, 2, 1), (2, 4, 2), (3, 6, 3), (4, 18, 9)]),
        (PieceKind::Cannon, 8, &[(0, 4, -2), (1, 6, -1), (2, 8, 0), (3, 10, 1), (4, 22, 7)]),
        (PieceKind::Cannon, 9, &[(0, 8, -8), (1, 10, -7), (2, 12, -6), (3, 14, -5), (4, 26, 1)]),
        (PieceKind::Pawn, 3, &[(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 14, 14)]),
        (PieceKind::Pawn, 4, &[(0, 8, 10), (1, 8, 10), (2, 8, 10), (3, 8, 10), (4, 22, 24)]),
        (PieceKind::Pawn, 5, &[(0, 27, 42), (1, 45, 60), (2, 57, 72), (3, 70, 85), (4, 70, 85)]),
        (PieceKind::Pawn, 6, &[(0, 47, 67), (1, 65, 85), (2, 77, 97), (3, 90, 110), (4, 90, 110)]),
        (PieceKind::Pawn, 7, &[(0, 62, 77), (1, 80, 95), (2, 92, 107), (3, 105, 120), (4, 105, 120)]),
        (PieceKind::Pawn, 8, &[(0, 57, 52), (1, 75, 70), (2, 87, 82), (3, 100, 95), (4, 100, 95)]),
        (PieceKind::Pawn, 9, &[(0, -20, -40), (1, -20, -40), (2, -20, -40), (3, -20, -40), (4, -20, -40)]),
    ];

    #[test]
    fn placement_is_as_drawn() {
        for &(kind, rank, files) in DRAWN {
            for &(file, full, bare) in files {
                for file in [file, 8 - file] {
                    let found = placement(kind, file, rank);
                    assert_eq!((found.full(), found.bare()), (full, bare), "{kind:?} on file {file}, rank {rank}");
                    let square = Square::at(9 * rank + file);
                    let material = MATERIAL[kind.index()];
                    let red = PLACEMENT[crate::Piece::new(RED, kind).index()][square.index()];
                    let black = PLACEMENT[crate::Piece::new(BLACK, kind).index()][square.rotate().index()];
                    assert_eq!((red.full(), red.bare()), (full + material.full(), bare + material.bare()));
                    assert_eq!((black.full(), black.bare()), (-red.full(), -red.bare()));
                }
            }
        }
    }

    #[test]
    fn named_points_are_worth_more_or_less_than_their_neighbours() {
        let full = |kind, file, rank| placement(kind, file, rank).full();
        // The horse's points from which it checks a king at home (c8, d7 and their images), and the one before its king.
        assert!(full(PieceKind::Horse, 2, 8) > full(PieceKind::Horse, 3, 8));
        assert!(full(PieceKind::Horse, 3, 7) > full(PieceKind::Horse, 4, 7));
        assert!(full(PieceKind::Horse, 4, 1) < full(PieceKind::Horse, 0, 1));
        // A cannon in the middle, a pawn beside the palace and one on the last rank, a king at home.
        assert!(full(PieceKind::Cannon, 4, 2) > full(PieceKind::Cannon, 3, 2) + 5);
        assert!(full(PieceKind::Pawn, 4, 7) > full(PieceKind::Pawn, 0, 7) && full(PieceKind::Pawn, 4, 9) < 0);
        assert!(full(PieceKind::Pawn, 4, 5) > full(PieceKind::Pawn, 4, 4));
        assert!(full(PieceKind::King, 4, 0) > full(PieceKind::King, 3, 0));
        assert!(full(PieceKind::King, 3, 0) > full(PieceKind::King, 4, 1));
        assert!(full(PieceKind::Elephant, 4, 2) > full(PieceKind::Elephant, 0, 2));
    }
}
