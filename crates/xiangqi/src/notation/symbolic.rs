//! The common part of the symbolic notations: a move described from the
//! mover's side as piece, file or place among equals, direction and number.
//!
//! The files are numbered 1–9 from the mover's right. Forward and backward
//! moves of king, rook, cannon and pawn have the number of points moved, those
//! of advisor, elephant and horse the file of arrival, and so have sideways
//! moves. Equal pieces on one file (tandem pieces) are distinguished by their
//! place, front first; when two files hold two or more pawns each, all these
//! pawns are numbered together, from right to left, then front to rear.

use super::text::{ReadMoveError, shown};
use crate::{BLACK, IllegalMove, Move, MoveList, PieceKind, Position, RED, Side, Square};
use arrayvec::ArrayVec;

/// The direction of a move from its mover's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Back,
    Sideways,
}

/// A place among the equal pieces of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Front,
    /// The second of three.
    Middle,
    Rear,
    /// A minus sign: the middle one of three pawns for xqbase, the rear one of two for AXF.
    Minus,
    /// Counted from the front, 1 first.
    Nth(u8),
}

/// The piece of a kind that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// The one on a file.
    OnFile(u8),
    /// The one at a place in a file with several, which may be named.
    Placed { place: Place, file: Option<u8> },
    /// The pawn with a number in the numbering over all tandem pawns.
    NthOfAll(u8),
}

/// A move in the symbolic notations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symbolic {
    pub(super) kind: PieceKind,
    pub(super) which: Which,
    pub(super) direction: Direction,
    pub(super) number: u8,
}

/// The name of the moving piece in the canonical spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// By its file.
    File(u8),
    /// Front or rear of two on a file.
    OfTwo { front: bool },
    /// Front, middle or rear of three pawns on the only file with several: 0–2.
    OfThree(usize),
    /// A pawn of four or five on a file, or of two files with several.
    Numbered {
        /// Its number over all tandem pawns, from 1.
        of_all: u8,
        /// Its number within its file, from 1 in front.
        of_file: u8,
        /// Its file.
        file: u8,
    },
}

/// The number of a file, 1–9 from the right of `color`.
pub(super) fn file_number(color: Side, file: u8) -> u8 {
    match color {
        RED => 9 - file,
        BLACK => file + 1,
    }
}

/// The squares of one side's pieces of a kind on a file, front first.
fn on_file(position: &Position, color: Side, kind: PieceKind, file: u8) -> ArrayVec<Square, 5> {
    let mut squares: ArrayVec<Square, 5> =
        position.squares_of(color, kind).filter(|square| square.file() == file).collect();
    squares.sort_unstable_by_key(|square| core::cmp::Reverse(square.rank_from(color)));
    squares
}

/// The pawns of all files with two or more, in the order of their numbering,
/// and the number of such files.
fn tandem_pawns(position: &Position, color: Side) -> (ArrayVec<Square, 5>, usize) {
    let mut pawns = ArrayVec::new();
    let mut files = 0;
    for number in 1..=9 {
        let squares = on_file(position, color, PieceKind::Pawn, file_of(color, number));
        if squares.len() >= 2 {
            files += 1;
            pawns.extend(squares);
        }
    }
    (pawns, files)
}

/// The file with a number, the inverse of [`file_number`].
fn file_of(color: Side, number: u8) -> u8 {
    match color {
        RED => 9 - number,
        BLACK => number - 1,
    }
}

/// Whether the pawns of a file are distinguished by number: if there are three or more,
/// or another file has several, too.
pub(super) fn numbered_pawns(position: &Position, number: u8) -> bool {
    let us = position.side_to_move();
    let count = on_file(position, us, PieceKind::Pawn, file_of(us, number)).len();
    count >= 3 || count == 2 && tandem_pawns(position, us).1 >= 2
}

/// The direction and the number of a move of a piece.
fn course(color: Side, kind: PieceKind, mv: Move) -> (Direction, u8) {
    let (from, to) = (mv.from(), mv.to());
    let (before, after) = (from.rank_from(color), to.rank_from(color));
    if before == after {
        return (Direction::Sideways, file_number(color, to.file()));
    }
    let direction = if after > before { Direction::Forward } else { Direction::Back };
    let number = match kind {
        PieceKind::Advisor | PieceKind::Elephant | PieceKind::Horse => file_number(color, to.file()),
        PieceKind::King | PieceKind::Rook | PieceKind::Cannon | PieceKind::Pawn => after.abs_diff(before),
    };
    (direction, number)
}

/// The canonical description of a legal move.
pub(super) fn describe(position: &Position, mv: Move) -> Result<(PieceKind, Name, Direction, u8), IllegalMove> {
    position.check_move(mv)?;
    let from = mv.from();
    let piece = position.piece_at(from).ok_or(IllegalMove::NoPiece(mv))?;
    let (color, kind) = (piece.color, piece.kind);
    let (direction, number) = course(color, kind, mv);
    let file = file_number(color, from.file());
    let equals = on_file(position, color, kind, from.file());
    let place = equals.iter().position(|&square| square == from).unwrap_or(0);
    let name = match (kind, equals.len()) {
        (_, 0 | 1) => Name::File(file),
        // Of two advisors or elephants on a file, one can only advance and the
        // other only retreat, except in studies with pieces on unusual points.
        (PieceKind::King | PieceKind::Advisor | PieceKind::Elephant, _) => {
            let plain = Symbolic { kind, which: Which::OnFile(file), direction, number };
            if plain.candidates(position).len() == 1 { Name::File(file) } else { Name::OfTwo { front: place == 0 } }
        }
        (PieceKind::Pawn, count) => {
            let (pawns, files) = tandem_pawns(position, color);
            if files == 1 && count == 2 {
                Name::OfTwo { front: place == 0 }
            } else if files == 1 && count == 3 {
                Name::OfThree(place)
            } else {
                let of_all = pawns.iter().position(|&square| square == from).unwrap_or(0) as u8 + 1;
                Name::Numbered { of_all, of_file: place as u8 + 1, file }
            }
        }
        _ => Name::OfTwo { front: place == 0 },
    };
    Ok((kind, name, direction, number))
}

impl Which {
    fn fits(self, position: &Position, color: Side, kind: PieceKind, from: Square) -> bool {
        match self {
            Which::OnFile(file) => file_number(color, from.file()) == file,
            Which::Placed { place, file } => {
                if file.is_some_and(|file| file != file_number(color, from.file())) {
                    return false;
                }
                let equals = on_file(position, color, kind, from.file());
                let last = equals.len().saturating_sub(1);
                let index = match place {
                    Place::Front => 0,
                    Place::Rear => last,
                    Place::Middle if equals.len() == 3 => 1,
                    Place::Middle => return false,
                    Place::Minus if equals.len() == 3 => 1,
                    Place::Minus => last,
                    Place::Nth(n) => (n as usize).wrapping_sub(1),
                };
                equals.len() >= 2 && equals.get(index) == Some(&from)
            }
            Which::NthOfAll(n) => {
                let (pawns, _) = tandem_pawns(position, color);
                kind == PieceKind::Pawn && pawns.get((n as usize).wrapping_sub(1)) == Some(&from)
            }
        }
    }
}

impl Symbolic {
    fn fits(self, position: &Position, mv: Move) -> bool {
        position.piece_at(mv.from()).is_some_and(|piece| {
            piece.kind == self.kind
                && course(piece.color, piece.kind, mv) == (self.direction, self.number)
                && self.which.fits(position, piece.color, piece.kind, mv.from())
        })
    }

    /// The legal moves that fit the description.
    fn candidates(self, position: &Position) -> MoveList {
        let mut moves = position.legal_moves();
        moves.retain(|mv| self.fits(position, *mv));
        moves
    }

    /// The reason why no move fits, if one would fit without the king's safety.
    fn reason(self, position: &Position) -> Option<IllegalMove> {
        let us = position.side_to_move();
        let mut reasons = position
            .squares_of(us, self.kind)
            .flat_map(|from| Square::all().filter_map(move |to| Move::new(from, to)))
            .filter(|&mv| self.fits(position, mv))
            .filter_map(|mv| position.check_move(mv).err())
            .filter(|reason| matches!(reason, IllegalMove::ExposesKing(_)));
        let first = reasons.next();
        if reasons.next().is_some() { None } else { first }
    }
}

/// Finds the move of a text: the first reading that fits a
/// legal move must fit only one.
pub(super) fn resolve(position: &Position, text: &str, readings: &[Symbolic]) -> Result<Move, ReadMoveError> {
    for reading in readings {
        let moves = reading.candidates(position);
        match moves.as_slice() {
            [] => {}
            [mv] => return Ok(*mv),
            _ => return Err(ReadMoveError::Ambiguous { text: shown(text), candidates: moves.to_vec() }),
        }
    }
    let reason = readings.iter().find_map(|reading| reading.reason(position));
    Err(ReadMoveError::Illegal { text: shown(text), reason })
}
