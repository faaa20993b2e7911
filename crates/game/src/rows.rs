//! Positions as rows of letters, from the top: `xo./.x./..o`.

use crate::{Diagram, Reason, Square, shortened};
use alloc::{format, string::String, vec::Vec};

/// Writes the pieces on a board as rows of letters from the top, separated by `/`, with `.` for an
/// empty square. [`read_rows`] reads the text.
///
/// ```
/// use duiyi_game::nim::Nim;
/// assert_eq!(duiyi_game::write_rows(&Nim::new(7)), "ooooooo..");
/// ```
pub fn write_rows<G: Diagram>(game: &G) -> String {
    let (columns, rows) = game.size();
    let letter = |column, row| game.letter(Square { column, row }).unwrap_or('.');
    let row = |row| (0..columns).map(|column| letter(column, row)).collect::<String>();
    (0..rows).rev().map(row).collect::<Vec<_>>().join("/")
}

/// Reads rows of letters on a board of the given size and returns the squares with letters, row by
/// row from the top.
///
/// # Errors
/// If the number of rows or the length of a row is wrong, or if a character is neither one of
/// `letters` nor `.`.
///
/// ```
/// use duiyi_game::{Square, read_rows};
///
/// let crosses = read_rows("x./.x", (2, 2), "x").unwrap();
/// assert_eq!(crosses, [(Square { column: 0, row: 1 }, 'x'), (Square { column: 1, row: 0 }, 'x')]);
/// let error = read_rows("x./.z", (2, 2), "x").unwrap_err();
/// assert_eq!(error.to_string(), "row 2 is '.z': expected 2 squares, each x or .");
/// ```
pub fn read_rows(text: &str, (columns, rows): (u8, u8), letters: &str) -> Result<Vec<(Square, char)>, Reason> {
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != usize::from(rows) {
        return Err(format!("'{}' has {} rows: expected {rows}", shortened(text), lines.len()).into());
    }
    let mut found = Vec::new();
    for ((row, number), line) in (0..rows).rev().zip(1..).zip(lines) {
        let is_known = |letter| letter == '.' || letters.contains(letter);
        if line.chars().count() != usize::from(columns) || !line.chars().all(is_known) {
            let each = letters.chars().map(|letter| format!("{letter}, ")).collect::<String>();
            let each = each.trim_end_matches(", ");
            let read = shortened(line);
            return Err(format!("row {number} is '{read}': expected {columns} squares, each {each} or .").into());
        }
        let squares = (0..columns).map(|column| Square { column, row });
        found.extend(squares.zip(line.chars()).filter(|&(_, letter)| letter != '.'));
    }
    Ok(found)
}
