//! Material and placement: what a piece is worth on a square, for both phases.
//!
//! Material by row Z-D2 of docs/sources.md: rook 1050, horse 450, cannon 500,
//! advisor 180, elephant 160, pawn 100; pawns rise and the cannon comes down to
//! the horse as the strong pieces go. Placement is given by rank (counted from
//! the owner's home) and by distance from the middle file, plus a few points
//! with a name.

use super::super::tapered::Tapered;
use crate::{Color, PieceKind, Square};

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
            // On the points from which it checks a king at home (臥槽馬, 掛角馬).
            let striking = if rank == 8 && aside == 2 || rank == 7 && aside == 1 { 14 } else { 0 };
            // Before the middle pawn it stands in its own king's way.
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
            table[Color::Red.index() * 7 + k][i] = Tapered::new(full, bare);
            table[Color::Black.index() * 7 + k][square.rotate().index()] = Tapered::new(-full, -bare);
            i += 1;
        }
        k += 1;
    }
    table
}
