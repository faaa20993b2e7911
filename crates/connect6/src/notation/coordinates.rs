//! The names of points.
//!
//! All of them count columns from the left. The protocols differ in whether rows are counted from
//! the bottom, by letter or by number, and whether the letter I is skipped.

use crate::{MAX_STONES_PER_TURN, Point, Rules, Turn};
use alloc::{string::String, vec::Vec};
use arrayvec::ArrayVec;
use duiyi_game::shortened;
use duiyi_game::{Coordinates as Names, Square};
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
    /// `JJ`: two letters, the row from A at the bottom; a turn is four letters, with `@@` for a
    /// missing stone. Cloudict, SAU; boards up to 26.
    LetterPairs,
    /// `9,9`: column and row from 0 at the top left; a turn is two points separated by a blank.
    /// Piskvork, Botzone.
    Numbers,
}

/// Why a text does not name a point of the board, or a turn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CoordinateError {
    /// It does not name a point, or one outside the board.
    #[error(transparent)]
    Point(#[from] duiyi_game::CoordinateError),
    /// A turn without a stone, with too many, or with the same one twice.
    #[error("'{text}' is not a turn: expected 1 to {most} different points")]
    Turn {
        /// What was read, shortened.
        text: String,
        /// The most stones in a turn by the rules.
        most: u8,
    },
}

/// A column as letters: A … Z, AA, AB …
pub(crate) fn letters(column: u8) -> String {
    let mut name = Names::Letters.write((u8::MAX, 1), Square { column, row: 0 });
    name.pop();
    name
}

/// Splits a point of letters and digits off the beginning of a text.
pub(crate) fn next_named(rules: Rules, text: &str, skip_i: bool) -> Result<(Point, &str), CoordinateError> {
    let digits_at = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let digits = text[digits_at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - digits_at);
    let (name, rest) = text.split_at(digits_at + digits);
    let coordinates = if skip_i { Coordinates::Gtp } else { Coordinates::Letters };
    Ok((coordinates.read(rules, name)?, rest))
}

impl Coordinates {
    /// The format of the names.
    const fn names(self) -> Names {
        match self {
            Coordinates::Letters => Names::Letters,
            Coordinates::Gtp => Names::Gtp,
            Coordinates::LetterPairs => Names::LetterPairs,
            Coordinates::Numbers => Names::Numbers,
        }
    }

    /// Reads a point. Letters may be of either case.
    ///
    /// # Errors
    ///
    /// If the text does not have the form or names a point outside the board.
    pub fn read(self, rules: Rules, text: &str) -> Result<Point, CoordinateError> {
        let size = (rules.width(), rules.height());
        let Square { column, row } = self.names().read(size, text)?;
        let off_board = || duiyi_game::CoordinateError::OffBoard { text: shortened(text), size };
        Ok(rules.point(column, row).ok_or_else(off_board)?)
    }

    /// Writes a point.
    ///
    /// [`Coordinates::LetterPairs`] has names for 26 columns and rows only; beyond them the
    /// characters are not letters and can't be read back.
    pub fn write(self, rules: Rules, point: Point) -> String {
        let at = Square { column: rules.column(point), row: rules.row(point) };
        self.names().write((rules.width(), rules.height()), at)
    }

    /// Reads the stones of a turn; [`Board::play`](crate::Board::play) checks whether their number
    /// is right.
    ///
    /// # Errors
    ///
    /// If a point can't be read or is repeated, or there are no points or too many.
    pub fn read_turn(self, rules: Rules, text: &str) -> Result<Turn, CoordinateError> {
        let most = rules.p().max(rules.q());
        let bad = || CoordinateError::Turn { text: shortened(text), most };
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
                    // A separator may stand between two points, but not after the last.
                    rest = match after.strip_prefix(['-', ',']) {
                        Some("") => return Err(bad()),
                        Some(after) => after,
                        None => after,
                    };
                }
            }
            Coordinates::LetterPairs => {
                if !text.is_ascii() || !text.len().is_multiple_of(2) {
                    let expected = "two letters a stone, like IKLJ";
                    return Err(duiyi_game::CoordinateError::Form { text: shortened(text), expected }.into());
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
    use duiyi_game::CoordinateError as Wrong;

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
    fn names_follow_the_protocols() {
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
    fn errors_are_reported() {
        let rules = Rules::CONNECT6;
        let read = |text: &str| Coordinates::Letters.read(rules, text);
        for form in ["", "J", "10", "J10x", "JJJ10", "J-1", "é1", "J99999"] {
            assert!(matches!(read(form), Err(CoordinateError::Point(Wrong::Form { .. }))), "{form}");
        }
        for outside in ["T1", "A20", "A0", "ZZ9"] {
            assert!(matches!(read(outside), Err(CoordinateError::Point(Wrong::OffBoard { .. }))), "{outside}");
        }
        assert!(matches!(Coordinates::Gtp.read(rules, "I5"), Err(CoordinateError::Point(Wrong::Form { .. }))));
        assert!(matches!(
            Coordinates::Numbers.read(rules, "3,19"),
            Err(CoordinateError::Point(Wrong::OffBoard { .. }))
        ));
        assert!(matches!(Coordinates::Numbers.read(rules, "3,-1"), Err(CoordinateError::Point(Wrong::Form { .. }))));
        for bad in ["", "J10-J10", "J10-J11-J12", "J10-"] {
            let expected = CoordinateError::Turn { text: bad.to_owned(), most: 2 };
            assert_eq!(Coordinates::Letters.read_turn(rules, bad), Err(expected));
        }
        assert!(Coordinates::LetterPairs.read_turn(rules, "@@@@").is_err());
        assert!(Coordinates::LetterPairs.read_turn(rules, "JJK").is_err());
        let long = "x".repeat(500);
        assert!(read(&long).unwrap_err().to_string().len() < 140);
    }
}
