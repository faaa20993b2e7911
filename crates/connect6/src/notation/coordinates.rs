//! The names of points.
//!
//! All of them count columns from the left; whether rows are counted from the
//! bottom, by letter or by number, and whether the letter I is skipped, differs
//! from protocol to protocol.

use crate::text::shown;
use crate::{MAX_STONES_PER_TURN, Point, Rules, Turn};
use arrayvec::ArrayVec;
use thiserror::Error;

/// A way to name points and turns.
///
/// ```
/// use duiyi_connect6::{Rules, notation::Coordinates};
///
/// let rules = Rules::CONNECT6;
/// let point = Coordinates::Letters.read(rules, "K11")?;
/// assert_eq!(Coordinates::Gtp.write(rules, point), "L11");
/// assert_eq!(Coordinates::LetterPairs.write(rules, point), "KK");
/// assert_eq!(Coordinates::Numbers.write(rules, point), "10,8");
/// let turn = Coordinates::LetterPairs.read_turn(rules, "IKLJ")?;
/// assert_eq!(Coordinates::Letters.write_turn(rules, &turn), "L10-I11");
/// # Ok::<(), duiyi_connect6::notation::CoordinateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// `J10`: a column A, B, C … with I, a row from 1 at the bottom; a turn is
    /// `I11-K11`. Game lines, Little Golem, CCGC. Columns past Z are AA, AB …
    Letters,
    /// `K10`: the same without the letter I; a turn is `J10,K11`. GTP and GoGui.
    Gtp,
    /// `JJ`: two letters, the row from A at the bottom; a turn is four letters,
    /// and `@@` in place of a stone is none. Cloudict, SAU; boards up to 26.
    LetterPairs,
    /// `9,9`: column and row from 0 at the top left; a turn is two of them
    /// with a blank between. Piskvork, Botzone.
    Numbers,
}

/// Why a text names no point of the board, or no turn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CoordinateError {
    /// It has not the form of a point.
    #[error("'{text}' is no point: expected {expected}")]
    Form {
        /// What was read, shortened.
        text: String,
        /// What a point looks like.
        expected: &'static str,
    },
    /// It names a point outside the board.
    #[error("'{text}' is not on a board of {width}×{height}")]
    OffBoard {
        /// What was read, shortened.
        text: String,
        /// The board's columns.
        width: u8,
        /// The board's rows.
        height: u8,
    },
    /// A turn without a stone, with too many, or with the same one twice.
    #[error("'{text}' is no turn: expected 1 to {most} different points")]
    Turn {
        /// What was read, shortened.
        text: String,
        /// The most stones in a turn by the rules.
        most: u8,
    },
}

/// A column as letters: A … Z, AA, AB …
pub(crate) fn letters(column: u8) -> String {
    let letter = |value: u8| char::from(b'A' + value);
    match column.checked_sub(26) {
        None => letter(column).into(),
        Some(rest) => [letter(rest / 26), letter(rest % 26)].iter().collect(),
    }
}

/// Letters as a column; `None` if they are no letters or too many.
fn column_of(text: &str) -> Option<usize> {
    let value = |letter: u8| letter.is_ascii_alphabetic().then(|| usize::from(letter.to_ascii_uppercase() - b'A'));
    match *text.as_bytes() {
        [one] => value(one),
        [first, second] => Some((value(first)? + 1) * 26 + value(second)?),
        _ => None,
    }
}

/// GTP has no I: its letters as those of the full alphabet.
fn without_i(column: usize) -> Option<usize> {
    const I: usize = 8;
    match column % 26 {
        I => None,
        letter => Some(column / 26 * 25 + letter - usize::from(letter > I)),
    }
}

/// Splits a point of letters and digits off the front of a text.
pub(crate) fn next_named(rules: Rules, text: &str, skip_i: bool) -> Result<(Point, &str), CoordinateError> {
    let form = || CoordinateError::Form { text: shown(text), expected: "a column letter and a row number, like J10" };
    let digits_at = text.find(|c: char| !c.is_ascii_alphabetic()).ok_or_else(form)?;
    let (column, rest) = text.split_at(digits_at);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (row, rest) = rest.split_at(end);
    let column = column_of(column).and_then(|column| if skip_i { without_i(column) } else { Some(column) });
    let row = if row.is_empty() || row.len() > 4 { None } else { row.parse::<usize>().ok() };
    let (column, row) = column.zip(row).ok_or_else(form)?;
    Ok((on_board(rules, column, row.wrapping_sub(1), text)?, rest))
}

fn on_board(rules: Rules, column: usize, row: usize, text: &str) -> Result<Point, CoordinateError> {
    let point =
        u8::try_from(column).ok().zip(u8::try_from(row).ok()).and_then(|(column, row)| rules.point(column, row));
    point.ok_or_else(|| CoordinateError::OffBoard { text: shown(text), width: rules.width(), height: rules.height() })
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

    /// Reads a point. Letters may be of either case.
    ///
    /// # Errors
    ///
    /// If the text has not the form or names a point outside the board.
    pub fn read(self, rules: Rules, text: &str) -> Result<Point, CoordinateError> {
        let form = || CoordinateError::Form { text: shown(text), expected: self.expected() };
        match self {
            Coordinates::Letters | Coordinates::Gtp => match next_named(rules, text, self == Coordinates::Gtp) {
                Ok((point, "")) => Ok(point),
                Ok(_) | Err(CoordinateError::Form { .. }) => Err(form()),
                Err(other) => Err(other),
            },
            Coordinates::LetterPairs => match text.as_bytes() {
                [column, row] if column.is_ascii_alphabetic() && row.is_ascii_alphabetic() => {
                    let value = |letter: &u8| usize::from(letter.to_ascii_uppercase() - b'A');
                    on_board(rules, value(column), value(row), text)
                }
                _ => Err(form()),
            },
            Coordinates::Numbers => {
                let (column, row) = text.split_once(',').ok_or_else(form)?;
                let number = |text: &str| {
                    let text = text.trim();
                    let plain = !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
                    if plain { text.parse::<usize>().ok() } else { None }
                };
                let (column, from_top) = number(column).zip(number(row)).ok_or_else(form)?;
                on_board(rules, column, (usize::from(rules.height()) - 1).wrapping_sub(from_top), text)
            }
        }
    }

    /// Writes a point.
    ///
    /// [`Coordinates::LetterPairs`] has names for 26 columns and rows only; past
    /// them the characters are not letters and will not be read back.
    pub fn write(self, rules: Rules, point: Point) -> String {
        let (column, row) = (rules.column(point), rules.row(point));
        match self {
            Coordinates::Letters => format!("{}{}", letters(column), row + 1),
            Coordinates::Gtp => {
                let (round, letter) = (column / 25, column % 25);
                format!("{}{}", letters(round * 26 + letter + u8::from(letter >= 8)), row + 1)
            }
            Coordinates::LetterPairs => [char::from(b'A' + column), char::from(b'A' + row)].iter().collect(),
            Coordinates::Numbers => format!("{column},{}", rules.height() - 1 - row),
        }
    }

    /// Reads the stones of a turn; how many are due at the moment is for
    /// [`Board::play`](crate::Board::play) to say.
    ///
    /// # Errors
    ///
    /// If a point can't be read, comes twice, or there are none or too many.
    pub fn read_turn(self, rules: Rules, text: &str) -> Result<Turn, CoordinateError> {
        let most = rules.p().max(rules.q());
        let bad = || CoordinateError::Turn { text: shown(text), most };
        let mut points: ArrayVec<Point, { MAX_STONES_PER_TURN as usize }> = ArrayVec::new();
        let mut add = |point: Point| {
            if points.len() < usize::from(most) {
                points.push(point);
                Ok(())
            } else {
                Err(bad())
            }
        };
        match self {
            Coordinates::Letters | Coordinates::Gtp => {
                let mut rest = text;
                while !rest.is_empty() {
                    let (point, after) = next_named(rules, rest, self == Coordinates::Gtp)?;
                    add(point)?;
                    // Between two points may stand a mark; after the last may not.
                    rest = match after.strip_prefix(['-', ',']) {
                        Some("") => return Err(bad()),
                        Some(after) => after,
                        None => after,
                    };
                }
            }
            Coordinates::LetterPairs => {
                if !text.is_ascii() || !text.len().is_multiple_of(2) {
                    return Err(CoordinateError::Form {
                        text: shown(text),
                        expected: "two letters a stone, like IKLJ",
                    });
                }
                for at in (0..text.len()).step_by(2) {
                    match &text[at..at + 2] {
                        "@@" => {}
                        name => add(self.read(rules, name)?)?,
                    }
                }
            }
            Coordinates::Numbers => {
                for name in text.split_whitespace() {
                    add(self.read(rules, name)?)?;
                }
            }
        }
        Turn::new(&points).ok_or_else(bad)
    }

    /// Writes the stones of a turn.
    pub fn write_turn(self, rules: Rules, turn: &Turn) -> String {
        let names: Vec<String> = turn.points().iter().map(|&point| self.write(rules, point)).collect();
        names.join(match self {
            Coordinates::Letters => "-",
            Coordinates::Gtp => ",",
            Coordinates::LetterPairs => "",
            Coordinates::Numbers => " ",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Coordinates; 4] =
        [Coordinates::Letters, Coordinates::Gtp, Coordinates::LetterPairs, Coordinates::Numbers];

    #[test]
    fn every_point_round_trips() {
        for rules in [
            Rules::CONNECT6,
            Rules::TIC_TAC_TOE,
            Rules::new(59, 7, 6, 2, 1).unwrap(),
            Rules::new(26, 26, 6, 2, 1).unwrap(),
        ] {
            for coordinates in ALL {
                if coordinates == Coordinates::LetterPairs && rules.width() > 26 {
                    continue;
                }
                for point in rules.points() {
                    let name = coordinates.write(rules, point);
                    assert_eq!(coordinates.read(rules, &name), Ok(point), "{coordinates:?} {name}");
                    assert_eq!(coordinates.read(rules, &name.to_lowercase()), Ok(point));
                }
            }
        }
    }

    #[test]
    fn names_are_those_of_the_protocols() {
        let rules = Rules::CONNECT6;
        let name = |coordinates: Coordinates, column, row| coordinates.write(rules, rules.point(column, row).unwrap());
        assert_eq!(name(Coordinates::Letters, 8, 9), "I10");
        assert_eq!(name(Coordinates::Gtp, 8, 9), "J10");
        assert_eq!(name(Coordinates::Gtp, 7, 9), "H10");
        assert_eq!(name(Coordinates::Gtp, 18, 0), "T1");
        assert_eq!(name(Coordinates::LetterPairs, 9, 9), "JJ");
        assert_eq!(name(Coordinates::LetterPairs, 0, 18), "AS");
        assert_eq!(name(Coordinates::Numbers, 0, 18), "0,0");
        let wide = Rules::new(59, 59, 6, 2, 1).unwrap();
        assert_eq!(Coordinates::Letters.write(wide, wide.point(26, 0).unwrap()), "AA1");
        assert_eq!(Coordinates::Gtp.write(wide, wide.point(25, 0).unwrap()), "AA1");
    }

    #[test]
    fn turns_are_read_as_each_protocol_writes_them() {
        let rules = Rules::CONNECT6;
        let turn = Coordinates::Letters.read_turn(rules, "I11-K11").unwrap();
        for (coordinates, text) in [
            (Coordinates::Letters, "K11,I11"),
            (Coordinates::Letters, "i11k11"),
            (Coordinates::Gtp, "J11,L11"),
            (Coordinates::LetterPairs, "IKKK"),
            (Coordinates::Numbers, "8,8 10,8"),
        ] {
            assert_eq!(coordinates.read_turn(rules, text), Ok(turn), "{text}");
        }
        let first = Coordinates::LetterPairs.read_turn(rules, "JJ@@").unwrap();
        assert_eq!(first, Turn::single(rules.centre()));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let rules = Rules::CONNECT6;
        let read = |text: &str| Coordinates::Letters.read(rules, text);
        for form in ["", "J", "10", "J10x", "JJJ10", "J-1", "é1", "J99999"] {
            assert!(matches!(read(form), Err(CoordinateError::Form { .. })), "{form}");
        }
        for outside in ["T1", "A20", "A0", "ZZ9"] {
            assert!(matches!(read(outside), Err(CoordinateError::OffBoard { .. })), "{outside}");
        }
        assert!(matches!(Coordinates::Gtp.read(rules, "I5"), Err(CoordinateError::Form { .. })));
        assert!(matches!(Coordinates::Numbers.read(rules, "3,19"), Err(CoordinateError::OffBoard { .. })));
        assert!(matches!(Coordinates::Numbers.read(rules, "3,-1"), Err(CoordinateError::Form { .. })));
        for bad in ["", "J10-J10", "J10-J11-J12", "J10-"] {
            let expected = CoordinateError::Turn { text: bad.to_owned(), most: 2 };
            assert_eq!(Coordinates::Letters.read_turn(rules, bad), Err(expected));
        }
        assert!(Coordinates::LetterPairs.read_turn(rules, "@@@@").is_err());
        assert!(Coordinates::LetterPairs.read_turn(rules, "JJK").is_err());
        let long = "x".repeat(500);
        assert!(read(&long).unwrap_err().to_string().len() < 120);
    }
}
