//! Mobility and control of the board (ZMBL thesis 4.3 and 4.4): how many empty
//! squares the strong pieces reach, and how much of the enemy's ground they attack.

use super::{Tapered, Weights};
use crate::{
    Bitboard, Color, PieceKind, Position,
    leapers::HORSE_TARGETS,
    lines::{FILE_REACH, RANK_REACH, file_set, rank_set},
    movegen::orthogonal_index,
};

/// The palace of the enemy of a colour.
const PALACE: [Bitboard; 2] = [zone(Color::Red, true), zone(Color::Black, true)];
/// The ground beyond the river for a colour, without the palace.
const GROUND: [Bitboard; 2] = [zone(Color::Red, false), zone(Color::Black, false)];

const fn zone(color: Color, palace: bool) -> Bitboard {
    let mut set = 0;
    let mut i = 0;
    while i < 90 {
        let square = crate::Square::at(i);
        let in_palace = square.file() >= 3 && square.file() <= 5 && square.rank_from(color) >= 7;
        if square.across_river(color) && in_palace == palace {
            set |= 1 << i;
        }
        i += 1;
    }
    Bitboard(set)
}

/// Mobility and control of one side.
#[inline]
pub(super) fn mobility(position: &Position, color: Color, weights: &Weights) -> Tapered {
    let mut sum = Tapered::default();
    let (mut palace, mut ground) = (0, 0);
    let mut control = |attacked: Bitboard| {
        palace += (attacked & PALACE[color.index()]).len() as i32;
        ground += (attacked & GROUND[color.index()]).len() as i32;
    };
    for square in position.squares_of(color, PieceKind::Rook) {
        let (file, rank) = (square.file(), square.rank());
        let (rank_code, file_code) = (position.bit_rank(rank), position.bit_file(file));
        let rank_reach = RANK_REACH[file as usize][rank_code as usize & 511];
        let file_reach = FILE_REACH[rank as usize][file_code as usize & 1023];
        let free = (rank_reach.slide & !rank_code).count_ones() + (file_reach.slide & !file_code).count_ones();
        sum += weights.rook_mobility.times(free as i32);
        control(Bitboard(rank_set(rank, rank_reach.slide) | file_set(file, file_reach.slide)));
    }
    for square in position.squares_of(color, PieceKind::Cannon) {
        let (file, rank) = (square.file(), square.rank());
        let (rank_code, file_code) = (position.bit_rank(rank), position.bit_file(file));
        let rank_reach = RANK_REACH[file as usize][rank_code as usize & 511];
        let file_reach = FILE_REACH[rank as usize][file_code as usize & 1023];
        let free = (rank_reach.slide & !rank_code).count_ones() + (file_reach.slide & !file_code).count_ones();
        sum += weights.cannon_mobility.times(free as i32);
        control(Bitboard(rank_set(rank, rank_reach.jump) | file_set(file, file_reach.jump)));
    }
    let occupied = position.occupied();
    for square in position.squares_of(color, PieceKind::Horse) {
        let targets = HORSE_TARGETS[square.index()][orthogonal_index(position, square)];
        sum += weights.horse_mobility.times(Bitboard(targets.0 & !occupied.0).len() as i32);
        control(targets);
    }
    sum += weights.palace_control.times(palace);
    sum += weights.ground_control.times(ground);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zones_are_the_far_half() {
        for color in Color::ALL {
            assert_eq!(PALACE[color.index()].len(), 9);
            assert_eq!(GROUND[color.index()].len(), 36);
        }
    }

    #[test]
    fn only_empty_squares_count_as_mobility() {
        let weights =
            Weights { palace_control: Tapered::same(0), ground_control: Tapered::same(0), ..Weights::default() };
        let position: Position = "4k4/9/9/9/9/4p4/9/9/4R4/3K5 w - - 0 1".parse().unwrap();
        // The rook on e1: eight squares along its rank, e0, e2 and e3, and not the pawn's e4.
        assert_eq!(mobility(&position, Color::Red, &weights).full, 7 * 11);
    }
}
