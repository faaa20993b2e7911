//! Algebraic notation as in chess: piece, square of arrival, `Che2`, as XBoard, MoonRiver and databases on the web
//! write it. A file or rank of origin comes before the square if it is needed (`Rab0`, `R5b5`), `x` marks a
//! capture, and pawns have no letter or a `P`: `c4`, `Pc4`, `cxc5`. Ranks are 0–9, as XBoard counts them.

use super::text::{ReadMoveError, compact, shown};
use crate::{Move, PieceKind, Position, Square};
use alloc::string::{String, ToString};

/// The longest text: piece, origin, sign, square of arrival with the rank 10, and marks of check.
const LONGEST: usize = 12;

/// A move in this notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Algebraic {
    kind: PieceKind,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
}

fn file(c: char) -> Option<u8> {
    matches!(c, 'a'..='i').then(|| c as u8 - b'a')
}

fn rank(c: char) -> Option<u8> {
    c.to_digit(10).map(|digit| digit as u8)
}

fn reading(text: &str) -> Option<Algebraic> {
    let chars = compact::<LONGEST>(text)?;
    let mut rest = chars.as_slice();
    while let [before @ .., '+' | '#'] = rest {
        rest = before;
    }
    let kind = match rest {
        [letter, after @ ..] if letter.is_ascii_uppercase() => {
            rest = after;
            PieceKind::from_letter(*letter)?
        }
        _ => PieceKind::Pawn,
    };
    let [origin @ .., to_file, to_rank] = rest else { return None };
    let to = Square::new(file(*to_file)?, rank(*to_rank)?)?;
    let origin = match origin {
        [before @ .., 'x' | 'X' | '-' | ':'] => before,
        other => other,
    };
    let (file, rank) = match *origin {
        [] => (None, None),
        [one] if file(one).is_some() => (file(one), None),
        [one] => (None, Some(rank(one)?)),
        [one, two] => (Some(file(one)?), Some(rank(two)?)),
        _ => return None,
    };
    Some(Algebraic { kind, file, rank, to })
}

/// Whether a text has the form of such a move.
pub(super) fn is_move(text: &str) -> bool {
    reading(text).is_some()
}

/// Whether a text is only a square, which other games write as well.
#[cfg(feature = "kit")]
pub(crate) fn is_square(text: &str) -> bool {
    text.len() <= 3 && text.starts_with(|c: char| c.is_ascii_lowercase()) && is_move(text)
}

/// Reads a legal move.
pub(super) fn read(position: &Position, text: &str) -> Result<Move, ReadMoveError> {
    let Some(Algebraic { kind, file, rank, to }) = reading(text) else {
        return Err(ReadMoveError::Unreadable { text: shown(text), expected: "piece and square, such as Che2" });
    };
    let fits = |mv: &Move| {
        let from = mv.from();
        mv.to() == to
            && position.piece_at(from).is_some_and(|piece| piece.kind == kind)
            && file.is_none_or(|file| file == from.file())
            && rank.is_none_or(|rank| rank == from.rank())
    };
    let moves: arrayvec::ArrayVec<Move, 16> = position.legal_moves().iter().copied().filter(fits).take(16).collect();
    match *moves.as_slice() {
        [] => Err(ReadMoveError::Illegal { text: shown(text), reason: None }),
        [mv] => Ok(mv),
        _ => Err(ReadMoveError::Ambiguous { text: shown(text), candidates: moves.to_vec() }),
    }
}

/// Coordinates or an algebraic move with ranks from 1 to 10, in the spelling with ranks from 0 to 9: `h3e3` and
/// `Che3` for `h2e2`. `None` for other texts and ranks.
pub(crate) fn from_one(text: &str) -> Option<String> {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            written.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        // A rank follows its file, or the piece that it distinguishes.
        let before = written.chars().next_back()?;
        let is_piece = written.len() == 1 && before.is_ascii_uppercase();
        if !is_piece && !matches!(before, 'a'..='i' | 'A'..='I') {
            return None;
        }
        let rank: u8 = rest[..digits].parse().ok().filter(|rank| (1..=10).contains(rank))?;
        written += &(rank - 1).to_string();
        rest = &rest[digits..];
    }
    (written.len() < text.len() || written != text).then_some(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(position: &Position, text: &str) -> String {
        super::super::read(position, text).map_or_else(|error| error.to_string(), |mv| mv.to_string())
    }

    #[test]
    fn algebraic_moves_are_read() {
        let start = Position::start();
        for (text, mv) in [
            ("Che2", "h2e2"),
            ("Ch2e2", "h2e2"),
            ("Ch2-e2", "h2e2"),
            ("Cbe2", "b2e2"),
            ("Hg2", "h0g2"),
            ("Nc2", "b0c2"),
            ("Ege2", "g0e2"),
            ("Bce2", "c0e2"),
            ("Ade1", "d0e1"),
            ("c4", "c3c4"),
            ("Pc4", "c3c4"),
            ("Chxh9", "h2h9"),
            ("C2b9", "b2b9"),
            ("Ke1#", "e0e1"),
            ("Ra1+", "a0a1"),
        ] {
            assert_eq!(played(&start, text), mv, "{text}");
        }
        assert!(played(&start, "Ce2").contains("is ambiguous: it can be [b2e2, h2e2]"));
        assert_eq!(played(&start, "Cd5"), "'Cd5' is not a legal move here");
        // The rank distinguishes two rooks on one file.
        let rooks: Position = "3k5/9/R8/9/9/9/R8/9/9/4K4 w".parse().unwrap();
        for (text, mv) in [("R3a5", "a3a5"), ("R7a5", "a7a5"), ("Ra3a5", "a3a5"), ("R7b7", "a7b7")] {
            assert_eq!(played(&rooks, text), mv, "{text}");
        }
        assert!(played(&rooks, "Ra5").contains("is ambiguous: it can be "));
        for text in ["R4a5", "R3b7"] {
            assert_eq!(played(&rooks, text), format!("'{text}' is not a legal move here"));
        }
        for text in ["Qd4", "Ch", "e", "C2=5e", "Chhe2", "xe2x", "Rih10"] {
            assert!(!is_move(text), "{text}");
        }
    }

    #[test]
    fn ranks_from_one_become_ranks_from_zero() {
        for (text, own) in [
            ("h3e3", Some("h2e2")),
            ("H10-G8", Some("H9-G7")),
            ("Che3", Some("Che2")),
            ("Rih10", Some("Rih9")),
            ("R5xb5+", Some("R4xb4+")),
            ("c4", Some("c3")),
            ("h0e3", None),
            ("h11e3", None),
            ("C2=5", None),
            ("H8+7", None),
            ("炮2平5", None),
            ("12.", None),
            ("abc", None),
            ("", None),
        ] {
            assert_eq!(from_one(text).as_deref(), own, "{text}");
        }
    }
}
