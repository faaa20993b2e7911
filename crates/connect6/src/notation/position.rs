//! A position on one line.
//!
//! ```text
//! 19/19/19/19/19/19/19/7o11/19/9x9/10o8/19/19/19/19/19/19/19/19 b 2
//! ```
//!
//! The rows from the top, separated by `/`; in each a number for that many empty points, `x` for
//! Black and `o` for White. Then the side to move, `b` or `w`, and the number of stones left in its
//! turn. Without that number it is a whole turn, on the empty board the first one.

use crate::{BLACK, Board, Point, Rules, SetupError, Side, WHITE};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use duiyi_game::shortened;
use thiserror::Error;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// More or fewer words than a position has.
    #[error("the words of '{text}' are {found}: expected 3, rows, side to move and stones left, like '3/1x1/3 w 1'")]
    Words {
        /// What was read, shortened.
        text: String,
        /// The number of words found.
        found: usize,
    },
    /// The wrong number of rows.
    #[error("the rows are {found}: expected {expected}")]
    Rows {
        /// The number of rows found.
        found: usize,
        /// The board's height.
        expected: u8,
    },
    /// The wrong number of points in a row.
    #[error("the points of row {row} from the top, '{text}', are {found}: expected {expected}")]
    Points {
        /// The row, from 1 at the top.
        row: usize,
        /// What was read, shortened.
        text: String,
        /// The number of points found.
        found: usize,
        /// The board's width.
        expected: u8,
    },
    /// A character without a meaning.
    #[error("row {row} from the top: '{found}'; expected x, o or a number of empty points")]
    Character {
        /// The row, from 1 at the top.
        row: usize,
        /// The character.
        found: char,
    },
    /// The side to move is neither b nor w.
    #[error("the side to move is '{0}'; expected b or w")]
    Side(String),
    /// The stones left are not a number.
    #[error("'{0}' stones left in the turn; expected a number")]
    StonesLeft(String),
    /// Stones that do not form a position, or too many left in the turn.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Reads a position. Letters may be of either case.
///
/// ```
/// use duiyi_connect6::{Board, BLACK, Rules, notation::position};
///
/// let board = position::read(Rules::TIC_TAC_TOE, "2o/1x1/3 b 1")?;
/// assert_eq!((board.to_move(), board.stone_count()), (BLACK, 2));
/// assert_eq!(position::write(&board), "2o/1x1/3 b 1");
/// # Ok::<(), position::PositionError>(())
/// ```
///
/// # Errors
///
/// What is wrong with the text or with the stones.
pub fn read(rules: Rules, text: &str) -> Result<Board, PositionError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (rows, side, left) = match *words {
        [rows, side] => (rows, side, None),
        [rows, side, left] => (rows, side, Some(left)),
        _ => return Err(PositionError::Words { text: shortened(text), found: words.len() }),
    };
    let to_move = match side {
        "b" | "B" => BLACK,
        "w" | "W" => WHITE,
        other => return Err(PositionError::Side(shortened(other))),
    };
    let found = rows.split('/').count();
    if found != usize::from(rules.height()) {
        return Err(PositionError::Rows { found, expected: rules.height() });
    }
    let mut board = Board::new(rules);
    for (from_top, row) in rows.split('/').enumerate() {
        let above = Point::from_index((usize::from(rules.height()) - 1 - from_top) * usize::from(rules.width()));
        for (column, color) in stones(row, from_top + 1, rules.width())? {
            board.set(Point::from_index(above.index() + column), color)?;
        }
    }
    let whole = if board.stone_count() == 0 { rules.q() } else { rules.p() };
    let left = match left {
        Some(text) => text.parse().map_err(|_| PositionError::StonesLeft(shortened(text)))?,
        None => whole,
    };
    board.set_turn(to_move, left)?;
    Ok(board)
}

/// The stones of a row by their columns.
fn stones(text: &str, row: usize, width: u8) -> Result<Vec<(usize, Side)>, PositionError> {
    let (mut stones, mut column) = (Vec::new(), 0usize);
    let mut empties = 0usize;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            empties = empties.saturating_mul(10).saturating_add(digit as usize);
            continue;
        }
        column = column.saturating_add(core::mem::take(&mut empties));
        let color = match c {
            'x' | 'X' => BLACK,
            'o' | 'O' => WHITE,
            found => return Err(PositionError::Character { row, found }),
        };
        stones.push((column, color));
        column = column.saturating_add(1);
    }
    let found = column.saturating_add(empties);
    if found == usize::from(width) {
        Ok(stones)
    } else {
        Err(PositionError::Points { row, text: shortened(text), found, expected: width })
    }
}

/// Writes a position.
pub fn write(board: &Board) -> String {
    let rules = board.rules();
    let mut text = String::new();
    for row in (0..rules.height()).rev() {
        let mut empties = 0;
        for column in 0..rules.width() {
            let Some(color) = rules.point(column, row).and_then(|point| board.color_at(point)) else {
                empties += 1;
                continue;
            };
            if empties > 0 {
                text += &empties.to_string();
                empties = 0;
            }
            text.push(if color == BLACK { 'x' } else { 'o' });
        }
        if empties > 0 {
            text += &empties.to_string();
        }
        text.push(if row > 0 { '/' } else { ' ' });
    }
    text.push(if board.to_move() == BLACK { 'b' } else { 'w' });
    text + " " + &board.stones_left().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_written_from_the_top() {
        let rules = Rules::new(12, 3, 5, 2, 1).unwrap();
        let mut board = Board::new(rules);
        assert_eq!(write(&board), "12/12/12 b 1");
        for (column, row) in [(0, 0), (11, 2), (1, 2)] {
            board.put(rules.point(column, row).unwrap());
        }
        assert_eq!(write(&board), "1o9o/12/x11 b 2");
        assert_eq!(read(rules, &write(&board)).as_ref(), Ok(&board));
        assert_eq!(read(rules, "1O9O/12/X11 B"), Ok(board));
        assert_eq!(read(rules, "12/12/12 b"), Ok(Board::new(rules)));
    }

    #[test]
    fn errors_are_reported() {
        let rules = Rules::TIC_TAC_TOE;
        for (text, expected) in [
            ("3/3/3", "the words of '3/3/3' are 1: expected 3, rows, side to move and stones left, like '3/1x1/3 w 1'"),
            ("3/3 b 1", "the rows are 2: expected 3"),
            ("3/4/3 b 1", "the points of row 2 from the top, '4', are 4: expected 3"),
            ("3/3/xx b 1", "the points of row 3 from the top, 'xx', are 2: expected 3"),
            ("3/3/x?1 b 1", "row 3 from the top: '?'; expected x, o or a number of empty points"),
            ("3/3/3 r 1", "the side to move is 'r'; expected b or w"),
            ("3/3/3 b one", "'one' stones left in the turn; expected a number"),
            ("3/3/3 b 2", "the stones left in the turn are 2: expected 1 to 1"),
            ("xxx/ooo/3 b 1", "both sides have a winning row"),
        ] {
            assert_eq!(read(rules, text).unwrap_err().to_string(), expected);
        }
        assert!(read(rules, &format!("3/3/{}x b 1", "9".repeat(50))).is_err());
    }
}
