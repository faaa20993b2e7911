//! Control of the board (row Z-D4 of docs/sources.md): the value of an attack on a square.
//!
//! The thesis (4.4) gives each square a value that rises toward the enemy palace, sums it over
//! the squares that the strong pieces attack, and has a separate table for each piece and each
//! direction of a piece. The drawing of the table is lost, so the values are ours: a rook
//! and a cannon have one table for attacks along their rank and one for those along their file,
//! a horse has one.
//!
//! The value of a line is looked up by the code of its attacked points, as the thesis proposes for
//! line pieces (2.2); the value of a horse's attacks by its square and its blocked legs.

use crate::{PieceKind, Side, Square, movegen::leapers::horse_table};

/// The line along which a piece attacks a square; ignored for a horse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttackDirection {
    /// Along its rank.
    Rank,
    /// Along its file.
    File,
}

/// The left half of the board with the middle file, from the enemy's home rank to the owner's.
type Drawn = [[u8; 5]; 10];

/// A rook controls the two ranks of the king at home.
const ROOK_RANK: Drawn = [
    [2, 2, 3, 5, 6],
    [2, 3, 4, 6, 7],
    [2, 2, 3, 5, 6],
    [1, 2, 2, 3, 4],
    [1, 1, 1, 2, 2],
    [0, 0, 1, 1, 1],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
];

/// Along a file its attacks count most beside the king (肋道).
const ROOK_FILE: Drawn = [
    [1, 1, 2, 6, 6],
    [1, 2, 3, 6, 7],
    [1, 1, 2, 5, 6],
    [1, 1, 2, 3, 4],
    [1, 1, 1, 2, 2],
    [0, 0, 1, 1, 1],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
];

/// A cannon attacks along the enemy's home rank from its end (沉底炮).
const CANNON_RANK: Drawn = [
    [2, 3, 5, 7, 7],
    [1, 2, 3, 6, 7],
    [1, 2, 3, 6, 6],
    [1, 1, 2, 3, 4],
    [1, 1, 1, 2, 2],
    [0, 0, 1, 1, 1],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
];

/// Along a file its attacks count most in the middle (中炮).
const CANNON_FILE: Drawn = [
    [1, 2, 4, 6, 8],
    [1, 2, 3, 5, 7],
    [1, 1, 3, 5, 6],
    [1, 1, 2, 3, 4],
    [1, 1, 1, 2, 3],
    [0, 0, 1, 1, 1],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
];

/// A horse near the palace checks from the front and the sides; the home rank leads nowhere.
const HORSE: Drawn = [
    [1, 2, 3, 5, 5],
    [1, 2, 4, 6, 6],
    [1, 2, 4, 6, 7],
    [1, 2, 3, 4, 4],
    [1, 1, 2, 3, 3],
    [0, 1, 1, 1, 1],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
];

/// The value of an attack by a piece of a colour on a square, in hundredths of a pawn;
/// zero for the king, advisors, elephants and pawns, which are not strong pieces.
pub(super) const fn control(color: Side, kind: PieceKind, direction: AttackDirection, square: Square) -> u8 {
    let drawn = match (kind, direction) {
        (PieceKind::Rook, AttackDirection::Rank) => &ROOK_RANK,
        (PieceKind::Rook, AttackDirection::File) => &ROOK_FILE,
        (PieceKind::Cannon, AttackDirection::Rank) => &CANNON_RANK,
        (PieceKind::Cannon, AttackDirection::File) => &CANNON_FILE,
        (PieceKind::Horse, _) => &HORSE,
        _ => return 0,
    };
    let aside = square.file().abs_diff(4) as usize;
    drawn[9 - square.rank_from(color) as usize][4 - aside]
}

/// By code of a line: the sum of the values of its points.
struct LineSums<const CODES: usize>([u8; CODES]);

impl<const CODES: usize> LineSums<CODES> {
    /// Computes the sums from the values of the points, at most ten.
    const fn new(values: [u8; 10]) -> LineSums<CODES> {
        let mut sums = [0; CODES];
        let mut code = 1;
        while code < CODES {
            sums[code] = sums[code & (code - 1)] + values[code.trailing_zeros() as usize];
            code += 1;
        }
        LineSums(sums)
    }

    #[inline]
    fn of(&self, code: u16) -> i32 {
        i32::from(self.0[code as usize & (CODES - 1)])
    }
}

/// The values of the attacks of a piece that moves along lines.
pub(super) struct LineControl {
    /// By colour and rank.
    ranks: [[LineSums<512>; 10]; 2],
    /// By colour and file.
    files: [[LineSums<1024>; 9]; 2],
}

impl LineControl {
    const fn new(kind: PieceKind) -> LineControl {
        let mut ranks = [const { [const { LineSums([0; 512]) }; 10] }; 2];
        let mut files = [const { [const { LineSums([0; 1024]) }; 9] }; 2];
        let mut c = 0;
        while c < 2 {
            let color = Side::BOTH[c];
            let mut i = 0;
            while i < 10 {
                ranks[c][i] = LineSums::new(line_values(color, kind, AttackDirection::Rank, i));
                if i < 9 {
                    files[c][i] = LineSums::new(line_values(color, kind, AttackDirection::File, i));
                }
                i += 1;
            }
            c += 1;
        }
        LineControl { ranks, files }
    }

    /// The value of attacks on points of the rank and file of a square, both given as codes.
    #[inline]
    pub(super) fn of(&self, color: Side, square: Square, rank_code: u16, file_code: u16) -> i32 {
        self.ranks[color.index()][square.rank() as usize].of(rank_code)
            + self.files[color.index()][square.file() as usize].of(file_code)
    }
}

/// The values along a rank or a file.
const fn line_values(color: Side, kind: PieceKind, direction: AttackDirection, line: usize) -> [u8; 10] {
    let mut values = [0; 10];
    let (length, start, step) = match direction {
        AttackDirection::Rank => (9, line * 9, 1),
        AttackDirection::File => (10, line, 9),
    };
    let mut i = 0;
    while i < length {
        values[i] = control(color, kind, direction, Square::at(start + i * step));
        i += 1;
    }
    values
}

pub(super) static ROOK_CONTROL: LineControl = LineControl::new(PieceKind::Rook);
pub(super) static CANNON_CONTROL: LineControl = LineControl::new(PieceKind::Cannon);
/// By colour, square and blocked legs
/// ([`orthogonal_index`](crate::movegen::leapers::orthogonal_index)).
pub(super) static HORSE_CONTROL: [[[u8; 16]; Square::COUNT]; 2] = horse_control();

const fn horse_control() -> [[[u8; 16]; Square::COUNT]; 2] {
    let targets = horse_table(false);
    let mut table = [[[0; 16]; Square::COUNT]; 2];
    let mut i = 0;
    while i < 2 * Square::COUNT {
        let (c, square) = (i / Square::COUNT, i % Square::COUNT);
        let mut blocked = 0;
        while blocked < 16 {
            let mut rest = targets[square][blocked].0;
            while rest != 0 {
                let target = Square::at(rest.trailing_zeros() as usize);
                table[c][square][blocked] += control(Side::BOTH[c], PieceKind::Horse, AttackDirection::File, target);
                rest &= rest - 1;
            }
            blocked += 1;
        }
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RED;

    const TABLES: [(PieceKind, AttackDirection); 5] = [
        (PieceKind::Rook, AttackDirection::Rank),
        (PieceKind::Rook, AttackDirection::File),
        (PieceKind::Cannon, AttackDirection::Rank),
        (PieceKind::Cannon, AttackDirection::File),
        (PieceKind::Horse, AttackDirection::File),
    ];

    /// The neighbour one step nearer to the enemy palace, along the ranks or along the files.
    fn nearer(square: Square, color: Side, direction: AttackDirection) -> Option<Square> {
        let forward = if color == RED { 1 } else { -1 };
        let (files, ranks) = match direction {
            AttackDirection::Rank => ((5 > square.file()) as i8 - (3 < square.file()) as i8, 0),
            AttackDirection::File => (0, if square.rank_from(color) < 7 { forward } else { 0 }),
        };
        let aside = !(3..=5).contains(&square.file());
        let moves = ranks != 0 || direction == AttackDirection::Rank && aside;
        let (file, rank) = (square.file().checked_add_signed(files)?, square.rank().checked_add_signed(ranks)?);
        Square::new(file, rank).filter(|_| moves)
    }

    #[test]
    fn control_rises_toward_the_enemy_palace() {
        for (kind, direction) in TABLES {
            for color in Side::BOTH {
                let value = |square| control(color, kind, direction, square);
                let (palace, outside): (Vec<_>, Vec<_>) = Square::all().partition(|square| square.in_palace(!color));
                let least = palace.iter().map(|&square| value(square)).min();
                assert!(least > outside.iter().map(|&square| value(square)).max(), "{kind:?} {direction:?}");
                for square in outside {
                    for step in [AttackDirection::Rank, AttackDirection::File] {
                        let near = nearer(square, color, step).map(value);
                        assert!(near.is_none_or(|near| near >= value(square)), "{kind:?} {direction:?} {square}");
                    }
                    assert_eq!(value(square), value(square.mirror()));
                    assert_eq!(value(square), control(!color, kind, direction, square.rotate()));
                }
                // Zero up to the own bank of the river, positive on every point beyond it.
                for square in Square::all() {
                    assert!(square.rank_from(color) != 5 || value(square) > 0, "{kind:?} {direction:?} {square}");
                    assert!(square.rank_from(color) > 3 || value(square) == 0, "{kind:?} {direction:?} {square}");
                }
            }
        }
    }

    #[test]
    fn each_piece_and_each_direction_has_its_own_table() {
        let values = |(kind, direction)| {
            let value = move |square| control(RED, kind, direction, square);
            Square::all().map(value).collect::<Vec<u8>>()
        };
        for (number, &one) in TABLES.iter().enumerate() {
            assert!(TABLES[..number].iter().all(|&other| values(other) != values(one)), "{one:?}");
        }
        let king = |direction| control(RED, PieceKind::Cannon, direction, "e9".parse().unwrap());
        assert_eq!((king(AttackDirection::Rank), king(AttackDirection::File)), (7, 8));
        for kind in [PieceKind::King, PieceKind::Advisor, PieceKind::Elephant, PieceKind::Pawn] {
            assert!(Square::all().all(|square| control(RED, kind, AttackDirection::File, square) == 0));
        }
    }

    #[test]
    fn codes_have_the_sum_of_the_values_of_their_points() {
        for (kind, table) in [(PieceKind::Rook, &ROOK_CONTROL), (PieceKind::Cannon, &CANNON_CONTROL)] {
            for color in Side::BOTH {
                // Every rank and every file.
                for square in (0..10).map(|rank| Square::at(rank * 9 + rank % 9)) {
                    let along = |direction, on: fn(Square) -> u8, line: fn(Square) -> u8, code: u16| -> i32 {
                        let points = Square::all().filter(|&other| line(other) == line(square));
                        let points = points.filter(|&other| code >> on(other) & 1 == 1);
                        points.map(|other| i32::from(control(color, kind, direction, other))).sum()
                    };
                    for code in 0..1024_u16 {
                        let rank = along(AttackDirection::Rank, Square::file, Square::rank, code & 511);
                        let file = along(AttackDirection::File, Square::rank, Square::file, code);
                        assert_eq!(
                            table.of(color, square, code & 511, code),
                            rank + file,
                            "{kind:?} {square} {code:b}"
                        );
                    }
                }
            }
        }
    }
}
