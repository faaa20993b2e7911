//! Tables for the pieces that step or leap: king, advisor, elephant, horse, pawn.
//!
//! A horse is blocked by a piece on its leg (馬腿), an elephant by one on its
//! eye (象眼). Both tables have a four-bit index for the occupied ones of the four
//! orthogonal (horse) or diagonal (elephant) neighbours.

use crate::{BLACK, Bitboard, RED, Side, Square, board::square::OFF_BOARD};
use duiyi_game::BySide;

table! {
    /// King steps inside the palace that contains the square.
    pub(crate) static KING_TARGETS: [Bitboard; 90] = palace_table(true);
}
table! {
    /// Advisor steps inside the palace that contains the square.
    pub(crate) static ADVISOR_TARGETS: [Bitboard; 90] = palace_table(false);
}
table! {
    /// Pawn steps by colour.
    pub(crate) static PAWN_TARGETS: BySide<[Bitboard; 90]> = BySide::new(pawn_table(RED, false), pawn_table(BLACK, false));
}
table! {
    /// The squares from which a pawn of a colour attacks a square.
    pub(crate) static PAWN_SOURCES: BySide<[Bitboard; 90]> = BySide::new(pawn_table(RED, true), pawn_table(BLACK, true));
}
table! {
    /// Horse moves by square and occupied legs (see [`orthogonal_index`]).
    pub(crate) static HORSE_TARGETS: [[Bitboard; 16]; 90] = horse_table(false);
}
table! {
    /// The squares from which a horse attacks a square, by its occupied diagonal
    /// neighbours (the legs of those horses, see [`diagonal_index`]).
    pub(crate) static HORSE_SOURCES: [[Bitboard; 16]; 90] = horse_table(true);
}
table! {
    /// Elephant moves by square and occupied eyes (see [`diagonal_index`]).
    pub(crate) static ELEPHANT_TARGETS: [[Bitboard; 16]; 90] = elephant_table();
}
table! {
    /// Every move that brings a king on a square into check leaves or enters one of these squares:
    /// its rank and file, the squares of horses that attack it, and their legs.
    pub(crate) static CHECK_ZONE: [Bitboard; 90] = check_zones();
}
table! {
    /// The leg of a horse that moves from one square to another; [`OFF_BOARD`] if it cannot.
    pub(crate) static HORSE_LEG: [[u8; 90]; 91] = leg_table();
}

/// The occupied diagonal neighbours of a square: bit 0 south-west, 1
/// north-west, 2 south-east, 3 north-east. Bits of neighbours off the board are
/// undefined; the tables ignore them.
#[inline(always)]
pub(crate) const fn diagonal_index(occupied: Bitboard, square: Square) -> usize {
    // The neighbours are the points 0, 2, 18 and 20 from here on.
    let around = ((occupied.0 << 10) >> square.index()) as u32;
    (around & 5 | around >> 17 & 10) as usize
}

/// The occupied orthogonal neighbours of a square: bit 0 south, 1 west, 2
/// north, 3 east; the index of the horse tables. Bits of neighbours off the board are
/// undefined; the tables ignore them.
#[inline(always)]
pub(crate) const fn orthogonal_index(occupied: Bitboard, square: Square) -> usize {
    // The neighbours are the points 0, 8, 10 and 18 from here on.
    let around = ((occupied.0 << 9) >> square.index()) as u32;
    (around & 1 | around >> 7 & 10 | around >> 16 & 4) as usize
}

/// The square at a distance, if it is on the board.
const fn step(square: Square, files: i8, ranks: i8) -> Option<Square> {
    let file = square.file() as i8 + files;
    let rank = square.rank() as i8 + ranks;
    if file < 0 || rank < 0 { None } else { Square::new(file as u8, rank as u8) }
}

const fn in_some_palace(square: Square) -> bool {
    square.in_palace(crate::RED) || square.in_palace(crate::BLACK)
}

/// In the order of the bits of [`orthogonal_index`].
const ORTHOGONAL: [(i8, i8); 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];
/// In the order of the bits of [`diagonal_index`].
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

const fn palace_table(king: bool) -> [Bitboard; 90] {
    let mut table = [Bitboard::EMPTY; 90];
    let mut i = 0;
    while i < 90 {
        let square = Square::at(i);
        let mut d = 0;
        while d < 4 {
            let (files, ranks) = if king { ORTHOGONAL[d] } else { DIAGONAL[d] };
            if let Some(to) = step(square, files, ranks)
                && in_some_palace(square)
                && in_some_palace(to)
            {
                table[i].0 |= 1 << to.index();
            }
            d += 1;
        }
        i += 1;
    }
    table
}

const fn pawn_table(color: Side, sources: bool) -> [Bitboard; 90] {
    let mut table = [Bitboard::EMPTY; 90];
    let forward = if matches!(color, RED) { 1 } else { -1 };
    let steps = [(0, forward), (-1, 0), (1, 0)];
    let mut i = 0;
    while i < 90 {
        let square = Square::at(i);
        let mut s = 0;
        while s < 3 {
            let (files, ranks) = steps[s];
            if let Some(to) = step(square, files, ranks)
                && (ranks != 0 || square.across_river(color))
            {
                if sources {
                    table[to.index()].0 |= 1 << i;
                } else {
                    table[i].0 |= 1 << to.index();
                }
            }
            s += 1;
        }
        i += 1;
    }
    table
}

pub(crate) const fn horse_table(sources: bool) -> [[Bitboard; 16]; 90] {
    let mut table = [[Bitboard::EMPTY; 16]; 90];
    let mut i = 0;
    while i < 90 {
        let square = Square::at(i);
        let mut blocked = 0;
        while blocked < 16 {
            let mut d = 0;
            while d < 4 {
                // A horse on `square` moves over an orthogonal leg to the two
                // squares beyond it; one that arrives there has its leg on a
                // diagonal neighbour and comes from either side of it.
                let (files, ranks) = if sources { DIAGONAL[d] } else { ORTHOGONAL[d] };
                let ends = if sources {
                    [(2 * files, ranks), (files, 2 * ranks)]
                } else if files == 0 {
                    [(-1, 2 * ranks), (1, 2 * ranks)]
                } else {
                    [(2 * files, -1), (2 * files, 1)]
                };
                let mut e = 0;
                while e < 2 {
                    let (f, r) = ends[e];
                    if let Some(to) = step(square, f, r)
                        && blocked >> d & 1 == 0
                    {
                        table[i][blocked].0 |= 1 << to.index();
                    }
                    e += 1;
                }
                d += 1;
            }
            blocked += 1;
        }
        i += 1;
    }
    table
}

const fn elephant_table() -> [[Bitboard; 16]; 90] {
    let mut table = [[Bitboard::EMPTY; 16]; 90];
    let mut i = 0;
    while i < 90 {
        let square = Square::at(i);
        let mut blocked = 0;
        while blocked < 16 {
            let mut d = 0;
            while d < 4 {
                let (files, ranks) = DIAGONAL[d];
                if let Some(to) = step(square, 2 * files, 2 * ranks)
                    && (to.rank() < 5) == (square.rank() < 5)
                    && blocked >> d & 1 == 0
                {
                    table[i][blocked].0 |= 1 << to.index();
                }
                d += 1;
            }
            blocked += 1;
        }
        i += 1;
    }
    table
}

const fn check_zones() -> [Bitboard; 90] {
    let mut table = [Bitboard::EMPTY; 90];
    let mut i = 0;
    while i < 90 {
        let square = Square::at(i);
        let mut other = 0;
        while other < 90 {
            let from = Square::at(other);
            let files = from.file().abs_diff(square.file());
            let ranks = from.rank().abs_diff(square.rank());
            if files == 0 || ranks == 0 || files + ranks == 3 || files == 1 && ranks == 1 {
                table[i].0 |= 1 << other;
            }
            other += 1;
        }
        i += 1;
    }
    table
}

const fn leg_table() -> [[u8; 90]; 91] {
    let mut table = [[OFF_BOARD; 90]; 91];
    let mut i = 0;
    while i < 90 {
        let square = Square::at(i);
        let mut d = 0;
        while d < 4 {
            let (files, ranks) = ORTHOGONAL[d];
            let mut side = -1;
            while side <= 1 {
                let (f, r) = if files == 0 { (side, 2 * ranks) } else { (2 * files, side) };
                if let (Some(leg), Some(to)) = (step(square, files, ranks), step(square, f, r)) {
                    table[i][to.index()] = leg.index() as u8;
                }
                side += 2;
            }
            d += 1;
        }
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RED, Side};

    fn distance(a: Square, b: Square) -> (i32, i32) {
        (b.file() as i32 - a.file() as i32, b.rank() as i32 - a.rank() as i32)
    }

    #[test]
    fn horses_leave_and_arrive_over_the_same_legs() {
        for from in Square::all() {
            for to in Square::all() {
                let (f, r) = distance(from, to);
                let leaps = (f.abs(), r.abs()) == (1, 2) || (f.abs(), r.abs()) == (2, 1);
                let leg = HORSE_LEG[from.index()][to.index()];
                assert_eq!(leg != OFF_BOARD, leaps, "{from}{to}");
                if !leaps {
                    continue;
                }
                let leg = Square::at(leg as usize);
                assert_eq!(distance(from, leg), (f / 2, r / 2), "{from}{to}");
                let side = ORTHOGONAL.iter().position(|&(x, y)| (x as i32, y as i32) == (f / 2, r / 2)).unwrap();
                let corner = diagonal_index(Bitboard::of(leg), to);
                assert_eq!(corner.count_ones(), 1);
                assert_eq!(orthogonal_index(Bitboard::of(leg), from), 1 << side);
                for blocked in 0..16 {
                    let leaves = HORSE_TARGETS[from.index()][blocked].contains(to);
                    assert_eq!(leaves, blocked >> side & 1 == 0, "{from}{to} {blocked:b}");
                    let arrives = HORSE_SOURCES[to.index()][blocked].contains(from);
                    assert_eq!(arrives, blocked & corner == 0, "{from}{to} {blocked:b}");
                }
            }
        }
    }

    #[test]
    fn elephants_reach_only_the_seven_points_of_their_side() {
        let mut reached = Bitboard::of("c0".parse().unwrap());
        loop {
            let next = reached.into_iter().fold(reached, |set, s| set | ELEPHANT_TARGETS[s.index()][0]);
            if next == reached {
                break;
            }
            reached = next;
        }
        let names: Vec<String> = reached.into_iter().map(|s| s.to_string()).collect();
        assert_eq!(names, ["c0", "g0", "a2", "e2", "i2", "c4", "g4"]);
        for square in Square::all() {
            for to in ELEPHANT_TARGETS[square.index()][0] {
                let (f, r) = distance(square, to);
                let eye = Square::new((square.file() as i32 + f / 2) as u8, (square.rank() as i32 + r / 2) as u8);
                let index = diagonal_index(Bitboard::of(eye.unwrap()), square);
                assert!(!ELEPHANT_TARGETS[square.index()][index].contains(to));
            }
        }
    }

    #[test]
    fn kings_and_advisors_stay_in_their_palace() {
        for square in Square::all() {
            for to in KING_TARGETS[square.index()] {
                let (f, r) = distance(square, to);
                assert_eq!(f.abs() + r.abs(), 1);
                assert!(in_some_palace(square) && in_some_palace(to));
            }
            for to in ADVISOR_TARGETS[square.index()] {
                let (f, r) = distance(square, to);
                assert_eq!((f.abs(), r.abs()), (1, 1));
            }
        }
        assert_eq!(KING_TARGETS.iter().map(|t| t.len()).sum::<u32>(), 48);
        assert_eq!(ADVISOR_TARGETS.iter().map(|t| t.len()).sum::<u32>(), 32);
    }

    #[test]
    fn pawns_step_sideways_only_across_the_river() {
        for color in Side::BOTH {
            for square in Square::all() {
                let targets = PAWN_TARGETS[color][square.index()];
                for to in targets {
                    assert!(PAWN_SOURCES[color][to.index()].contains(square));
                    let (f, r) = distance(square, to);
                    let forward = if color == RED { 1 } else { -1 };
                    assert!((f, r) == (0, forward) || (r == 0 && f.abs() == 1 && square.across_river(color)));
                }
                let edge = square.file() == 0 || square.file() == 8;
                let sideways = if square.across_river(color) { 2 - edge as u32 } else { 0 };
                assert_eq!(targets.len(), sideways + (square.rank_from(color) < 9) as u32);
            }
        }
    }
}
