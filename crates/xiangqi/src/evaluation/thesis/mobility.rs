//! Mobility and control of the board (rows Z-D3 and Z-D4 of docs/sources.md): how many empty
//! squares the strong pieces reach, and how much of the enemy's ground they attack.

use super::{
    super::{
        tapered::Tapered,
        zones::{GROUND, PALACE},
    },
    weights::ThesisWeights,
};
use crate::{
    Bitboard, Color, PieceKind, Position, Square,
    movegen::leapers::HORSE_TARGETS,
    movegen::leapers::orthogonal_index,
    movegen::lines::{FILE_REACH, RANK_REACH},
};

/// [`PALACE`] as seen along the lines of each square.
static PALACE_LINES: [[Lines; Square::COUNT]; 2] = [lines_of(PALACE[0]), lines_of(PALACE[1])];
/// [`GROUND`] as seen along the lines of each square.
static GROUND_LINES: [[Lines; Square::COUNT]; 2] = [lines_of(GROUND[0]), lines_of(GROUND[1])];

/// Points on the two lines of a square: its rank's code and, above it, its
/// file's. Counting them takes one instruction where a set of the whole board
/// must first be put together and then counted in two halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lines(u32);

impl Lines {
    #[inline]
    const fn new(rank_code: u16, file_code: u16) -> Lines {
        Lines(rank_code as u32 | (file_code as u32) << 16)
    }

    /// How many of the points belong to `zone`.
    #[inline]
    const fn within(self, zone: Lines) -> i32 {
        (self.0 & zone.0).count_ones() as i32
    }

    /// How many of the points are not in `other`.
    #[inline]
    const fn outside(self, other: Lines) -> i32 {
        (self.0 & !other.0).count_ones() as i32
    }
}

const fn lines_of(zone: Bitboard) -> [Lines; Square::COUNT] {
    let mut table = [Lines(0); Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let (mut rank_code, mut file_code) = (0, 0);
        let mut j = 0;
        while j < Square::COUNT {
            if zone.contains(Square::at(j)) {
                if j / 9 == i / 9 {
                    rank_code |= 1 << (j % 9);
                }
                if j % 9 == i % 9 {
                    file_code |= 1 << (j / 9);
                }
            }
            j += 1;
        }
        table[i] = Lines::new(rank_code, file_code);
        i += 1;
    }
    table
}

/// Mobility and control of one side.
#[inline]
pub(super) fn mobility(position: &Position, color: Color, weights: &ThesisWeights) -> Tapered {
    let mut sum = Tapered::default();
    let (mut palace, mut ground) = (0, 0);
    let mut slider = |square: Square, jumps: bool| {
        let (file, rank) = (square.file(), square.rank());
        let (rank_code, file_code) = (position.bit_rank(rank), position.bit_file(file));
        let rank_reach = RANK_REACH[file as usize][rank_code as usize & 511];
        let file_reach = FILE_REACH[rank as usize][file_code as usize & 1023];
        let slide = Lines::new(rank_reach.slide, file_reach.slide);
        let attacked = if jumps { Lines::new(rank_reach.jump, file_reach.jump) } else { slide };
        palace += attacked.within(PALACE_LINES[color.index()][square.index()]);
        ground += attacked.within(GROUND_LINES[color.index()][square.index()]);
        slide.outside(Lines::new(rank_code, file_code))
    };
    for square in position.squares_of(color, PieceKind::Rook) {
        sum += weights.rook_mobility.times(slider(square, false));
    }
    for square in position.squares_of(color, PieceKind::Cannon) {
        sum += weights.cannon_mobility.times(slider(square, true));
    }
    let occupied = position.occupied();
    for square in position.squares_of(color, PieceKind::Horse) {
        let targets = HORSE_TARGETS[square.index()][orthogonal_index(position, square)];
        sum += weights.horse_mobility.times(Bitboard(targets.0 & !occupied.0).len() as i32);
        palace += (targets & PALACE[color.index()]).len() as i32;
        ground += (targets & GROUND[color.index()]).len() as i32;
    }
    sum += weights.palace_control.times(palace);
    sum += weights.ground_control.times(ground);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_square_cross_the_zones_where_the_board_does() {
        for (zones, lines) in [(PALACE, &PALACE_LINES), (GROUND, &GROUND_LINES)] {
            for color in Color::ALL {
                for square in Square::all() {
                    let crossed = lines[color.index()][square.index()];
                    for other in zones[color.index()] {
                        let on_rank = (other.rank() == square.rank()) as u16;
                        let on_file = (other.file() == square.file()) as u16;
                        let point = Lines::new(on_rank << other.file(), on_file << other.rank());
                        assert_eq!(crossed.within(point), (on_rank + on_file) as i32);
                    }
                    let zone = zones[color.index()].into_iter();
                    let on_lines =
                        zone.map(|z| (z.rank() == square.rank()) as u32 + (z.file() == square.file()) as u32);
                    assert_eq!(crossed.0.count_ones(), on_lines.sum::<u32>());
                }
            }
        }
    }

    /// How often Red has what a weight is for.
    fn red(fen: &str, weight: fn(&mut ThesisWeights) -> &mut Tapered) -> i32 {
        let mut weights = ThesisWeights::NONE;
        *weight(&mut weights) = Tapered::same(1);
        mobility(&fen.parse().unwrap(), Color::Red, &weights).full()
    }

    #[test]
    fn only_empty_squares_count_as_mobility() {
        let rook = |fen| red(fen, |weights| &mut weights.rook_mobility);
        // On e1: eight squares along its rank, e0, e2 and e3, and not the pawn's e4.
        assert_eq!(rook("4k4/9/9/9/9/4p4/9/9/4R4/3K5 w - - 0 1"), 11);
        // Own pieces stop it as well; two rooks count both.
        assert_eq!(rook("4k4/9/9/9/9/4P4/9/9/4R4/3K5 w - - 0 1"), 11);
        assert_eq!(rook("4k4/9/9/9/9/4p4/9/9/4R4/3K4R w - - 0 1"), 11 + 9 + 4);
        assert_eq!(rook("5k3/9/9/9/9/4p4/9/9/4C4/3K5 w - - 0 1"), 0);
        // A cannon goes where a rook goes, and what it captures behind a screen does not count.
        let cannon = |fen| red(fen, |weights| &mut weights.cannon_mobility);
        assert_eq!(cannon("5k3/9/9/4n4/9/4p4/9/9/4C4/3K5 w - - 0 1"), 11);
        assert_eq!(cannon("4k4/9/9/9/9/4p4/9/9/4R4/3K5 w - - 0 1"), 0);
        // Eight jumps in the open; one point is the cannon's, and a blocked leg takes two.
        let horse = |fen| red(fen, |weights| &mut weights.horse_mobility);
        assert_eq!(horse("3k5/9/9/9/9/9/4N4/9/9/4K4 w - - 0 1"), 8);
        assert_eq!(horse("3k5/9/9/9/3c5/9/4N4/9/9/4K4 w - - 0 1"), 7);
        assert_eq!(horse("3k5/9/9/9/9/4p4/4N4/9/9/4K4 w - - 0 1"), 6);
        assert_eq!(horse("3k5/9/9/9/9/9/4R4/9/9/4K4 w - - 0 1"), 0);
    }

    #[test]
    fn the_ground_under_attack_is_counted_by_zone() {
        let palace = |fen| red(fen, |weights| &mut weights.palace_control);
        let ground = |fen| red(fen, |weights| &mut weights.ground_control);
        // Along its rank d8, e8, f8, the other five beyond the river, and up and down its file four.
        let rook = "5k3/R8/9/9/9/9/9/9/9/3K5 w - - 0 1";
        assert_eq!((palace(rook), ground(rook)), (3, 9));
        // From home it attacks the five points of its file beyond the river, and no palace.
        let home = "5k3/9/9/9/9/9/9/9/9/R2K5 w - - 0 1";
        assert_eq!((palace(home), ground(home)), (0, 5));
        // A cannon attacks the piece behind its screen, and neither the screen nor empty points.
        let cannon = "5k3/9/Cn2n4/9/9/9/9/9/9/3K5 w - - 0 1";
        assert_eq!((palace(cannon), ground(cannon)), (1, 0));
        let beside = "5k3/9/Cnn6/9/9/9/9/9/9/3K5 w - - 0 1";
        assert_eq!((palace(beside), ground(beside)), (0, 1));
        let alone = "5k3/9/Cn7/9/9/9/9/9/9/3K5 w - - 0 1";
        assert_eq!((palace(alone), ground(alone)), (0, 0));
        // A horse on c6: d8 and e7 in the palace, b8, a7, a5 and e5 else; b4 and d4 are before the river.
        let horse = "5k3/9/9/2N6/9/9/9/9/9/3K5 w - - 0 1";
        assert_eq!((palace(horse), ground(horse)), (2, 4));
    }
}
