//! Mobility and control of the board (rows Z-D3 and Z-D4 of docs/sources.md): the number of empty
//! squares that the strong pieces reach, and the values of the squares that they attack.

use super::{
    super::tapered::Tapered,
    control::{CANNON_CONTROL, HORSE_CONTROL, LineControl, ROOK_CONTROL},
    weights::ThesisWeights,
};
use crate::{
    Bitboard, PieceKind, Position, Side, Square,
    movegen::leapers::HORSE_TARGETS,
    movegen::leapers::orthogonal_index,
    movegen::lines::{FILE_REACH, RANK_REACH},
};

/// Mobility and control of one side.
#[inline]
pub(super) fn mobility(position: &Position, color: Side, weights: &ThesisWeights) -> Tapered {
    let mut sum = Tapered::default();
    let mut control = 0;
    let mut slider = |square: Square, table: &LineControl, jumps: bool| {
        let (file, rank) = (square.file(), square.rank());
        let (rank_code, file_code) = (position.bit_rank(rank), position.bit_file(file));
        let on_rank = RANK_REACH[file as usize][rank_code as usize & 511];
        let on_file = FILE_REACH[rank as usize][file_code as usize & 1023];
        let attacked = if jumps { (on_rank.jump, on_file.jump) } else { (on_rank.slide, on_file.slide) };
        control += table.of(color, square, attacked.0, attacked.1);
        // Joined in one number, both codes are counted by one instruction.
        let free = u32::from(on_rank.slide & !rank_code) | u32::from(on_file.slide & !file_code) << 16;
        free.count_ones() as i32
    };
    for square in position.squares_of(color, PieceKind::Rook) {
        sum += weights.rook_mobility.times(slider(square, &ROOK_CONTROL, false));
    }
    for square in position.squares_of(color, PieceKind::Cannon) {
        sum += weights.cannon_mobility.times(slider(square, &CANNON_CONTROL, true));
    }
    let occupied = position.occupied();
    for square in position.squares_of(color, PieceKind::Horse) {
        let legs = orthogonal_index(position.occupied(), square);
        let targets = HORSE_TARGETS[square.index()][legs];
        sum += weights.horse_mobility.times(Bitboard(targets.0 & !occupied.0).len() as i32);
        control += i32::from(HORSE_CONTROL[color.index()][square.index()][legs]);
    }
    sum += weights.control.times(control);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RED;

    /// The difference of a feature, Red's minus Black's.
    fn red(fen: &str, weight: fn(&mut ThesisWeights) -> &mut Tapered) -> i32 {
        let mut weights = ThesisWeights::NONE;
        *weight(&mut weights) = Tapered::same(1);
        mobility(&fen.parse().unwrap(), RED, &weights).full()
    }

    #[test]
    fn only_empty_squares_count_as_mobility() {
        let rook = |fen| red(fen, |weights| &mut weights.rook_mobility);
        // On e1: eight squares along its rank, e0, e2 and e3, but not the pawn's e4.
        assert_eq!(rook("4k4/9/9/9/9/4p4/9/9/4R4/3K5 w - - 0 1"), 11);
        // Own pieces block it as well; with two rooks both are counted.
        assert_eq!(rook("4k4/9/9/9/9/4P4/9/9/4R4/3K5 w - - 0 1"), 11);
        assert_eq!(rook("4k4/9/9/9/9/4p4/9/9/4R4/3K4R w - - 0 1"), 11 + 9 + 4);
        assert_eq!(rook("5k3/9/9/9/9/4p4/9/9/4C4/3K5 w - - 0 1"), 0);
        // A cannon moves like a rook; its captures behind a screen do not count.
        let cannon = |fen| red(fen, |weights| &mut weights.cannon_mobility);
        assert_eq!(cannon("5k3/9/9/4n4/9/4p4/9/9/4C4/3K5 w - - 0 1"), 11);
        assert_eq!(cannon("4k4/9/9/9/9/4p4/9/9/4R4/3K5 w - - 0 1"), 0);
        // Eight jumps in the open; one point is occupied by the cannon, and a blocked leg removes two.
        let horse = |fen| red(fen, |weights| &mut weights.horse_mobility);
        assert_eq!(horse("3k5/9/9/9/9/9/4N4/9/9/4K4 w - - 0 1"), 8);
        assert_eq!(horse("3k5/9/9/9/3c5/9/4N4/9/9/4K4 w - - 0 1"), 7);
        assert_eq!(horse("3k5/9/9/9/9/4p4/4N4/9/9/4K4 w - - 0 1"), 6);
        assert_eq!(horse("3k5/9/9/9/9/9/4R4/9/9/4K4 w - - 0 1"), 0);
    }

    #[test]
    fn each_attacked_square_counts_by_its_table() {
        // Black to move, so that a cannon may attack the king.
        let control = |fen: &str| red(&format!("{fen} b - - 0 1"), |weights| &mut weights.control);
        // All of rank 8 except its own square, and five more along the file.
        assert_eq!(control("5k3/R8/9/9/9/9/9/9/9/3K5"), (3 + 4 + 6 + 7 + 6 + 4 + 3 + 2) + (1 + 1 + 1 + 1));
        // From home it attacks only along its file, up to the first piece.
        assert_eq!(control("5k3/9/9/9/9/9/9/9/9/R2K5"), 1 + 1 + 1 + 1 + 1);
        assert_eq!(control("5k3/9/9/p8/9/9/9/9/9/R2K5"), 1 + 1);
        // Beside the king's file it attacks the palace along its file.
        assert_eq!(control("4k4/9/9/9/9/9/9/9/9/3R1K3"), 6 + 6 + 5 + 3 + 2 + 1);
        // A cannon attacks the piece behind its screen, but neither the screen nor empty points.
        assert_eq!(control("5k3/9/Cn2n4/9/9/9/9/9/9/3K5"), 6);
        assert_eq!(control("5k3/9/Cnn6/9/9/9/9/9/9/3K5"), 3);
        assert_eq!(control("5k3/9/Cn7/9/9/9/9/9/9/3K5"), 0);
        assert_eq!(control("4k4/9/9/4p4/9/9/9/9/4C4/3K5"), 8);
        assert_eq!(control("C2ak4/9/9/9/9/9/9/9/9/3K5"), 7);
        // A horse on c6: d8 and e7 in the palace, also b8, a7, a5 and e5; b4 and d4 are on its own bank.
        assert_eq!(control("5k3/9/9/2N6/9/9/9/9/9/3K5"), 6 + 7 + 2 + 1 + 1 + 3 + 1 + 1);
        // With its forward leg blocked, b8 and d8 are not attacked.
        assert_eq!(control("5k3/9/2n6/2N6/9/9/9/9/9/3K5"), 7 + 1 + 1 + 3 + 1 + 1);
        // Pawns and guards are not strong pieces.
        assert_eq!(control("5k3/9/3P5/9/9/9/9/9/4A4/3K5"), 0);
    }
}
