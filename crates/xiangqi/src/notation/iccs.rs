//! ICCS: the two squares, `H2-E2`. The same without hyphen and in lower case,
//! `h2e2`, is the form of UCCI and UCI. Both are read in either case and in full
//! width.
//!
//! ```
//! use duiyi_xiangqi::{Position, notation::iccs};
//!
//! let start = Position::start();
//! let mv = iccs::read(&start, "H2-E2")?;
//! assert_eq!(iccs::write(&start, mv)?, "H2-E2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::text::{ReadMoveError, compact, shown};
use crate::{IllegalMove, Move, Position, Square};
use alloc::{format, string::String};

/// The two squares of a text in the form of such a move.
pub(crate) fn squares(text: &str) -> Option<(Square, Square)> {
    let chars = compact::<5>(text)?;
    let square = |file: char, rank: char| {
        let file = (file.to_ascii_lowercase() as u32).checked_sub('a' as u32)?;
        Square::new(u8::try_from(file).ok()?, u8::try_from(rank.to_digit(10)?).ok()?)
    };
    match *chars.as_slice() {
        [a, b, c, d] | [a, b, '-', c, d] => Some((square(a, b)?, square(c, d)?)),
        _ => None,
    }
}

/// Reads a legal move.
///
/// # Errors
/// [`ReadMoveError::Unreadable`] if the text is not two squares,
/// [`ReadMoveError::Illegal`] with the reason if the move is not legal.
pub fn read(position: &Position, text: &str) -> Result<Move, ReadMoveError> {
    let mv = squares(text).and_then(|(from, to)| Move::new(from, to)).ok_or_else(|| ReadMoveError::Unreadable {
        text: shown(text),
        expected: "two squares such as h2e2 or H2-E2",
    })?;
    position.check_move(mv).map_err(|reason| ReadMoveError::Illegal { text: shown(text), reason: Some(reason) })?;
    Ok(mv)
}

/// Writes a legal move in upper case with a hyphen.
///
/// # Errors
/// The reason why the move is not legal in the position.
pub fn write(position: &Position, mv: Move) -> Result<String, IllegalMove> {
    position.check_move(mv)?;
    Ok(format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_are_read() {
        let start = Position::start();
        for text in ["h2e2", "H2E2", "H2-E2", "h2-e2", " H2 - E2 ", "Ｈ２－Ｅ２", "H2–E2"] {
            assert_eq!(read(&start, text).map(|mv| mv.to_string()), Ok("h2e2".to_owned()), "{text}");
        }
        for text in ["", "h2", "h2e", "h2e22", "h2+e2", "j2e2", "h2h2", "炮二平五", "h2--e2"] {
            assert!(matches!(read(&start, text), Err(ReadMoveError::Unreadable { .. })), "{text}");
        }
        let mv = "h2h9".parse().unwrap();
        assert_eq!(write(&start, mv), start.check_move(mv).map(|()| "H2-H9".to_owned()));
    }
}
