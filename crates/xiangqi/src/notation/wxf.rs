//! WXF, the Chinese notation in ASCII: piece letter, file, sign and number, `C2=5`.
//!
//! Two spellings are in use; both are read, and [`WxfSpelling`] selects the one to write.
//!
//! | | AXF, Fairy-Stockfish | xqbase, ElephantBoard |
//! |---|---|---|
//! | letters | K A E H R C P | K A B N R C P |
//! | sideways | `C2=5` | `C2.5` |
//! | forward, back | `H2+3`, `H3-2` | `N2+3`, `N3-2` |
//! | front, rear of two | `C+-2`, `H-+7` | `C+-2`, `N.+7` |
//! | front, middle, rear of three pawns | number and file: `15=6`, `25=6`, `35+1` | `P+.6`, `P-.6`, `P.+1` |
//! | four or five, or two files | number within the file, and file: `16=5` | one numbering over all: `Pc.5` |
//!
//! Fairy-Stockfish names a tandem piece by its file if the other one cannot make the
//! move (`R3+1` for `R-+1`); this is read, but the place is always written.
//!
//! The reader also accepts digits for letters (K1 A2 B3 N4 R5 C6 P7: `62.5` is
//! `C2.5`), lower case, full width, S for the pawn, and the sign of a place before the piece (`+C=1`). A text like `15=6` can be
//! a king on file 5 or the first pawn of file 5: it is the pawn if the AXF
//! spelling numbers the pawns of that file, otherwise whichever is legal.
//!
//! ```
//! use duiyi_xiangqi::{Position, notation::{wxf, WxfSpelling}};
//!
//! let start = Position::start();
//! let mv = wxf::read(&start, "H2+3")?;
//! assert_eq!(mv.to_string(), "h0g2");
//! assert_eq!(wxf::write(&start, mv, WxfSpelling::Xqbase)?, "N2+3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    symbolic::{Direction, Name, Place, Symbolic, Which, describe, numbered_pawns, resolve},
    text::{ReadMoveError, compact, shown},
};
use crate::{IllegalMove, Move, PieceKind, Position};
use alloc::{format, string::String};
use arrayvec::ArrayVec;

/// The spelling to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum WxfSpelling {
    /// `H2+3`, `C2=5`: the Asian federation's English books and Fairy-Stockfish.
    #[default]
    Axf,
    /// `N2+3`, `C2.5`: xqbase and ElephantBoard.
    Xqbase,
}

/// The pieces that the digits 1–7 stand for.
const DIGIT_KINDS: [PieceKind; 7] = [
    PieceKind::King,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Rook,
    PieceKind::Cannon,
    PieceKind::Pawn,
];

/// The digits 1–9.
fn number(c: char) -> Option<u8> {
    c.to_digit(10).filter(|&n| n > 0).map(|n| n as u8)
}

/// The piece that the second character means.
fn which(kind: PieceKind, c: char) -> Option<Which> {
    let placed = |place| Some(Which::Placed { place, file: None });
    match c {
        '+' => placed(Place::Front),
        '-' => placed(Place::Minus),
        '.' | '=' => placed(Place::Rear),
        'a'..='e' | 'A'..='E' if kind == PieceKind::Pawn => {
            Some(Which::NthOfAll(c.to_ascii_lowercase() as u8 - b'a' + 1))
        }
        _ => number(c).map(Which::OnFile),
    }
}

/// Whether a text has the form of a move with a letter for its piece.
#[cfg(feature = "formats")]
pub(super) fn is_move_like(text: &str) -> bool {
    let is_piece = |c| PieceKind::from_letter(c).is_some() || matches!(c, 'S' | 's');
    let is_place = |c| matches!(c, '+' | '-' | '.' | '=' | '1'..='9' | 'a'..='e');
    let Some(chars) = compact::<4>(text) else { return false };
    let [first, second, sign, last] = *chars.as_slice() else { return false };
    let is_named = is_piece(first) && is_place(second) || is_place(first) && is_piece(second);
    is_named && matches!(sign, '+' | '-' | '.' | '=') && number(last).is_some()
}

/// The meanings of a text in a position, the likeliest first.
fn readings(position: &Position, text: &str) -> Option<ArrayVec<Symbolic, 2>> {
    let chars = compact::<4>(text)?;
    let (piece, place, sign, last) = match *chars.as_slice() {
        [place @ ('+' | '-'), piece, sign, last] => (piece, place, sign, last),
        [piece, place, sign, last] => (piece, place, sign, last),
        _ => return None,
    };
    let number_moved = number(last)?;
    let direction = match sign {
        '+' => Direction::Forward,
        '-' => Direction::Back,
        '.' | '=' => Direction::Sideways,
        _ => return None,
    };
    let symbolic = |kind, which| Symbolic { kind, which, direction, number: number_moved };
    let mut readings = ArrayVec::new();
    let Some(digit) = number(piece) else {
        let kind = if matches!(piece, 'S' | 's') { PieceKind::Pawn } else { PieceKind::from_letter(piece)? };
        readings.push(symbolic(kind, which(kind, place)?));
        return Some(readings);
    };
    if let Some(&kind) = DIGIT_KINDS.get(digit as usize - 1) {
        readings.push(symbolic(kind, which(kind, place)?));
    }
    if let (1..=5, Some(file)) = (digit, number(place)) {
        let pawn = symbolic(PieceKind::Pawn, Which::Placed { place: Place::Nth(digit), file: Some(file) });
        let pawn_first = sign == '=' || sign != '.' && numbered_pawns(position, file);
        readings.insert(if pawn_first { 0 } else { readings.len() }, pawn);
    }
    if readings.is_empty() { None } else { Some(readings) }
}

/// Reads a legal move in either spelling.
///
/// [`ReadMoveError`]: the text does not have the form of a move, fits no legal move, or
/// fits several.
/// fits several.
pub fn read(position: &Position, text: &str) -> Result<Move, ReadMoveError> {
    let readings = readings(position, text).ok_or_else(|| ReadMoveError::Unreadable {
        text: shown(text),
        expected: "piece, file or place, sign and number, such as C2=5 or N.+7",
    })?;
    resolve(position, text, &readings)
}

/// Writes a legal move.
///
/// # Errors
/// The reason why the move is not legal in the position.
pub fn write(position: &Position, mv: Move, spelling: WxfSpelling) -> Result<String, IllegalMove> {
    let (kind, name, direction, number) = describe(position, mv)?;
    let axf = spelling == WxfSpelling::Axf;
    let letter = match kind {
        PieceKind::Elephant if axf => 'E',
        PieceKind::Horse if axf => 'H',
        kind => kind.letter(),
    };
    let rear = if axf { '-' } else { '.' };
    let piece = match name {
        Name::File(file) => format!("{letter}{file}"),
        Name::OfTwo { front } => format!("{letter}{}", if front { '+' } else { rear }),
        Name::OfThree(place) if !axf => format!("{letter}{}", ['+', '-', '.'].get(place).unwrap_or(&'.')),
        Name::OfThree(place) => {
            let file = super::symbolic::file_number(position.side_to_move(), mv.from().file());
            format!("{}{file}", place + 1)
        }
        Name::Numbered { of_file, file, .. } if axf => format!("{of_file}{file}"),
        Name::Numbered { of_all, .. } => format!("{letter}{}", (b'a' + of_all.saturating_sub(1)) as char),
    };
    let sign = match direction {
        Direction::Forward => '+',
        Direction::Back => '-',
        Direction::Sideways if axf => '=',
        Direction::Sideways => '.',
    };
    Ok(format!("{piece}{sign}{number}"))
}
