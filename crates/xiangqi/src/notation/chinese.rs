//! Chinese notation (中文縱線記譜): piece, file, direction, number: `炮二平五`.
//!
//! Writing: Red's pieces are 帅仕相马车炮兵 and all its numbers Chinese
//! numerals, Black's are 将士象马车炮卒 and its numbers Arabic, in full width by
//! convention; [`ChineseStyle`] selects traditional characters and half width. 进
//! forward, 退 back, 平 sideways. Two rooks, horses, cannons or pawns on a file
//! are 前 and 后, three pawns 前 中 后; four or five pawns, or pawns on two files
//! with several each, are 一 to 五 in one numbering from the mover's right to
//! the left and front to rear. Advisors and elephants need no such words.
//!
//! Reading also accepts either script and any form of a name (傌 俥 砲 包 …), the
//! other side's names and numerals, 上 and 下 for 进 and 退, blanks, the
//! five-character forms of books (前兵四平五, 二兵四平五), pawns without their name
//! (前九平八), and piece before place (马前进四).
//!
//! ```
//! use duiyi_xiangqi::{Position, notation::{chinese, ChineseStyle}};
//!
//! let start = Position::start();
//! let after = start.play(chinese::read(&start, "炮二平五")?)?;
//! let reply = chinese::read(&after, "馬8進7")?;
//! assert_eq!(chinese::write(&after, reply, ChineseStyle::default())?, "马８进７");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    symbolic::{Direction, Name, Place, Symbolic, Which, describe, resolve},
    text::{ReadMoveError, compact, shown},
};
use crate::{BLACK, IllegalMove, Move, PieceKind, Position, RED, Side};
use alloc::string::String;
use arrayvec::ArrayVec;

/// Simplified or traditional characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Script {
    /// 简体: 帅 马 车 进 后.
    #[default]
    Simplified,
    /// 繁體: 帥 馬 車 進 後.
    Traditional,
}

/// The width of Black's digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum DigitWidth {
    /// `１`–`９`, as printed.
    #[default]
    Full,
    /// `1`–`9`.
    Half,
}

/// The style of Chinese moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ChineseStyle {
    /// The characters.
    pub script: Script,
    /// The width of Black's digits.
    pub digits: DigitWidth,
}

/// The meaning of one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Piece(PieceKind),
    Number(u8),
    Place(Place),
    Direction(Direction),
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

fn word(c: char) -> Option<Word> {
    Some(match c {
        '帅' | '帥' | '将' | '將' => Word::Piece(PieceKind::King),
        '仕' | '士' => Word::Piece(PieceKind::Advisor),
        '相' | '象' => Word::Piece(PieceKind::Elephant),
        '马' | '馬' | '傌' => Word::Piece(PieceKind::Horse),
        '车' | '車' | '俥' | '伡' => Word::Piece(PieceKind::Rook),
        '炮' | '砲' | '包' | '礮' => Word::Piece(PieceKind::Cannon),
        '兵' | '卒' => Word::Piece(PieceKind::Pawn),
        '前' => Word::Place(Place::Front),
        '中' => Word::Place(Place::Middle),
        '后' | '後' => Word::Place(Place::Rear),
        '进' | '進' | '上' => Word::Direction(Direction::Forward),
        '退' | '下' => Word::Direction(Direction::Back),
        '平' => Word::Direction(Direction::Sideways),
        '1'..='9' => Word::Number(c as u8 - b'0'),
        _ => Word::Number(NUMERALS.iter().position(|&numeral| numeral == c)? as u8 + 1),
    })
}

/// Whether a character occurs in Chinese moves and in no other notation.
pub(crate) fn is_move_character(c: char) -> bool {
    !c.is_ascii() && matches!(word(c), Some(Word::Piece(_) | Word::Place(_) | Word::Direction(_)))
}

/// Whether a character is a direction in a move, which other texts seldom have.
#[cfg(feature = "formats")]
pub(crate) fn is_direction(c: char) -> bool {
    matches!(c, '进' | '進' | '退' | '平')
}

/// The move that a text describes.
fn reading(text: &str) -> Option<Symbolic> {
    let words: ArrayVec<Word, 5> = compact::<5>(text)?.into_iter().map(word).collect::<Option<_>>()?;
    let placed = |place, file| Which::Placed { place, file };
    let (kind, which, direction, number) = match *words.as_slice() {
        [Word::Piece(kind), Word::Number(file), Word::Direction(direction), Word::Number(number)] => {
            (kind, Which::OnFile(file), direction, number)
        }
        [Word::Place(place), Word::Piece(kind), Word::Direction(direction), Word::Number(number)]
        | [Word::Piece(kind), Word::Place(place), Word::Direction(direction), Word::Number(number)] => {
            (kind, placed(place, None), direction, number)
        }
        [Word::Number(n), Word::Piece(PieceKind::Pawn), Word::Direction(direction), Word::Number(number)] => {
            (PieceKind::Pawn, Which::NthOfAll(n), direction, number)
        }
        [Word::Place(place), Word::Number(file), Word::Direction(direction), Word::Number(number)] => {
            (PieceKind::Pawn, placed(place, Some(file)), direction, number)
        }
        [Word::Number(n), Word::Number(file), Word::Direction(direction), Word::Number(number)] => {
            (PieceKind::Pawn, placed(Place::Nth(n), Some(file)), direction, number)
        }
        [
            Word::Place(place),
            Word::Piece(kind),
            Word::Number(file),
            Word::Direction(direction),
            Word::Number(number),
        ] => (kind, placed(place, Some(file)), direction, number),
        [Word::Number(n), Word::Piece(kind), Word::Number(file), Word::Direction(direction), Word::Number(number)] => {
            (kind, placed(Place::Nth(n), Some(file)), direction, number)
        }
        _ => return None,
    };
    Some(Symbolic { kind, which, direction, number })
}

/// Reads a legal move.
///
/// # Errors
/// [`ReadMoveError`]: the text does not have the form of a move, fits no legal move, or
/// fits several.
pub fn read(position: &Position, text: &str) -> Result<Move, ReadMoveError> {
    let reading = reading(text).ok_or_else(|| ReadMoveError::Unreadable {
        text: shown(text),
        expected: "piece, file or place, direction and number, such as 炮二平五 or 前马进四",
    })?;
    resolve(position, text, &[reading])
}

/// The name of a piece in the moves of a side.
fn piece_name(color: Side, kind: PieceKind, script: Script) -> char {
    const NAMES: [[[char; 7]; 2]; 2] = [
        [['帅', '仕', '相', '马', '车', '炮', '兵'], ['将', '士', '象', '马', '车', '炮', '卒']],
        [['帥', '仕', '相', '馬', '車', '炮', '兵'], ['將', '士', '象', '馬', '車', '炮', '卒']],
    ];
    NAMES[script as usize][color.index()][kind.index()]
}

/// Writes a legal move.
///
/// # Errors
/// The reason why the move is not legal in the position.
pub fn write(position: &Position, mv: Move, style: ChineseStyle) -> Result<String, IllegalMove> {
    let (kind, name, direction, number) = describe(position, mv)?;
    let color = position.side_to_move();
    let simplified = style.script == Script::Simplified;
    let numeral = |n: u8| NUMERALS[usize::from(n.clamp(1, 9)) - 1];
    let digit = |n: u8| match (color, style.digits) {
        (RED, _) => numeral(n),
        (BLACK, DigitWidth::Half) => (b'0' + n) as char,
        (BLACK, DigitWidth::Full) => char::from_u32('０' as u32 + u32::from(n)).unwrap_or('０'),
    };
    let piece = piece_name(color, kind, style.script);
    let rear = if simplified { '后' } else { '後' };
    let (first, second) = match name {
        Name::File(file) => (piece, digit(file)),
        Name::OfTwo { front } => (if front { '前' } else { rear }, piece),
        Name::OfThree(place) => (*['前', '中'].get(place).unwrap_or(&rear), piece),
        Name::Numbered { of_all, .. } => (numeral(of_all), piece),
    };
    let direction = match direction {
        Direction::Forward if simplified => '进',
        Direction::Forward => '進',
        Direction::Back => '退',
        Direction::Sideways => '平',
    };
    Ok([first, second, direction, digit(number)].into_iter().collect())
}
