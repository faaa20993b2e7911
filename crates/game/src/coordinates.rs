//! Square names in protocols and game records.
//!
//! All formats count columns from the left. Rows count from the bottom or the top, as letters or
//! numbers; some formats skip the letter I.

use crate::{Square, shortened};
use alloc::{format, string::String};
use core::fmt;

/// A notation for squares.
///
/// ```
/// use duiyi_game::Coordinates;
///
/// let size = (19, 19);
/// let at = Coordinates::Letters.read(size, "K11")?;
/// assert_eq!(Coordinates::Gtp.write(size, at), "L11");
/// assert_eq!(Coordinates::LetterPairs.write(size, at), "KK");
/// assert_eq!(Coordinates::Numbers.write(size, at), "10,8");
/// # Ok::<(), duiyi_game::CoordinateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// `J10`: a column A, B, C … with I, a row from 1 at the bottom. Columns past Z
    /// are AA, AB …
    Letters,
    /// `K10`: like [`Coordinates::Letters`] without the letter I. GTP and GoGui.
    Gtp,
    /// `JJ`: two letters, with row A at the bottom. Cloudict, SAU; boards up to 26.
    LetterPairs,
    /// `9,9`: column and row from 0 at the top left. Piskvork, Botzone.
    Numbers,
}

/// Why a text does not name a square of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoordinateError {
    /// The text does not have the form of a square's name.
    Form {
        /// The text, shortened.
        text: String,
        /// The expected form.
        expected: &'static str,
    },
    /// The text names a square outside the board.
    OffBoard {
        /// The text, shortened.
        text: String,
        /// The numbers of columns and rows of the board.
        size: (u8, u8),
    },
}

impl fmt::Display for CoordinateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoordinateError::Form { text, expected } => write!(f, "'{text}' is not a point: expected {expected}"),
            CoordinateError::OffBoard { text, size } => {
                write!(f, "'{text}' is not on a board of {}×{}", size.0, size.1)
            }
        }
    }
}

impl core::error::Error for CoordinateError {}

/// A column as letters: A … Z, AA, AB …
fn letters(column: u16) -> String {
    let letter = |value: u16| char::from(b'A' + value as u8);
    match column.checked_sub(26) {
        None => letter(column).into(),
        Some(rest) => [letter(rest / 26), letter(rest % 26)].iter().collect(),
    }
}

/// The column that letters stand for; `None` for other characters or too many letters.
fn column_of(text: &str) -> Option<usize> {
    let value = |letter: u8| letter.is_ascii_alphabetic().then(|| usize::from(letter.to_ascii_uppercase() - b'A'));
    match *text.as_bytes() {
        [one] => value(one),
        [first, second] => Some((value(first)? + 1) * 26 + value(second)?),
        _ => None,
    }
}

/// The column of a GTP letter, given its index in the full alphabet; `None` for I.
fn without_i(column: usize) -> Option<usize> {
    const I: usize = 8;
    match column % 26 {
        I => None,
        letter => Some(column / 26 * 25 + letter - usize::from(letter > I)),
    }
}

/// A number of at most four digits, without a sign.
fn number(text: &str) -> Option<usize> {
    let plain = !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

impl Coordinates {
    const fn expected(self) -> &'static str {
        match self {
            Coordinates::Letters => "a column letter and a row number, like J10",
            Coordinates::Gtp => "a column letter other than I and a row number, like K10",
            Coordinates::LetterPairs => "two letters, like JJ",
            Coordinates::Numbers => "two numbers, like 9,9",
        }
    }

    /// Reads the name of a square on a board of `size` (columns, rows). Case is ignored.
    ///
    /// # Errors
    /// If the text does not have the form, or names a square outside the board.
    pub fn read(self, size: (u8, u8), text: &str) -> Result<Square, CoordinateError> {
        let form = || CoordinateError::Form { text: shortened(text), expected: self.expected() };
        let (column, row) = self.split(size, text).ok_or_else(form)?;
        let on_board = |value: usize, most: u8| u8::try_from(value).ok().filter(|&value| value < most);
        let square = on_board(column, size.0).zip(on_board(row, size.1));
        square
            .map(|(column, row)| Square { column, row })
            .ok_or_else(|| CoordinateError::OffBoard { text: shortened(text), size })
    }

    /// The column and the row in the text, possibly outside the board.
    fn split(self, size: (u8, u8), text: &str) -> Option<(usize, usize)> {
        match self {
            Coordinates::Letters | Coordinates::Gtp => {
                let (column, row) = text.split_at(text.find(|c: char| !c.is_ascii_alphabetic())?);
                let column = column_of(column)?;
                let column = if self == Coordinates::Gtp { without_i(column)? } else { column };
                Some((column, number(row)?.wrapping_sub(1)))
            }
            Coordinates::LetterPairs => match text.as_bytes() {
                [column, row] if column.is_ascii_alphabetic() && row.is_ascii_alphabetic() => {
                    let value = |letter: &u8| usize::from(letter.to_ascii_uppercase() - b'A');
                    Some((value(column), value(row)))
                }
                _ => None,
            },
            Coordinates::Numbers => {
                let (column, row) = text.split_once(',')?;
                let (column, from_top) = number(column.trim()).zip(number(row.trim()))?;
                Some((column, usize::from(size.1).wrapping_sub(1).wrapping_sub(from_top)))
            }
        }
    }

    /// Writes the name of a square of the board.
    ///
    /// [`Coordinates::LetterPairs`] has names for 26 columns and rows only. Beyond them the result
    /// contains other characters and cannot be read back.
    pub fn write(self, size: (u8, u8), at: Square) -> String {
        let (column, row) = (u16::from(at.column), u16::from(at.row));
        match self {
            Coordinates::Letters => format!("{}{}", letters(column), row + 1),
            Coordinates::Gtp => {
                let (round, letter) = (column / 25, column % 25);
                format!("{}{}", letters(round * 26 + letter + u16::from(letter >= 8)), row + 1)
            }
            Coordinates::LetterPairs => {
                [at.column, at.row].iter().map(|value| char::from(b'A'.saturating_add(*value))).collect()
            }
            Coordinates::Numbers => format!("{column},{}", u16::from(size.1).saturating_sub(1 + row)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_round_trips() {
        for size in [(19, 19), (3, 3), (59, 7), (26, 26)] {
            for coordinates in [Coordinates::Letters, Coordinates::Gtp, Coordinates::LetterPairs, Coordinates::Numbers]
            {
                if coordinates == Coordinates::LetterPairs && size.0 > 26 {
                    continue;
                }
                for (column, row) in (0..size.0).flat_map(|column| (0..size.1).map(move |row| (column, row))) {
                    let at = Square { column, row };
                    let name = coordinates.write(size, at);
                    assert_eq!(coordinates.read(size, &name), Ok(at), "{coordinates:?} {name}");
                    assert_eq!(coordinates.read(size, &name.to_lowercase()), Ok(at));
                }
            }
        }
    }

    #[test]
    fn names_match_the_protocols() {
        let name = |coordinates: Coordinates, column, row| coordinates.write((19, 19), Square { column, row });
        assert_eq!(name(Coordinates::Letters, 8, 9), "I10");
        assert_eq!(name(Coordinates::Gtp, 8, 9), "J10");
        assert_eq!(name(Coordinates::Gtp, 7, 9), "H10");
        assert_eq!(name(Coordinates::Gtp, 18, 0), "T1");
        assert_eq!(name(Coordinates::LetterPairs, 0, 18), "AS");
        assert_eq!(name(Coordinates::Numbers, 0, 18), "0,0");
        let wide = |coordinates: Coordinates, column| coordinates.write((59, 59), Square { column, row: 0 });
        assert_eq!(wide(Coordinates::Letters, 26), "AA1");
        assert_eq!(wide(Coordinates::Gtp, 25), "AA1");
    }

    #[test]
    fn invalid_names_are_reported() {
        let read = |text: &str| Coordinates::Letters.read((19, 19), text);
        for form in ["", "J", "10", "J10x", "JJJ10", "J-1", "é1", "J99999"] {
            assert!(matches!(read(form), Err(CoordinateError::Form { .. })), "{form}");
        }
        for outside in ["T1", "A20", "A0", "ZZ9"] {
            assert!(matches!(read(outside), Err(CoordinateError::OffBoard { .. })), "{outside}");
        }
        assert!(matches!(Coordinates::Gtp.read((19, 19), "I5"), Err(CoordinateError::Form { .. })));
        assert!(matches!(Coordinates::Numbers.read((19, 19), "3,19"), Err(CoordinateError::OffBoard { .. })));
        assert!(matches!(Coordinates::Numbers.read((19, 19), "3,-1"), Err(CoordinateError::Form { .. })));
        assert!(read(&"x".repeat(500)).unwrap_err().to_string().len() < 150);
        assert_eq!(read("T1").unwrap_err().to_string(), "'T1' is not on a board of 19×19");
    }
}
