//! A position drawn as text, one row of the board per line, the top row first: `X` is Black, `O`
//! White, `.` an empty point.

use super::letters;
use crate::{BLACK, Board, Point, Rules, SetupError, Side, WHITE, side_name};
use alloc::vec::Vec;
use core::fmt;
use thiserror::Error;

/// What is wrong with a drawing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// The wrong number of rows.
    #[error("the rows drawn are {found}: expected {expected}")]
    Rows {
        /// The number of rows in the drawing.
        found: usize,
        /// The board's height.
        expected: u8,
    },
    /// The wrong number of points in a row.
    #[error("line {line}: the points drawn are {found}: expected {expected}")]
    Columns {
        /// The line of the drawing, from 1.
        line: usize,
        /// The number of points in the row.
        found: usize,
        /// The board's width.
        expected: u8,
    },
    /// Stones that do not form a position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl fmt::Display for Board {
    /// The board with its coordinates, and the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules();
        for row in (0..rules.height()).rev() {
            write!(f, "{:>2}", row + 1)?;
            for column in 0..rules.width() {
                let stone = rules.point(column, row).and_then(|point| self.color_at(point));
                f.write_str(match stone {
                    Some(BLACK) => " X",
                    Some(WHITE) => " O",
                    None => " .",
                })?;
            }
            writeln!(f)?;
        }
        f.write_str("  ")?;
        for column in 0..rules.width() {
            // Beyond Z only the second letter fits.
            write!(f, " {}", &letters(column)[usize::from(column >= 26)..])?;
        }
        let stones = if self.stones_left() == 1 { "stone" } else { "stones" };
        match self.outcome() {
            Some(outcome) => write!(f, "\n{}", outcome.reason),
            None => write!(f, "\n{} to move, {} {stones}", side_name(self.to_move()), self.stones_left()),
        }
    }
}

/// Reads a drawing. Black is `X`, `x`, `B` or `●`, White `O`, `o`, `W` or `○`, an empty point `.`,
/// `+`, `*`, `-` or `_`. Row numbers, blanks, the line of column letters and lines without points
/// are ignored.
///
/// ```
/// use duiyi_connect6::{Board, WHITE, Rules, notation::diagram};
///
/// let board = diagram::read(Rules::TIC_TAC_TOE, "X . O\n. X .\n. . .", WHITE)?;
/// assert_eq!(diagram::read(Rules::TIC_TAC_TOE, &board.to_string(), WHITE)?, board);
/// # Ok::<(), diagram::DiagramError>(())
/// ```
///
/// # Errors
///
/// If the drawing does not have the size of the board, or is not a position.
pub fn read(rules: Rules, text: &str, to_move: Side) -> Result<Board, DiagramError> {
    let mut rows: Vec<(usize, Vec<Option<Side>>)> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let drawn = line.trim().trim_start_matches(|c: char| c.is_ascii_digit());
        let points: Option<Vec<_>> = drawn.chars().filter(|c| !c.is_whitespace()).map(point).collect();
        match points {
            Some(points) if !points.is_empty() => rows.push((i + 1, points)),
            // A line of other characters is a label.
            _ => {}
        }
    }
    if rows.len() != usize::from(rules.height()) {
        return Err(DiagramError::Rows { found: rows.len(), expected: rules.height() });
    }
    let mut stones: [Vec<Point>; 2] = Default::default();
    for (row, (line, points)) in (0..rules.height()).rev().zip(rows) {
        if points.len() != usize::from(rules.width()) {
            return Err(DiagramError::Columns { line, found: points.len(), expected: rules.width() });
        }
        for (column, color) in (0..rules.width()).zip(points) {
            if let Some((color, point)) = color.zip(rules.point(column, row)) {
                stones[color.index()].push(point);
            }
        }
    }
    let [black, white] = &stones;
    Ok(Board::from_stones(rules, black, white, to_move)?)
}

/// A character of a drawing; `None` if it does not stand for a point.
fn point(c: char) -> Option<Option<Side>> {
    match c {
        'X' | 'x' | 'B' | '●' => Some(Some(BLACK)),
        'O' | 'o' | 'W' | '○' => Some(Some(WHITE)),
        '.' | '+' | '*' | '-' | '_' => Some(None),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_from_the_top() {
        let mut board = Board::new(Rules::new(4, 3, 3, 2, 1).unwrap());
        board.put(Point::from_index(0));
        board.put(Point::from_index(6));
        assert_eq!(board.to_string(), " 3 . . . .\n 2 . . O .\n 1 X . . .\n   A B C D\nWhite to move, 1 stone");
    }

    #[test]
    fn drawings_round_trip() {
        let text = "...X\nO.X.\n....";
        let rules = Rules::new(4, 3, 3, 2, 1).unwrap();
        let board = read(rules, text, BLACK).unwrap();
        assert_eq!(board.stone_count(), 3);
        assert_eq!(board.color_at(rules.point(0, 1).unwrap()), Some(WHITE));
        assert_eq!(read(rules, &board.to_string(), BLACK), Ok(board));
    }

    #[test]
    fn wrong_sizes_are_reported() {
        let rules = Rules::TIC_TAC_TOE;
        assert_eq!(read(rules, "...\n...", BLACK), Err(DiagramError::Rows { found: 2, expected: 3 }));
        assert_eq!(read(rules, "...\n....\n...", BLACK), Err(DiagramError::Columns { line: 2, found: 4, expected: 3 }));
        assert_eq!(read(rules, "XXX\nOOO\n...", BLACK), Err(SetupError::TwoWinners.into()));
    }
}
