//! BitRank and BitFile: every rank and file of the board as a
//! small integer, and tables of the moves of sliding pieces indexed by these
//! integers.
//!
//! A rank has 9 points, so its occupancy is one of 512 codes; a file has 10 points,
//! so one of 1024. Make and unmake update the codes; a rook's
//! or cannon's moves, captures, blockers and mobility then take one load each
//! instead of a walk of up to 17 steps. Source: row Z-B5 of
//! docs/sources.md.
//!
//! ```text
//! occupancy of a rank, file a first    x . . R . x . x .    code 0b010101001
//! slide for the rook on d              x * * R * x . . .    its empty points and first blockers
//! jump for a cannon there              . . . C . . . x .    the points just behind one screen
//! ```

use crate::{Bitboard, Square};

/// The targets of a sliding piece at a point of a line, as codes of the line.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    /// The empty points up to the first blocker on each side, and the blockers.
    pub(crate) slide: u16,
    /// The second occupied point on each side: the captures of a cannon.
    pub(crate) jump: u16,
}

table! {
    /// By file and rank code.
    pub(crate) static RANK_REACH: [[Reach; 512]; 9] = reach_table::<512, 9>();
}
table! {
    /// By rank and file code.
    pub(crate) static FILE_REACH: [[Reach; 1024]; 10] = reach_table::<1024, 10>();
}
table! {
    /// The points of a file code as a set, by file.
    static FILE_SPREAD: [[u128; 1024]; 9] = spread_table();
}

const fn reach(code: u16, at: usize, length: usize) -> Reach {
    let mut result = Reach { slide: 0, jump: 0 };
    let mut direction = 0;
    while direction < 2 {
        let mut blockers = 0;
        let mut i = at;
        loop {
            if direction == 0 {
                if i == 0 {
                    break;
                }
                i -= 1;
            } else {
                if i + 1 == length {
                    break;
                }
                i += 1;
            }
            let occupied = code >> i & 1 != 0;
            if blockers == 0 {
                result.slide |= 1 << i;
            } else if occupied {
                result.jump |= 1 << i;
            }
            if occupied {
                blockers += 1;
                if blockers == 2 {
                    break;
                }
            }
        }
        direction += 1;
    }
    result
}

#[allow(long_running_const_eval)]
const fn reach_table<const CODES: usize, const LENGTH: usize>() -> [[Reach; CODES]; LENGTH] {
    let mut table = [[Reach { slide: 0, jump: 0 }; CODES]; LENGTH];
    let mut at = 0;
    while at < LENGTH {
        let mut code = 0;
        while code < CODES {
            table[at][code] = reach(code as u16, at, LENGTH);
            code += 1;
        }
        at += 1;
    }
    table
}

#[allow(long_running_const_eval)]
const fn spread_table() -> [[u128; 1024]; 9] {
    let mut table = [[0; 1024]; 9];
    let mut code = 0;
    while code < 1024 {
        let mut set = 0;
        let mut rank = 0;
        while rank < 10 {
            if code >> rank & 1 != 0 {
                set |= 1 << (rank * 9);
            }
            rank += 1;
        }
        let mut file = 0;
        while file < 9 {
            table[file][code] = set << file;
            file += 1;
        }
        code += 1;
    }
    table
}

table! {
    /// The points of the rank and the file of a square, including the square.
    pub(crate) static CROSS: [Bitboard; 90] = cross_table();
}

const fn cross_table() -> [Bitboard; 90] {
    let mut table = [Bitboard::EMPTY; 90];
    let mut i = 0;
    while i < 90 {
        let square = Square::at(i);
        let mut file = 0;
        while file < 9 {
            table[i].0 |= 1 << (square.rank() * 9 + file);
            file += 1;
        }
        let mut rank = 0;
        while rank < 10 {
            table[i].0 |= 1 << (rank * 9 + square.file());
            rank += 1;
        }
        i += 1;
    }
    table
}

/// The points strictly between two points of a line, as a code.
#[inline]
pub(crate) const fn between(a: u8, b: u8) -> u16 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    ((1u32 << high) - 1 & !((2u32 << low) - 1)) as u16
}

/// The points of a rank code as a set.
#[inline]
pub(crate) const fn rank_set(rank: u8, code: u16) -> u128 {
    (code as u128) << (rank as u32 * 9)
}

/// The points of a file code as a set.
#[inline]
pub(crate) fn file_set(file: u8, code: u16) -> u128 {
    FILE_SPREAD[file as usize][code as usize & 1023]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plain walk that the tables replace.
    fn walk(code: u16, at: usize, length: usize) -> (u16, u16) {
        let line: Vec<bool> = (0..length).map(|i| code >> i & 1 == 1).collect();
        let (mut slide, mut jump) = (0, 0);
        let left: Vec<usize> = (0..at).rev().collect();
        let right: Vec<usize> = (at + 1..length).collect();
        for side in [left, right] {
            let blockers: Vec<usize> = side.iter().copied().filter(|&i| line[i]).collect();
            for &i in &side {
                slide |= 1 << i;
                if line[i] {
                    break;
                }
            }
            if let Some(second) = blockers.get(1) {
                jump |= 1 << second;
            }
        }
        (slide, jump)
    }

    #[test]
    fn every_row_of_the_tables_equals_the_walk() {
        for (at, rows) in RANK_REACH.iter().enumerate() {
            for (code, row) in (0..).zip(rows) {
                assert_eq!((row.slide, row.jump), walk(code, at, 9), "rank code {code:b} at {at}");
            }
        }
        for (at, rows) in FILE_REACH.iter().enumerate() {
            for (code, row) in (0..).zip(rows) {
                assert_eq!((row.slide, row.jump), walk(code, at, 10), "file code {code:b} at {at}");
            }
        }
    }

    #[test]
    fn between_is_the_open_interval() {
        for a in 0..10u8 {
            for b in 0..10u8 {
                let expected = (0..10).filter(|&i| i > a.min(b) && i < a.max(b)).fold(0, |code, i| code | 1 << i);
                assert_eq!(between(a, b), expected, "{a} {b}");
            }
        }
    }

    #[test]
    fn a_cross_is_a_rank_and_a_file() {
        for square in Square::all() {
            for other in Square::all() {
                let on_line = square.rank() == other.rank() || square.file() == other.file();
                assert_eq!(CROSS[square.index()].contains(other), on_line, "{square} {other}");
            }
        }
    }

    #[test]
    fn codes_spread_to_the_right_points() {
        for square in Square::all() {
            assert_eq!(rank_set(square.rank(), 1 << square.file()), 1 << square.index());
            assert_eq!(file_set(square.file(), 1 << square.rank()), 1 << square.index());
        }
    }
}
