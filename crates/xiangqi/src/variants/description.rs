//! The parts of a description: pieces as lists of movements.

use std::fmt::Debug;

/// A variant of xiangqi for two sides, Red and Black, on at most [`MAX_POINTS`] points.
///
/// Black's pieces move as Red's, seen from the other end of the board. The side whose king is
/// attacked and cannot be saved has lost, and so has a side without a move.
pub trait Description: Copy + Debug + Default + Send + Sync + 'static {
    /// The name in protocols, in lower case: `minixiangqi`.
    const NAME: &'static str;
    /// The titles in English and in Chinese.
    const TITLES: [&'static str; 2];
    /// The number of columns, at most 9.
    const COLUMNS: u8;
    /// The number of rows, at most 10.
    const ROWS: u8;
    /// The row below the river, counted from 0, if the board shows a river.
    const RIVER: Option<u8>;
    /// The start position as a FEN.
    const START: &'static str;
    /// The kinds of pieces, at most 100. The first one is the king, of which each side has one.
    const PIECES: &'static [PieceRule];
}

/// The most points that the board of a variant can have.
pub const MAX_POINTS: usize = 90;

/// A kind of piece.
#[derive(Clone, Copy, Debug)]
pub struct PieceRule {
    /// The upper-case letters of the FEN: the first one is written, all are read.
    pub letters: &'static str,
    /// The characters on Red's and Black's piece.
    pub characters: [char; 2],
    /// The value in hundredths of a pawn, for the evaluation; 0 for a king.
    pub value: i32,
    /// The movements. No two of them lead to the same point.
    pub moves: &'static [Movement],
    /// The points that [`Movement::Leaps`] may reach.
    pub within: Zone,
}

/// A way in which a piece moves.
#[derive(Clone, Copy, Debug)]
pub enum Movement {
    /// One of these leaps to an empty point, or to capture.
    Leaps(&'static [Leap]),
    /// The same, but only from this row on, counted from 0 at the owner's end of the board.
    LeapsFromRow(u8, &'static [Leap]),
    /// Any distance along a line of empty points, without capturing.
    Glide,
    /// Captures the first piece on a line.
    Strike,
    /// Captures the second piece on a line, over the first one.
    Hop,
    /// Attacks the other king along a line of empty points: kings must not face each other.
    Face,
}

/// A leap as its owner sees it.
#[derive(Clone, Copy, Debug)]
pub struct Leap {
    /// The offset in columns to the right and in rows forward.
    pub by: (i8, i8),
    /// The offset of a point that must be empty.
    pub over: Option<(i8, i8)>,
}

/// A rectangle of points as the owner of a piece sees it; both ends of a range belong to it.
#[derive(Clone, Copy, Debug)]
pub struct Zone {
    /// The first and the last column.
    pub columns: (u8, u8),
    /// The first and the last row, counted from the owner's end of the board.
    pub rows: (u8, u8),
}

impl Zone {
    /// All points of any board.
    pub const BOARD: Zone = Zone { columns: (0, u8::MAX), rows: (0, u8::MAX) };

    /// Whether a point belongs to the zone.
    pub fn contains(&self, column: u8, row: u8) -> bool {
        (self.columns.0..=self.columns.1).contains(&column) && (self.rows.0..=self.rows.1).contains(&row)
    }
}

const fn step(columns: i8, rows: i8) -> Leap {
    Leap { by: (columns, rows), over: None }
}

const fn over(columns: i8, rows: i8, over: (i8, i8)) -> Leap {
    Leap { by: (columns, rows), over: Some(over) }
}

/// One point orthogonally.
pub const ORTHOGONAL: &[Leap] = &[step(0, 1), step(0, -1), step(-1, 0), step(1, 0)];
/// One point diagonally.
pub const DIAGONAL: &[Leap] = &[step(-1, -1), step(-1, 1), step(1, -1), step(1, 1)];
/// Two points diagonally, if the point between them is empty.
pub const ELEPHANT_LEAPS: &[Leap] =
    &[over(-2, -2, (-1, -1)), over(-2, 2, (-1, 1)), over(2, -2, (1, -1)), over(2, 2, (1, 1))];
/// One point orthogonally, which must be empty, and one diagonally outward.
pub const HORSE_LEAPS: &[Leap] = &[
    over(-1, 2, (0, 1)),
    over(1, 2, (0, 1)),
    over(-1, -2, (0, -1)),
    over(1, -2, (0, -1)),
    over(-2, -1, (-1, 0)),
    over(-2, 1, (-1, 0)),
    over(2, -1, (1, 0)),
    over(2, 1, (1, 0)),
];
/// One point forward.
pub const FORWARD: &[Leap] = &[step(0, 1)];
/// One point to a side.
pub const SIDEWAYS: &[Leap] = &[step(-1, 0), step(1, 0)];

/// The palace of xiangqi.
const PALACE: Zone = Zone { columns: (3, 5), rows: (0, 2) };

/// The king of xiangqi.
pub const KING: PieceRule = PieceRule {
    letters: "K",
    characters: ['帥', '將'],
    value: 0,
    moves: &[Movement::Leaps(ORTHOGONAL), Movement::Face],
    within: PALACE,
};
/// The advisor of xiangqi.
pub const ADVISOR: PieceRule = PieceRule {
    letters: "A",
    characters: ['仕', '士'],
    value: 200,
    moves: &[Movement::Leaps(DIAGONAL)],
    within: PALACE,
};
/// The elephant of xiangqi.
pub const ELEPHANT: PieceRule = PieceRule {
    letters: "BE",
    characters: ['相', '象'],
    value: 200,
    moves: &[Movement::Leaps(ELEPHANT_LEAPS)],
    within: Zone { columns: (0, 8), rows: (0, 4) },
};
/// The horse of xiangqi.
pub const HORSE: PieceRule = PieceRule {
    letters: "NH",
    characters: ['傌', '馬'],
    value: 400,
    moves: &[Movement::Leaps(HORSE_LEAPS)],
    within: Zone::BOARD,
};
/// The rook of xiangqi.
pub const ROOK: PieceRule = PieceRule {
    letters: "R",
    characters: ['俥', '車'],
    value: 900,
    moves: &[Movement::Glide, Movement::Strike],
    within: Zone::BOARD,
};
/// The cannon of xiangqi.
pub const CANNON: PieceRule = PieceRule {
    letters: "C",
    characters: ['炮', '砲'],
    value: 450,
    moves: &[Movement::Glide, Movement::Hop],
    within: Zone::BOARD,
};
/// The pawn of xiangqi: after the river also sideways.
pub const PAWN: PieceRule = PieceRule {
    letters: "P",
    characters: ['兵', '卒'],
    value: 100,
    moves: &[Movement::Leaps(FORWARD), Movement::LeapsFromRow(5, SIDEWAYS)],
    within: Zone::BOARD,
};
